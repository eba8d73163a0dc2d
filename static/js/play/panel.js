// What stands right below the map: a figure's card, and copies of answers from the list, to be pressed there; and the
// next question, to which who pressed something far down the list is led back.
(() => {
  "use strict";
  const AIR = 8; // px above a question

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

  // `below`: px from the top of the screen that the map covers.
  const backTo = (question, below) => {
    const { top } = question.getBoundingClientRect();
    if (top < below) scrollBy({ top: top - below - AIR });
  };

  globalThis.playPanel = { copies, card, backTo };
})();
