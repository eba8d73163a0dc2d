// A card table that keeps itself up to date. Without this script the page is reloaded by hand, and everything works.
(() => {
  "use strict";

  const table = () => document.getElementById("table");
  const news = document.getElementById("table-news");
  const lost = document.getElementById("table-lost");
  if (!table() || !news) return;
  const plainTitle = document.title;

  // The tab says whose move it is, and so does the voice once the move is ours.
  const call = () => {
    document.title = table().hasAttribute("data-mine") ? `● ${news.dataset.turn} · ${plainTitle}` : plainTitle;
  };

  document.addEventListener("told", (event) => {
    if (event.target.id === "table-pulse") ask();
  });
  document.addEventListener("told:line", () => {
    lost.hidden = true;
  });
  const isPulse = (event) => event.detail.elt?.id === "table-pulse";
  const hush = (event) => isPulse(event) && event.stopPropagation();
  const main = document.getElementById("main");
  let decided = false;

  // The pulse asks as often as the page says; where nothing has happened for long, less and less often. A hidden page
  // rests, and one question is answered before the next is asked.
  const PATIENCE = [[60, 1], [300, 2.5], [Infinity, 12]]; // seconds without news, and how much slower it is until then
  let last = performance.now();
  let asking = false;
  let beat;
  const ask = () => {
    const pulse = document.getElementById("table-pulse");
    if (pulse && !asking && !document.hidden) htmx.trigger(pulse, "pulse");
  };
  // What is told need not be asked for. In a race every phone asks, all the time: whoever asks first moves it on.
  const isTold = () => !table().hasAttribute("data-asks-itself") && window.told?.quiet();
  const next = () => {
    clearTimeout(beat);
    const pulse = document.getElementById("table-pulse");
    if (!pulse) return;
    const quiet = (performance.now() - last) / 1000;
    const slower = PATIENCE.find(([until]) => quiet < until)[1];
    beat = setTimeout(() => {
      if (!isTold()) ask();
      next();
    }, Number(pulse.dataset.asks) * slower);
  };
  const awake = () => {
    last = performance.now();
    next();
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, awake, { passive: true });

  // What the clock does, such as showing cards, every phone asks for at the moment they were all told beforehand.
  let ringing;
  let ticking;
  const watch = () => {
    clearTimeout(ringing);
    clearInterval(ticking);
    const shown = document.getElementById("table-countdown");
    if (!shown) return;
    const end = performance.now() + Number(shown.dataset.ends);
    const left = () => Math.max(0, (end - performance.now()) / 1000);
    const tell = () => {
      shown.querySelector("strong").textContent = Math.ceil(left());
    };
    tell();
    ticking = setInterval(tell, 100);
    ringing = setTimeout(ask, left() * 1000 + 10);
  };

  // The pulse is nobody's request: it neither clears messages nor marks the page as busy.
  main.addEventListener("htmx:beforeRequest", (event) => {
    if (!isPulse(event)) {
      // The preview of a proposal decides nothing.
      decided = event.detail.target?.id === "table";
      return;
    }
    event.stopPropagation();
    asking = true;
  });
  main.addEventListener("htmx:afterRequest", (event) => {
    if (isPulse(event)) asking = false;
    if (isPulse(event) && event.detail.successful) lost.hidden = true;
    hush(event);
  });
  for (const kind of ["htmx:sendError", "htmx:timeout"]) {
    main.addEventListener(kind, (event) => {
      if (!isPulse(event)) return;
      event.stopPropagation();
      lost.hidden = false;
    });
  }
  main.addEventListener("htmx:responseError", (event) => {
    if (!isPulse(event)) return;
    event.stopPropagation();
    // The site stumbles: wait. The table is gone or shut: say so once.
    if (event.detail.xhr.status >= 500) lost.hidden = false;
    else window.location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    ask();
    awake();
  });

  // What the reader had opened stays open, and an answer that is older than the page is not shown.
  let kept = [];
  let over = [];
  let chosen = [];
  let ticked = [];
  let focus = null;
  let line = Number(table().dataset.line);
  main.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "table") return;
    const arrived = /data-version="(\d+)"/.exec(event.detail.xhr.responseText || "");
    if (arrived && Number(arrived[1]) < Number(table().dataset.version)) event.detail.shouldSwap = false;
    kept = [...document.querySelectorAll("#table details[data-keep]")].map((one) => [one.id, one.open]);
    over = [...document.querySelectorAll("#table [popover]:popover-open")].map((one) => [one.id, one.scrollTop]);
    chosen = [...document.querySelectorAll("#table select[id]")].map((one) => [one.id, one.value]);
    ticked = [...document.querySelectorAll("#table input[type=radio]:checked")].map((one) => one.id);
    focus = table().contains(document.activeElement) ? document.activeElement : null;
    // Once the old table is gone, its pulse answers nothing any more.
    asking = false;
  });
  main.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "table") return;
    for (const [id, open] of kept) {
      const again = document.getElementById(id);
      if (again && open) again.open = true;
    }
    for (const [id, top] of over) {
      const again = document.getElementById(id);
      again?.showPopover();
      if (again) again.scrollTop = top;
    }
    for (const [id, value] of chosen) {
      const again = document.getElementById(id);
      if (again) again.value = value;
    }
    for (const id of decided ? [] : ticked) {
      const again = document.getElementById(id);
      if (again) again.checked = true;
    }
    // Whoever steers with the keyboard goes on from where they were, or from the news, not from the top of the page.
    if (focus && !table().contains(document.activeElement)) {
      const same = focus.id ? document.getElementById(focus.id) : null;
      (same || document.getElementById("table-status")).focus({ preventScroll: true });
    }
    // Whoever has decided reads on from the top: what came of it, and what is asked next.
    if (decided && table().getBoundingClientRect().top < 0) table().scrollIntoView();
    decided = false;
    const told = [...document.querySelectorAll("#account [data-number]")].filter(
      (one) => Number(one.dataset.number) > line,
    );
    for (const one of told) one.classList.add("is-new");
    const words = told.map((one) => one.textContent);
    if (table().hasAttribute("data-mine")) words.push(document.getElementById("table-status").textContent);
    news.replaceChildren(
      ...words.map((text) => {
        const sentence = document.createElement("p");
        sentence.textContent = text;
        return sentence;
      }),
    );
    line = Number(table().dataset.line);
    call();
    awake();
    watch();
    offerCopies();
  });

  // In a race two hands may touch one right after the other: each touch is sent at once, whatever the page is busy with,
  // and what came of it is asked for. A table that is replaced while an answer is on its way would lose the second.
  const touch = async (button) => {
    const form = document.getElementById("choice");
    const sent = new FormData(form, button);
    button.classList.add("is-sent");
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    if (answer.status === 422) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const why = page.querySelector("#table > .notice--error");
      if (why) news.after(document.importNode(why, true));
      setTimeout(() => document.querySelector("#table-news + .notice--error")?.remove(), 4000);
    }
    ask();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[form=choice]");
    if (!button || !table().hasAttribute("data-racing")) return;
    event.preventDefault();
    awake();
    touch(button).catch(() => {
      lost.hidden = false;
    });
  });

  // Links of open seats are copied with one touch, where the browser allows it.
  const offerCopies = () => {
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
    button.textContent = button.dataset.copied;
  });

  call();
  awake();
  watch();
  offerCopies();
})();
