// What is drawn above the map of a battle one plays: what a figure can get at, the way to a place, the cursor.
//
//   const drawn = playDrawing(svg, (number) => [x, y]);
//   drawn.reach(data)            outlines of walk and run, lines to whom it can charge and shoot, with the chances
//   drawn.aim("M1 1L4 5", [4, 5])
//   drawn.clear("aims")
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const made = (name, attributes) => {
    const found = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
    return found;
  };

  globalThis.playDrawing = (svg, spotOf) => {
    const layer = (name) => {
      let found = svg.querySelector(`.map__${name}`);
      if (!found) {
        found = made("g", { class: `map__${name}`, "aria-hidden": "true" });
        svg.insertBefore(found, svg.querySelector(name === "reaches" ? ".map__traces" : ".map__effects"));
      }
      return found;
    };
    // Where figures are drawn, and half of their breadth, in paces: some stand aside from where they are.
    const discs = () => {
      const paces = svg.getScreenCTM()?.inverse();
      if (!paces) return [];
      return [...svg.querySelectorAll(".map__figure:not(.is-off) .map__disc")].map((disc) => {
        const box = disc.getBoundingClientRect();
        const at = new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2).matrixTransform(paces);
        return [at.x, at.y, (box.width / 2) * paces.a];
      });
    };
    // A chance stands on its line, as near to whom it is about as it covers neither a figure nor another one.
    const write = (holder, from, to, text, figures) => {
      const scale = svg.getScreenCTM()?.a || 10;
      const [wide, high] = [(text.length * 7.2 + 4) / scale, 14 / scale];
      const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const label = made("text", { class: "map__odds", "font-size": 12 / scale });
      label.textContent = text;
      const taken = [...holder.querySelectorAll(".map__odds")].map((one) => ["x", "y"].map((key) => Number(one.getAttribute(key))));
      const steps = [...Array(8).keys()].map((step) => Math.max(0.15, 1 - (22 / scale + step * high) / far));
      const spots = steps.map((share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      const meets = ([x, y]) => taken.some(([ox, oy]) => Math.abs(x - ox) < wide && Math.abs(y - oy) < high);
      const lies = ([x, y]) =>
        figures.some(([fx, fy, r]) => Math.abs(x - fx) < r + wide / 2 && Math.abs(y - fy) < r + high / 2);
      const [x, y] = spots.find((spot) => !meets(spot) && !lies(spot)) ?? spots.find((spot) => !meets(spot)) ?? spots[0];
      label.setAttribute("x", x);
      label.setAttribute("y", y);
      holder.append(label);
    };
    const line = (holder, kind, from, { figure, chance }) => {
      const to = spotOf(figure);
      if (!to) return;
      const shift = kind === "charge" ? 0.35 : 0;
      const [begin, end] = [from, to].map(([x, y]) => [x + shift, y + shift]);
      holder.append(made("path", { class: `map__line map__line--${kind}`, d: `M${begin.join(" ")}L${end.join(" ")}` }));
      return chance ? (figures) => write(layer("chances"), begin, end, chance, figures) : null;
    };

    return {
      clear: (name) => layer(name).replaceChildren(),
      reach: (data) => {
        const holder = layer("reaches");
        holder.replaceChildren();
        layer("chances").replaceChildren();
        const from = data && spotOf(data.figure);
        if (!from) return;
        for (const kind of ["run", "walk"]) {
          if (data[kind]) holder.append(made("path", { class: `map__reach map__reach--${kind}`, d: data[kind] }));
        }
        const chances = ["charge", "shoot"].flatMap((kind) => data[kind].map((one) => line(holder, kind, from, one)));
        const figures = discs();
        for (const write of chances) write?.(figures);
      },
      inReach: (kind, [x, y]) => {
        const point = svg.createSVGPoint();
        point.x = x;
        point.y = y;
        return svg.querySelector(`.map__reach--${kind}`)?.isPointInFill(point) ?? false;
      },
      aim: (outline, [x, y]) => {
        const holder = layer("aims");
        holder.replaceChildren();
        if (outline) holder.append(made("path", { class: "map__aim", d: outline }));
        holder.append(made("circle", { class: "map__goal", cx: x, cy: y, r: 0.5 }));
      },
      // Places that may be chosen by a tap.
      ends: (spots) =>
        layer("ends").replaceChildren(...spots.map(([x, y]) => made("circle", { class: "map__end", cx: x, cy: y, r: 0.45 }))),
      // What is dragged over the map before it is placed.
      ghost: () => layer("aims").appendChild(made("circle", { class: "map__goal", r: 0.6 })),
      cursor: ([x, y]) =>
        layer("cursors").replaceChildren(made("path", { class: "map__cursor", d: `M${x - 0.9} ${y}h1.8M${x} ${y - 0.9}v1.8` })),
    };
  };
})();
