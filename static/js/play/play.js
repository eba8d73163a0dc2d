// A battle played by tapping the map: tap a figure, then a place or an enemy, and the same once more to do it. Whatever
// can be done stands in the list below as well, and works without this script.
(() => {
  "use strict";
  const NEAR = 24; // px from the middle of a figure that still mean it
  const ON = 15; // px from the one who is to go somewhere: what is farther is a place to go to
  const FOOT = 12; // px between the table and the buttons at the map's foot, and below these
  const AGAIN = 30; // px between two taps that mean the same place
  const ATTACKS = new Set(["shoot", "strike", "charge", "free_shot", "heal", "custom"]);
  const wide = matchMedia("(min-width: 64rem)");
  const news = document.getElementById("play-news");
  const main = document.getElementById("main");
  const plainTitle = document.title;

  const root = () => document.getElementById("battle");

  // What outlives a new drawing of the page: what is seen, who is chosen, what is to be aimed at next.
  const kept = {
    seen: null, chosen: null, pending: null, focus: false, cursor: null, line: 0, groups: new Map(), done: false,
  };
  let on = null; // what is on the page now

  const optionsFor = (name, number) => [...root().querySelectorAll(`#choice .option[data-${name}="${number}"]`)];
  const press = (option) => option.querySelector(".option__do").click();
  const address = (text, values) => {
    const found = new URL(text, location.href);
    for (const [key, value] of Object.entries(values)) found.searchParams.set(key, value);
    return found;
  };

  // --- who is chosen, and what is said of them ---

  const reach = async (number) => {
    const figure = on.figureAddress(number);
    const answer = await fetch(figure, { headers: { Accept: "application/json" } });
    if (!answer.ok || on?.chosen !== number) return;
    on.reach = await answer.json();
    on.drawn.reach(on.reach);
  };

  const tip = (text) => {
    on.tip.textContent = text;
    on.tip.hidden = !text;
  };
  const say = (text) => {
    news.textContent = text;
  };
  const cardOf = (number) => root().querySelector(`[data-card="${number}"]`);
  const told = (number) => {
    const summary = cardOf(number)?.querySelector("summary");
    if (!summary) return "";
    const parts = [...summary.querySelectorAll(".play__who, .play__hp")].map((one) => one.textContent);
    return parts.join(" · ").replace(/\s+/g, " ").replace(/ ,/g, ",").trim();
  };
  const clearAim = () => {
    on.aim = null;
    on.panel.replaceChildren();
    on.drawn.clear("aims");
    for (const token of on.svg.querySelectorAll(".is-aimed")) token.classList.remove("is-aimed");
  };
  const choose = (number) => {
    on.chosen = kept.chosen = number;
    on.reach = null;
    for (const token of on.svg.querySelectorAll(".is-chosen")) token.classList.remove("is-chosen");
    for (const card of root().querySelectorAll(".is-told")) card.classList.remove("is-told");
    on.drawn.reach(null);
    tip("");
    if (number === null) return;
    on.map.figures.get(number)?.classList.add("is-chosen");
    cardOf(number)?.classList.add("is-told");
    if (on.mine && on.isOwn(number) && !on.placing) reach(number).catch(() => {});
  };

  // --- aiming, and doing it ---

  const fill = (html) => {
    on.panel.innerHTML = html;
    htmx.process(on.panel);
  };
  const aimAt = async (spot) => {
    const points = on.reach?.points ?? 1;
    const run = !on.drawn.inReach("walk", spot) && points > 1 && Boolean(on.reach?.run);
    const values = { x: spot[0].toFixed(2), y: spot[1].toFixed(2), figure: on.chosen };
    const mine = { spot, ready: false };
    clearAim();
    on.aim = mine;
    on.drawn.aim("", spot);
    const answer = await fetch(address(on.way, run ? { ...values, run: 1 } : values), { headers: { "HX-Request": "true" } });
    if (!answer.ok || on?.aim !== mine) return;
    fill(await answer.text());
    const form = on.panel.querySelector("form");
    mine.ready = Boolean(form);
    on.drawn.aim(form?.dataset.outline ?? "", spot);
    say(on.panel.innerText.trim());
  };
  // Whom something can be done to: those answers as buttons right below the map; a second tap does it if it is one, and
  // says that one has to be chosen if they are several.
  const aimAtFigure = (number, options, act = press) => {
    clearAim();
    on.aim = { figure: number, ready: true, options, act };
    on.map.figures.get(number)?.classList.add("is-aimed");
    on.panel.replaceChildren(playPanel.copies(options, act));
    say(on.panel.innerText.trim());
  };
  // Where what is offered ends: where a vehicle gets, where a thing may lie. Such a place is tapped like a figure.
  const placed = () => [...root().querySelectorAll('#choice .option[data-kind="custom"][data-ends]')];
  const endOf = (option) => option.dataset.ends.split(",").map(Number);
  const endsAt = (spot) => {
    const scale = on.svg.getScreenCTM()?.a || 10;
    const far = ([x, y], option) => Math.hypot(x - endOf(option)[0], y - endOf(option)[1]) * scale;
    const [best] = placed().sort((one, other) => far(spot, one) - far(spot, other));
    return best && far(spot, best) < NEAR ? placed().filter((option) => far(endOf(best), option) < 4) : [];
  };
  const doAim = () => {
    const { aim } = on;
    if (!aim?.ready) return;
    if (aim.stand !== undefined) place(aim.stand, aim.spot);
    else if (!aim.options) on.panel.querySelector("#do-aim")?.click();
    else if (aim.options.length === 1) aim.act(aim.options[0]);
    else {
      const list = on.panel.querySelector(".aim-options");
      list.classList.add("is-asked");
      list.querySelector(".option__do").focus();
      tip(on.box.dataset.several);
      say(on.tip.textContent);
    }
  };

  // --- deployment: a chip and a place ---

  const place = (number, spot) => {
    const form = document.getElementById("stand");
    form.elements.figure.value = number;
    form.elements.x.value = spot[0].toFixed(2);
    form.elements.y.value = spot[1].toFixed(2);
    form.requestSubmit();
  };
  const pick = (chip) => {
    for (const one of root().querySelectorAll("[data-place]")) one.setAttribute("aria-pressed", String(one === chip));
    on.placing = chip ? Number(chip.dataset.place) : null;
    clearAim();
    tip(chip ? on.box.dataset.pick.replace("{name}", chip.lastChild.textContent.trim()) : "");
  };
  const aimPlace = (spot) => {
    clearAim();
    on.aim = { spot, stand: on.placing, ready: true };
    on.drawn.aim("", spot);
    const name = root().querySelector(`[data-place="${on.placing}"]`).lastChild.textContent.trim();
    tip(on.box.dataset.again.replace("{name}", name));
    say(on.tip.textContent);
  };
  const drag = (chip) =>
    globalThis.draggedOnto(chip, on.svg, {
      pick: () => pick(chip),
      ghost: () => on.drawn.ghost(),
      point: (event) => on.view.point(event),
      drop: (spot) => place(on.placing, spot),
    });

  // --- taps, wherever they come from ---

  const figureAt = ([x, y], px = NEAR) => {
    const scale = on.svg.getScreenCTM()?.a || 10;
    let best = null;
    for (const [number, token] of on.map.figures) {
      const box = token.querySelector(".map__disc").getBoundingClientRect();
      if (!box.width) continue;
      const at = on.view.point({ clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2 });
      const apart = Math.hypot(at[0] - x, at[1] - y) * scale;
      const goes = on.mine && on.isOwn(number) && (on.ask === "act" || number === on.chosen);
      if (apart < (goes ? Math.min(ON, px) : px) && (!best || apart < best.apart)) best = { number, apart };
    }
    return best?.number ?? null;
  };
  const same = (spot) => {
    const scale = on.svg.getScreenCTM()?.a || 10;
    return on.aim?.spot && Math.hypot(spot[0] - on.aim.spot[0], spot[1] - on.aim.spot[1]) * scale < AGAIN;
  };
  const activation = (number) => optionsFor("of", number).find((one) => one.dataset.kind === "activate");

  const tapFigure = (number) => {
    if (on.aim?.figure === number) {
      doAim();
      return;
    }
    if (on.mine && on.isOwn(number)) {
      const start = activation(number);
      if (start && on.chosen === number) {
        press(start);
        return;
      }
    }
    const about = [...optionsFor("at", number), ...optionsFor("of", number).filter((one) => !one.dataset.at)];
    const offered = about.filter((one) => ATTACKS.has(one.dataset.kind) || !["act", "activate"].includes(on.ask));
    if (on.mine && offered.length && !(on.isOwn(number) && on.ask === "act" && number === on.acting)) {
      aimAtFigure(number, offered);
      tip(told(number));
      return;
    }
    const start = on.mine && on.ask === "activate" && !on.isOwn(number) && on.chosen !== null && activation(on.chosen);
    if (start && [...(on.reach?.shoot ?? []), ...(on.reach?.charge ?? [])].some((one) => one.figure === number)) {
      aimAtFigure(number, [start], () => {
        kept.pending = { figure: number };
        press(start);
      });
      on.panel.prepend(playPanel.card(cardOf(number)));
      return;
    }
    clearAim();
    choose(number);
    on.panel.replaceChildren(playPanel.card(cardOf(number)));
    if (on.mine && activation(number)) on.panel.append(playPanel.copies([activation(number)], press));
    say(on.panel.innerText.trim());
  };
  const tapSpot = (spot) => {
    if (!on.mine) {
      choose(null);
      return;
    }
    if (same(spot)) {
      doAim();
      return;
    }
    if (on.placing !== null) {
      aimPlace(spot);
      return;
    }
    const ending = endsAt(spot);
    if (ending.length) {
      aimAtFigure(null, ending);
      on.aim.spot = spot;
      on.drawn.aim("", endOf(ending[0]));
      return;
    }
    if (on.ask === "act" && on.acting !== null && on.chosen !== on.acting) choose(on.acting);
    if (on.ask === "act" || (on.ask === "activate" && on.chosen !== null && activation(on.chosen))) {
      aimAt(spot).catch(() => {});
    }
  };
  // Where a second tap does nothing else, two quick ones zoom.
  const free = (spot) => figureAt(spot) === null && !(on.aim?.ready && same(spot));
  const tap = (spot) => {
    const figure = same(spot) || on.placing !== null ? null : figureAt(spot);
    if (figure !== null) tapFigure(figure);
    else tapSpot(spot);
  };

  // --- keys ---

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const moveCursor = (dx, dy) => {
    const [x, y] = kept.cursor ?? on.map.spots.get(on.acting ?? on.chosen) ?? [on.width / 2, on.depth / 2];
    const to = [Math.min(Math.max(x + dx, 0), on.width), Math.min(Math.max(y + dy, 0), on.depth)];
    kept.cursor = to;
    const [cx, cy] = to;
    on.drawn.cursor(to);
    const figure = figureAt(to, 14);
    const where = on.box.dataset.cursor.replace("{x}", cx.toFixed(0)).replace("{y}", cy.toFixed(0));
    say(figure !== null ? `${where}: ${told(figure)}` : where);
    const seen = on.view.shown();
    if (seen && (Math.abs(cx - seen[0]) > seen[2] * 0.4 || Math.abs(cy - seen[1]) > seen[2] * 0.3)) {
      on.view.show([cx, cy, seen[2]]);
    }
  };
  const keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
    const step = STEPS[event.key];
    if (step) moveCursor(step[0] * (event.shiftKey ? 5 : 1), step[1] * (event.shiftKey ? 5 : 1));
    else if (event.key === "Enter" && kept.cursor) tap(kept.cursor);
    else if (event.key === "Escape") {
      clearAim();
      choose(on.acting);
    } else if (event.key === "+") on.view.zoom(0.7);
    else if (event.key === "-") on.view.zoom(1 / 0.7);
    else return;
    event.preventDefault();
  };

  // --- the page as it is now ---

  const number = (text) => (text === undefined ? null : Number(text));
  const watchClocks = () => {
    clearInterval(kept.clock);
    const clocks = [...root().querySelectorAll("[data-clock]")];
    if (!clocks.length) return;
    const begun = performance.now();
    const tell = () => {
      for (const clock of clocks) {
        const used = "runs" in clock.dataset ? (performance.now() - begun) / 1000 : 0;
        const left = Math.max(0, Math.round(Number(clock.dataset.clock) - used));
        clock.querySelector("[data-left]").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      }
    };
    tell();
    kept.clock = setInterval(tell, 500);
  };
  const fresh = () => [...root().querySelectorAll("#account-new [data-event]")];

  const setUp = () => {
    const page = root();
    const status = document.getElementById("play-status")?.textContent ?? "";
    document.title = page.hasAttribute("data-mine") ? `● ${plainTitle}` : plainTitle;
    watchClocks();
    const box = page.querySelector("[data-map]");
    if (!box) {
      on = null;
      return;
    }
    const svg = box.querySelector(".battle-map");
    const zoom = box.querySelector("[data-zoom]");
    const map = battleMap(svg, { named: () => wide.matches, foot: () => zoom.offsetHeight + FOOT });
    const [, , width, depth] = svg.getAttribute("viewBox").split(" ").map(Number);
    on = {
      box, svg, map, width: width - 1, depth: depth - 1,
      mine: page.hasAttribute("data-mine"),
      ask: page.dataset.ask ?? "",
      side: number(page.dataset.side),
      acting: number(page.dataset.acting),
      chosen: null, reach: null, aim: null, placing: null,
      tip: box.querySelector("[data-tip]"),
      panel: page.querySelector("[data-aim]"),
      way: box.dataset.way,
      isOwn: (figure) => map.figures.get(figure)?.classList.contains(`map__figure--${page.dataset.side}`) ?? false,
      figureAddress: (figure) => box.dataset.reach.replace("/reach/0/", `/reach/${figure}/`),
    };
    on.drawn = playDrawing(svg, (figure) => map.spots.get(figure));
    on.view = mapView(box, svg, map, { tap, free, doubled: clearAim });
    if (kept.seen) on.view.show(kept.seen);
    else map.arrange();
    svg.removeAttribute("role");
    svg.setAttribute("aria-hidden", "true");
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute("aria-label", box.dataset.label);
    box.addEventListener("keydown", keys);
    zoom.hidden = false;
    zoom.querySelector("[data-zoom-in]").addEventListener("click", () => on.view.zoom(0.6));
    zoom.querySelector("[data-zoom-out]").addEventListener("click", () => on.view.zoom(1 / 0.6));
    for (const option of on.mine && on.ask === "activate" ? page.querySelectorAll('.option[data-kind="activate"]') : []) {
      map.figures.get(Number(option.dataset.of))?.classList.add("is-able");
    }
    on.drawn.ends(on.mine ? placed().map(endOf) : []);
    const last = on.mine && page.querySelector(':is(.option[data-kind="end"], .option[data-kind="pass"], .option[data-kind="decline"])');
    if (last) {
      const enough = box.querySelector("[data-enough]");
      enough.textContent = last.querySelector(".option__said").textContent.trim();
      enough.hidden = false;
      enough.addEventListener("click", () => press(last));
    }
    const chips = page.querySelector("[data-waiting]");
    if (chips) {
      chips.hidden = false;
      for (const chip of chips.querySelectorAll("[data-place]")) drag(chip);
      pick(chips.querySelector("[data-place]"));
    } else if (on.mine && on.ask === "act" && on.acting !== null) choose(on.acting);
    else if (on.mine && on.ask === "activate" && kept.chosen !== null && activation(kept.chosen)) choose(kept.chosen);
    follow();
    if (kept.focus) box.focus({ preventScroll: true });
    const lines = fresh().filter((line) => Number(line.dataset.event) >= kept.line);
    kept.line = Number(page.querySelector("#account")?.dataset.line ?? 0);
    say([...lines.map((line) => line.querySelector(".play__sentence").textContent), status].join(" "));
    const film = playFilm(page, svg, map);
    film.show(lines);
    film.offer(fresh());
  };
  // A figure was activated by aiming from afar: now that it acts, the aim is taken.
  const follow = () => {
    const { pending } = kept;
    kept.pending = null;
    if (!pending || !on.mine || on.ask !== "act") return;
    const options = optionsFor("at", pending.figure).filter((one) => ATTACKS.has(one.dataset.kind));
    if (options.length) aimAtFigure(pending.figure, options);
  };

  main.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "battle") return;
    const arrived = /data-version="(\d+)"/.exec(event.detail.xhr.responseText || "");
    if (arrived && Number(arrived[1]) < Number(root().dataset.version)) {
      event.detail.shouldSwap = false;
      return;
    }
    kept.seen = on?.view.shown() ?? kept.seen;
    kept.focus = Boolean(on?.box.contains(document.activeElement)) && document.activeElement === on.box;
    kept.done = event.detail.requestConfig?.verb === "post";
    kept.groups = new Map([...root().querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  });
  main.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "battle") return;
    for (const [id, open] of kept.groups) {
      const again = document.getElementById(id);
      if (again && id !== "account-new") again.open = open;
    }
    setUp();
    const stage = on && !wide.matches ? on.box.closest(".play__stage").getBoundingClientRect().bottom : 0;
    if (kept.done) playPanel.backTo(root().querySelector(".play__status, .play__cover"), stage);
  });

  kept.line = Number(document.querySelector("#account")?.dataset.line ?? 0);
  const first = fresh();
  if (first.length) kept.line = Number(first[0].dataset.event);
  setUp();
})();
