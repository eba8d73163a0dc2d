// What happened at the table is seen happening, one thing after another: cards turn, damage flies, shields break. It is
// drawn over a table that shows the outcome already, so that nobody has to wait for it; a touch ends it.
(() => {
  "use strict";

  const LONGEST = 5000; // milliseconds for all that a page has missed
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => document.getElementById("table");
  if (!table() || !document.body.animate) return;

  const read = () => {
    const [first, ...told] = table().dataset.moves.split(" ");
    return told.map((one, place) => ({ number: Number(first) + place, values: one.split(",") }));
  };
  const end = () => read().at(-1)?.number ?? -1;
  let seen = end();
  let stage = null;

  const middle = (element) => {
    const box = element?.getBoundingClientRect();
    return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  };
  const seat = (number) => document.getElementById(`seat-${number}`);
  const shield = (number) => seat(number)?.querySelector(".seat__shield") || seat(number);
  const deck = () => document.getElementById("pile-draw");

  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
  const put = (kind, text, at) => {
    const thing = document.createElement("span");
    thing.className = `motion__thing motion__${kind}`;
    thing.textContent = text;
    thing.style.left = `${at.x}px`;
    thing.style.top = `${at.y}px`;
    stage.append(thing);
    return thing;
  };
  const card = (code, at) => {
    const known = /^(\w+)([SHDC])$/.exec(code);
    const text = known ? known[1] + SUITS[known[2]] : code.startsWith("X") ? "★" : "";
    return put(`card${text ? "" : " motion__card--back"}${/[HD]$/.test(code) ? " motion__card--red" : ""}`, text, at);
  };
  const moved = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
  const CENTRE = "translate(-50%, -50%)";
  const run = (thing, frames, duration, easing = "ease-out") => thing.animate(frames, { duration, easing, fill: "both" });

  // A card flies from one place to another and turns over on its way.
  const fly = (code, from, to, time) => {
    if (!from || !to) return [];
    const way = moved(from, to);
    return [
      run(card(code, from), [
        { transform: `${CENTRE} rotateY(180deg) scale(0.8)`, opacity: 0.9 },
        { transform: `${way} ${CENTRE} rotateY(0deg) scale(1.3)`, opacity: 1, offset: 0.7 },
        { transform: `${way} ${CENTRE} scale(1)`, opacity: 0 },
      ], time),
    ];
  };
  const shake = (element, time) => {
    if (!element) return [];
    const at = (x) => ({ transform: `translateX(${x}px)` });
    return [element.animate([at(0), at(-6), at(5), at(-3), at(0)], { duration: time })];
  };
  // Two halves of a shield fall apart where one was.
  const breaks = (at, time) =>
    at ? [-1, 1].map((side) =>
      run(put(side < 0 ? "left" : "right", "", at), [
        { transform: `${CENTRE}`, opacity: 1 },
        { transform: `${CENTRE} translate(${side * 4}px, 0) rotate(${side * 5}deg)`, opacity: 1, offset: 0.3 },
        { transform: `${CENTRE} translate(${side * 28}px, 36px) rotate(${side * 50}deg)`, opacity: 0 },
      ], time, "ease-in")) : [];
  const rises = (kind, text, at, time) =>
    at ? [run(put(kind, text, at), [
      { transform: `${CENTRE} scale(0.4)`, opacity: 0 },
      { transform: `${CENTRE} scale(1.5)`, opacity: 1, offset: 0.25 },
      { transform: `${CENTRE} translateY(-48px) scale(1)`, opacity: 0 },
    ], time)] : [];

  const DRAWN = {
    card: ([, who,, code], time) => fly(code, middle(deck()), middle(seat(who)), time),
    strike: ([, who, target, code], time) => [
      ...fly(code, middle(seat(who)) || middle(deck()), middle(seat(target)), time),
      ...breaks(middle(shield(target)), time),
      ...shake(seat(target), time),
    ],
    block: ([, who, target, code], time) => [
      ...fly(code, middle(seat(who)) || middle(deck()), middle(shield(target)), time),
      ...rises("word", "⛨", middle(shield(target)), time),
    ],
    hit: ([, who,, amount], time) => rises("hit", `−${amount}`, middle(seat(who)), time),
    shield: ([, , target, code], time) => fly(code, middle(deck()), middle(shield(target)), time),
    charge: ([, who,, code], time) => fly(code, middle(deck()), middle(seat(who)), time),
    theft: ([, who, target, code], time) => fly(code, middle(seat(target)), middle(seat(who)), time),
    vanish: ([, who], time) =>
      seat(who) ? [seat(who).animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], { duration: time })] : [],
    out: ([, who], time) => [...rises("word", "☠", middle(seat(who)), time), ...shake(seat(who), time)],
    coins: ([, who,, amount], time) => rises("word", amount, middle(seat(who)), time),
    lost: ([, who,, amount], time) => [...rises("hit", amount, middle(seat(who)), time), ...shake(seat(who), time)],
    gain: ([, who,, sign], time) => rises("word", sign, middle(seat(who)), time),
    dragon: (_values, time) => [
      ...rises("dragon", "🔥", { x: window.innerWidth / 2, y: window.innerHeight / 3 }, time),
      ...shake(document.querySelector(".felt__board"), time),
    ],
  };
  const LENGTH = { card: 500, strike: 650, hit: 650, dragon: 900 };

  const stop = () => {
    stage?.remove();
    stage = null;
  };
  const play = async (moves) => {
    stop();
    const wanted = moves.filter((one) => DRAWN[one.values[0]]);
    if (!wanted.length) return;
    const mine = document.createElement("div");
    mine.className = "motion";
    mine.setAttribute("aria-hidden", "true");
    stage = mine;
    document.body.append(mine);
    const length = (one) => LENGTH[one.values[0]] || 550;
    const haste = Math.max(1, wanted.reduce((sum, one) => sum + length(one), 0) / LONGEST);
    for (const one of wanted) {
      const running = DRAWN[one.values[0]](one.values, length(one) / haste);
      await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
      if (stage !== mine) return;
      mine.replaceChildren();
    }
    stop();
  };

  document.addEventListener("pointerdown", stop, { passive: true });
  document.getElementById("main").addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "table") return;
    const fresh = read().filter((one) => one.number > seen);
    seen = Math.max(seen, end());
    if (!still.matches && !document.hidden) play(fresh);
  });
})();
