// A chip that is dragged onto the map, or picked by a tap or a key.
//
//   draggedOnto(chip, svg, { pick: () => {}, ghost: () => circle, point: (event) => [x, y], drop: (spot) => {} });
(() => {
  "use strict";
  const SLACK = 10; // px that a finger may tremble

  globalThis.draggedOnto = (chip, svg, { pick, ghost, point, drop }) => {
    let seen = null;
    let from = null;
    const letGo = () => {
      from = null;
      seen?.remove();
      seen = null;
    };
    chip.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      chip.setPointerCapture(event.pointerId);
    });
    chip.addEventListener("pointermove", (event) => {
      if (!from || (!seen && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < SLACK)) return;
      if (!seen) {
        pick();
        seen = ghost();
      }
      const [x, y] = point(event);
      seen.setAttribute("cx", x);
      seen.setAttribute("cy", y);
    });
    chip.addEventListener("pointerup", (event) => {
      const box = svg.getBoundingClientRect();
      const over = event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
      const dragged = Boolean(seen);
      letGo();
      if (!dragged) pick();
      else if (over) drop(point(event));
    });
    chip.addEventListener("pointercancel", letGo);
    chip.addEventListener("click", (event) => {
      if (event.detail === 0) pick(); // by keyboard
    });
  };
})();
