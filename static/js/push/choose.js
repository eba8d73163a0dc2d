// Lets this device ring: the browser is asked for leave only once somebody has pressed the button.
(() => {
  "use strict";

  const place = document.querySelector("[data-push]");
  if (!place) return;
  const button = place.querySelector("[data-push-on]");
  const refused = place.querySelector("[data-push-refused]");
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  button.hidden = !can;
  place.querySelector("[data-push-cannot]").hidden = can;
  if (!can) return;

  const complain = (why) => {
    refused.textContent = refused.dataset[why] || why;
    refused.hidden = false;
  };
  const bytes = (text) => {
    const filled = text.replace(/-/g, "+").replace(/_/g, "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
    return Uint8Array.from(atob(filled), (letter) => letter.charCodeAt(0));
  };
  const same = (one, other) => one && one.byteLength === other.length && new Uint8Array(one).every((b, i) => b === other[i]);

  const subscribed = async () => {
    await navigator.serviceWorker.register("/sw.js");
    const worker = await navigator.serviceWorker.ready;
    const key = bytes(place.dataset.push);
    const before = await worker.pushManager.getSubscription();
    if (before && !same(before.options.applicationServerKey, key)) await before.unsubscribe(); // another site's key of before
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };

  button.addEventListener("click", async () => {
    refused.hidden = true;
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        complain("blocked");
        return;
      }
      const { endpoint, keys } = (await subscribed()).toJSON();
      const said = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
      said.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
      const answer = await fetch(place.dataset.pushAddress, { method: "POST", body: said });
      if (answer.ok) location.reload();
      else complain(answer.status === 400 ? await answer.text() : "failed");
    } catch {
      complain("failed");
    } finally {
      button.disabled = false;
    }
  });
})();
