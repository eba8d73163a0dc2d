// The live score pad: entries are queued on this phone and sent in order, so that a lost connection loses none; the pad
// is asked for when it has changed (told.js), and what one was choosing stays chosen when it is drawn anew. Works without this, too.
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
  const key = `scorepad:${root.dataset.scorepad}:${root.dataset.member}`;
  const live = () => document.getElementById("pad-live");
  const dock = root.querySelector("[data-dock]");
  const words = dock.dataset;
  const status = dock.querySelector("[data-status]");
  const list = dock.querySelector("[data-queue]");
  const refused = dock.querySelector("[data-refused]");

  // The queue, kept in the browser: read anew each time, since another tab may have the same pad open.
  const queue = () => {
    try {
      return JSON.parse(localStorage.getItem(key) || "[]");
    } catch {
      return [];
    }
  };
  const store = (waiting) => {
    if (waiting.length) localStorage.setItem(key, JSON.stringify(waiting));
    else localStorage.removeItem(key);
    draw(waiting);
  };
  const remove = (id) => store(queue().filter((entry) => entry.id !== id));
  const draw = (waiting) => {
    list.replaceChildren(...waiting.map((entry, place) => line(entry, place === waiting.length - 1)));
    list.hidden = !waiting.length;
    list.scrollTop = list.scrollHeight;
    root.classList.toggle("is-waiting", waiting.length > 0);
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
    const count = queue().length;
    const state = online ? (count ? "waiting" : "sent") : "offline";
    const text = words[state] + (count ? ` (${count})` : "");
    status.dataset.state = state;
    if (status.textContent !== text) status.textContent = text;
  };

  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

  let sending = null;
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(send, 2000);
  };
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value || "";

  const sendAll = async () => {
    for (let entry = queue()[0]; entry; entry = queue()[0]) {
      const body = new URLSearchParams(entry.body);
      body.set("csrfmiddlewaretoken", token());
      let answer;
      try {
        answer = await fetch(entry.action, {
          method: "POST",
          body,
          headers: { "HX-Request": "true", "HX-Current-URL": location.href },
          signal: AbortSignal.timeout(10000),
        });
      } catch {
        connected(false);
        later();
        return;
      }
      if (answer.headers.get("HX-Redirect")) {
        complain("", "");
        const link = document.createElement("a");
        link.href = answer.headers.get("HX-Redirect");
        link.textContent = words.login;
        refused.append(link);
        return;
      }
      if (answer.status >= 500) {
        connected(false);
        later();
        return;
      }
      connected(true);
      const html = await answer.text();
      remove(entry.id);
      if (answer.ok) {
        complain("", "");
        if (html) show(html, entry.kind);
      } else if (answer.status === 422) {
        complain(html, entry.said);
        giveBack(entry);
      } else {
        complain("", `${entry.said}: ${words.forbidden}`);
      }
    }
  };
  const send = () => {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  };

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
    if (!form) return;
    const now = [...new FormData(form)];
    fill(form, untouched(form) ? [...new URLSearchParams(entry.body)] : now);
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
    recall(kept);
  };

  // Taking back: what still waits on this phone goes first, without asking the site. What is on its way now either
  // arrives or goes on waiting: only then is it clear where the last entry is.
  const takeBack = async (address) => {
    await sending;
    const waiting = queue();
    if (waiting.length) {
      store(waiting.slice(0, -1));
      return;
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
    if (!form.matches("form[data-entry]")) return;
    event.preventDefault();
    const said = spoken(form, event.submitter);
    const data = new FormData(form, event.submitter);
    data.delete("csrfmiddlewaretoken");
    const entry = { said, kind: form.dataset.entry, action: form.action, body: new URLSearchParams(data).toString() };
    form.reset();
    if (meant(said)) enter(entry);
    else askTwice(entry);
  });

  const enter = (entry) => {
    const id = newId();
    const body = new URLSearchParams(entry.body);
    body.set("client_id", id);
    store([...queue(), { ...entry, id, body: body.toString() }]);
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
    if (queue().length) send();
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
        if (queue().length) send();
      }
    });
  }
  window.addEventListener("online", send);
  window.addEventListener("offline", () => connected(false));
  draw(queue());
  send();
})();
