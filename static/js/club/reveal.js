// A password that is typed once only can be looked at: a button beside it, in forms marked data-reveals.
(() => {
  "use strict";
  for (const form of document.querySelectorAll("form[data-reveals]")) {
    for (const field of form.querySelectorAll("input[type=password]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button button--small button--quiet";
      button.textContent = form.dataset.reveals;
      button.addEventListener("click", () => {
        const hidden = field.type === "password";
        field.type = hidden ? "text" : "password";
        button.textContent = hidden ? form.dataset.hides : form.dataset.reveals;
      });
      field.after(button);
      form.addEventListener("submit", () => { field.type = "password"; });
    }
  }
})();
