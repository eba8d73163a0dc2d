// What has happened since the reader's last look is seen once: who moved goes the way, dice roll with their reason and
// rule. Whoever wants nothing to move, or touches the page, has it as it is at once.
(() => {
  "use strict";
  const STEPS = 14; // so many of the latest are shown
  const WALK = 550; // ms a way takes
  const ROLL = 1100; // ms dice are seen
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  let running = null;
  const stop = () => {
    running?.();
    running = null;
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stop, { capture: true, passive: true });

  const wayOf = (line) => (line.dataset.way ?? "").split(" ").filter(Boolean).map((spot) => spot.split(",").map(Number));

  // Lines of the account after event `known`, shown one after the other on the map.
  globalThis.playSeen = (lines, map, box) => {
    stop();
    if (still.matches || document.hidden) return;
    const steps = lines
      .map((line) => ({ line, by: Number(line.dataset.by ?? -1), way: wayOf(line), dice: line.querySelector(".die") }))
      .filter((one) => (one.way.length > 1 && map.figures.has(one.by)) || one.dice)
      .slice(-STEPS);
    if (!steps.length) return;
    const ends = new Map(map.spots);
    for (const { by, way } of [...steps].reverse()) {
      if (way.length > 1 && map.figures.has(by)) map.put(by, ...way[0]);
    }
    let timer = 0;
    const finish = () => {
      clearTimeout(timer);
      box.hidden = true;
      for (const [number, spot] of ends) map.put(number, ...spot);
      map.arrange();
    };
    running = finish;
    const next = (index) => {
      if (running !== finish) return;
      box.hidden = true;
      if (index >= steps.length) {
        stop();
        return;
      }
      const { line, by, way, dice } = steps[index];
      const walks = way.length > 1 && map.figures.has(by);
      if (walks) map.walk(by, way, WALK);
      if (dice) {
        const told = document.createElement("p");
        told.textContent = line.querySelector(".play__sentence").textContent;
        const how = line.querySelector(".account__how");
        box.replaceChildren(told, ...[...how.childNodes].map((one) => one.cloneNode(true)));
        // Not where it happens.
        const spot = map.spots.get(Number(line.dataset.on ?? by));
        const middle = box.parentElement.clientHeight / 2;
        const at = spot && map.figures.get(Number(line.dataset.on ?? by)).getBoundingClientRect().top - box.parentElement.getBoundingClientRect().top;
        box.classList.toggle("play__dice--above", Boolean(spot) && at > middle);
        box.hidden = false;
      }
      timer = setTimeout(() => next(index + 1), dice ? ROLL : WALK + 60);
    };
    next(0);
  };
})();
