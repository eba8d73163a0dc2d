"""What the site needs of a card game beyond its engine: options, bots, what the page shows, and in which words.

A game implements ``Rules`` in its own folder and stands in ``rules.GAMES``; nothing else of the site names it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from msgspec import Struct

from campaigns.tables.cards import Face
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.proposing import Proposing
from club.operations import Objection
from engines.core.game import CardGame
from engines.core.playout import Rate, Tally
from engines.core.proof import GameProof
from engines.core.score import Entry

type Game = CardGame[Any]

type ScoredGame = tuple[dict[str, Any], list[Entry[Any]]]
"""A game as its score pad takes it: the options of the setup, ``start`` for the seat that began, and the entries."""


type Happened = tuple[Any, ...]
"""The events of one decision, as nobody alone may see them."""


class Used(Struct, frozen=True):
    """How often those won who used something, such as a card: a code, a title, the rates by what it is called."""

    code: str
    title: str
    rates: Mapping[str, Rate]


class GameResult(Struct, frozen=True):
    """How a game ended: why, the place of each seat (1 has won; in a draw nobody stands there), and their heroes."""

    ending: str
    places: tuple[int, ...]
    heroes: tuple[tuple[str, ...], ...]


class ActionButton(Struct, frozen=True):
    """One legal action as a button.

    ``label`` is on it, ``spoken`` is read aloud where the label alone says too little. With a ``seat`` it stands at
    that seat; ``rare`` ones are folded away there. ``cards``, ``note`` and the picture of a ``hero`` are shown on it.
    What is done to one seat or another in the same ``way`` stands in one row, where the seat's name is label enough.
    """

    code: str
    label: str
    seat: int | None = None
    spoken: str = ""
    cards: tuple[Face, ...] = ()
    note: str = ""
    icon: str = ""
    primary: bool = False
    rare: bool = False
    way: str = ""
    hero: str = ""


class StoryLine(Struct, frozen=True):
    """A sentence or two of the account. ``kind`` is "turn" for a heading, "loud" for what nobody should miss."""

    text: str
    kind: str = ""


class Motion(Struct, frozen=True):
    """Something to be seen moving: of this ``kind``, at this seat, aimed at another, with this card or figure.

    Only what the reader may know stands in it. A kind that the page cannot draw is not drawn.
    """

    kind: str
    seat: int | None = None
    target: int | None = None
    figure: str = ""

    @property
    def encoded(self) -> str:
        """The four as one word for the page's script, a hyphen for what is missing."""
        values = (self.kind, self.seat, self.target, self.figure)
        return ",".join("-" if value in (None, "") else str(value) for value in values)


class Scene(Struct, frozen=True):
    """A game as one reader sees it: what the templates draw from ``board``, and what there is to decide.

    ``template`` is the table with everybody else and the piles, ``actions`` what the reader may do, ``hand`` what
    the reader holds. ``question`` is put to the reader, empty when it is another's to answer; ``doing`` says what
    whoever must decide is deciding, in words that follow the name. ``lines`` tell what happened after each action:
    ``lines[0]`` what came before the first; ``motions`` are all that was to be seen moving since the cards were
    dealt. ``together`` says that several are asked the same at once, ``racing`` that the first one counts;
    ``waiting`` is what whoever is not asked, or has answered already, reads meanwhile. ``proposing`` is what the
    reader may propose where the table decides, of which the page makes a form.
    """

    template: str
    actions: str
    hand: str
    board: Any
    question: str
    doing: str
    lines: tuple[tuple[StoryLine, ...], ...]
    together: bool = False
    racing: bool = False
    waiting: str = ""
    ending: str = ""
    out: frozenset[int] = frozenset()
    motions: tuple[Motion, ...] = ()
    proposing: Proposing | None = None


class Alarm(Struct, frozen=True):
    """What the clock does next, as the engine's code, and how many seconds after the game has come to wait for it."""

    code: str
    seconds: float


class TurnByTurn:
    """What the contract asks of a game whose seats decide one after the other, each with one button."""

    def seats_asked(self, game: Game) -> Collection[int]:
        """Whose turn it is."""
        return game.actors

    def code_of(self, sent: QueryDict) -> str:
        """Every button is a whole action."""
        return sent.get("action", "")

    def unfold(self, game: Game, seat: int, code: str) -> Sequence[str]:
        """One decision after the other."""
        return (code,)

    def clock(self, game: Game) -> Alarm | None:
        """Nothing happens by itself."""
        return None

    def used(self, tally: Tally, options: dict[str, Any]) -> Sequence[Used]:
        """Nothing is counted beside heroes and seats."""
        return ()

    def react(self, game: Game, seat: int, strength: str, chance: int) -> tuple[str, int]:
        """There are no races. Raises ``TypeError``."""
        raise TypeError("nobody races here")


class Rules(Protocol):
    """One game at the site's tables.

    ``strengths`` are the codes of the bots it has, ``version`` names its engine, ``style`` the style sheet of its
    table, empty where it has none of its own. ``simulation_parts`` tells for each
    bot that plays in simulations how many games make a few seconds of work.
    """

    code: str
    version: str
    style: str
    least: int
    most: int
    strengths: tuple[str, ...]
    simulation_parts: Mapping[str, int]

    def options_form(self, data: Any = None, *, prefix: str | None = None) -> forms.Form:
        """Return the form of what is agreed before the game; its field ``variant`` is the table's."""

    def usual(self) -> tuple[str, dict[str, Any]]:
        """Return what is agreed as a rule: the variant, and the options as tables keep them."""

    def variant_label(self, variant: str) -> str | Promise:
        """Return what a variant is called."""

    def describe_options(self, variant: str, options: dict[str, Any]) -> list[str]:
        """Return what was agreed, in words."""

    def reminder(self, variant: str, players: int, options: dict[str, Any]) -> list[tuple[str, str]]:
        """Return the rules in short, as pairs of a word and what it means."""

    def teams(self, variant: str, players: int, options: dict[str, Any]) -> tuple[int, ...]:
        """Return the team of each seat, counted from 1; nothing where everybody plays alone or no teams fit."""

    def seats_asked(self, game: Game) -> Collection[int]:
        """Return the seats that have a question to answer at this moment, as far as the log tells.

        Several where the rules want them to choose secretly and all at once, although the log takes them one by one:
        the order in which the engine asks them, beginning with the actor.
        """

    def code_of(self, sent: QueryDict) -> str:
        """Return the engine's code of what a form sent: its ``action``, or what its fields make up together."""

    def clock(self, game: Game) -> Alarm | None:
        """Return what happens by itself if nobody does anything; ``None`` where the game waits for its players."""

    def react(self, game: Game, seat: int, strength: str, chance: int) -> tuple[str, int]:
        """Return what a bot does next in a race, as the engine's code, and after how many milliseconds."""

    def unfold(self, game: Game, seat: int, code: str) -> Sequence[str]:
        """Return the engine's codes that a code of a page stands for, one after the other: as a rule itself alone.

        Those after the first are done as long as the seat is asked and may.
        """

    def refusal(self, game: Game, code: str) -> Objection:
        """Why an action that is not among the legal ones is refused; the game stays as it is."""

    def problems(self, variant: str, players: int, options: dict[str, Any]) -> list[Objection]:
        """Return everything that is wrong with what was agreed."""

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> Game:
        """Return a new game from the table's seed. ``record`` lets it keep its events and lots, which takes time."""

    def replay(self, table: CardTable, players: int, codes: Sequence[str]) -> Game:
        """Return the game after these actions."""

    def replay_with_events(self, table: CardTable, players: int, codes: Sequence[str]) -> tuple[Game, list[Happened]]:
        """Return the game after these actions, with what happened while it was dealt and by each action."""

    def resign(self, game: Game, seat: int) -> Happened | None:
        """Let a seat give up; return what happened by that, ``None`` when it is out already."""

    def still_in(self, game: Game) -> frozenset[int]:
        """Return the seats that are not out of the game."""

    def result(self, game: Game) -> GameResult:
        """Return how a finished game ended."""

    def agreed(self, table: CardTable, players: int) -> object:
        """Return all that a game starts from beside its seed, as JSON data: it is promised with the seed's hash."""

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """Return the whole game as a document that anybody can check."""

    def score(self, game: Any, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]) -> ScoredGame | None:
        """Return a finished game as its score pad takes it; ``None`` where no score is kept of this game.

        ``heroes`` are the codes of what each seat played, as the table keeps them.
        """

    def is_quick(self, strength: str) -> bool:
        """Tell whether a bot decides within some milliseconds."""

    def decide(self, game: Game, strength: str, chance: int) -> Any:
        """Return a bot's action for the actor; it knows what that seat may know, and draws lots from ``chance``."""

    def scene(
        self,
        game: Any,
        happened: Sequence[Happened],
        seat: int | None,
        names: Sequence[str],
        *,
        last: str = "",
        answered: str = "",
    ) -> Scene:
        """Return the game as the seat sees it (``None``: a spectator), in the reader's language.

        ``last`` is the seat's own latest decision in the log, ``answered`` what it has decided before the log has come
        to it, the only sealed answer it may know.
        """

    def hero_names(self) -> Mapping[str, str | Promise]:
        """Return what may be played by code, such as heroes; empty where everybody plays the same."""

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Return what else simulated games say, as pairs of words and figures."""

    def used(self, tally: Tally, options: dict[str, Any]) -> Sequence[Used]:
        """Return what else simulated games count by who used it; ``options`` are those of the simulation."""

    def simulated(self) -> str:
        """Say wherein simulated games differ from people's."""

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Play games ``first`` to ``first + count - 1`` of a simulation, telling how many are done; count them.

        Rates are counted by "hero" and by "seat".
        """
