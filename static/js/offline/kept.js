// A page that comes from what this device keeps says so, and from when it is.
(() => {
  "use strict";

  const { kept } = document.documentElement.dataset;
  const words = document.currentScript.dataset;
  if (!kept) return;

  const said = () => {
    const when = new Date(kept);
    const today = new Date().toDateString() === when.toDateString();
    const form = { timeStyle: "short", hourCycle: "h23", ...(today ? {} : { dateStyle: "medium" }) };
    return new Intl.DateTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"), form).format(when);
  };

  const show = () => {
    // What was said when the page was made is no news.
    const place = document.getElementById("messages");
    for (const old of place?.querySelectorAll(":scope > .notice") ?? []) old.remove();
    const notice = document.createElement("div");
    notice.className = "notice notice--warning kept-notice";
    if (!place) notice.setAttribute("role", "status");
    const text = document.createElement("div");
    const [before, after] = words.asOf.split("{moment}");
    const time = document.createElement("time");
    time.dateTime = kept;
    time.textContent = said();
    const lead = document.createElement("strong");
    lead.append(before, time, after);
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = words.again;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    const state = document.createElement("span");
    state.textContent = words.away;
    text.append(lead, " ", state, " ", link);
    notice.append(text);
    if (place) place.prepend(notice);
    else document.querySelector("main").before(notice);
    window.addEventListener("online", () => (state.textContent = words.back));
  };
  // A moment later, so that it is announced.
  if (document.readyState === "complete") setTimeout(show, 0);
  else window.addEventListener("load", () => setTimeout(show, 0));
})();
