// Offers to install the site where the browser can: by a button, or on an iPhone by a sentence. "Not again" stands.
(() => {
  "use strict";

  const KEY = "install-hint";
  const hint = document.getElementById("install-hint");
  const put = (value) => {
    try {
      localStorage.setItem(KEY, value);
    } catch {
      // a browser that keeps nothing asks again
    }
  };
  const refused = () => {
    try {
      return localStorage.getItem(KEY) === "no";
    } catch {
      return false;
    }
  };
  if (!hint || refused() || matchMedia("(display-mode: standalone)").matches) return;

  const show = (way) => {
    for (const part of hint.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
    hint.hidden = false;
  };
  const putAway = () => {
    const held = hint.contains(document.activeElement);
    hint.hidden = true;
    if (held) document.getElementById("main").focus();
  };

  let offer = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    show("button");
  });
  window.addEventListener("appinstalled", putAway);
  hint.querySelector("[data-install]").addEventListener("click", async () => {
    await offer?.prompt();
    putAway();
  });
  hint.querySelector("[data-never]").addEventListener("click", () => {
    put("no");
    putAway();
  });
  // Only Safari on iPhones and iPads knows whether a page stands alone, and only there is it installed by hand.
  if (navigator.standalone === false) show("hand");
})();
