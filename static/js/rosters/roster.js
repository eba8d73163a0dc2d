// What the roster does better with JavaScript. The camp's menu closes once something was chosen from it. Counters count
// at once, also without a network: what a thumb said stays on the phone until the battle keeps it.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const chosen = event.target.closest(".roster-bar .menu__item");
    if (chosen) chosen.closest("details").open = false;
  });

  // Per roster: the battle they belong to, and by figure and thing what is left, whether that was sent, and the version
  // of the figure with which the battle has it.
  const KEY = `tally:${location.pathname}`;
  const AGAIN = 5000;
  const form = () => document.getElementById("tally");
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const write = (kept) => {
    try {
      if (Object.keys(kept.counts).length) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch {
      // A phone that stores nothing still counts and sends.
    }
  };
  let kept = { battle: "", counts: {} };
  let sending = false;

  const show = (counter, left) => {
    const most = Number(counter.querySelector("[data-most]").textContent);
    counter.querySelector("[data-left]").textContent = left;
    const [less, more] = counter.querySelectorAll("button");
    less.value = `${counter.dataset.count}.${Math.max(0, left - 1)}`;
    more.value = `${counter.dataset.count}.${Math.min(most, left + 1)}`;
    counter.classList.toggle("is-spent", left === 0);
  };

  // The page is as new as the battle knew it when it was made; what this phone knows better stands on top.
  const settle = () => {
    if (!form()) {
      kept = { battle: "", counts: {} };
      write(kept);
      return;
    }
    for (const counter of document.querySelectorAll("[data-count]")) {
      const mine = kept.counts[counter.dataset.count];
      if (mine && !mine.unsent && mine.version <= Number(counter.dataset.version)) {
        delete kept.counts[counter.dataset.count];
      } else if (mine) {
        show(counter, mine.left);
        continue;
      }
      show(counter, Number(counter.querySelector("[data-left]").textContent));
    }
    write(kept);
    form().querySelector("[data-unsent]").hidden = !Object.values(kept.counts).some((one) => one.unsent);
  };

  const send = async () => {
    if (sending || !form()) return;
    const next = Object.entries(kept.counts).find(([, one]) => one.unsent);
    if (!next) return;
    const [name, { left }] = next;
    sending = true;
    let answer = null;
    try {
      const body = new FormData(form());
      body.set("set", `${name}.${left}`);
      answer = await fetch(form().action, { method: "POST", body, headers: { Accept: "application/json" } });
    } catch {
      // No network: later.
    }
    sending = false;
    if (!answer || answer.status >= 500) {
      settle();
      setTimeout(send, AGAIN);
      return;
    }
    const same = kept.counts[name]?.left === left;
    if (answer.ok && same) {
      const { version } = await answer.json();
      kept.counts[name] = { left, unsent: false, version };
    } else if (!answer.ok) {
      delete kept.counts[name]; // the battle is over, or the figure has no such thing: the page will say so
    }
    settle();
    send();
  };

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "tally" || !event.submitter) return;
    event.preventDefault();
    event.stopPropagation();
    const counter = event.submitter.closest("[data-count]");
    kept.counts[counter.dataset.count] = { left: Number(event.submitter.value.split(".").pop()), unsent: true, version: 0 };
    settle();
    send();
  }, true);

  const begin = () => {
    const battle = form()?.action ?? "";
    const stored = read();
    kept = stored.battle === battle && stored.counts ? stored : { battle, counts: {} };
    settle();
    send();
  };
  document.addEventListener("htmx:afterSettle", () => {
    if (form() && kept.battle !== form().action) begin();
    else settle();
  });
  window.addEventListener("online", send);
  begin();
})();
