// Looks through what this device keeps for the member who is logged in: every word must stand in the same part of a page.
(() => {
  "use strict";

  const PREFIX = "kept:";
  const MOST = 40;
  const AROUND = 60; // letters before and behind a find
  const WANTED = "h2[id], h3[id], h4[id], section[id], article[id], details[id], tr[id], li[id], div[id].card";

  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’']/g, "'").toLowerCase();
  const said = (element) => element.textContent.trim().replace(/\s+/g, " ");

  // Everything kept, the latest last: its address, title, kind, and from when it is.
  const everything = async () => {
    const name = window.caches && (await caches.keys()).find((one) => one.startsWith(PREFIX));
    const store = name && (await caches.open(name));
    const found = [];
    for (const one of (await store?.keys()) ?? []) {
      const answer = await store.match(one, { ignoreVary: true });
      if (!answer?.headers.has("Kept-Title")) continue;
      found.push({
        address: one.url,
        title: decodeURIComponent(answer.headers.get("Kept-Title")),
        kind: answer.headers.get("Keep-As"),
        when: new Date(answer.headers.get("Date") ?? answer.headers.get("Kept-At")),
        isPage: answer.headers.get("Content-Type")?.startsWith("text/html"),
        text: () => answer.text(),
      });
    }
    return found;
  };

  // The parts of a page, each with the title above it: what has no part of its own belongs to the page.
  const parts = function* (page) {
    for (const part of page.querySelectorAll(WANTED)) {
      if (part.querySelector(WANTED) && !part.matches("h2, h3, h4")) continue;
      yield { id: part.id, text: said(part) };
    }
    yield { id: "", text: said(page) };
  };

  const excerpt = (text, word) => {
    const at = Math.max(0, folded(text).indexOf(word));
    const from = Math.max(0, at - AROUND);
    const to = at + word.length + AROUND;
    return `${from ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  };

  const search = async (query, kinds) => {
    const words = folded(query).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = [];
    for (const one of await everything()) {
      if (!one.isPage || (kinds?.length && !kinds.includes(one.kind))) continue;
      const page = new DOMParser().parseFromString(await one.text(), "text/html").querySelector("main");
      if (!page) continue;
      for (const lost of page.querySelectorAll("script, form, nav, [hidden]")) lost.remove();
      const here = [...parts(page)].filter(({ text }) => words.every((word) => folded(text).includes(word)));
      // The whole page only where none of its parts has every word.
      const best = here.length > 1 ? here.slice(0, -1) : here;
      for (const { id, text } of best.slice(0, 8)) {
        found.push({ ...one, address: id ? `${one.address}#${id}` : one.address, excerpt: excerpt(text, words[0]) });
      }
      if (found.length >= MOST) break;
    }
    return found.slice(0, MOST);
  };

  // A list of finds for a page; what was typed stands in it as text only.
  const listed = (finds) => {
    const list = document.createElement("ul");
    list.className = "finds kept-finds";
    for (const find of finds) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = find.address;
      link.textContent = find.title;
      const about = document.createElement("p");
      about.textContent = find.excerpt;
      item.append(link, about);
      list.append(item);
    }
    return list;
  };

  // A search that the site does not answer is answered from here, where its finds would have stood.
  const before = new WeakMap(); // what stood there, for when the search is empty again
  document.addEventListener("htmx:sendError", async (event) => {
    const { elt, target, requestConfig } = event.detail;
    const form = elt.closest("form");
    const field = form?.querySelector("input[name=q]");
    const about = document.querySelector("script[data-kept-finds]")?.dataset;
    if (!field || !target || !about || requestConfig.verb !== "get") return;
    if (!before.has(target)) before.set(target, [...target.childNodes]);
    if (!field.value.trim()) {
      target.replaceChildren(...before.get(target));
      return;
    }
    const finds = await search(field.value, about.keptFinds.split(" ").filter(Boolean));
    const title = document.createElement("h2");
    title.textContent = finds.length ? about.title : about.none;
    target.replaceChildren(title, ...(finds.length ? [listed(finds)] : []));
  });

  window.keptPages = { everything, listed, search };
})();
