// A page that keeps itself up to date: #live is drawn anew when something changed (told.js knows). What somebody types
// stays, a form half sent too (data-underway), what is folded stays as it is, and a lost connection is no error: the next
// question asks again. Works without this script.
(() => {
  "use strict";

  // The element that asked; after its answer it may be gone from the page.
  const pulse = (event) => event.detail?.requestConfig?.elt ?? event.detail?.elt;

  // Whether a control is not as the page had it.
  const changed = (control) => {
    if (control.type === "hidden" || control.type === "submit" || control.type === "button") return false;
    if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
    if (control.type === "file") return control.files.length > 0;
    if (control.tagName === "SELECT") {
      const options = [...control.options];
      if (control.multiple) return options.some((one) => one.selected !== one.defaultSelected);
      const usual = options.findLastIndex((one) => one.defaultSelected);
      return control.selectedIndex !== (usual < 0 ? options.findIndex((one) => !one.disabled) : usual);
    }
    return control.value !== control.defaultValue;
  };
  const typing = (root) => {
    if (root.contains(finger)) return true;
    const active = document.activeElement;
    if (root.contains(active) && active.matches("input, select, textarea")) return true;
    if (root.querySelector("dialog[open], details[data-menu][open], .htmx-request:not([data-live]), [data-underway]")) {
      return true;
    }
    return [...root.querySelectorAll("input, select, textarea")].some(changed);
  };
  // A finger that is down hits what it was put on: nothing is drawn anew under it, until the click that follows is heard.
  let finger = null;
  const lifted = () => setTimeout(() => (finger = null), 50);
  document.addEventListener("pointerdown", (event) => (finger = event.target), true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, lifted, true);

  const region = (event) => document.querySelector(pulse(event).getAttribute("hx-target"));

  // What is folded open, and where the keyboard is, by what it says.
  const said = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const summaries = (root) => [...root.querySelectorAll("details > summary")];
  const places = (root) => [...root.querySelectorAll("a, button, summary")];
  let kept = null;

  const handlers = {
    "htmx:beforeRequest": (event) => {
      if (document.hidden || typing(region(event)) || window.told?.quiet()) event.preventDefault();
    },
    "htmx:beforeSwap": (event) => {
      const root = region(event);
      if (event.detail.xhr.status !== 200 || typing(root)) {
        event.detail.shouldSwap = false;
        return;
      }
      const active = root.contains(document.activeElement) ? document.activeElement : null;
      kept = {
        selector: pulse(event).getAttribute("hx-target"),
        folds: new Map(summaries(root).map((one) => [said(one), one.parentElement.open])),
        focus: active && { tag: active.tagName, said: said(active) },
      };
    },
    "htmx:afterSettle": () => {
      if (!kept) return;
      const { selector, folds, focus } = kept;
      kept = null;
      const root = document.querySelector(selector);
      for (const one of summaries(root)) one.parentElement.open = folds.get(said(one)) ?? one.parentElement.open;
      const same = focus && places(root).find((one) => one.tagName === focus.tag && said(one) === focus.said);
      same?.focus({ preventScroll: true });
    },
    "htmx:afterRequest": () => {},
    "htmx:responseError": () => {},
    "htmx:sendError": () => {},
    "htmx:timeout": () => {},
  };
  // On their way down, so that the page's own notices about requests that failed stay away.
  for (const [name, handle] of Object.entries(handlers)) {
    window.addEventListener(
      name,
      (event) => {
        if (!pulse(event)?.matches?.("[data-live]")) return;
        event.stopPropagation();
        handle(event);
      },
      true,
    );
  }
})();
