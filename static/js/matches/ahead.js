// A score pad without a network goes on by itself: what waits is marked in the score with what it will probably bring, and
// the forms go on to the next round. What holds is for the site to say, once it has heard of it. Used by scorepad.js.
(() => {
  "use strict";

  const live = () => document.getElementById("pad-live");

  // What an entry says, by its fields; one control may say several.
  const fields = (entry) => {
    const found = {};
    for (const [name, value] of new URLSearchParams(entry.body)) {
      const names = name.split("+");
      const values = value.split("+");
      if (names.length === values.length) names.forEach((one, place) => (found[one] = values[place]));
    }
    return found;
  };

  // The marks in the score: how many entries wait for a seat, and the total that they probably make.
  const mark = (entries, { worth, seats }, words) => {
    for (const old of live().querySelectorAll("[data-ahead-mark]")) old.remove();
    for (const place of live().querySelectorAll("[data-seat]")) {
      const mine = entries.filter((entry) => seats.some((name) => entry[name] === place.dataset.seat));
      if (!mine.length) continue;
      let points = 0;
      for (const entry of mine) {
        const [seat, brings] = worth[entry.kind] ?? [];
        if (seat && entry[seat] === place.dataset.seat) points += Number(typeof brings === "number" ? brings : entry[brings]) || 0;
      }
      const sign = document.createElement("span");
      sign.className = "scorepad__ahead";
      sign.dataset.aheadMark = "";
      const total = place.dataset.total;
      const change = points < 0 ? `−${-points}` : `+${points}`;
      sign.textContent = points && total ? `${change} → ${Number(total) + points}` : `+${mine.length}…`;
      sign.title = words.waiting;
      const hidden = document.createElement("span");
      hidden.className = "visually-hidden";
      hidden.textContent = ` (${words.waiting})`;
      sign.append(hidden);
      (place.querySelector("[data-ahead-at]") ?? place).append(sign);
    }
  };

  // The forms that fit now: those the site drew, those of a new round, or those that come after the last one.
  const phase = (name) => {
    const keys = live().querySelector("[data-keys]");
    if (!keys || (keys.dataset.keys || "now") === name) return;
    const forms = live().querySelector(`template[data-phase="${name}"]`);
    if (name !== "now" && !forms) return;
    if (!keys.kept) keys.kept = [...keys.childNodes];
    keys.replaceChildren(...(name === "now" ? keys.kept : [forms.content.cloneNode(true)]));
    keys.dataset.keys = name;
  };
  const step = (entries, steps) => {
    const turn = live().querySelector(".scorepad__turn");
    turn?.querySelector("[data-ahead-mark]")?.remove();
    if (!steps) return;
    const ended = entries.filter((entry) => entry.kind === steps.kind).length;
    const isOver = !steps.round && ended >= steps.values.length;
    phase(ended === 0 ? "now" : isOver ? "last" : "fresh");
    const value = steps.values[ended % steps.values.length];
    if (turn && ended) {
      const said = document.createElement("span");
      said.dataset.aheadMark = "";
      const next = `${steps.label} ${steps.names[ended % steps.values.length] ?? value}`.trim();
      said.textContent = ` → ${isOver ? steps.ending : next}`;
      turn.append(said);
    }
    if (isOver) return;
    // Where nothing waits any more the forms say again what the site drew.
    for (const control of live().querySelectorAll(`[data-keys] input[name="${CSS.escape(steps.field)}"]`)) {
      // Seats stand in other forms, too, and mean somebody else there.
      if (steps.round && control.form.elements.namedItem("kind")?.value !== steps.kind) continue;
      if (!["hidden", "number"].includes(control.type)) continue;
      control.drawn ??= { value: control.defaultValue, max: control.max };
      if (control.type === "number") control.max = ended ? value : control.drawn.max;
      if (control.type === "number" && control.value !== control.defaultValue) continue;
      control.defaultValue = ended ? value : control.drawn.value;
      control.value = control.defaultValue;
    }
  };

  const show = (waiting, words) => {
    const pad = live();
    if (!pad?.dataset.ahead) return;
    const told = JSON.parse(pad.dataset.ahead);
    const entries = waiting.map(fields);
    mark(entries, told, words);
    step(entries, told.steps);
  };

  window.scorepadAhead = { show };
})();
