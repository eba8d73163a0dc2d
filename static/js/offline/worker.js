// The service worker. Pages come from the network, and from what is kept where it does not answer; the site's own files
// come as they are named (assets.js); everything else is left alone.
(() => {
  "use strict";

  const { assets, pages } = self;
  const SHELL = "shell:";
  const NAME = SHELL + self.SITE.version;
  const PATIENCE = 4000; // ms for which the network is waited for where a page is kept
  const AFTERMATH = 30000; // ms after something was sent in which no older page is shown: it would not have it yet
  const SETTLING = 1500; // ms in which somebody may ask again, before the page of an answer is fetched
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  let sent = -Infinity;
  let lastAsked = 0;

  // The pages for when there is nothing else, as a stranger sees them, with all that they need.
  const shell = async () => {
    const store = await caches.open(NAME);
    for (const address of Object.values(self.SITE.pages)) {
      const page = await fetch(address, { credentials: "omit", cache: "no-store" });
      if (page.status !== 200) throw new Error(`${page.status} ${address}`);
      const text = await page.text();
      await assets.take(assets.named(text, location.origin), true);
      const headers = new Headers(page.headers);
      for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
      await store.put(address, new Response(text, { headers }));
    }
  };
  const missing = async (why) => {
    const page = await (await caches.open(NAME)).match(self.SITE.pages[await pages.language()], { ignoreVary: true });
    if (!page) return Response.error();
    const text = (await page.text()).replace("<html ", `<html data-missing="${why}" `);
    return new Response(text, { status: 503, headers: page.headers });
  };

  self.addEventListener("install", (event) => {
    event.waitUntil(shell().then(() => self.skipWaiting()));
  });
  // Nothing waits for that: a page on its way waits for the worker, and what asks about pages might wait for that page.
  self.addEventListener("activate", () => {
    const quietly = (promise) => promise?.catch(() => {});
    quietly(self.clients.claim());
    quietly(assets.succeed());
    const leave = async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(SHELL) && name !== NAME) await caches.delete(name);
      }
    };
    quietly(leave());
  });

  // What an answer says of who asks; what may be kept of it is kept meanwhile.
  const note = async (event, answer, address, part) => {
    const key = answer.headers.get("Kept-For");
    if (!key) return;
    const copy = answer.headers.get("Keep-As") ? answer.clone() : null;
    await pages.settle(key);
    if (copy) event.waitUntil(pages.keep(copy, address, part));
  };

  const navigated = async (event) => {
    const { request } = event;
    const fresh = fetch(request).then(async (answer) => {
      await note(event, answer, request.url);
      return answer;
    });
    event.waitUntil(fresh.catch(() => {}));
    if (request.method !== "GET") {
      sent = performance.now();
      return fresh.catch(() => missing("sent"));
    }
    const found = await pages.find(request.url);
    try {
      if (!found || performance.now() - sent < AFTERMATH) return await fresh;
      const answer = await Promise.race([fresh, pause(PATIENCE)]);
      if (answer) return answer;
    } catch {
      // no network: what is kept, or why there is nothing
    }
    if (found) return pages.shown(found);
    const way = await pages.way(new URL(request.url).pathname);
    return way ? Response.redirect(way) : missing("page");
  };

  // A part that was asked for: the answer, and the page that has the same, are there to be looked at again.
  const asked = async (event, part) => {
    const { request } = event;
    try {
      const answer = await fetch(request);
      await note(event, answer, request.url, part);
      const address = answer.headers.get("HX-Replace-Url");
      if (address && answer.headers.has("Keep-As")) event.waitUntil(whole(address));
      return answer;
    } catch (trouble) {
      const kept = await pages.find(request.url, part);
      if (kept) return kept;
      throw trouble;
    }
  };
  const whole = async (address) => {
    const mine = ++lastAsked;
    await pause(SETTLING);
    if (mine !== lastAsked) return;
    try {
      await pages.keep(await fetch(address, { headers: { Accept: "text/html" } }), address);
    } catch {
      // the part alone is kept
    }
  };

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== location.origin) return;
    if (request.headers.has("Outbox")) sent = performance.now(); // what a script sends for a form
    if (request.mode === "navigate") event.respondWith(navigated(event));
    else if (request.method !== "GET") return;
    else if (assets.is(url)) event.respondWith(assets.answer(request));
    else if (request.headers.get("HX-Target") && self.SITE.parts.includes(url.pathname)) {
      event.respondWith(asked(event, request.headers.get("HX-Target")));
    }
  });

  const orders = {
    hello: () => assets.sweep(pages.texts),
    gather: () => pages.gather().catch(() => {}),
    settle: ({ key }) => pages.settle(key),
    forget: () => pages.forget(),
  };
  self.addEventListener("message", (event) => {
    const order = orders[event.data?.order];
    if (!order) return;
    event.waitUntil(order(event.data).then(() => event.ports[0]?.postMessage("done")));
  });
})();
