// The clock of a round on the wall: minutes and seconds until it ends. The page itself brings the next round.
(() => {
  "use strict";

  const two = (number) => String(number).padStart(2, "0");

  const show = () => {
    for (const clock of document.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.round((Date.parse(clock.dataset.until) - Date.now()) / 1000));
      clock.textContent = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
    }
  };
  show();
  setInterval(show, 1000);
})();
