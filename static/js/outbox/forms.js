// Forms marked data-outbox: what they send is kept first and sent then, so that a lost network loses none of it. With a
// network all is as ever. Without one the page shows what waits as if it had been sent, and says that it waits.
(() => {
  "use strict";

  const outbox = window.outbox;
  if (!outbox) return;
  const words = document.getElementById("outbox").dataset;
  const marked = () => [...document.querySelectorAll("form[data-outbox]")];

  // One of several such forms of a page says which: what was chosen, and the button.
  const spoken = (form, submitter) => {
    const chosen = [...form.querySelectorAll("label :checked:not(option)")].map((one) => one.closest("label").innerText);
    const listed = [...form.querySelectorAll("option:checked")].map((one) => one.value && one.textContent);
    const typed = [...form.querySelectorAll("input[type=number], input:not([type])")].map((one) => one.value);
    const button = submitter?.name ? submitter.innerText || submitter.value : "";
    return [...chosen, ...listed, ...typed, button].map((part) => part.trim()).filter(Boolean);
  };
  const entryOf = (form, submitter) => {
    const data = new FormData(form, submitter);
    data.delete("csrfmiddlewaretoken");
    const body = new URLSearchParams(data);
    const id = body.get("client_id") || outbox.newId();
    body.set("client_id", id);
    const { outboxSaid, outboxFlips, outboxSaidOff } = form.dataset;
    const said = outboxFlips && !body.has(outboxFlips) ? outboxSaidOff : outboxSaid;
    const further = { choice: () => [submitter?.textContent.trim()], queue: () => spoken(form, submitter) };
    const parts = further[form.dataset.outbox]?.() ?? [];
    return {
      id,
      said: [said, ...parts].filter(Boolean).join(" · "),
      page: location.pathname + location.search,
      form: outbox.nameOf(form),
      action: outbox.addressOf(form),
      body: body.toString(),
      line: outbox.addressOf(form),
      slot: form.dataset.outbox === "queue" ? "" : outbox.nameOf(form),
    };
  };
  // The next time the form says something else: another id.
  const renew = (form) => {
    const id = form.querySelector("input[name=client_id]");
    if (id) id.value = outbox.newId();
  };

  // What waits, shown: a switch is turned, a choice is marked, and what was filled in lies still until it is taken back.
  const press = (button, pressed) => {
    button.setAttribute("aria-pressed", pressed ? "true" : "false");
    button.classList.toggle("button--primary", pressed);
  };
  const turned = (form, entry) => {
    const button = form.querySelector("button");
    const name = form.dataset.outboxFlips;
    const there = new URLSearchParams(entry.body).has(name);
    press(button, there);
    form.querySelector(`input[name="${name}"]`)?.remove();
    if (!there) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value: "on" });
      form.append(field);
    }
  };
  const chosen = (form, entry) => {
    const body = new URLSearchParams(entry.body);
    for (const button of form.querySelectorAll("button[name]")) press(button, body.get(button.name) === button.value);
  };
  const stillness = (form, entry) => {
    if (form.inert) return;
    outbox.fill(form, entry.body);
    form.inert = true;
    const note = document.getElementById("outbox").querySelector("[data-outbox-kept]").content.firstElementChild.cloneNode(true);
    note.querySelector("button").addEventListener("click", async () => {
      if (await outbox.drop(entry.id)) release(form);
    });
    note.dataset.outboxNote = entry.id;
    form.before(note);
    note.scrollIntoView({ block: "nearest" });
  };
  const release = (form) => {
    form.inert = false;
    if (form.previousElementSibling?.dataset.outboxNote) form.previousElementSibling.remove();
  };
  // (Of a queue each entry waits for itself: the list of what waits has them.)
  const SHOWN = { queue: () => {}, switch: turned, choice: chosen, whole: stillness };
  const show = (form, entry) => {
    if (form.dataset.outboxShown === entry.id) return;
    form.dataset.outboxShown = entry.id;
    SHOWN[form.dataset.outbox](form, entry);
    form.classList.add("is-waiting");
    form.title = words.waits;
  };
  const lines = new Set(); // what waits: nothing overtakes it
  const showAll = async () => {
    const waiting = (await outbox.list()).filter((entry) => entry.state === "waiting");
    lines.clear();
    for (const entry of waiting) lines.add(entry.line);
    for (const form of marked()) {
      const entry = waiting.findLast((one) => one.form === outbox.nameOf(form));
      if (entry && form.dataset.busy === undefined) show(form, entry);
      else if (!entry && form.dataset.outboxShown) {
        delete form.dataset.outboxShown;
        form.classList.remove("is-waiting");
        form.removeAttribute("title");
      }
    }
  };

  // A page that came as an answer takes the place of this one, as if the browser had sent the form.
  const answerPage = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = page.querySelector("main");
    if (!main) return false;
    const panel = document.getElementById("outbox");
    main.querySelector("#outbox").replaceWith(panel); // the one that is kept up to date
    document.querySelector("main").replaceWith(document.adoptNode(main));
    document.title = page.title;
    htmx.process(main);
    htmx.trigger(main, "htmx:load");
    return true;
  };
  const goTo = (address) => {
    const next = new URL(address, location.href);
    const here = next.pathname + next.search === location.pathname + location.search;
    location.assign(next.href);
    if (here && next.hash) location.reload();
  };
  const announce = (lines) => {
    const place = document.getElementById("messages");
    for (const said of lines) {
      const notice = document.createElement("div");
      notice.className = "notice notice--success";
      const text = document.createElement("div");
      text.textContent = said;
      notice.append(text);
      place.append(notice);
    }
  };

  const results = new Map(); // by id: what the site said to what somebody looks at
  outbox.on(({ name, entry, verdict, why, looking }) => {
    if (name === "changed") showAll();
    if (name !== "answered" || entry.headers) return; // a pad or a counter shows its own
    if (looking) results.set(entry.id, { verdict, why });
    else if (verdict === "done" && entry.page) sentLater(entry, why);
  });
  const told = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return {}; // a page, or a part of one
    }
  };
  const sentLater = (entry, { text }) => {
    const form = marked().find((one) => outbox.nameOf(one) === entry.form);
    const answer = told(text);
    announce(answer.said?.length ? answer.said : [words.sent.replace("{said}", entry.said)]);
    if (form?.inert && answer.leads) goTo(answer.leads);
  };

  const leads = (text) => told(text).leads ?? "";

  const send = async (form, submitter) => {
    form.dataset.busy = "";
    const entry = entryOf(form, submitter);
    renew(form); // at once: what is sent from it next is something else, however soon that is
    await outbox.put(entry);
    const how = await outbox.flush();
    const result = results.get(entry.id);
    results.delete(entry.id);
    delete form.dataset.busy;
    if (!result) {
      showAll();
      if (how === "sent") goTo(location.href); // another tab has sent it
    } else if (result.verdict === "done") {
      goTo(leads(result.why.text) || location.href);
    } else if (result.why.status === 422 && answerPage(result.why.text)) {
      outbox.drop(entry.id);
    }
  };

  // With a network htmx sends its forms; what it cannot send is kept, under the id that it was sent with.
  const isHtmx = (form) => form.hasAttribute("hx-post");
  const unsent = (event) => {
    const form = event.target.closest?.("form[data-outbox]");
    if (!form) return;
    event.stopPropagation();
    const { elt, triggeringEvent } = event.detail.requestConfig;
    if (elt === form) send(form, triggeringEvent?.submitter);
  };

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("form[data-outbox]") || event.submitter?.matches("[data-outbox-not]")) return;
      if (isHtmx(form) && navigator.onLine && !lines.has(outbox.addressOf(form))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form.dataset.busy === undefined) send(form, event.submitter);
    },
    true,
  );
  // (What such a form asks for while it is filled in, such as its points so far, may stay without an answer.)
  for (const name of ["htmx:sendError", "htmx:timeout"]) window.addEventListener(name, unsent, true);
  document.addEventListener("htmx:load", showAll);
  showAll();
})();
