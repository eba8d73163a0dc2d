// The worker's part for kept pages. Each answer of the site says for whom it was made (Kept-For) and whether it may be
// kept (Keep-As). There is one cache, named by the key of the session that is logged in here; an answer that names
// another key, or nobody, ends it. What one session left no other ever reads.
(() => {
  "use strict";

  const PREFIX = "kept:";
  const MOST = 150; // pages and parts; the ones not seen or fetched for longest go
  const SOON = 600000; // ms in which pages are not fetched beforehand again
  const DAY = 86400000; // ms
  const WAYS = "/-/shortcuts";
  const GATHERED = "/-/gathered";
  const { longest, nobody } = self.SITE;

  // One thing at a time, pages that empty the cache included.
  const alone = (work) => navigator.locks.request("kept", work);
  const names = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const ended = new Set(); // keys of sessions that were over
  let settled = null;

  const settle = async (key) => {
    if (key === settled || ended.has(key)) return;
    await alone(async () => {
      for (const name of await names()) {
        if (name === PREFIX + key) continue;
        ended.add(name.slice(PREFIX.length));
        await caches.delete(name);
      }
      if (key !== nobody) await caches.open(PREFIX + key);
      settled = key;
    });
  };

  const forget = () =>
    alone(async () => {
      for (const name of await names()) await caches.delete(name);
      settled = null;
    });

  // A part of a page is kept beside the page, under a name that no page has.
  const place = (address, part) => {
    const url = new URL(address, location.origin);
    url.hash = "";
    if (part) url.searchParams.append("-part", part);
    return url.href;
  };

  const titled = (text) => {
    const found = text.match(/<title>([^<]*)<\/title>/);
    return encodeURIComponent((found?.[1] ?? "").trim().replace(/\s+/g, " "));
  };

  const filed = (answer) => {
    const name = answer.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1];
    return encodeURIComponent(name ?? decodeURIComponent(answer.url.replace(/.*\//, "")));
  };

  const keep = async (answer, address, part = "") => {
    const key = answer.headers.get("Kept-For");
    if (!answer.headers.get("Keep-As") || !key || key === nobody || answer.status !== 200 || answer.redirected) return;
    const words = answer.headers.get("Content-Type")?.startsWith("text/html");
    const body = words ? await answer.text() : await answer.blob();
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    headers.set("Kept-At", new Date().toUTCString());
    if (part) headers.set("Kept-Part", part);
    else headers.set("Kept-Title", words ? titled(body) : filed(answer));
    const there = await alone(async () => {
      if (!(await caches.has(PREFIX + key))) return false;
      const store = await caches.open(PREFIX + key);
      const at = place(address, part);
      await store.delete(at, { ignoreVary: true });
      await store.put(at, new Response(body, { headers }));
      const all = await store.keys();
      for (const one of all.slice(0, Math.max(0, all.length - MOST))) await store.delete(one, { ignoreVary: true });
      return true;
    });
    if (there && words && !part) await self.assets.take(self.assets.named(body, location.origin));
  };

  // What is kept of an address. Whose session must be over by now is not answered.
  const find = async (address, part = "") => {
    for (const name of await names()) {
      const found = await caches.match(place(address, part), { cacheName: name, ignoreVary: true });
      if (found && Date.now() - Date.parse(found.headers.get("Kept-At")) < longest * 1000) return found;
    }
    return undefined;
  };

  const isPage = (kept) => kept.headers.get("Content-Type")?.startsWith("text/html") && !kept.headers.has("Kept-Part");

  // A kept page says from when it is (kept.js).
  const shown = async (kept) => {
    if (!isPage(kept)) return kept;
    const when = new Date(kept.headers.get("Date") ?? kept.headers.get("Kept-At")).toISOString();
    const text = (await kept.text()).replace("<html ", `<html data-kept="${when}" `);
    return new Response(text, { headers: kept.headers });
  };

  const current = async () => {
    const [name] = await names();
    return name && (await caches.open(name));
  };
  const memo = async (name) => (await (await current())?.match(name))?.json();

  // Fetch what the member is likely to need, once in a while. The site says what that is.
  const gather = async () => {
    const before = (await memo(GATHERED)) ?? -Infinity;
    if (Math.abs(Date.now() - before) < SOON) return;
    const headers = { Accept: "text/html" };
    const answer = await fetch(self.SITE.mine, { headers: { Accept: "application/json" } });
    if (answer.status !== 200 || answer.redirected) return;
    const key = answer.headers.get("Kept-For");
    await settle(key);
    const mine = await answer.json();
    const name = PREFIX + key;
    const put = (at, value) =>
      alone(async () => {
        if (await caches.has(name)) await (await caches.open(name)).put(at, Response.json(value));
      });
    await put(WAYS, mine.shortcuts);
    for (const address of mine.pages) {
      if (!(await caches.has(name))) return;
      // Paper takes the site long to set, and says little that changes.
      const paper = address.endsWith(".pdf") && (await find(address));
      if (paper && Date.now() - Date.parse(paper.headers.get("Kept-At")) < DAY) continue;
      await keep(await fetch(address, { headers }), address);
    }
    await put(GATHERED, Date.now());
  };

  const way = async (path) => {
    const { shortcuts } = self.SITE;
    if (!path.startsWith(shortcuts)) return undefined;
    return (await memo(WAYS))?.[path.slice(shortcuts.length).replace(/\/$/, "")];
  };

  // The language of what was seen last.
  const language = async () => {
    const store = await current();
    for (const one of ((await store?.keys()) ?? []).reverse()) {
      const spoken = (await store.match(one, { ignoreVary: true }))?.headers.get("Content-Language");
      if (spoken in self.SITE.pages) return spoken;
    }
    return navigator.language.startsWith("fr") ? "fr" : "en";
  };

  // The text of every kept page, one after the other.
  const texts = async function* () {
    const store = await current();
    for (const one of (await store?.keys()) ?? []) {
      const kept = await store.match(one, { ignoreVary: true });
      if (kept && isPage(kept)) yield await kept.text();
    }
  };

  self.pages = { find, forget, gather, keep, language, settle, shown, texts, way };
})();
