// What waits to be sent, on every page of a member: how many things, each in words, with what can be done about it; and
// when it is sent: at once, when the network is back, when a page opens, and else after growing pauses.
(() => {
  "use strict";

  const panel = document.getElementById("outbox");
  if (!panel || !self.indexedDB) return;
  const store = self.outboxStore;
  const sending = self.outboxSending;
  const words = panel.dataset;
  const PAUSES = [2000, 4000, 8000, 16000, 32000, 60000]; // ms
  const member = { member: words.member, seals: words.seals.split(" ") };
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value || "";
  const listeners = new Set();
  const spread = (name, told = {}) => listeners.forEach((listener) => listener({ name, ...told }));

  const fresh = new Set(); // ids of what was written a moment ago: its writer still looks at it
  const overtaken = new Set(); // lines on which something has gone out since this page was made: it shows older things
  let ended = "sent"; // how the last sending went
  let mending = null; // the refused entry whose form lies open, and that form's name
  let ownPart = () => false; // what the page shows by itself while it waits

  // Sending

  let running = null;
  let wanted = false;
  let timer = 0;
  let failures = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
    if (navigator.serviceWorker?.controller) {
      navigator.serviceWorker.ready.then((worker) => worker.sync?.register("outbox")).catch(() => {});
    }
  };
  const note = async (how) => {
    ended = how;
    fresh.clear();
    if (how === "sent") failures = 0;
    else if (how !== "login") later();
    spread("ended", { how });
    await draw();
  };
  const looking = ({ id, line }) => fresh.has(id) && !overtaken.has(line);
  const answered = async (entry, verdict, why) => {
    if (verdict === "done") overtaken.add(entry.line);
    spread("answered", { entry, verdict, why, looking: fresh.delete(entry.id) });
  };
  const run = async () => {
    let how = "sent";
    try {
      do {
        while (wanted) {
          wanted = false;
          how = await sending.flush({ who: { ...member, token: token() }, looking, answered });
        }
        await note(how);
      } while (wanted); // what was to be sent while that was noted
      return how;
    } finally {
      running = null; // at once: whoever wants something sent from now on begins anew
    }
  };
  // Sends what waits and says how that went: "sent", "offline", "later", "login".
  function flush() {
    clearTimeout(timer);
    wanted = true;
    running ??= run();
    return running;
  }
  const sendIfAny = async () => {
    if ((await waitingOnes()).length) flush();
  };

  // What is kept

  const list = async ({ noted = false } = {}) =>
    (await store.list(member)).filter((entry) => noted || entry.state !== "noted");
  const waitingOnes = async () => (await list()).filter((entry) => entry.state === "waiting");
  // Keeps an entry: its id, what it says, where it stands (page, form), what is sent where (action, body, headers), its
  // line (what goes off in order whatever else is held up) and its slot (what a newer one takes the place of).
  const put = async (entry) => {
    fresh.add(entry.id);
    const instead = mending && mending.form === entry.form ? [mending.id] : [];
    mending = instead.length ? null : mending;
    await store.add(entry, member, { instead });
  };
  // Takes back what has not gone out. What is on its way now either arrives, and is no longer here, or goes on waiting.
  const drop = (id) =>
    sending.alone(async () => {
      const entry = (await list()).find((one) => one.id === id);
      if (entry) await store.remove(entry);
      return Boolean(entry);
    });

  // The panel

  // Puts a question of the panel's and says which answer was chosen: nothing for none.
  const ask = (template, question) =>
    new Promise((chosen) => {
      const dialog = panel.querySelector(template).content.firstElementChild.cloneNode(true);
      dialog.querySelector("[data-question]").textContent = question;
      dialog.addEventListener("close", () => {
        dialog.remove();
        chosen(dialog.returnValue);
      });
      for (const button of dialog.querySelectorAll("button")) {
        button.addEventListener("click", () => dialog.close(button.value));
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  const counted = (one, many, count) => (count === 1 ? one : many.replace("{count}", count));
  const reason = ({ status, text }) => {
    if (status === 403) return words.forbidden;
    if (status === 404 || status === 410) return words.missing;
    try {
      const { refused } = JSON.parse(text);
      if (refused) return [refused].flat().join(" ");
    } catch {
      // A page, or a part of one.
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    const found = [...page.querySelectorAll("[role=alert] li, .notice--error li, .field .errors li, .errors li")];
    const said = new Set(found.map((line) => line.textContent.trim().replace(/\s+/g, " ")));
    return [...said].join(" ") || words.declined;
  };
  const line = (entry) => {
    const item = panel.querySelector("[data-outbox-line]").content.firstElementChild.cloneNode(true);
    const isRefused = entry.state === "refused";
    item.classList.toggle("is-refused", isRefused);
    item.querySelector("[data-said]").textContent = entry.said;
    item.querySelector("[data-state]").textContent = isRefused ? reason(entry.why) : words.waits;
    const mend = item.querySelector("[data-mend]");
    mend.href = `${entry.page}#outbox-${entry.id}`;
    mend.querySelector("[data-mend-text]").textContent = isRefused ? words.mend : words.look;
    item.querySelector("[data-throw]").addEventListener("click", async () => {
      if (await ask("[data-outbox-throwing]", `${entry.said} – ${words.throwQuestion}`)) drop(entry.id);
    });
    return item;
  };
  let drawing = 0;
  async function draw() {
    drawing += 1;
    const mine = drawing;
    const known = await list();
    if (mine !== drawing) return;
    const shown = known.filter((entry) => entry.state === "refused" || !ownPart(entry));
    const refused = shown.filter((entry) => entry.state === "refused").length;
    const waits = shown.length - refused;
    const said = [
      waits ? counted(words.waitOne, words.waitMany, waits) : "",
      refused ? counted(words.refusedOne, words.refusedMany, refused) : "",
    ];
    const count = panel.querySelector("[data-outbox-count]");
    const text = said.filter(Boolean).join(" · ");
    if (count.textContent !== text) count.textContent = text;
    const state = waits ? (words[`ended${ended[0].toUpperCase()}${ended.slice(1)}`] ?? "") : "";
    panel.querySelector("[data-outbox-state]").textContent = state;
    panel.querySelector("[data-outbox-login]").hidden = ended !== "login";
    panel.querySelector("[data-outbox-send]").hidden = !waits || ended === "login";
    panel.querySelector("[data-outbox-list]").replaceChildren(...shown.map(line));
    panel.hidden = !shown.length;
  }
  panel.querySelector("[data-outbox-send]").addEventListener("click", () => flush());
  store.hear(() => {
    draw();
    spread("changed");
  });

  // Forms get back what was sent, whatever they are made of.
  const fill = (form, body) => {
    const pairs = [...new URLSearchParams(body)];
    for (const control of form.querySelectorAll("input, select, textarea")) {
      if (control.type === "hidden" || !control.name) continue;
      const values = pairs.filter(([name]) => name === control.name).map(([, value]) => value);
      if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
      else if (control.multiple) for (const one of control.options) one.selected = values.includes(one.value);
      else if (values.length) [control.value] = values;
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const mend = (entry, form) => {
    mending = { id: entry.id, form: entry.form };
    fill(form, entry.body);
    for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    form.scrollIntoView({ block: "center" });
    form.querySelector("button, input:not([type=hidden]), select, textarea")?.focus({ preventScroll: true });
  };
  // ``/…/pad/#outbox-<id>`` opens an entry in its form; a page knows its forms by their names.
  const mendAsked = async () => {
    const id = /^#outbox-([0-9a-f-]+)$/.exec(location.hash)?.[1];
    const entry = id && (await list()).find((one) => one.id === id && one.state === "refused");
    const form = entry && [...document.forms].find((one) => nameOf(one) === entry.form);
    if (form) mend(entry, form);
  };
  // (A button called "action" hides the form's own.)
  const addressOf = (form) => {
    const address = new URL(form.getAttribute("action") ?? "", location.href);
    return address.pathname + address.search;
  };
  const nameOf = (form) => {
    const { entry, outbox, outboxSlot } = form.dataset;
    if (!entry && !outbox) return "";
    return [addressOf(form), entry ?? outbox, outboxSlot ?? ""].join("#");
  };
  window.addEventListener("hashchange", mendAsked);

  // Logging out with something unsent asks first: nothing stays behind for whoever has the device next.
  const leave = async (form, submitter) => {
    const count = (await list()).length;
    const chosen = count ? await ask("[data-outbox-leaving]", counted(words.leaveOne, words.leaveMany, count)) : "leave";
    if (chosen === "throw") await store.clear(member);
    if (chosen === "send") await flush();
    if (chosen === "send" && (await list()).length) {
      panel.querySelector("details").open = true;
      panel.scrollIntoView({ block: "nearest" });
      return;
    }
    if (!chosen) return;
    form.dataset.leaves = "";
    form.requestSubmit(submitter);
    delete form.dataset.leaves;
  };
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.getAttribute("action") !== words.logout || form.dataset.leaves !== undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leave(form, event.submitter);
    },
    true,
  );

  window.addEventListener("online", sendIfAny);
  window.addEventListener("pageshow", (event) => event.persisted && sendIfAny());
  document.addEventListener("visibilitychange", () => document.hidden || sendIfAny());

  window.outbox = {
    member: member.member,
    waiting: async () => (await list()).length,
    clear: () => store.clear(member),
    flush,
    list,
    put,
    drop,
    note: (told) => store.add(told, member, { state: "noted" }),
    forget: (slot) => store.forget(slot, member),
    fill,
    nameOf,
    addressOf,
    newId: store.newId,
    alone: sending.alone,
    on: (listener) => listeners.add(listener),
    showsItself: (which) => {
      ownPart = which;
      draw();
    },
  };
  draw().then(mendAsked);
  sendIfAny();
})();
