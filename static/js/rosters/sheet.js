// The print button of the roster sheet; without JavaScript the browser's own print command does.
(() => {
  "use strict";

  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
})();
