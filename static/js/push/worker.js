// The service worker's part in push: shows what was sent unless its member is looking, takes away what was dealt with,
// leads to the page where the thing is done, and tells the site when the browser's own address has changed.
(() => {
  "use strict";

  const RENEWED = "/push/renewed/";

  const looking = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return pages.some((page) => page.visibilityState === "visible");
  };
  const takeAway = async (tags) => {
    for (const tag of tags) {
      for (const shown of await self.registration.getNotifications({ tag })) shown.close();
    }
  };
  const show = async ({ title, body, lang, dir, tag, navigate, data }) => {
    await takeAway(data.gone || []);
    if (data.hush && (await looking())) return;
    const [before] = await self.registration.getNotifications({ tag });
    // The same message a second time (a sender that died did not know whether it had arrived) replaces itself unheard.
    const again = before?.data?.id === data.id;
    await self.registration.showNotification(title, {
      body,
      lang,
      dir,
      tag,
      renotify: !again,
      silent: again,
      icon: "/static/img/app/icon-192.png",
      data: { ...data, navigate },
    });
  };

  self.addEventListener("push", (event) => {
    const said = event.data?.json();
    if (said?.notification) event.waitUntil(show(said.notification));
  });

  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const address = event.notification.data?.navigate || "/";
    const lead = async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const page = pages.find((one) => one.visibilityState === "visible") || pages[0];
      if (page) {
        try {
          await (await page.focus()).navigate(address);
          return;
        } catch {
          // A page that this worker does not look after yet cannot be led anywhere.
        }
      }
      await self.clients.openWindow(address);
    };
    event.waitUntil(lead());
  });

  self.addEventListener("pushsubscriptionchange", (event) => {
    const renew = async () => {
      const old = event.oldSubscription;
      if (!old) return;
      const fresh = event.newSubscription || (await self.registration.pushManager.subscribe(old.options));
      const { endpoint, keys } = fresh.toJSON();
      const said = new URLSearchParams({ old: old.endpoint, endpoint, p256dh: keys.p256dh, auth: keys.auth });
      await fetch(RENEWED, { method: "POST", body: said });
    };
    event.waitUntil(renew());
  });
})();
