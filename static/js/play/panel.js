// What stands right below the map: a figure's card, and copies of answers from the list, to be pressed there.
(() => {
  "use strict";

  const copies = (options, act) => {
    const list = document.createElement("ul");
    list.className = "aim-options group";
    for (const option of options) {
      const copy = option.cloneNode(true);
      const button = copy.querySelector(".option__do");
      button.removeAttribute("id");
      button.type = "button";
      button.addEventListener("click", () => act(option));
      list.append(copy);
    }
    return list;
  };

  // `found`: the figure's line on the board.
  const card = (found) => {
    const box = document.createElement("div");
    box.className = "aim aim--card";
    const head = document.createElement("p");
    head.append(...[...found.querySelectorAll(".play__who, .play__hp")].map((one) => one.cloneNode(true)));
    box.append(head, found.querySelector(".play__sheet > ul").cloneNode(true));
    return box;
  };

  globalThis.playPanel = { copies, card };
})();
