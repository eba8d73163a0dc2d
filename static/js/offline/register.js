// The page's side of the service worker: it is registered, told what pages learn on the way, and asked to forget.
(() => {
  "use strict";

  const { worker, gather, logout } = document.currentScript.dataset;
  if (!navigator.serviceWorker) return;

  // Tell the worker something; ready when it has done it. Without a worker there is nothing to tell.
  const tell = async (order, more = {}) => {
    const active = (await navigator.serviceWorker.getRegistration())?.active;
    if (!active) return;
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => {
      port1.onmessage = done;
      active.postMessage({ order, ...more }, [port2]);
    });
  };

  window.addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register(worker, { scope: "/" });
      await navigator.serviceWorker.ready;
    } catch {
      return; // a browser that allows none; the site works as ever
    }
    tell("hello");
    if (gather !== undefined && !navigator.connection?.saveData) tell("gather");
  });

  // A page that stands open hears by what it asks that its session is over, or another's.
  let heard = null;
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const key = event.detail.xhr.getResponseHeader("Kept-For");
    if (!key || key === heard) return;
    heard = key;
    tell("settle", { key });
  });

  // Whoever logs out leaves nothing behind, whether or not the site hears of it.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.getAttribute("action") !== logout) return;
    navigator.serviceWorker.controller?.postMessage({ order: "forget" });
  });

  window.offline = { forget: () => tell("forget") };
})();
