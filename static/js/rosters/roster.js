// What the roster does better with JavaScript. The camp's menu closes once something was chosen from it. Counters count
// at once, also without a network: what a thumb said stays on the phone until the battle keeps it.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const chosen = event.target.closest(".roster-bar .menu__item");
    if (chosen) chosen.closest("details").open = false;
  });

  // By figure and thing what is left, whether that was sent, and the version of the figure with which the battle has it.
  // What is not sent yet waits in the outbox, which also notes what was sent: a page opened without a network is older.
  const form = () => document.getElementById("tally");
  const outbox = window.outbox;
  const lineOf = () => new URL(form().action).pathname;
  const slotOf = (name) => `${lineOf()}#${name}`;
  let counts = {};

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
      counts = {};
      return;
    }
    for (const counter of document.querySelectorAll("[data-count]")) {
      const mine = counts[counter.dataset.count];
      if (mine && !mine.unsent && mine.version <= Number(counter.dataset.version)) {
        delete counts[counter.dataset.count];
        outbox?.forget(slotOf(counter.dataset.count));
      } else if (mine) {
        show(counter, mine.left);
        continue;
      }
      show(counter, Number(counter.querySelector("[data-left]").textContent));
    }
    form().querySelector("[data-unsent]").hidden = !Object.values(counts).some((one) => one.unsent);
  };

  const setOf = (entry) => new URLSearchParams(entry.body).get("set").split(".");
  const nameOf = (entry) => setOf(entry).slice(0, -1).join(".");
  const leftOf = (entry) => Number(setOf(entry).pop());

  const answered = async ({ entry, verdict, why, looking }) => {
    if (!form() || entry.line !== lineOf() || !entry.slot) return;
    const name = nameOf(entry);
    const same = counts[name]?.left === leftOf(entry);
    if (verdict === "done" && same) {
      const { version } = JSON.parse(why.text);
      counts[name] = { left: leftOf(entry), unsent: false, version };
      await outbox.note({ slot: entry.slot, body: entry.body, line: entry.line, version });
    } else if (verdict !== "done") {
      if (same) delete counts[name]; // the battle is over, or the figure has no such thing: the page will say so
      if (looking) await outbox.drop(entry.id);
    }
    settle();
  };
  outbox?.on((event) => event.name === "answered" && answered(event));

  // What the outbox says of it in words: the figure, the thing, what is left.
  const spoken = (counter, left) => `${counter.getAttribute("aria-label")} · ${left}`;
  document.addEventListener("submit", async (event) => {
    if (event.target.id !== "tally" || !event.submitter || !outbox) return;
    event.preventDefault();
    event.stopPropagation();
    const counter = event.submitter.closest("[data-count]");
    const name = counter.dataset.count;
    const left = Number(event.submitter.value.split(".").pop());
    counts[name] = { left, unsent: true, version: 0 };
    settle();
    const id = outbox.newId();
    await outbox.put({
      id,
      said: spoken(counter, left),
      page: location.pathname,
      form: slotOf(name),
      action: lineOf(),
      body: new URLSearchParams({ set: `${name}.${left}`, client_id: id }).toString(),
      headers: { Accept: "application/json" },
      line: lineOf(),
      slot: slotOf(name),
    });
    outbox.flush();
  }, true);

  let begun = "";
  const begin = async () => {
    begun = form() ? lineOf() : "";
    counts = {};
    settle();
    if (!begun || !outbox) return;
    for (const entry of await outbox.list({ noted: true })) {
      if (entry.line !== begun || entry.state === "refused") continue;
      const unsent = entry.state === "waiting";
      counts[nameOf(entry)] = { left: leftOf(entry), unsent, version: unsent ? 0 : entry.version };
    }
    settle();
  };
  document.addEventListener("htmx:afterSettle", () => {
    if (form() && begun !== lineOf()) begin();
    else settle();
  });
  begin();
})();
