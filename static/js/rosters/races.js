// Races found while one types. Without this script they all stand there.
(() => {
  "use strict";

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  for (const field of document.querySelectorAll("[data-races-filter]")) {
    const chooser = field.closest("fieldset");
    const none = chooser.querySelector("[data-races-none]");
    field.closest("label").hidden = false;
    field.addEventListener("input", () => {
      const wanted = plain(field.value.trim());
      let found = 0;
      for (const race of chooser.querySelectorAll("[data-race]")) {
        const told = race.querySelector(".race__choice").textContent + (race.querySelector(".race__notes")?.textContent ?? "");
        race.hidden = !plain(told).includes(wanted);
        found += race.hidden ? 0 : 1;
      }
      none.hidden = found > 0;
    });
    // Enter finds, it does not found a warband.
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
  }
})();
