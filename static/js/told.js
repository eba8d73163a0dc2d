// A page is told that it is no longer up to date, instead of asking every few seconds: by a stream that carries marks
// and nothing else, or where there is none, by asking for the mark alone with the page's ticket. What has changed is
// then asked for as ever (live.js, scorepad.js, cardtable.js), and where nobody answers for tickets, so is everything.
(() => {
  "use strict";

  const SILENCE = 25000; // ms without a word, not even a beat: the line is dead
  const MARKLESS = 30000; // ms after which a stream that only beats, and never told a mark, is no better than a dead one
  const GRACE = 4000; // ms that a stream has to open, or to open again
  const RETRY = [5000, 15000, 60000, 300000]; // ms until a server that held no stream is asked for one again
  const shown = () => document.querySelector("[data-told]");
  const now = () => performance.now();
  const jittered = (ms) => ms * (0.5 + Math.random());

  let source = null; // the stream
  let opened = false; // whether it has said a word
  let heard = 0; // when it last did
  let marked = false; // whether one of its words was a mark
  let begun = 0; // when it was asked for
  let graceUntil = 0;
  let failures = 0;
  let reopening = 0;
  let latest = null; // the mark that was told last
  let asked = null; // the one that was when the page asked what has changed
  let polled = -Infinity; // when a question for the mark was last answered
  let polling = false;
  let renewing = false; // the ticket has run out: the page's next question asks for another
  let over = false; // the reader may not see this any more

  const line = (open) => document.dispatchEvent(new CustomEvent("told:line", { detail: open }));
  const news = () => latest !== null && latest !== shown()?.dataset.toldMark;
  const ask = () => {
    if (shown() && !document.hidden) htmx.trigger(shown(), "told");
  };
  const hear = (mark) => {
    latest = mark;
    if (news()) ask();
  };
  const renew = () => {
    close();
    renewing = true;
    ask();
  };

  const close = () => {
    clearTimeout(reopening);
    reopening = 0;
    source?.close();
    source = null;
  };
  const again = (ms) => {
    close();
    reopening = setTimeout(open, jittered(ms));
  };
  const giveUp = () => {
    again(RETRY[Math.min(failures, RETRY.length - 1)]);
    failures += 1;
  };
  const open = () => {
    close();
    if (!window.EventSource || !shown() || document.hidden || over || renewing) return;
    opened = false;
    marked = false;
    begun = now();
    graceUntil = now() + GRACE;
    const stream = new EventSource(shown().dataset.told);
    source = stream;
    const word = (handle) => (event) => {
      if (source !== stream) return;
      if (!shown()) {
        close(); // the page shows what will not change any more
        return;
      }
      opened = true;
      heard = now();
      line(true);
      handle(event);
    };
    stream.addEventListener("message", word((event) => {
      marked = true;
      failures = 0;
      hear(event.data);
    }));
    stream.addEventListener("beat", word(() => {}));
    stream.addEventListener("renew", word(renew));
    stream.addEventListener("end", word(renew));
    stream.addEventListener("error", () => {
      if (source !== stream) return;
      if (opened) {
        // The server starts anew, or the phone was elsewhere: everybody comes back, though not at once.
        graceUntil = now() + GRACE;
        again(1000);
      } else {
        giveUp();
      }
    });
  };

  const poll = async () => {
    if (polling || renewing || over) return;
    polling = true;
    try {
      const answer = await fetch(shown().dataset.told, { cache: "no-store", signal: AbortSignal.timeout(10000) });
      if (answer.ok) {
        polled = now();
        const mark = await answer.text();
        line(true);
        hear(mark);
      } else if (answer.status === 404) {
        renew();
      }
    } catch {
      polled = -Infinity;
    } finally {
      polling = false;
    }
  };

  // Whether the page need not ask what has changed. Whoever asks every few seconds asks this first.
  const quiet = () => {
    if (!shown()) return false;
    if (over || document.hidden) return true; // who comes back is told
    if (renewing) return false;
    if (source && opened && now() - heard > SILENCE) again(1000);
    if (source && opened && !marked && now() - begun > MARKLESS) giveUp();
    if ((source && marked) || now() < graceUntil) return !news(); // beats alone say nothing of the database
    poll();
    return now() - polled < SILENCE && !news();
  };

  const isAsking = (event) => event.detail?.elt && event.detail.elt === shown();
  window.addEventListener(
    "htmx:configRequest",
    (event) => {
      if (!isAsking(event)) return;
      asked = latest;
      if (renewing) event.detail.headers["Live-Renew"] = "1";
    },
    true,
  );
  window.addEventListener(
    "htmx:beforeSwap",
    (event) => {
      // By htmx:afterRequest the element that asked may be gone.
      const by = event.detail?.requestConfig?.elt;
      if (!by?.matches?.("[data-told]")) return;
      const { status } = event.detail.xhr;
      if (status === 204 && by === shown()) {
        if (asked !== null) by.dataset.toldMark = asked;
        const address = event.detail.xhr.getResponseHeader("Live-Address");
        if (address) by.dataset.told = address;
      }
      if (!renewing || status >= 500) return;
      renewing = false;
      if (status >= 400) over = true;
      else setTimeout(open, 0); // once the page shows what came
    },
    true,
  );

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  window.addEventListener("offline", close);
  window.addEventListener("online", open);

  document.addEventListener("htmx:load", () => {
    if (shown() && !source && !reopening) open();
  });

  window.told = { quiet };
  open();
})();
