// A form with data-passkey asks the browser for a passkey first, or to make one, and is sent with what that answered.
// data-options holds what the site asks for; data-options-from is an address that says it when the button is pressed.
"use strict";

(() => {
  async function answer(form) {
    let options;
    if (form.dataset.optionsFrom) {
      const response = await fetch(form.dataset.optionsFrom, { headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" } });
      if (!response.ok) throw new Error(`the site answered ${response.status}`);
      options = (await response.json()).request_options;
    } else {
      options = JSON.parse(form.dataset.options);
    }
    if (form.dataset.passkey === "get") return window.webauthnJSON.get(options);
    const alone = form.elements.passwordless?.checked ?? false;
    const wanted = options.publicKey.authenticatorSelection;
    wanted.residentKey = alone ? "required" : "discouraged";
    wanted.requireResidentKey = alone;
    if (alone) wanted.userVerification = "required";
    return window.webauthnJSON.create(options);
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const failed = form.querySelector("[data-passkey-failed]");
      failed.hidden = true;
      try {
        form.elements.credential.value = JSON.stringify(await answer(form));
        form.submit();
      } catch {
        failed.hidden = false;
      }
    });
  }
})();
