// What has happened since the reader's last look is seen once: who moved goes the way, who shot or struck is joined to
// whom, dice roll with their reason and rule. Whoever wants nothing to move, or touches the page, has it as it is at once.
//
//   const film = playFilm(page, svg, map);
//   film.show(lines);        lines of the account, one after the other on the map: the latest of them
//   film.offer(lines);       all of them, when the button beside them is pressed
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const STEPS = 14; // so many of the latest are shown by themselves
  const WALK = 550; // ms a way takes
  const ROLL = 1100; // ms dice are seen
  const LINES = { shot: "shot", scattered: "shot", strayed: "shot", struck: "strike", nerve: "sight", first_sight: "sight" };
  const MOMENTS = ["way", "shot", "strike", "sight", "impact", "flash", "hit", "clash"].map((kind) => `.map__trace--${kind}`);
  const PARTS = ["is-doer", "is-target"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  let running = null;
  const stop = () => {
    running?.();
    running = null;
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stop, { capture: true, passive: true });

  const wayOf = (line) => (line.dataset.way ?? "").split(" ").filter(Boolean).map((spot) => spot.split(",").map(Number));
  const number = (text) => (text === undefined ? null : Number(text));

  // What the page shows of the last event gives way to what the film shows; returns what puts it back.
  const cleared = (svg, map) => {
    const past = [...svg.querySelectorAll(MOMENTS.join())];
    const parts = [...map.figures.values()].map((token) => [token, PARTS.filter((name) => token.classList.contains(name))]);
    for (const one of past) one.classList.add("is-past");
    return () => {
      for (const one of past) one.classList.remove("is-past");
      for (const [token, names] of parts) {
        token.classList.remove(...PARTS);
        token.classList.add(...names);
      }
    };
  };
  // Who does something to whom: both stand out, and a line joins them.
  const join = (svg, map, { kind, by, on }) => {
    svg.querySelector(".map__trace[data-moment]")?.remove();
    for (const token of map.figures.values()) token.classList.remove(...PARTS);
    map.figures.get(by)?.classList.add("is-doer");
    if (on !== by) map.figures.get(on)?.classList.add("is-target");
    const ends = [by, on].map((one) => map.spots.get(one)).filter(Boolean);
    if (!LINES[kind] || ends.length < 2) return;
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", `map__trace map__trace--${LINES[kind]}`);
    line.setAttribute("d", `M${ends[0].join(" ")}L${ends[1].join(" ")}`);
    line.dataset.moment = "";
    svg.querySelector(".map__traces").append(line);
  };
  const tell = (box, { line, by, on }, map) => {
    const told = document.createElement("p");
    told.textContent = line.querySelector(".play__sentence").textContent;
    const how = line.querySelector(".account__how");
    box.replaceChildren(told, ...[...how.childNodes].map((one) => one.cloneNode(true)));
    // Not where it happens.
    const token = map.figures.get(on ?? by);
    const at = token && token.getBoundingClientRect().top - box.parentElement.getBoundingClientRect().top;
    box.classList.toggle("play__dice--above", Boolean(token) && at > box.parentElement.clientHeight / 2);
    box.hidden = false;
  };

  const stepsOf = (lines, map) =>
    lines
      .map((line) => ({
        line, kind: line.dataset.eventKind, by: number(line.dataset.by), on: number(line.dataset.on),
        way: wayOf(line), dice: line.querySelector(".die"),
      }))
      .map((one) => ({ ...one, walks: one.way.length > 1 && map.figures.has(one.by) }))
      .filter((one) => one.walks || one.dice);
  const show = (lines, { svg, map, box }, most) => {
    stop();
    if (still.matches || document.hidden) return;
    const steps = stepsOf(lines, map).slice(-most);
    if (!steps.length) return;
    const ends = new Map(map.spots);
    for (const { by, way, walks } of [...steps].reverse()) if (walks) map.put(by, ...way[0]);
    const putBack = cleared(svg, map);
    let timer = 0;
    const quiet = () => {
      box.hidden = true;
      for (const { line } of steps) line.classList.remove("is-shown");
    };
    const finish = () => {
      clearTimeout(timer);
      quiet();
      svg.querySelector(".map__trace[data-moment]")?.remove();
      putBack();
      for (const [figure, spot] of ends) map.put(figure, ...spot);
      map.arrange();
    };
    running = finish;
    const next = (index) => {
      if (running !== finish) return;
      quiet();
      if (index >= steps.length) {
        stop();
        return;
      }
      const step = steps[index];
      step.line.classList.add("is-shown");
      join(svg, map, step);
      if (step.walks) map.walk(step.by, step.way, WALK);
      if (step.dice) tell(box, step, map);
      timer = setTimeout(() => next(index + 1), step.dice ? ROLL : WALK + 60);
    };
    next(0);
  };

  globalThis.playFilm = (page, svg, map) => {
    const stage = { svg, map, box: page.querySelector("[data-dice]") };
    return {
      show: (lines) => show(lines, stage, STEPS),
      offer: (lines) => {
        const again = page.querySelector("[data-film]");
        if (!again || still.matches || !stepsOf(lines, map).length) return;
        again.hidden = false;
        again.addEventListener("click", () => show(lines, stage, lines.length));
      },
    };
  };
})();
