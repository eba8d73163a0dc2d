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
    const write = (parent, [x, y], text) => {
      const scale = svg.getScreenCTM()?.a || 10;
      const label = made("text", { class: "map__odds", x, y, "font-size": 13 / scale });
      label.textContent = text;
      parent.append(label);
    };
    const line = (holder, kind, from, { figure, chance }) => {
      const to = spotOf(figure);
      if (!to) return;
      const shift = kind === "charge" ? 0.35 : 0;
      holder.append(made("path", {
        class: `map__line map__line--${kind}`,
        d: `M${from[0] + shift} ${from[1] + shift}L${to[0] + shift} ${to[1] + shift}`,
      }));
      if (chance) write(holder, [(from[0] + 2 * to[0]) / 3, (from[1] + 2 * to[1]) / 3 + 2 * shift], chance);
    };

    return {
      clear: (name) => layer(name).replaceChildren(),
      reach: (data) => {
        const holder = layer("reaches");
        holder.replaceChildren();
        const from = data && spotOf(data.figure);
        if (!from) return;
        for (const kind of ["run", "walk"]) {
          if (data[kind]) holder.append(made("path", { class: `map__reach map__reach--${kind}`, d: data[kind] }));
        }
        for (const kind of ["charge", "shoot"]) for (const one of data[kind]) line(holder, kind, from, one);
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
      // What is dragged over the map before it is placed.
      ghost: () => layer("aims").appendChild(made("circle", { class: "map__goal", r: 0.6 })),
      cursor: ([x, y]) =>
        layer("cursors").replaceChildren(made("path", { class: "map__cursor", d: `M${x - 0.9} ${y}h1.8M${x} ${y - 0.9}v1.8` })),
    };
  };
})();
