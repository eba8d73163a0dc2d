// The service worker's part: sends what waits once the network is back, though no page is open. Needs store.js and
// sending.js. Rejects while something still waits, so that the browser tries again.
self.outboxFlush = async () => {
  const ended = await self.outboxSending.flush();
  if (ended === "offline" || ended === "later") throw new Error(ended);
};
self.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(self.outboxFlush());
});
