// A field marked data-copy is selected when touched; where the browser allows, a button beside it copies the text.
(() => {
  "use strict";
  for (const field of document.querySelectorAll("input[data-copy], textarea[data-copy]")) {
    field.addEventListener("focus", () => field.select());
    if (!navigator.clipboard) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button--small";
    button.textContent = field.dataset.copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      button.textContent = field.dataset.copied;
    });
    button.setAttribute("aria-live", "polite");
    field.after(button);
  }
})();
