// The live score pad: entries are kept on this phone and sent in order (static/js/outbox), so that a lost connection
// loses none; the pad is asked for when it has changed (told.js), and what one was choosing stays chosen when it is drawn
// anew. Works without this, too.
(() => {
  "use strict";

  // Chips that fill in a number typed often.
  document.documentElement.classList.add("has-js");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-usual] button");
    if (button) button.closest(".chips__row").querySelector("input").value = button.value;
  });

  // A chip that nothing asks for is given up by tapping it once more.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    const chip = event.target.closest(".chip")?.querySelector("input[type=radio]:not([required])");
    pressed = chip?.checked ? chip : null;
  });
  document.addEventListener("click", (event) => {
    if (event.target !== pressed) return;
    pressed.checked = false;
    pressed = null;
  });

  const root = document.querySelector("[data-scorepad]");
  if (!root) return;
  const outbox = window.outbox;
  const live = () => document.getElementById("pad-live");
  const dock = root.querySelector("[data-dock]");
  const words = dock.dataset;
  const status = dock.querySelector("[data-status]");
  const list = dock.querySelector("[data-queue]");
  const refused = dock.querySelector("[data-refused]");
  const address = root.dataset.enterAddress;

  // What waits on this phone for this pad (static/js/outbox): another tab may have the same one open.
  let waiting = [];
  const isMine = (entry) => entry.action === address;
  const look = async () => {
    if (!outbox) return;
    waiting = (await outbox.list()).filter((entry) => isMine(entry) && entry.state === "waiting");
    list.replaceChildren(...waiting.map((entry, place) => line(entry, place === waiting.length - 1)));
    list.hidden = !waiting.length;
    list.scrollTop = list.scrollHeight;
    root.classList.toggle("is-waiting", waiting.length > 0);
    window.scorepadAhead.show(waiting, words);
    tell();
  };
  // What waits stands where the newest entry will stand, and is taken back there, too.
  const line = (entry, newest) => {
    const item = document.createElement("li");
    item.className = "scorepad__waits";
    const said = document.createElement("span");
    said.className = "scorepad__newest";
    said.textContent = entry.said;
    item.append(said);
    if (newest) {
      const button = dock.querySelector("[data-take-back]").content.firstElementChild.cloneNode(true);
      button.addEventListener("click", () => takeBack(root.dataset.undoAddress));
      item.append(button);
    }
    return item;
  };

  // The bar at the bottom edge: sent, waiting, or without connection. Told anew only when it changes.
  let online = true;
  const tell = () => {
    const count = waiting.length;
    const state = online ? (count ? "waiting" : "sent") : "offline";
    const text = words[state] + (count ? ` (${count})` : "");
    status.dataset.state = state;
    if (status.textContent !== text) status.textContent = text;
  };

  const connected = (yes) => {
    online = yes;
    tell();
  };
  const complain = (html, said) => {
    refused.innerHTML = "";
    if (said) {
      const line = document.createElement("p");
      line.className = "scorepad__rejected";
      line.textContent = `${said} ${words.rejected}`;
      refused.append(line);
    }
    if (html) refused.insertAdjacentHTML("beforeend", html);
  };

  // What an entry says, for the list of those that wait: the form's name, what is chosen, the button.
  const spoken = (form, button) => {
    const named = form.closest("[aria-label]")?.getAttribute("aria-label") || form.closest("details")?.querySelector("summary")?.textContent || "";
    const chosen = [...form.querySelectorAll(":checked")].map((one) => {
      if (one.matches("option")) return one.value && one.textContent;
      return one.getAttribute("aria-label") || one.closest("label")?.innerText || "";
    });
    const typed = [...form.querySelectorAll("input[type=number], input[type=text]")].map((one) => one.value);
    const parts = [named, ...chosen, ...typed, button?.name ? button.getAttribute("aria-label") || button.innerText : ""].map((part) => part.trim());
    return [...new Set(parts.filter(Boolean))].join(" · ");
  };

  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value || "";

  // What the site says to each entry. A refusal that somebody looks at goes back into its form; one that comes later
  // stays in the list of what was not sent, too.
  const answered = ({ entry, verdict, why, looking }) => {
    if (!isMine(entry)) return;
    connected(true);
    if (verdict === "done") {
      complain("", "");
      waiting = waiting.filter((one) => one.id !== entry.id); // what is drawn now counts it already
      if (why.text) show(why.text, entry.kind);
    } else if (why.status === 422) {
      complain(why.text, entry.said);
      if (looking && giveBack(entry)) outbox.drop(entry.id);
    } else {
      complain("", `${entry.said}: ${words.forbidden}`);
    }
  };
  const loginWanted = () => {
    complain("", "");
    const link = document.createElement("a");
    link.href = words.loginAddress;
    link.textContent = words.login;
    refused.append(link);
  };
  const ended = (how) => {
    if (how === "login" && waiting.length) loginWanted();
    else if (how === "offline" || how === "later") connected(false);
    look();
  };
  outbox?.on((event) => {
    if (event.name === "changed") look();
    if (event.name === "answered") answered(event);
    if (event.name === "ended") ended(event.how);
  });
  outbox?.showsItself((entry) => isMine(entry) && entry.state === "waiting");
  const send = () => outbox?.flush();

  // Drawing the pad anew keeps what somebody is choosing, what is folded open, and the place of the keyboard.
  const names = (form) => form.dataset.entry;
  const typed = (form) => JSON.stringify([...new FormData(form)].filter(([name]) => name !== "client_id"));
  const untouched = (form) => {
    const now = typed(form);
    form.reset();
    return typed(form) === now;
  };
  // The form of what was sent begins anew, unless the next entry is being chosen there by now.
  const remember = (sent) => {
    const pad = live();
    const forms = {};
    for (const form of pad.querySelectorAll("form[data-entry]")) {
      const chosen = [...new FormData(form)];
      if (names(form) !== sent || !untouched(form)) forms[names(form)] = chosen;
    }
    const open = [...pad.querySelectorAll("details[data-keep][open]")].map((one) => one.dataset.keep);
    const scrolled = [...pad.querySelectorAll("[data-keep-scroll]")].map((one) => [one.dataset.keepScroll, one.scrollTop]);
    const active = pad.contains(document.activeElement) ? document.activeElement : null;
    const focus = active && { form: active.closest("form")?.dataset.entry, name: active.name, value: active.value };
    return { forms, open, scrolled, focus };
  };
  const fill = (form, pairs) => {
    for (const control of form.querySelectorAll("input, select")) {
      if (control.type === "hidden") continue;
      const values = pairs.filter(([name]) => name === control.name).map(([, value]) => value);
      if (control.type === "radio" || control.type === "checkbox") {
        if (values.length) control.checked = values.includes(control.value);
      } else if (values.length) {
        [control.value] = values;
      }
    }
  };
  // What was refused is put back to be mended, unless something else is being typed there by now.
  const giveBack = (entry) => {
    const form = live().querySelector(`form[data-entry="${CSS.escape(entry.kind)}"]`);
    if (!form) return false;
    const now = [...new FormData(form)];
    const free = untouched(form);
    fill(form, free ? [...new URLSearchParams(entry.body)] : now);
    return free;
  };
  const recall = ({ forms, open, scrolled, focus }) => {
    const pad = live();
    for (const one of pad.querySelectorAll("details[data-keep]")) {
      if (open.includes(one.dataset.keep)) one.open = true;
    }
    for (const [name, top] of scrolled) {
      const list = pad.querySelector(`[data-keep-scroll="${CSS.escape(name)}"]`);
      if (list) list.scrollTop = top;
    }
    for (const form of pad.querySelectorAll("form[data-entry]")) {
      if (forms[names(form)]) fill(form, forms[names(form)]);
    }
    if (focus) {
      const scope = focus.form ? pad.querySelector(`form[data-entry="${CSS.escape(focus.form)}"]`) : pad;
      const same = [...(scope?.querySelectorAll("button, input, select, a, summary") || [])].find(
        (one) => one.name === focus.name && one.value === focus.value,
      );
      same?.focus({ preventScroll: true });
    }
  };
  const version = (html) => Number(/data-version="(\d+)"/.exec(html)?.[1] ?? -1);
  const show = (html, sent) => {
    if (version(html) < Number(live().dataset.version)) return;
    const kept = remember(sent);
    live().outerHTML = html;
    htmx.process(live());
    window.scorepadAhead.show(waiting, words);
    recall(kept);
  };

  // Taking back: what still waits on this phone goes first, without asking the site. What is on its way now either
  // arrives or goes on waiting: only then is it clear where the last entry is.
  const takeBack = async (address) => {
    for (const last of waiting.slice(-1)) {
      const kept = await outbox.drop(last.id);
      await look();
      if (kept) return;
    }
    try {
      const answer = await fetch(address, {
        method: "POST",
        body: new URLSearchParams({ csrfmiddlewaretoken: token() }),
        headers: { "HX-Request": "true", "HX-Current-URL": location.href },
        signal: AbortSignal.timeout(10000),
      });
      connected(answer.status < 500);
      const html = await answer.text();
      if (answer.ok && html) {
        complain("", "");
        show(html, "");
      } else if (answer.status === 422) {
        complain(html, "");
      }
    } catch {
      connected(false);
    }
  };

  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("form[data-undo]")) {
      event.preventDefault();
      takeBack(form.action);
      return;
    }
    if (!form.matches("form[data-entry]") || !outbox) return;
    event.preventDefault();
    const said = spoken(form, event.submitter);
    const data = new FormData(form, event.submitter);
    data.delete("csrfmiddlewaretoken");
    const body = new URLSearchParams(data).toString();
    const entry = { said, kind: form.dataset.entry, form: outbox.nameOf(form), body };
    form.reset();
    if (meant(said)) enter(entry);
    else askTwice(entry);
  });

  const enter = async (entry, id = outbox.newId()) => {
    const body = new URLSearchParams(entry.body);
    body.set("client_id", id);
    body.set("seen", live().dataset.number);
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
    const page = location.pathname;
    await outbox.put({ ...entry, id, body: body.toString(), headers, page, action: address, line: address });
    send();
  };

  // The same thing twice within a moment is more often a thumb than a wish: the second asks.
  const MOMENT = 600;
  let before = { said: "", at: -MOMENT };
  const meant = (said) => {
    const now = performance.now();
    const same = said === before.said && now - before.at < MOMENT;
    before = { said, at: now };
    return !same;
  };
  const twice = dock.querySelector("[data-twice]");
  let doubtful = null;
  const askTwice = (entry) => {
    doubtful = entry;
    twice.querySelector("[data-twice-said]").textContent = entry.said;
    twice.hidden = false;
  };
  twice.addEventListener("click", (event) => {
    const again = event.target.closest("[data-again]");
    if (!again && !event.target.closest("[data-once]")) return;
    twice.hidden = true;
    if (again) enter(asItIsNow(doubtful));
  });
  // What the form says by itself, such as which turn ends, is by now what the first of the two has left.
  const asItIsNow = (entry) => {
    const form = live().querySelector(`form[data-entry="${CSS.escape(entry.kind)}"]`);
    const body = new URLSearchParams(entry.body);
    for (const control of form?.querySelectorAll("input[type=hidden]") || []) {
      if (body.has(control.name)) body.set(control.name, control.value);
    }
    return { ...entry, body: body.toString() };
  };

  // A stream that speaks, or an answer to what is asked every second, says by itself whether there is a connection: the
  // page's own error notices stay away.
  document.addEventListener("told:line", () => {
    connected(true);
    if (waiting.length) send();
  });
  root.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === live() && window.told?.quiet()) event.preventDefault();
  });
  root.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "pad-live") return;
    event.detail.shouldSwap = false;
    show(event.detail.serverResponse, "");
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    root.addEventListener(name, (event) => {
      event.stopPropagation();
      connected(false);
    });
  }
  for (const name of ["htmx:beforeRequest", "htmx:afterRequest"]) {
    root.addEventListener(name, (event) => {
      event.stopPropagation();
      if (name === "htmx:afterRequest" && event.detail.successful) {
        connected(true);
        if (waiting.length) send();
      }
    });
  }
  window.addEventListener("offline", () => connected(false));
  // What an older version of this page has left waiting.
  const old = `scorepad:${root.dataset.scorepad}:${root.dataset.member}`;
  const bequeathed = async () => {
    const left = JSON.parse(localStorage.getItem(old) || "[]");
    for (const { said, kind, body } of left) await enter({ said, kind, form: `#${kind}`, body }, new URLSearchParams(body).get("client_id"));
    localStorage.removeItem(old);
  };
  look().then(() => outbox && localStorage.getItem(old) && bequeathed());
})();
