// What was written without a network, kept on this device until it is sent: for pages and for the service worker alike.
// What is kept is sealed with a key that only the member's own pages carry, and stands in the order in which it was
// written: a number that the database counts up. No clock is asked, since a device's clock may be wrong.
(() => {
  "use strict";

  if (self.outboxStore) return;
  const ENTRIES = "entries";
  const channel = self.BroadcastChannel ? new BroadcastChannel("outbox") : null;
  const heard = new Set();
  const spread = (news) => heard.forEach((listener) => listener(news));
  if (channel) channel.onmessage = (event) => spread(event.data);
  const changed = () => {
    spread("changed");
    channel?.postMessage("changed");
  };

  let opening = null;
  const closed = () => {
    opening = null;
  };
  const open = () => {
    opening ??= new Promise((done, failed) => {
      const asked = indexedDB.open("outbox", 1);
      asked.onupgradeneeded = () => {
        const entries = asked.result.createObjectStore(ENTRIES, { keyPath: "number", autoIncrement: true });
        entries.createIndex("member", "member");
        entries.createIndex("id", "id");
      };
      asked.onsuccess = () => {
        const base = asked.result;
        base.onclose = closed;
        base.onversionchange = () => {
          base.close();
          closed();
        };
        done(base);
      };
      asked.onerror = () => {
        closed();
        failed(asked.error);
      };
    });
    return opening;
  };
  // One transaction; it counts only once it is written for good.
  const within = async (mode, work) => {
    const base = await open();
    return new Promise((done, failed) => {
      const all = base.transaction(ENTRIES, mode, { durability: "strict" });
      const asked = work(all.objectStore(ENTRIES));
      all.oncomplete = () => done(asked?.result);
      all.onabort = () => failed(all.error);
    });
  };

  // Pages without TLS have no keys: there what waits is kept open, and still shown to its member alone.
  const sealing = () => self.crypto?.subtle;
  const keyOf = (seal) => {
    const bytes = Uint8Array.from(seal.match(/../g), (pair) => Number.parseInt(pair, 16));
    return sealing().importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  };
  const sealed = async (told, seals) => {
    if (!sealing()) return { open: told };
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = new TextEncoder().encode(JSON.stringify(told));
    return { iv, closed: await sealing().encrypt({ name: "AES-GCM", iv }, await keyOf(seals[0]), bytes) };
  };
  const opened = async (row, seals) => {
    if (row.open) return row.open;
    for (const seal of sealing() ? seals : []) {
      try {
        const bytes = await sealing().decrypt({ name: "AES-GCM", iv: row.iv }, await keyOf(seal), row.closed);
        return JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        // An older key may fit.
      }
    }
    return null;
  };

  // The member's entries, the oldest first: what was told, and its number, its id, its state.
  const list = async ({ member, seals }) => {
    if (!member) return [];
    const rows = await within("readonly", (entries) => entries.index("member").getAll(member));
    const told = await Promise.all(rows.map((row) => opened(row, seals)));
    return rows
      .map((row, place) => told[place] && { ...told[place], number: row.number, id: row.id, state: row.state })
      .filter(Boolean);
  };

  // Two taps in quick succession are kept in their order, though each is sealed first.
  let last = Promise.resolve();
  const inTurn = (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  // Keeps an entry; it takes the place of what waited ``instead`` (ids), and of what is kept so in the same slot. What is
  // "noted" was sent, and a page that is older than that still wants to know it.
  const add = (entry, who, { instead = [], state = "waiting" } = {}) =>
    inTurn(async () => {
      const { id = "", ...told } = entry;
      const row = { id, member: who.member, state, ...(await sealed(told, who.seals)) };
      const known = await list(who);
      const replaced = known.filter(
        (one) => (one.id && instead.includes(one.id)) || (told.slot && one.slot === told.slot && one.state === state),
      );
      await within("readwrite", (entries) => {
        for (const one of replaced) entries.delete(one.number);
        return entries.add(row);
      });
      changed();
    });
  const remove = async (entry) => {
    await within("readwrite", (entries) => entries.delete(entry.number));
    changed();
  };
  const forget = (slot, who) =>
    inTurn(async () => {
      const noted = (await list(who)).filter((one) => one.slot === slot && one.state === "noted");
      await within("readwrite", (entries) => {
        for (const one of noted) entries.delete(one.number);
      });
    });
  // What the site has refused stays, with the reason, until it is mended or thrown away.
  const refuse = async (entry, why, who) => {
    const { number, id, state, ...told } = entry;
    const row = { number, id, member: who.member, state: "refused", ...(await sealed({ ...told, why }, who.seals)) };
    await within("readwrite", (entries) => entries.put(row));
    changed();
  };
  const clear = async (who) => {
    const known = await within("readonly", (entries) => entries.index("member").getAllKeys(who.member));
    await within("readwrite", (entries) => {
      for (const number of known) entries.delete(number);
    });
    changed();
  };

  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  self.outboxStore = { add, list, remove, forget, refuse, clear, newId, hear: (listener) => heard.add(listener) };
})();
