// A replay that moves: the page shows one event without this, and links to all the others.
(() => {
  "use strict";
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const account = document.getElementById("account");
  const seek = root.querySelector("#replay-seek");
  const play = root.querySelector("[data-play]");
  const pace = root.querySelector("[data-pace]");
  const near = root.querySelector("[data-near]");
  const turns = root.querySelector("[data-turns]");
  const share = document.querySelector("[data-share]");
  const map = root.querySelector(".battle-map");
  const traces = map.querySelector(".map__traces");
  const whole = map.getAttribute("viewBox");
  const wide = matchMedia("(min-width: 64rem)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const DEGREES = 30; // how many degrees of a turn take as long as a pace
  const SVG = "http://www.w3.org/2000/svg";
  const DRAWN = [
    "is-off", "is-awaited", "is-aboard", "is-out", "is-routed", "is-hidden", "is-active", "is-doer", "is-target",
  ];

  const tokens = new Map([...map.querySelectorAll("[data-figure]")].map((g) => [Number(g.dataset.figure), g]));
  const rows = new Map([...root.querySelectorAll("[data-row]")].map((row) => [Number(row.dataset.row), row]));

  let frames = [];
  let events = [];
  let sides = 0; // of warbands: whoever is on a later one is led by nobody
  let numbers = []; // of the events one steps through: all of them, or those of the figure followed
  let at = Number(root.dataset.event);
  let timer = 0;
  let moving = 0;

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

  const place = (token, x, y) => token.setAttribute("transform", `translate(${x} ${y})`);

  // Something goes a way of so many parts, each as long as told, at the pace of the replay.
  const along = (parts, time, put) => {
    const length = parts.reduce((sum, part) => sum + part, 0);
    if (!length) return;
    const begun = performance.now();
    const step = (now) => {
      let left = Math.min(1, (now - begun) / time) * length;
      let index = 0;
      while (index < parts.length - 1 && left > parts[index]) left -= parts[index++];
      put(index, parts[index] ? Math.min(1, left / parts[index]) : 1);
      moving = now - begun < time ? requestAnimationFrame(step) : 0;
    };
    moving = requestAnimationFrame(step);
  };

  const far = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const between = (from, to, share) => from + (to - from) * share;

  const walk = (token, way, time) => {
    const parts = way.slice(1).map((to, index) => far(way[index], to));
    along(parts, time, (index, share) => {
      const [from, to] = [way[index], way[index + 1]];
      place(token, between(from[0], to[0], share), between(from[1], to[1], share));
    });
  };

  // A vehicle is drawn where it ends: on its way it is turned and set back from there. Facings count to the left.
  const glide = (hull, path, time) => {
    const end = path.at(-1);
    const turn = (from, to) => ((to[2] - from[2] + 540) % 360) - 180;
    const parts = path.slice(1).map((to, index) => far(path[index], to) + Math.abs(turn(path[index], to)) / DEGREES);
    along(parts, time, (index, share) => {
      const [from, to] = [path[index], path[index + 1]];
      const facing = from[2] + turn(from, to) * share;
      const spot = `${between(from[0], to[0], share)} ${between(from[1], to[1], share)}`;
      hull.setAttribute("transform", `translate(${spot}) rotate(${end[2] - facing}) translate(${-end[0]} ${-end[1]})`);
    });
  };

  const look = () => {
    const doer = map.querySelector(".is-doer:not(.is-off)");
    if (near.getAttribute("aria-pressed") !== "true" || !doer) {
      map.setAttribute("viewBox", whole);
      return;
    }
    const [left, top, width, depth] = whole.split(" ").map(Number);
    const size = Math.min(1, 20 / width);
    const one = frames[at].get(Number(doer.dataset.figure));
    const edge = (middle, start, full) => Math.min(Math.max(middle - (full * size) / 2, start), start + full * (1 - size));
    map.setAttribute(
      "viewBox",
      `${edge(Number(one.x), left, width)} ${edge(Number(one.y), top, depth)} ${width * size} ${depth * size}`,
    );
  };

  // Whoever goes over to another side, as a civilian does, wears its colour and stands in its table.
  const join = (figure, side) => {
    const token = tokens.get(figure);
    if (token.classList.contains(`map__figure--${side}`)) return;
    token.classList.remove(...[...token.classList].filter((name) => name.startsWith("map__figure--")));
    token.classList.add(`map__figure--${side}`);
    token.classList.toggle("map__figure--others", side >= sides);
    const body = root.querySelector(`[data-side="${side}"] tbody`);
    const next = [...(body?.querySelectorAll("[data-row]") ?? [])].find((row) => Number(row.dataset.row) > figure);
    body?.insertBefore(rows.get(figure), next ?? null);
  };

  const draw = (number, animated) => {
    cancelAnimationFrame(moving);
    moving = 0;
    const event = events[number];
    for (const [figure, one] of frames[number]) {
      const token = tokens.get(figure);
      token.classList.remove(...DRAWN);
      const css = one.css ? one.css.split(" ") : [];
      const part = event.parts?.[figure];
      token.classList.add(...css, ...(part ? [part] : []));
      join(figure, one.side);
      place(token, one.x, one.y);
      const row = rows.get(figure);
      row.className = css.join(" ");
      row.querySelector("[data-hit-points]").textContent = one.hit_points;
      row.querySelector("[data-state]").textContent = one.state;
    }
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
    traces.replaceChildren(
      ...(event.traces || []).map(([kind, outline]) => {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", `map__trace map__trace--${kind}`);
        path.setAttribute("d", outline);
        return path;
      }),
    );
    look();
    const doer = Object.entries(event.parts || {}).find(([, part]) => part === "is-doer");
    if (!animated || still.matches) return;
    const time = Math.min(700, Number(pace.value) * 0.8);
    if (event.glide) glide(traces.children[event.glide[0]], event.glide[1], time);
    else if (event.way && doer) walk(tokens.get(Number(doer[0])), event.way, time);
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

  const stop = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.labelPlay;
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
    play.textContent = play.dataset.labelStop;
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
      const link = event.target.closest("li[data-event] a, h3 a, [data-turn-link]");
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
    near.addEventListener("click", () => {
      near.setAttribute("aria-pressed", near.getAttribute("aria-pressed") === "true" ? "false" : "true");
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
    root.querySelector("[data-options]").hidden = false;
    root.querySelector("[data-go]").hidden = true;
    root.dataset.ready = "";
  };

  fetch(root.dataset.replay, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then((data) => {
      if (!data.rows.length) return;
      build(data);
      keepAccount();
      mark();
      wire();
    })
    .catch(() => {
      const notice = document.createElement("p");
      notice.className = "notice notice--warning";
      notice.textContent = root.dataset.error;
      root.prepend(notice);
    });
})();
