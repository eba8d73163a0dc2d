// The map of a table laid out by hand: terrain and zones are dragged, and their rows say where they stand.
// The page works without this: every place is typed into its row, and the map follows.
(() => {
  "use strict";
  const form = document.getElementById("ground-form");
  const holder = document.getElementById("ground-map");
  if (!form || !holder) return;
  const GRAIN = 0.5; // paces
  const field = (row, name) => form.elements.namedItem(`${row}-${name}`);
  const number = (row, name) => Number(field(row, name)?.value) || 0;
  const rowOf = (row) => form.querySelector(`[data-row-of="${row}"]`);
  let chosen = "";
  let drag = null;

  // What is chosen stands out, and only that may be dragged by a finger: everything else lets the page scroll.
  const mark = () => {
    for (const group of holder.querySelectorAll("[data-row]")) group.classList.toggle("is-chosen", group.dataset.row === chosen);
    for (const row of form.querySelectorAll("[data-row-of]")) row.classList.toggle("is-chosen", row.dataset.rowOf === chosen);
  };
  const choose = (row) => {
    chosen = row;
    mark();
  };

  // How many paces a movement of the pointer is worth.
  const paces = (event, from) => {
    const scale = holder.querySelector("svg").getScreenCTM();
    return { x: (event.clientX - from.clientX) / scale.a, y: (event.clientY - from.clientY) / scale.d };
  };
  const held = (value, size, most) => Math.min(Math.max(Math.round(value / GRAIN) * GRAIN, 0), Math.max(0, most - size));
  const tell = (row) => {
    const place = rowOf(row)?.querySelector("[data-place]");
    const said = ["x", "y", "width", "depth"].map((name) => number(row, name).toLocaleString(document.documentElement.lang));
    if (place) place.textContent = `→ ${said[0]} ↓ ${said[1]} · ${said[2]} × ${said[3]}`;
  };

  const shift = () => drag.group.setAttribute("transform", `translate(${drag.to.x - drag.x} ${drag.to.y - drag.y})`);

  holder.addEventListener("pointerdown", (event) => {
    const group = event.target.closest("[data-row]");
    if (!group || event.button !== 0) return;
    const row = group.dataset.row;
    if (!field(row, "x")) return;
    // A finger chooses first; a mouse may do both at once.
    const may = event.pointerType === "mouse" || row === chosen;
    drag = { row, group, from: event, x: number(row, "x"), y: number(row, "y"), may, moved: false };
    if (may) group.setPointerCapture(event.pointerId);
  });
  // Parts of a drawing know no touch-action: a finger on what is chosen drags, and does not scroll the page.
  holder.addEventListener("touchstart", (event) => drag?.may && event.preventDefault(), { passive: false });
  holder.addEventListener("pointermove", (event) => {
    if (!drag?.may || event.pointerId !== drag.from.pointerId) return;
    const by = paces(event, drag.from);
    if (!drag.moved && Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < 4) return;
    drag.moved = true;
    choose(drag.row);
    const table = { width: Number(form.elements.width.value), depth: Number(form.elements.depth.value) };
    drag.to = {
      x: held(drag.x + by.x, number(drag.row, "width"), table.width),
      y: held(drag.y + by.y, number(drag.row, "depth"), table.depth),
    };
    shift();
  });
  const drop = (event) => {
    const done = drag;
    drag = null;
    if (!done || event.pointerId !== done.from.pointerId) return;
    if (event.type === "pointercancel") {
      done.group.removeAttribute("transform");
      return;
    }
    if (done.moved) {
      field(done.row, "x").value = done.to.x;
      field(done.row, "y").value = done.to.y;
      tell(done.row);
      field(done.row, "y").dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    choose(done.row);
    const row = rowOf(done.row);
    if (!row) return;
    row.open = true;
    row.scrollIntoView({ block: "nearest" });
  };
  holder.addEventListener("pointerup", drop);
  holder.addEventListener("pointercancel", drop);

  // What is typed in a row is told in its heading and stands out on the map.
  form.addEventListener("change", (event) => {
    const row = event.target.closest("[data-row-of]");
    if (row) tell(row.dataset.rowOf);
  });
  form.addEventListener("focusin", (event) => {
    const row = event.target.closest("[data-row-of]");
    if (row) choose(row.dataset.rowOf);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== holder) return;
    mark();
    // What is being dragged goes on in the new drawing.
    const group = drag?.may && holder.querySelector(`[data-row="${CSS.escape(drag.row)}"]`);
    if (!group) return;
    drag.group = group;
    group.setPointerCapture(drag.from.pointerId);
    if (drag.moved) shift();
  });

  holder.dataset.ready = "";
  for (const hint of form.querySelectorAll("[data-drag-hint]")) hint.hidden = false;
  const added = document.getElementById("added");
  if (added) choose(added.dataset.rowOf);
})();
