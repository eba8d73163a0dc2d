// The worker's part for the site's own files. Each version of the site puts what pages ask for into a cache of its own.
// A hashed name means one content for ever; any other is asked for first. The files of an earlier version stay for as
// long as a page of that version is open, and those that kept pages need for as long as these are kept.
(() => {
  "use strict";

  const PREFIX = "assets:";
  const MEMO = "/-/open-before"; // the pages that were open when this version took over
  const NAME = PREFIX + self.SITE.version;
  const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

  const is = (url) => url.origin === location.origin && url.pathname.startsWith(self.SITE.assets);
  const stores = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const find = async (address) => {
    for (const name of (await stores()).reverse()) {
      const found = await caches.match(address, { cacheName: name, ignoreVary: true });
      if (found) return found;
    }
    return undefined;
  };

  const answer = async (request) => {
    if (HASHED.test(new URL(request.url).pathname)) {
      const kept = await find(request.url);
      if (kept) return kept;
    }
    try {
      const fresh = await fetch(request);
      if (fresh.status === 200) await (await caches.open(NAME)).put(request.url, fresh.clone());
      return fresh;
    } catch (trouble) {
      const kept = await find(request.url);
      if (kept) return kept;
      throw trouble;
    }
  };

  // The files that a page names, or with `IN_STYLES` a style sheet.
  const IN_PAGES = /(?:href|src|data-[a-z-]+)="(\/[^"#?]+)/g;
  const IN_STYLES = /url\("?([^")#?]+)/g;
  const named = (text, base, form = IN_PAGES) => {
    const urls = [...text.matchAll(form)].map((found) => new URL(found[1], base));
    return [...new Set(urls.filter(is).map((url) => url.href))];
  };

  // Have these files, and what their style sheets need; `must`: fail where one cannot be had.
  const take = async (addresses, must = false) => {
    const store = await caches.open(NAME);
    for (const address of addresses) {
      if (await store.match(address, { ignoreVary: true })) continue;
      try {
        const fresh = (HASHED.test(address) && (await find(address))) || (await fetch(address));
        if (fresh.status !== 200) throw new Error(`${fresh.status} ${address}`);
        const style = address.endsWith(".css") ? await fresh.clone().text() : "";
        await store.put(address, fresh);
        await take(named(style, address, IN_STYLES), must);
      } catch (trouble) {
        if (must) throw trouble;
      }
    }
  };

  const windows = async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return open.map((client) => client.id);
  };

  // This version takes over: note which pages the earlier one has open.
  const succeed = async () => {
    const others = (await stores()).filter((name) => name !== NAME);
    if (others.length) await (await caches.open(NAME)).put(MEMO, Response.json(await windows()));
  };

  // Let go of earlier versions once nothing is left of them but what kept pages (`texts`) need.
  const sweep = async (texts) => {
    const others = (await stores()).filter((name) => name !== NAME);
    if (!others.length) return;
    const store = await caches.open(NAME);
    const noted = await store.match(MEMO);
    if (!noted) {
      await succeed();
      return;
    }
    const before = await noted.json();
    const open = await windows();
    if (before.some((id) => open.includes(id))) return;
    for await (const text of texts()) await take(named(text, location.origin));
    for (const name of others) await caches.delete(name);
    await store.delete(MEMO);
  };

  self.assets = { answer, is, named, succeed, sweep, take };
})();
