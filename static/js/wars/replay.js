// A replay that moves: the page shows one event without this, and links to all the others.
(() => {
  "use strict";
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const account = document.getElementById("account");
  const seek = root.querySelector("#replay-seek");
  const play = root.querySelector("[data-play]");
  const pace = root.querySelector("[data-pace]");
  const zoom = root.querySelector("[data-zoom]");
  const turns = root.querySelector("[data-turns]");
  const share = document.querySelector("[data-share]");
  const wide = matchMedia("(min-width: 64rem)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const map = battleMap(root.querySelector(".battle-map"), { named: () => wide.matches });
  const rows = new Map([...root.querySelectorAll("[data-row]")].map((row) => [Number(row.dataset.row), row]));

  let frames = [];
  let events = [];
  let sides = 0; // of warbands: whoever is on a later one is led by nobody
  let numbers = []; // of the events one steps through: all of them, or those of the figure followed
  let at = Number(root.dataset.event);
  let timer = 0;
  let step = wide.matches ? 0 : 1; // of the zoom: a phone shows where something happens, a screen the table

  const clamp = (number) => Math.min(Math.max(number, 0), events.length - 1);

  // What the table looks like after every event, figure by figure.
  const build = (data) => {
    events = data.events;
    numbers = data.rows;
    sides = data.sides;
    let state = new Map(data.start.map((one) => [one.number, one]));
    frames = events.map((event) => {
      if (event.figures) {
        state = new Map(state);
        for (const one of event.figures) state.set(one.number, one);
      }
      return state;
    });
  };

  // Where something happens: the two whom it concerns most, and where one of them came from.
  const scene = (number) => {
    const { parts = {}, way = [] } = events[number];
    const actors = Object.entries(parts).filter(([, part]) => /is-(doer|falling)/.test(part));
    const others = Object.entries(parts).filter(([, part]) => /is-target/.test(part));
    const spots = [...actors.slice(0, 1), ...others.slice(0, actors.length ? 1 : 2)]
      .map(([figure]) => frames[number].get(Number(figure)))
      .filter((one) => one && (!/is-off$|is-off (?!is-aboard)/.test(one.css) || parts[one.number].includes("is-falling")))
      .map((one) => [Number(one.x), Number(one.y)]);
    return spots.length ? [...spots, ...way.slice(0, 1)] : [];
  };
  // Where nothing is to be seen of an event, as at the end of a turn, the eye stays where it was.
  const look = () => {
    let number = at;
    while (number > 0 && !scene(number).length) number--;
    map.look(step, scene(number));
    zoom.querySelector(".replay__zoom").textContent = `×${step + 1}`;
    zoom.setAttribute("aria-label", `${zoom.dataset.label} ×${step + 1}`);
  };

  // Whoever goes over to another side stands in its table.
  const join = (figure, side) => {
    const row = rows.get(figure);
    const table = row.closest("[data-side]");
    if (Number(table.dataset.side) === side) return;
    const body = root.querySelector(`[data-side="${side}"] tbody`);
    const next = [...(body?.querySelectorAll("[data-row]") ?? [])].find((other) => Number(other.dataset.row) > figure);
    body?.insertBefore(row, next ?? null);
  };

  const draw = (number, animated) => {
    const event = events[number];
    const shown = [...frames[number].values()].map((one) => {
      const state = one.css ? one.css.split(" ") : [];
      const part = event.parts?.[one.number];
      const row = rows.get(one.number);
      row.className = state.join(" ");
      row.querySelector("[data-hit-points]").textContent = one.hit_points;
      row.querySelector("[data-state]").textContent = one.state;
      join(one.number, one.side);
      return { ...one, classes: [...state, ...(part ? part.split(" ") : [])] };
    });
    map.show(shown, sides);
    event.points.forEach((points, side) => {
      root.querySelector(`[data-points="${side}"]`).textContent = points;
    });
    event.vehicles?.forEach(([vehicle, structure, state]) => {
      const told = root.querySelector(`[data-structure="${vehicle}"] abbr`);
      if (!told) return;
      told.textContent = structure;
      root.querySelector(`[data-aboard="${vehicle}"]`).textContent = state;
    });
    event.pulp?.forEach((points, side) => {
      const told = root.querySelector(`[data-pulp="${side}"]`);
      told.textContent = points;
      told.parentElement.hidden = !points;
    });
    map.trace(event.traces || []);
    look();
    if (!animated || still.matches) return;
    const doer = Object.entries(event.parts || {}).find(([, part]) => part.includes("is-doer"));
    const time = Math.min(700, Number(pace.value) * 0.8);
    map.flare();
    if (event.glide) map.glide(event.glide[0], event.glide[1], time);
    else if (event.way && doer) map.walk(Number(doer[0]), event.way, time);
  };

  const die = (face) => {
    const drawn = document.createElementNS(SVG, "svg");
    drawn.setAttribute("class", "die die--small");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", face);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#die-${face}`);
    drawn.append(use);
    return drawn;
  };
  const element = (tag, css, ...children) => {
    const made = document.createElement(tag);
    made.className = css;
    made.append(...children);
    return made;
  };

  const tell = (number) => {
    const event = events[number];
    const dice = (event.dice || []).flatMap(([purpose, faces]) => [
      element("span", "account__dice", `${purpose} `, ...faces.map(die)),
      " ",
    ]);
    const how = element("p", "account__how", ...dice, element("span", "account__rule", event.rule || ""));
    root.querySelector("[data-line]").replaceChildren(element("p", "replay__sentence", event.said), " ", how);
    root.querySelector("[data-turn]").textContent = turns.querySelector(`[value="${event.turn}"]`).textContent.trim();
    root.querySelector("[data-number]").textContent = number + 1;
  };

  // The account holds one turn at a time; the others are fetched when the battle reaches them, once.
  const fetched = new Map();
  const accountOf = (number) => {
    const { turn } = events[number];
    if (!fetched.has(turn)) {
      const found = fetch(address(number), { headers: { "HX-Request": "true" } })
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
        .catch((error) => {
          fetched.delete(turn);
          throw error;
        });
      fetched.set(turn, found);
    }
    return fetched.get(turn);
  };
  const keepAccount = () => {
    const shown = account.querySelector("[data-account]");
    const held = shown.cloneNode(true);
    for (const one of held.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    fetched.set(Number(shown.dataset.account), Promise.resolve(held.outerHTML));
  };
  const mark = () => {
    for (const other of account.querySelectorAll("li[aria-current]")) other.removeAttribute("aria-current");
    const line = account.querySelector(`li[data-event="${at}"]`);
    if (!line) return;
    line.setAttribute("aria-current", "step");
    const box = line.closest("ol");
    const middle = line.offsetTop - box.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
    box.scrollTo({ top: middle, behavior: "instant" });
  };
  const follow = () => {
    const { turn } = events[at];
    for (const link of account.querySelectorAll("[data-turn-link]")) {
      if (Number(link.dataset.turnLink) === turn) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const shown = account.querySelector("[data-account]");
    if (Number(shown.dataset.account) === turn) {
      mark();
      return;
    }
    accountOf(at)
      .then((text) => {
        if (events[at].turn !== turn) return;
        const holder = document.createElement("template");
        holder.innerHTML = text;
        account.querySelector("[data-account]").replaceWith(holder.content.querySelector("[data-account]"));
        mark();
      })
      .catch(() => {}); // the sentence above the account is told all the same
  };

  const neighbours = () => {
    const before = numbers.filter((number) => number < at);
    const after = numbers.filter((number) => number > at);
    return {
      first: numbers[0] ?? at,
      back: before.at(-1) ?? numbers[0] ?? at,
      forth: after[0] ?? numbers.at(-1) ?? at,
      last: numbers.at(-1) ?? at,
      casualty: after.find((number) => events[number].fell) ?? at,
    };
  };

  const opening = (where, number) => {
    const found = new URL(where);
    found.searchParams.set("event", number);
    return found.href;
  };
  const address = (number) => {
    const found = new URL(opening(location.href, number));
    found.hash = "replay";
    return found;
  };

  const show = (number, { animated = false } = {}) => {
    at = clamp(number);
    draw(at, animated);
    tell(at);
    seek.value = at;
    const next = neighbours();
    for (const link of root.querySelectorAll("[data-step]")) link.href = address(next[link.dataset.step]);
    const casualty = root.querySelector('[data-step="casualty"]');
    casualty.toggleAttribute("aria-disabled", false);
    if (next.casualty === at) casualty.setAttribute("aria-disabled", "true");
    follow();
    for (const link of root.querySelectorAll("[data-follow]")) link.href = opening(link.href, at);
    if (share) share.value = opening(share.value, at);
    turns.value = events[at].turn;
    // A playing replay would fill the browser's memory of addresses faster than it takes.
    if (!timer) remember();
  };
  const remember = () => history.replaceState(null, "", address(at));

  const playing = (on) => {
    play.setAttribute("aria-label", on ? play.dataset.labelStop : play.dataset.labelPlay);
    root.toggleAttribute("data-playing", on);
  };
  const stop = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    playing(false);
    remember();
  };
  const tick = () => {
    const next = neighbours().forth;
    if (next === at || next < at) {
      stop();
      return;
    }
    show(next, { animated: true });
    timer = setTimeout(tick, Number(pace.value));
  };
  const start = () => {
    playing(true);
    const { first, forth } = neighbours();
    if (forth <= at) show(first);
    timer = setTimeout(tick, 0);
  };
  const go = (number, animated) => {
    stop();
    show(number, { animated });
  };

  const firstOfTurns = () =>
    numbers.filter((number, index) => index === 0 || events[numbers[index - 1]].turn < events[number].turn);
  const turnFrom = (direction) => {
    const turn = events[at].turn;
    const starts = firstOfTurns();
    const before = starts.filter((number) => number < at);
    if (direction < 0) return before.at(-1) ?? numbers[0];
    return starts.find((number) => events[number].turn > turn) ?? numbers.at(-1);
  };

  const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  const wire = () => {
    for (const link of root.querySelectorAll("[data-step]")) {
      link.addEventListener("click", (event) => {
        if (!plain(event)) return;
        event.preventDefault();
        const wanted = neighbours()[link.dataset.step];
        if (wanted !== at) go(wanted, ["forth", "casualty"].includes(link.dataset.step));
      });
    }
    account.addEventListener("click", (event) => {
      const link = event.target.closest("li[data-event] a, [data-turn-link], [data-jump]");
      if (!link || !plain(event)) return;
      event.preventDefault();
      go(Number(new URL(link.href).searchParams.get("event")));
      if (!wide.matches) root.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
    });
    seek.addEventListener("input", () => {
      const wanted = Number(seek.value);
      go(numbers.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), numbers[0]));
    });
    turns.addEventListener("change", () => {
      go(firstOfTurns().find((number) => events[number].turn === Number(turns.value)));
    });
    play.addEventListener("click", () => (timer ? stop() : start()));
    zoom.addEventListener("click", () => {
      step = (step + 1) % map.steps;
      look();
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const inField = event.target.closest("input, select, textarea, dialog, [data-menu][open]");
      const onSeek = event.target === seek;
      if (inField && !(onSeek && event.key === " ")) return;
      if (event.key === " " && event.target.closest("a, button, summary")) return;
      const next = neighbours();
      const wanted = {
        ArrowRight: () => go(event.shiftKey ? turnFrom(1) : next.forth, true),
        ArrowLeft: () => go(event.shiftKey ? turnFrom(-1) : next.back),
        Home: () => go(next.first),
        End: () => go(next.last),
        " ": () => (timer ? stop() : start()),
      }[event.key];
      if (!wanted) return;
      event.preventDefault();
      wanted();
    });
    play.hidden = false;
    turns.hidden = false;
    for (const option of root.querySelectorAll("[data-options]")) option.hidden = false;
    root.querySelector("[data-go]").hidden = true;
    root.dataset.ready = "";
  };

  // What the page was opened at is looked at at once, before there are data to step through.
  const acting = [...map.figures].filter(([, token]) => token.matches(".is-doer, .is-target, .is-falling"));
  map.look(step, acting.slice(0, 2).map(([number]) => map.spots.get(number)));

  fetch(root.dataset.replay, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then((data) => {
      if (!data.rows.length) return;
      build(data);
      keepAccount();
      mark();
      wire();
      look();
    })
    .catch(() => {
      const notice = document.createElement("p");
      notice.className = "notice notice--warning";
      notice.textContent = root.dataset.error;
      root.prepend(notice);
    });
})();
