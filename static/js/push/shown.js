// Whoever opens the site where it has rung: what was dealt with, here or elsewhere, no longer lies on the screen.
(() => {
  "use strict";

  const tidy = async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const shown = (await worker?.getNotifications?.()) ?? [];
    if (!shown.length) return;
    const answer = await fetch("/me/channels/open/", { headers: { Accept: "application/json" } });
    if (!answer.ok || answer.redirected) return;
    const { open } = await answer.json();
    for (const notice of shown) if (!open.includes(notice.tag)) notice.close();
  };
  if ("serviceWorker" in navigator && window.Notification?.permission === "granted") {
    window.addEventListener("load", () => tidy().catch(() => {}));
    document.addEventListener("visibilitychange", () => document.hidden || tidy().catch(() => {}));
  }
})();
