// The club room's screen: turns its pages by itself and stays awake. Space holds a page, the arrows turn it.
(() => {
  "use strict";

  const SECONDS = 12;
  const root = document.documentElement;
  let place = 0;
  let left = SECONDS;
  let held = false;

  const show = () => {
    const panels = [...document.querySelectorAll("[data-panel]")];
    if (!panels.length) return;
    place = ((place % panels.length) + panels.length) % panels.length;
    panels.forEach((panel, number) => {
      if (panel.hasAttribute("data-shown") !== (number === place)) panel.toggleAttribute("data-shown", number === place);
    });
    root.toggleAttribute("data-turning", true);
  };
  const turn = (by) => {
    place += by;
    left = SECONDS;
    show();
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === " ") held = !held;
    else return;
    event.preventDefault();
  });
  setInterval(() => {
    if (held || document.hidden) return;
    left -= 1;
    if (left <= 0) turn(1);
  }, 1000);
  // When the page was brought up to date, its panels are new ones.
  new MutationObserver(show).observe(document.getElementById("main"), { childList: true });

  const stayAwake = async () => {
    if (document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // The device decides: on low battery it may sleep.
    }
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
  show();
})();
