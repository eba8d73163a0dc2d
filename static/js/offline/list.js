// The page of what this device keeps: its lists, its search, and emptying it.
(() => {
  "use strict";

  const { asOf } = document.currentScript.dataset;
  const { missing } = document.documentElement.dataset;
  const at = (id) => document.getElementById(id);
  const { keptPages } = window;

  const moment = (when) => {
    const today = new Date().toDateString() === when.toDateString();
    const form = { timeStyle: "short", hourCycle: "h23", ...(today ? {} : { dateStyle: "medium" }) };
    return new Intl.DateTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"), form).format(when);
  };

  const shelve = async () => {
    const all = (await keptPages.everything()).reverse();
    for (const shelf of document.querySelectorAll("[data-kind]")) {
      const here = all.filter((one) => one.kind === shelf.dataset.kind);
      shelf.hidden = !here.length;
      shelf.querySelector("ul").replaceChildren(
        ...here.map((one) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          link.href = one.address;
          link.textContent = one.title.replace(/ · [^·]*$/, "");
          const when = document.createElement("small");
          when.textContent = asOf.replace("{moment}", moment(one.when));
          item.append(link, " ", when);
          return item;
        }),
      );
    }
    at("kept-nothing").hidden = all.length > 0;
    at("kept-empty").hidden = !all.length;
    at("kept-search").hidden = !all.length;
  };

  const look = async (query) => {
    const place = at("kept-finds");
    const words = document.querySelector("script[data-kept-finds]").dataset;
    const finds = await keptPages.search(query);
    if (!query.trim()) {
      place.replaceChildren();
      return;
    }
    const title = document.createElement("h2");
    title.textContent = finds.length ? words.title : words.none;
    place.replaceChildren(title, ...(finds.length ? [keptPages.listed(finds)] : []));
  };

  for (const said of document.querySelectorAll("[data-when]")) said.hidden = said.dataset.when !== (missing ?? "");
  document.querySelector("[data-when-missing]").hidden = !missing;
  document.querySelector("[data-again]").addEventListener("click", () => location.reload());
  document.querySelector("[data-back]").addEventListener("click", () => history.back());
  at("kept-search").addEventListener("submit", (event) => {
    event.preventDefault();
    look(at("kept-query").value);
  });
  at("kept-empty").addEventListener("click", async () => {
    await window.offline.forget();
    await shelve();
    at("kept-finds").replaceChildren();
  });

  // Whoever asked the site's search asks what is kept instead.
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  at("kept-query").value = asked;
  navigator.locks.request("kept", shelve).then(() => asked && look(asked));
})();
