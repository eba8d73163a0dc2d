// A tap on a figure takes back the rarer fate chosen for it, and such a fate the tap: one of them counts.
(() => {
  "use strict";

  document.addEventListener("change", (event) => {
    const tile = event.target.closest(".tile");
    if (!tile) return;
    const tap = tile.querySelector(".tile__out");
    const list = tile.querySelector(".tile__else select");
    if (event.target === tap) list.value = "";
    if (event.target === list) tap.checked = false;
  });
})();
