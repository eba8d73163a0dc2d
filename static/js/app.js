// What the pages do better with JavaScript. Every page works without it.
(() => {
  "use strict";

  const announcer = () => document.getElementById("messages");

  // Menus close when something else is touched, and on Escape.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // The eye and the screen reader go to what needs an answer.
  const attend = (root) => {
    const wanted = root.querySelector("[data-focus]");
    if (wanted) wanted.focus();
    for (const wrap of root.querySelectorAll(".table-wrap")) {
      if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    }
  };
  attend(document);
  // What a phone folds stands open where a column has room for it.
  if (matchMedia("(min-width: 75rem)").matches) {
    for (const fold of document.querySelectorAll("details[data-open-wide]")) fold.open = true;
  }
  // On a phone the tab one stands on may lie beyond the edge.
  for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
    const row = tab.closest(".tabs");
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }

  // An hour that the clock goes through twice: which of the two is meant can be chosen as soon as it is typed.
  document.addEventListener("input", ({ target }) => {
    const stretches = target.dataset?.repeated?.split(" ").map((stretch) => stretch.split("/"));
    const which = stretches && document.getElementById(`${target.id}_which`);
    if (which) which.hidden = !stretches.some(([from, to]) => from <= target.value && target.value < to);
  });

  const report = (kind) => {
    const place = announcer();
    if (!place) return;
    place.querySelector("[data-request-error]")?.remove();
    const notice = document.createElement("div");
    notice.className = "notice notice--error";
    notice.dataset.requestError = "";
    const text = document.createElement("div");
    text.textContent = place.dataset[kind];
    notice.append(text);
    place.append(notice);
    place.scrollIntoView({ block: "nearest" });
  };
  const kindOf = (status) => {
    if (status === 403) return "errorForbidden";
    if (status === 404 || status === 410) return "errorMissing";
    if (status === 503) return "errorAway";
    return "errorServer";
  };
  document.addEventListener("htmx:responseError", (event) => report(kindOf(event.detail.xhr.status)));
  document.addEventListener("htmx:sendError", () => report("errorNetwork"));
  document.addEventListener("htmx:timeout", () => report("errorNetwork"));

  // While a request is on its way its part of the page says so.
  document.addEventListener("htmx:beforeRequest", (event) => {
    announcer()?.querySelector("[data-request-error]")?.remove();
    event.detail.target?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", (event) => event.detail.target?.removeAttribute("aria-busy"));
  // Once for everything new on the page, also where the whole target was replaced.
  document.addEventListener("htmx:load", (event) => attend(event.detail.elt));

  // Whoever stands on something that a swap takes away or folds stands afterwards on the nearest heading around it that
  // is still seen, and not at the top of the page. (What has an id and comes again, htmx gives the focus back itself.)
  let around = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    around = [];
    let place = document.activeElement;
    if (!event.detail.target?.contains(place)) return;
    for (; place && place !== document.body; place = place.parentElement) {
      const name = place.getAttribute("aria-labelledby")?.split(" ")[0] || place.id;
      if (name) around.push(name);
    }
  });
  document.addEventListener("htmx:afterSettle", () => {
    const left = around.map((name) => document.getElementById(name)).find((one) => one?.checkVisibility());
    around = [];
    if (!left || document.activeElement !== document.body) return;
    const place = left.matches("h1, h2, h3") ? left : (left.querySelector("h1, h2, h3") ?? left);
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });

  // A form goes off once, however often its button is pressed; coming back to the page frees it.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("hx-post") || form.method !== "post") return;
    if (form.dataset.busy !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.busy = "";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-busy]")) delete form.dataset.busy;
  });

  // Questions before something that cannot be taken back: data-confirm on a form, hx-confirm on an htmx element.
  const ask = (question) =>
    new Promise((answer) => {
      const words = announcer().dataset;
      const dialog = document.createElement("dialog");
      dialog.className = "dialog";
      const text = document.createElement("p");
      text.id = "dialog-question";
      text.textContent = question;
      dialog.setAttribute("aria-labelledby", text.id);
      const row = document.createElement("div");
      row.className = "toolbar";
      for (const [label, value, kind] of [
        [words.confirmNo, "", "button"],
        [words.confirmYes, "yes", "button button--danger"],
      ]) {
        const button = document.createElement("button");
        button.className = kind;
        button.textContent = label;
        button.addEventListener("click", () => dialog.close(value));
        row.append(button);
      }
      dialog.append(text, row);
      dialog.addEventListener("close", () => {
        dialog.remove();
        answer(dialog.returnValue === "yes");
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  document.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    ask(event.detail.question).then((yes) => yes && event.detail.issueRequest(true));
  });
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const question = event.submitter?.dataset.confirm || form.dataset.confirm;
      if (!question || form.dataset.confirmed !== undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const submitter = event.submitter;
      ask(question).then((yes) => {
        if (!yes) return;
        form.dataset.confirmed = "";
        form.requestSubmit(submitter);
        delete form.dataset.confirmed;
      });
    },
    true,
  );
})();
