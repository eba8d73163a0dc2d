// The drawing of a table: who stands where, what is seen of it, what flashes and falls. It knows nothing of events, pages
// or controls: a replay moves it, and so may anything else that has figures to move.
//
//   const map = battleMap(document.querySelector(".battle-map"), { still: () => true, whole: () => false });
//   map.show([{ number, side, x, y, classes }], 2);       who stands where; warbands have the first 2 sides
//   map.trace([["shot", "M1 1L9 9"]]);                    lines and effects
//   map.walk(number, [[1, 1], [4, 5]], 700);              along a way, in so many milliseconds
//   map.look(1, [[1, 1], [9, 9]]);                        zoom step, and what must be seen
//   map.frame(12, 7, 20);                                 any part: its middle, and so many paces across
//
// Figures, zones, pieces and traces are found by data-figure, data-zone, data-piece and data-trace.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const EFFECTS = new Set(["flash", "hit", "clash"]); // drawn above the figures, as campaigns.wars.ground.map says
  const ACROSS = [0, 24, 13]; // paces that are seen at each step of the zoom; 0: the whole table
  const NEAREST = 8; // paces across at the nearest
  const MARGIN = 3; // paces around what must be seen
  const DEGREES = 30; // how many degrees of a turn take as long as a pace
  const APART = 0.94; // of their breadth, that figures are kept apart
  const DRAWN = [
    "is-off", "is-awaited", "is-aboard", "is-out", "is-routed", "is-hidden", "is-active", "is-doer", "is-target",
    "is-falling", "is-hurt", "is-startled", "is-leaving", "is-fresh",
  ];
  const ACTORS = ["is-doer", "is-target", "is-falling"];

  const far = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const between = (from, to, share) => from + (to - from) * share;
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const made = (name, attributes) => {
    const found = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
    return found;
  };

  // `named` tells whether there is room for everybody's name, or only for those of whom something is told; `foot`, how
  // many px at the lower edge are covered: the table can be seen whole above them.
  globalThis.battleMap = (svg, { named = () => false, foot = () => 0 } = {}) => {
    const [left, top, width, depth] = svg.getAttribute("viewBox").split(" ").map(Number);
    const lines = svg.querySelector(".map__traces");
    const effects = svg.querySelector(".map__effects");
    const holder = svg.querySelector(".map__figures");
    const figures = new Map([...svg.querySelectorAll("[data-figure]")].map((g) => [Number(g.dataset.figure), g]));
    const names = made("g", { class: "map__names", "aria-hidden": "true" });
    svg.append(names);
    const ground = made("g", { class: "map__ground" });
    holder.before(ground);
    const spots = new Map();
    let moving = 0;
    let seen = { step: 0, points: [] };

    const place = (number, x, y) => {
      spots.set(number, [x, y]);
      figures.get(number).setAttribute("transform", `translate(${x} ${y})`);
    };
    const drawn = () =>
      [...figures].filter(([, g]) => !g.classList.contains("is-off") || g.matches(".is-falling, .is-leaving"));

    // Whoever goes over to another side, as a civilian does, wears its colour.
    const join = (token, side, sides) => {
      if (token.classList.contains(`map__figure--${side}`)) return;
      token.classList.remove(...[...token.classList].filter((name) => name.startsWith("map__figure--")));
      token.classList.add(`map__figure--${side}`);
      token.classList.toggle("map__figure--others", side >= sides);
    };

    // Figures are larger than their bases, so that they can be read: where they would lie on each other they step
    // aside, with a thread to where they stand: that lies below all of them, for it would strike others' names through.
    const spread = () => {
      figures.forEach((_, number) => back(number));
      const all = drawn();
      const scale = svg.getScreenCTM()?.a;
      const disc = all[0]?.[1].querySelector(".map__disc").getBoundingClientRect().width;
      if (!scale || !disc) return;
      const least = (disc / scale) * APART;
      const [x0, y0, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
      const at = all.map(([number]) => [...(spots.get(number) ?? [0, 0])]);
      for (let round = 0; round < 40; round++) {
        let moved = false;
        for (let one = 0; one < at.length; one++) {
          for (let other = one + 1; other < at.length; other++) {
            const apart = far(at[one], at[other]);
            if (apart >= least) continue;
            moved = true;
            // Those on the very same spot part by their order.
            const turn = apart > 0.01 ? Math.atan2(at[other][1] - at[one][1], at[other][0] - at[one][0]) : other * 2.4;
            const push = (least - apart) / 2 + 0.01;
            at[one][0] -= Math.cos(turn) * push;
            at[one][1] -= Math.sin(turn) * push;
            at[other][0] += Math.cos(turn) * push;
            at[other][1] += Math.sin(turn) * push;
          }
        }
        // Nobody is pushed out of sight who stood in it.
        all.forEach(([number], index) => {
          const [x, y] = spots.get(number) ?? [0, 0];
          if (x < x0 || x > x0 + w || y < y0 || y > y0 + h) return;
          at[index][0] = Math.min(Math.max(at[index][0], x0 + least / 2), x0 + w - least / 2);
          at[index][1] = Math.min(Math.max(at[index][1], y0 + least / 2), y0 + h - least / 2);
        });
        if (!moved) break;
      }
      all.forEach(([number, token], index) => {
        const [x, y] = spots.get(number) ?? [0, 0];
        const by = [at[index][0] - x, at[index][1] - y];
        const aside = Math.hypot(...by) > 0.05;
        if (!aside) return;
        const base = token.querySelector(".map__base");
        token.querySelector(".map__stand").setAttribute("transform", `translate(${by[0]} ${by[1]})`);
        const side = [...token.classList].filter((name) => name.startsWith("map__figure--")).join(" ");
        const spot = made("g", { class: side, "data-of": number, transform: `translate(${x} ${y})` });
        const thread = made("path", { class: "map__thread", d: `M0 0L${by[0]} ${by[1]}` });
        spot.append(base.cloneNode(), thread);
        base.classList.add("is-left");
        ground.append(spot);
      });
    };
    // Somebody's disc is drawn where the figure stands.
    const back = (number) => {
      const token = figures.get(number);
      token.querySelector(".map__base").classList.remove("is-left");
      token.querySelector(".map__stand").setAttribute("transform", "");
      ground.querySelector(`[data-of="${number}"]`)?.remove();
    };

    // A name is written where it covers neither a figure nor another name, or not at all.
    const label = () => {
      names.replaceChildren();
      const scale = svg.getScreenCTM()?.a;
      if (!scale) return;
      const box = svg.getBoundingClientRect();
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const all = drawn().map(([, token]) => ({
        token,
        disc: token.querySelector(".map__disc").getBoundingClientRect(),
        rank: ACTORS.findIndex((name) => token.classList.contains(name)),
      }));
      const wanted = all.filter((one) => one.rank >= 0 || named()).sort((a, b) => (b.rank >= 0) - (a.rank >= 0));
      const taken = [];
      for (const { token, disc, rank } of wanted) {
        const text = made("text", { class: `map__name${rank >= 0 ? " map__name--actor" : ""}` });
        text.setAttribute("font-size", (rem * 0.8125) / scale);
        text.textContent = token.querySelector("title").textContent;
        names.append(text);
        const long = text.getComputedTextLength() * scale + 4;
        const high = rem * 1.2;
        const [cx, cy] = [(disc.left + disc.right) / 2, (disc.top + disc.bottom) / 2];
        const spot = [
          [cx - long / 2, disc.bottom + 2], [cx - long / 2, disc.top - high - 2],
          [disc.right + 2, cy - high / 2], [disc.left - long - 2, cy - high / 2],
          [disc.left, disc.bottom + 2], [disc.right - long, disc.bottom + 2],
          [disc.left, disc.top - high - 2], [disc.right - long, disc.top - high - 2],
        ].map(([x, y]) => ({ left: x, right: x + long, top: y, bottom: y + high }))
          .filter((one) => one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom)
          .filter((one) => !taken.some((other) => meet(one, other)))
          .find((one) => !all.some((other) => meet(one, other.disc)));
        if (!spot) {
          text.remove();
          continue;
        }
        taken.push(spot);
        const point = new DOMPoint((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2)
          .matrixTransform(svg.getScreenCTM().inverse());
        text.setAttribute("x", point.x);
        text.setAttribute("y", point.y);
      }
    };
    const arrange = () => {
      spread();
      label();
    };

    const show = (all, sides) => {
      cancelAnimationFrame(moving);
      moving = 0;
      for (const { number, side, x, y, classes } of all) {
        const token = figures.get(number);
        token.classList.remove(...DRAWN);
        token.classList.add(...classes);
        join(token, side, sides);
        place(number, Number(x), Number(y));
      }
      // Whom something is told of lies above the others.
      holder.append(...ACTORS.flatMap((name) => [...holder.querySelectorAll(`.${name}`)]));
    };

    const trace = (all) => {
      const paths = all.map(([kind, outline]) => [
        kind, made("path", { class: `map__trace map__trace--${kind}`, "data-trace": kind, d: outline }),
      ]);
      lines.replaceChildren(...paths.filter(([kind]) => !EFFECTS.has(kind)).map(([, path]) => path));
      effects.replaceChildren(...paths.filter(([kind]) => EFFECTS.has(kind)).map(([, path]) => path));
    };

    // What has just happened moves once: a flash flares, who falls topples. The style sheet says how, if at all.
    const flare = () => {
      for (const one of [...effects.children, ...lines.children, ...drawn().map(([, token]) => token)]) {
        one.classList.add("is-fresh");
      }
    };

    // Something goes a way of so many parts, each as long as told.
    const along = (parts, time, put, done) => {
      const length = parts.reduce((sum, part) => sum + part, 0);
      if (!length) return;
      const begun = performance.now();
      const step = (now) => {
        let way = Math.min(1, Math.max(0, now - begun) / time) * length;
        let index = 0;
        while (index < parts.length - 1 && way > parts[index]) way -= parts[index++];
        put(index, parts[index] ? Math.min(1, way / parts[index]) : 1);
        moving = now - begun < time ? requestAnimationFrame(step) : 0;
        if (!moving) done();
      };
      moving = requestAnimationFrame(step);
    };
    const walk = (number, way, time) => {
      back(number);
      names.replaceChildren();
      const parts = way.slice(1).map((to, index) => far(way[index], to));
      const put = (index, share) => {
        const [from, to] = [way[index], way[index + 1]];
        place(number, between(from[0], to[0], share), between(from[1], to[1], share));
      };
      along(parts, time, put, arrange);
    };
    // A vehicle is drawn where it ends: on its way it is turned and set back from there. Facings count to the left.
    const glide = (index, path, time) => {
      const hull = lines.children[index];
      const end = path.at(-1);
      const turn = (from, to) => ((to[2] - from[2] + 540) % 360) - 180;
      const parts = path.slice(1).map((to, part) => far(path[part], to) + Math.abs(turn(path[part], to)) / DEGREES);
      const put = (part, share) => {
        const [from, to] = [path[part], path[part + 1]];
        const facing = from[2] + turn(from, to) * share;
        const spot = `${between(from[0], to[0], share)} ${between(from[1], to[1], share)}`;
        hull.setAttribute("transform", `translate(${spot}) rotate(${end[2] - facing}) translate(${-end[0]} ${-end[1]})`);
      };
      along(parts, time, put, arrange);
    };

    // At a step of the zoom the points told are in the middle of what is seen, and all of them are seen.
    const look = (step, points) => {
      seen = { step, points };
      const box = svg.getBoundingClientRect();
      const paces = ACROSS[step];
      if (!paces || !box.width || !box.height || !points.length) {
        if (foot() && box.width && box.height) cut(left + width / 2, top + depth / 2, whole(box), box.width / box.height);
        else svg.setAttribute("viewBox", `${left} ${top} ${width} ${depth}`);
        arrange();
        return;
      }
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const shape = box.width / box.height;
      const across = Math.max(paces * Math.max(1, Math.min(shape, 1.3)), x1 - x0 + 2 * MARGIN, (y1 - y0 + 2 * MARGIN) * shape);
      cut((x0 + x1) / 2, (y0 + y1) / 2, across, shape);
      arrange();
    };
    // How many paces across the whole table is seen, above what is covered.
    const whole = (box) => Math.max(width, (depth * box.width) / Math.max(1, box.height - foot()));
    // As far as it can the table fills what is seen.
    const start = (middle, from, whole, part) =>
      part >= whole ? from + (whole - part) / 2 : Math.min(Math.max(middle - part / 2, from), from + whole - part);
    const cut = (x, y, across, shape) => {
      const size = [across, across / shape];
      const covered = (foot() / svg.getBoundingClientRect().width) * across || 0;
      const corner = [start(x, left, width, size[0]), start(y, top, depth + covered, size[1])];
      svg.setAttribute("viewBox", `${corner[0]} ${corner[1]} ${size[0]} ${size[1]}`);
      return [corner[0] + size[0] / 2, corner[1] + size[1] / 2, across];
    };
    // Any part of the table, as somebody pinches and drags. Returns what is seen then: its middle, and how far across.
    const frame = (x, y, across, { settled = true } = {}) => {
      const box = svg.getBoundingClientRect();
      const shape = box.width / box.height || 1;
      const most = whole(box);
      const shown = cut(x, y, Math.min(Math.max(across, Math.min(NEAREST, most)), most), shape);
      seen = { frame: shown };
      if (settled) arrange();
      return shown;
    };

    for (const [number, g] of figures) {
      const { e, f } = g.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      spots.set(number, [e, f]);
    }
    new ResizeObserver(() => (seen.frame ? frame(...seen.frame) : look(seen.step, seen.points))).observe(svg);

    return { figures, spots, steps: ACROSS.length, show, put: place, trace, flare, walk, glide, look, frame, arrange };
  };
})();
