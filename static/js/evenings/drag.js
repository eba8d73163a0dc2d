// Whoever runs an evening drags a name to another game: it sits down there. Without a mouse the game's own page does it.
(() => {
  "use strict";

  let dragged = null;

  document.addEventListener("dragstart", (event) => {
    const person = event.target.closest?.("[data-person]");
    if (!person) return;
    dragged = person.dataset.person;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", person.textContent.trim());
  });

  const gameAt = (event) => (dragged ? event.target.closest?.("[data-seats]") : null);
  const mark = (game) => {
    for (const one of document.querySelectorAll("[data-seats]")) {
      one.classList.toggle("game-line--over", one === game);
    }
  };

  document.addEventListener("dragover", (event) => {
    const game = gameAt(event);
    mark(game);
    if (game) event.preventDefault();
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
  });

  document.addEventListener("drop", (event) => {
    const game = gameAt(event);
    if (!game) return;
    event.preventDefault();
    const form = document.createElement("form");
    form.method = "post";
    form.action = game.dataset.seats;
    const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
    const said = { csrfmiddlewaretoken: token, do: "seat", person: dragged, back: "evening" };
    for (const [name, value] of Object.entries(said)) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  });
})();
