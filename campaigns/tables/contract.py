"""What the site needs of a card game beyond its engine: options, bots, what the page shows, and in which words.

A game has its ``Rules`` in its own folder and stands in ``rules.GAMES``; nothing else of the site names it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from msgspec import Struct
from msgspec.structs import replace

from campaigns.tables.asking import ahead
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength, CardTable
from campaigns.tables.proposing import agreed_to
from campaigns.tables.refusing import Sentences, refused
from campaigns.tables.scene import Lines, Motion, Scene
from club.operations import Objection
from engines.core.dice import FastDice, SeededDice
from engines.core.game import AnyGame, IllegalAction
from engines.core.playout import Bot, Rate, Tally
from engines.core.proof import VERSION, GameProof
from engines.core.score import Entry

type Game = AnyGame

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


class Alarm(Struct, frozen=True):
    """What the clock does next, as the engine's code, and how many seconds after the game has come to wait for it."""

    code: str
    seconds: float


class Played[G](Struct, frozen=True):
    """A game for one reader, with the ``view`` of it from the reader's seat.

    ``last`` is the code of the reader's own latest decision in the log, ``answered`` of one that is still sealed.
    ``mine``: the reader is asked; ``legal`` is then what may be decided. ``seen`` is all that happened, as the reader
    saw it.
    """

    game: G
    view: Any
    seat: int | None
    names: Sequence[str]
    last: str
    answered: str
    mine: bool
    legal: tuple[Any, ...]
    seen: Sequence[Happened] = ()


class Rules[G: AnyGame](ABC):
    """One game at the site's tables, played by the package of its engine.

    Each game says how what was agreed makes a setup, what somebody has played, and how a table is drawn and told. The
    rest is what most games are: seats decide one after the other, each with one button, and play alone.
    ``simulation_parts`` tells for each bot that plays in simulations how many games make a few seconds of work.
    """

    code: ClassVar[str]
    engine: ClassVar[Any]
    """The package: ``Game``, ``BOTS``, ``PLAYERS`` (the fewest, the most), ``RULES`` (their versions), ``simulate``."""
    agreement: ClassVar[Any]
    """The game's module of what is agreed before: ``OptionsForm``, whose field ``variant`` is the table's, ``Variant``,
    ``usual``, ``describe``, ``remind_of_rules``, and ``sentence`` for what is wrong."""
    simulation_parts: ClassVar[Mapping[str, int]]
    refusals: ClassVar[Sentences] = {}
    doing: ClassVar[Mapping[Any, Callable[[], str]]]
    """What whoever must decide is deciding, by phase."""
    motions: ClassVar[Mapping[type, Callable[[Any], Iterable[Motion]]]]
    """What is seen moving, by the kind of event as its reader saw it."""

    def __init__(self) -> None:
        self.version = f"{self.code}/{self.engine.RULES[-1]}"
        self.style = f"css/tables/{self.code}.css"
        self.least, self.most = self.engine.PLAYERS
        self.bots: Mapping[str, Bot[Any]] = self.engine.BOTS
        self.strengths = tuple(self.bots)

    # What is agreed

    @abstractmethod
    def setup(self, players: int, variant: str, options: dict[str, Any], rules: int) -> Any:
        """Return the engine's setup of what was agreed, under this version of the rules."""

    def usual(self) -> tuple[str, dict[str, Any]]:
        """Return what is agreed as a rule: the variant, and the options as tables keep them."""
        agreed: tuple[str, dict[str, Any]] = self.agreement.usual()
        return agreed

    def describe_options(self, variant: str, options: dict[str, Any]) -> list[str]:
        """Return what was agreed, in words."""
        words: list[str] = self.agreement.describe(variant, options)
        return words

    def remind_of_rules(self, variant: str, players: int, options: dict[str, Any]) -> list[tuple[str, str]]:
        """Return the rules in short, as pairs of a word and what it means."""
        setup = self.setup(players, variant, options, self.engine.RULES[-1])
        pairs: list[tuple[str, str]] = self.agreement.remind_of_rules(setup.options)
        return pairs

    def problems(self, variant: str, players: int, options: dict[str, Any]) -> list[Objection]:
        """Return everything that is wrong with what was agreed."""
        setup = self.setup(players, variant, options, self.engine.RULES[-1])
        return [self.agreement.sentence(problem) for problem in setup.problems()]

    def options_form(self, data: Any = None, *, prefix: str | None = None) -> forms.Form:
        """Return the form of what is agreed before the game."""
        form: forms.Form = self.agreement.OptionsForm(data, prefix=prefix)
        return form

    def variant_label(self, variant: str) -> str | Promise:
        """Return what a variant is called."""
        label: str | Promise = self.agreement.Variant(variant).label
        return label

    def teams(self, variant: str, players: int, options: dict[str, Any]) -> tuple[int, ...]:
        """Return the team of each seat, counted from 1; nothing where everybody plays alone or no teams fit."""
        return ()

    def setup_of(self, table: CardTable, players: int) -> Any:
        """Return the engine's setup of a table, under the rules that the name of its engine ends with."""
        number = table.engine.rpartition("/")[2]
        rules = int(number) if number.isdecimal() else self.engine.RULES[0]
        return self.setup(players, table.variant, table.options, rules)

    def agreed(self, table: CardTable, players: int) -> object:
        """Return all that a game starts from beside its seed, as JSON data: it is promised with the seed's hash."""
        return self.engine.Game.agreed(self.setup_of(table, players))

    # The game

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> G:
        """Return a new game from the table's seed. ``record`` lets it keep its events and lots, which takes time."""
        dice = SeededDice(bytes.fromhex(table.seed))
        game: G = self.engine.Game.new(self.setup_of(table, players), dice=dice, record=record)
        return game

    def replay(self, table: CardTable, players: int, codes: Iterable[str], *, record: bool = False) -> G:
        """Return the game after these actions."""
        game = self.deal(table, players, record=record)
        for code in codes:
            game.play(game.action(code))
        return game

    def replay_with_events(self, table: CardTable, players: int, codes: Iterable[str]) -> tuple[G, list[Happened]]:
        """Return the game after these actions, with what happened while it was dealt and by each action."""
        game: Any = self.deal(table, players, record=True)
        happened = [tuple(game.events), *(tuple(game.play(game.action(code))) for code in codes)]
        return game, happened

    def proof(self, table: CardTable, players: int, codes: Iterable[str]) -> GameProof:
        """Return the whole game with all shuffles and lots as a document that anybody can check."""
        game: Any = self.replay(table, players, codes, record=True)
        document: GameProof = game.prove(version=VERSION if table.is_sealed else 1)
        return document

    def resign(self, game: G, seat: int) -> Happened | None:
        """Let a seat give up; return what happened by that, ``None`` when it is out already."""
        try:
            return tuple(game.resign(seat))
        except IllegalAction:
            return None

    def still_in(self, game: G) -> frozenset[int]:
        """Return the seats that are not out of the game."""
        open_view: Any = game.view(None)
        return frozenset(seat.seat for seat in open_view.seats if not self.has_left(seat))

    def has_left(self, seat: Any) -> bool:
        """Tell from the view of a seat whether it is out of the game."""
        return bool(seat.resigned)

    @abstractmethod
    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Return what somebody played, by code, from the view of a seat."""

    def result(self, game: G) -> GameResult:
        """Return how a finished game ended; where nobody has won, nobody has the first place."""
        view: Any = game.view(None)
        if view.outcome is None:
            raise ValueError("the game is not over")
        shift = 0 if view.outcome.winners else 1
        places = tuple(place + shift for place in view.outcome.places)
        return GameResult(view.outcome.ending, places, tuple(self.heroes(seat) for seat in view.seats))

    @abstractmethod
    def score(self, game: G, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]) -> ScoredGame | None:
        """Return a finished game as its score pad takes it; ``None`` where the pad cannot take it.

        ``heroes`` are the codes of what each seat played, as the table keeps them.
        """

    # Deciding

    def seats_asked(self, game: G) -> Collection[int]:
        """Return the seats that have a question to answer at this moment, as far as the log tells.

        Several where the rules want them to choose secretly and all at once, although the log takes them one by one:
        the order in which the engine asks them, beginning with the actor.
        """
        return game.actors

    def holds(self, game: G) -> bool:
        """Whether answers stay sealed until everybody who is asked has answered, and may be taken back."""
        return False

    def code_of(self, sent: QueryDict) -> str:
        """Return the engine's code of what a form sent: its ``action``, or what its fields make up together."""
        return sent.get("action", "")

    def unfold(self, game: G, seat: int, code: str) -> Sequence[str]:
        """Return the engine's codes that a code of a page stands for, one after the other: as a rule itself alone.

        Those after the first are done as long as the seat is asked and may.
        """
        return (code,)

    def clock(self, game: G) -> Alarm | None:
        """Return what happens by itself if nobody does anything; ``None`` where the game waits for its players."""
        return None

    def refusal(self, game: G, code: str) -> Objection:
        """Why an action that is not among the legal ones is refused; the game stays as it is."""
        return refused(game, code, self.refusals)

    # Bots

    def is_quick(self, strength: str) -> bool:
        """Tell whether a bot decides within some milliseconds."""
        return strength != BotStrength.STRONG

    def decide(self, game: G, strength: str, chance: int) -> Any:
        """Return a bot's action for the actor; it knows what that seat may know, and draws lots from ``chance``.

        To what somebody proposes to the table all bots agree.
        """
        return agreed_to(game) or self.bots[strength].choose(game, FastDice(chance))

    def react(self, game: G, seat: int, strength: str, chance: int) -> tuple[str, int]:
        """Return what a bot does next in a race, as the engine's code, and after how many milliseconds."""
        raise TypeError("nobody races here")

    # The page

    def scene(
        self,
        game: G,
        happened: Iterable[Happened],
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
        mine = seat is not None and not answered and seat in self.seats_asked(game)
        legal = tuple(ahead(game, seat).actions_of(seat)) if mine and seat is not None else ()
        view = self.view(game, seat, answered)
        seen = [tuple(event.seen_from(seat) for event in events) for events in happened]
        return replace(
            self.draw(Played(game, view, seat, names, last, answered, mine, legal, seen)),
            doing=self.doing[view.phase]() if view.phase in self.doing and view.outcome is None else "",
            lines=tuple(self.lines(game, seen, names)),
            ending=self.describe_ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if self.has_left(one)),
            motions=tuple(self._moving(seen)),
        )

    def _moving(self, seen: Iterable[Happened]) -> Iterable[Motion]:
        for events in seen:
            for event in events:
                if type(event) in self.motions:
                    yield from self.motions[type(event)](event)

    def view(self, game: G, seat: int | None, answered: str) -> Any:
        """Return the game as the seat sees it, with its own sealed answer as if the log had come to it."""
        return game.view(seat)

    @abstractmethod
    def draw(self, played: Played[G]) -> Scene:
        """Return the table as its reader sees it: its templates, the board, and what is asked of whom."""

    @abstractmethod
    def lines(self, game: G, seen: Iterable[Happened], names: Sequence[str]) -> Iterable[Lines]:
        """Return the account of what the reader saw happen, in the reader's words."""

    @abstractmethod
    def describe_ending(self, outcome: Any, names: Sequence[str]) -> str:
        """Say how the game ended."""

    # Simulated games

    @abstractmethod
    def hero_names(self) -> Mapping[str, str | Promise]:
        """Return what may be played by code, such as heroes; empty where everybody plays the same."""

    @abstractmethod
    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Return what else simulated games say, as pairs of words and figures."""

    def used(self, tally: Tally, options: dict[str, Any]) -> Sequence[Used]:
        """Return what else simulated games count by who used it; ``options`` are those of the simulation."""
        return ()

    @abstractmethod
    def describe_simulation(self) -> str:
        """Say wherein simulated games differ from people's."""

    def simulated_bot(self, strength: str) -> Bot[Any]:
        """Return who plays in simulations."""
        return self.bots[strength]

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Play games ``first`` to ``first + count - 1`` of a simulation, telling how many are done; count them.

        Rates are counted by "hero" and by "seat".
        """
        tally: Tally = self.engine.simulate(
            self.setup(run.players, run.variant, run.options, self.engine.RULES[-1]),
            games=count,
            bots=(self.simulated_bot(run.bot),) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
        )
        return tally
