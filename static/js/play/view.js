// What is seen of a map, by touch, mouse and wheel: pinch, drag, double tap on free ground. What is neither is a tap.
//
//   const view = mapView(container, svg, map, { tap: (point, event) => {} });
//   view.zoom(0.7);                  nearer, about the middle; above 1 farther
//   view.point(event)                where that is on the table, in paces
//   view.show([12, 7, 20]);          middle and paces across, as kept by view.shown()
(() => {
  "use strict";
  const SLACK = 9; // px that a finger may tremble
  const DOUBLE = 300; // ms between the taps of a double tap

  globalThis.mapView = (container, svg, map, { tap = () => {}, free = () => true, doubled = () => {} } = {}) => {
    const fingers = new Map();
    let shown = null;
    let begun = null; // where a gesture began: what was seen, and where the fingers were
    let moved = false;
    let last = { time: -Infinity, x: 0, y: 0 };

    const point = ({ clientX, clientY }) => {
      const found = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [found.x, found.y];
    };
    const whole = () => {
      const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
      const box = svg.getBoundingClientRect();
      return [x + w / 2, y + h / 2, Math.max(w, (h * box.width) / box.height)];
    };
    const now = () => shown ?? whole();
    const show = (wanted, settled = true) => {
      shown = map.frame(...wanted, { settled });
    };
    // So that what lies under that point stays under it.
    const zoom = (by, at = null) => {
      const [x, y, across] = now();
      const [px, py] = at ?? [x, y];
      show([px + (x - px) * by, py + (y - py) * by, across * by]);
    };

    const middle = () => {
      const all = [...fingers.values()];
      const x = all.reduce((sum, one) => sum + one.x, 0) / all.length;
      const y = all.reduce((sum, one) => sum + one.y, 0) / all.length;
      return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
    };
    const begin = () => {
      begun = fingers.size ? { seen: now(), ...middle() } : null;
    };
    const isControl = (event) => event.target.closest("button, a, input, form");

    container.addEventListener("pointerdown", (event) => {
      if (isControl(event) || (event.pointerType === "mouse" && event.button !== 0)) return;
      if (!fingers.size) moved = false;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      container.setPointerCapture(event.pointerId);
      begin();
    });
    container.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId) || !begun) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const at = middle();
      if (!moved && fingers.size < 2 && Math.hypot(at.x - begun.x, at.y - begun.y) < SLACK) return;
      moved = true;
      const [x, y, across] = begun.seen;
      const pace = svg.getBoundingClientRect().width / across;
      const by = begun.apart && at.apart ? begun.apart / at.apart : 1;
      const box = svg.getBoundingClientRect();
      // The point under the fingers when they came down stays under them.
      const [ox, oy] = [begun.x - box.left - box.width / 2, begun.y - box.top - box.height / 2];
      const [nx, ny] = [at.x - box.left - box.width / 2, at.y - box.top - box.height / 2];
      show([x + (ox - nx * by) / pace, y + (oy - ny * by) / pace, across * by], false);
    });
    const lift = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      if (fingers.size) {
        begin();
        return;
      }
      if (moved) {
        map.arrange();
        return;
      }
      if (event.type !== "pointerup") return;
      const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
      if (near && event.timeStamp - last.time < DOUBLE && free(point(event))) {
        last = { time: -Infinity, x: 0, y: 0 };
        doubled();
        zoom(0.5, point(event));
        return;
      }
      last = { time: free(point(event)) ? event.timeStamp : -Infinity, x: event.clientX, y: event.clientY };
      tap(point(event), event);
    };
    container.addEventListener("pointerup", lift);
    container.addEventListener("pointercancel", lift);
    container.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, point(event));
      },
      { passive: false },
    );

    return { point, zoom, show, shown: () => shown };
  };
})();
