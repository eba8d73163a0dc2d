// Sends what waits: in order, one at a time over all tabs and the service worker, for whoever is logged in now alone. An
// entry leaves the device only once the site has said that it has it; sent twice, the site knows it by its id.
(() => {
  "use strict";

  if (self.outboxSending) return;
  const store = self.outboxStore;
  const ADDRESS = "/outbox/";
  const PATIENCE = 15000; // ms; the site answers long before, and whoever waits longer sends again

  // One sender at a time. Without locks (no TLS) two tabs may both send; the ids keep that from counting twice.
  let last = Promise.resolve();
  const alone = (work) => {
    if (self.navigator.locks) return self.navigator.locks.request("outbox", work);
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  // Who is logged in, with the keys and a fresh token. Rejects where there is no network, or another one that answers for
  // everybody (an inn’s log-in page is no JSON).
  const ask = async () => {
    const answer = await fetch(ADDRESS, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new TypeError("no answer");
    return answer.json();
  };

  const post = (entry, who, looking) => {
    const body = new URLSearchParams(entry.body);
    body.set("csrfmiddlewaretoken", who.token);
    const headers = { Outbox: `${who.member} ${looking ? "now" : "later"}`, ...entry.headers };
    return fetch(entry.action, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
  };
  // What an answer says of the entry: "done", "refused", "later", or "who" (it never came as far as its form).
  const said = (answer) => {
    if (answer.status >= 500 || answer.status === 429) return "later";
    if (answer.headers.get("Outbox-Reached")) return answer.ok ? "done" : "refused";
    return answer.ok || answer.type === "opaqueredirect" || [401, 403].includes(answer.status) ? "who" : "refused";
  };

  // Sends for ``who`` (a page knows it; else it is asked for), and says how it ended: "sent", "offline", "later" where
  // the site is in trouble, "login". ``looking`` tells of an entry whether its writer looks at the form as the site has
  // it; ``answered`` hears of each answer.
  const flush = ({ who = null, looking = () => false, answered = () => {} } = {}) =>
    alone(async () => {
      let now = who;
      let asked = false;
      const held = new Set();
      try {
        if (!now?.token) {
          now = await ask();
          asked = true;
        }
        for (;;) {
          if (!now.member) return "login";
          const entry = (await store.list(now)).find((one) => one.state === "waiting" && !held.has(one.line));
          if (!entry) return held.size ? "later" : "sent";
          const answer = await post(entry, now, looking(entry));
          const verdict = said(answer);
          if (verdict === "who") {
            if (asked) return "login";
            const fresh = await ask();
            asked = true;
            if (who && fresh.member !== who.member) return "login";
            now = fresh;
          } else if (verdict === "later") {
            held.add(entry.line);
          } else {
            const text = answer.type === "opaqueredirect" ? "" : await answer.text();
            const why = { status: answer.status, text };
            if (verdict === "done") await store.remove(entry);
            else await store.refuse(entry, why, now);
            await answered(entry, verdict, why);
          }
        }
      } catch (error) {
        if (error instanceof TypeError || ["TimeoutError", "SyntaxError"].includes(error.name)) return "offline";
        throw error;
      }
    });

  self.outboxSending = { flush, alone };
})();
