// Who plays, by taps: a chip takes the first free seat, and gives it back when it is tapped again. Whom the page seated
// stays at the first tap: who taps all that play means him, too.
(() => {
  "use strict";

  for (const group of document.querySelectorAll("[data-chips]")) {
    const lists = [...document.querySelectorAll(group.dataset.chips)];
    const chips = [...group.querySelectorAll("button")];
    const seated = new Set(lists.map((list) => list.value));
    // The bots of one strength may sit on several seats; a person on one.
    const free = (list) => !list.value || list.value === "open";
    const show = () => {
      for (const chip of chips) {
        chip.setAttribute("aria-pressed", String(lists.some((list) => list.value === chip.value)));
      }
    };
    const put = (list, value) => {
      list.value = value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    };
    group.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (!chip) return;
      const sits = lists.find((list) => list.value === chip.value);
      const seat = lists.find((list) => free(list) && [...list.options].some((one) => one.value === chip.value));
      const person = !chip.value.startsWith("bot:");
      if (sits && person && seated.delete(chip.value)) return;
      if (sits && person) put(sits, sits.querySelector('option[value=""]') ? "" : "open");
      else if (seat) put(seat, chip.value);
      show();
    });
    for (const list of lists) {
      list.addEventListener("change", show);
      // A new guest's name is sent only where one is asked for; it stays there for whoever comes back to it.
      const guest = list.parentElement.querySelector(".seating__guest input");
      if (guest) list.addEventListener("change", () => (guest.disabled = list.value !== "new"));
    }
    show();
    group.hidden = false;
  }
})();
