"""What the site's rules of games with card sets share: the engine's doors, the log replayed, one reader's scene.

A game of typed-in cards names its engine and its form, and says what is its own: the setup, whose characters count, and
how a scene is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from django import forms
from django.db.models import TextChoices
from django.utils.functional import Promise

from campaigns.tables.contract import Game, GameResult, Scene, TurnByTurn
from campaigns.tables.models.card_table import BotStrength, CardTable
from campaigns.tables.proposing import agreed_to
from engines.core.dice import Dice, FastDice, SeededDice
from engines.core.event import Event
from engines.core.game import IllegalAction
from engines.core.playout import Bot
from engines.core.proof import GameProof


class Begin[G](Protocol):
    """How an engine begins the game of a setup."""

    def __call__(self, setup: Any, *, dice: Dice, record: bool = True) -> G: ...


@dataclass(frozen=True, slots=True)
class Engine[G]:
    """The doors of a game's engine: how a game begins, how a code is read, what is promised and proven, who plays.

    ``players`` are the fewest and the most, ``rules`` the versions of the rules.
    """

    begin: Begin[G]
    action: Callable[[G, str], Any]
    agreed: Callable[[Any], object]
    prove: Callable[[G, bytes], GameProof]
    bots: Mapping[str, Bot[Any]]
    players: tuple[int, int]
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played[G]:
    """A game replayed for one reader: what happened after each action, as the reader saw it.

    ``last`` is the code of the reader's own latest decision in the log, ``answered`` of one that is still sealed.
    """

    game: G
    seat: int | None
    names: Sequence[str]
    happened: tuple[tuple[Event, ...], ...]
    last: str
    answered: str


class CardSetRules[G: Game](TurnByTurn, ABC):
    """What all of ``contract.Rules`` is alike in games with card sets; each says the rest."""

    code: str
    engine: ClassVar[Engine[Any]]
    form: ClassVar[type[forms.Form]]
    variants: ClassVar[type[TextChoices]]

    def __init__(self) -> None:
        self.version = f"{self.code}/{self.engine.rules[-1]}"
        self.style = f"css/tables/{self.code}.css"
        self.least, self.most = self.engine.players
        self.strengths = tuple(self.engine.bots)

    @abstractmethod
    def setup(self, players: int, variant: str, options: dict[str, Any], rules: int) -> Any:
        """Return the engine's setup of what was agreed, under this version of the rules."""

    @abstractmethod
    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Return what somebody played, by code, from the view of a seat."""

    @abstractmethod
    def draw(self, played: Played[G]) -> Scene:
        """Return the table as its reader sees it, with the account in the reader's words."""

    # What is agreed

    def options_form(self, data: Any = None, *, prefix: str | None = None) -> forms.Form:
        """The game's own form."""
        return self.form(data, prefix=prefix)

    def variant_label(self, variant: str) -> str | Promise:
        """What the variant is called."""
        return self.variants(variant).label

    def teams(self, variant: str, players: int, options: dict[str, Any]) -> tuple[int, ...]:
        """Everybody plays alone."""
        return ()

    def setup_of(self, table: CardTable, players: int) -> Any:
        """Return the engine's setup of a table, with the version of the rules that its engine's name ends with."""
        number = table.engine.rpartition("/")[2]
        rules = int(number) if number.isdecimal() else self.engine.rules[0]
        return self.setup(players, table.variant, table.options, rules)

    # The game

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> G:
        """A new game from the table's seed."""
        game: G = self.engine.begin(
            self.setup_of(table, players), dice=SeededDice(bytes.fromhex(table.seed)), record=record
        )
        return game

    def replay(self, table: CardTable, players: int, codes: Sequence[str]) -> G:
        """The game after these actions, its events forgotten."""
        return self._after(self.deal(table, players), codes)

    def recorded(self, table: CardTable, players: int, codes: Sequence[str]) -> G:
        """Return the game after these actions, with its events and lots."""
        return self._after(self.deal(table, players, record=True), codes)

    def _after(self, game: G, codes: Iterable[str]) -> G:
        for code in codes:
            game.play(self.engine.action(game, code))
        return game

    def resign(self, game: Game, seat: int) -> str:
        """Give up at any moment."""
        try:
            game.resign(seat)
        except IllegalAction:
            return ""
        return f"resign {seat}"

    def still_in(self, game: Game) -> frozenset[int]:
        """The seats that have not left."""
        return frozenset(one.seat for one in _open_view(game).seats if not one.resigned)

    def result(self, game: Game) -> GameResult:
        """The engine's outcome, and what each has played; where nobody has won, nobody has the first place."""
        seen = _open_view(game)
        if seen.outcome is None:
            raise ValueError("the game is not over")
        shift = 0 if seen.outcome.winners else 1
        places = tuple(place + shift for place in seen.outcome.places)
        return GameResult(seen.outcome.ending, places, tuple(self.heroes(seat) for seat in seen.seats))

    # Bots

    def is_quick(self, strength: str) -> bool:
        """Whether this bot decides at once."""
        return strength != BotStrength.STRONG

    def decide(self, game: Game, strength: str, chance: int) -> Any:
        """A bot's action for the actor: to what somebody proposes to the table all bots agree."""
        return agreed_to(game) or self.engine.bots[strength].choose(game, FastDice(chance))

    # The proof

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, every card, version of the rules."""
        return self.engine.agreed(self.setup_of(table, players))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        return self.engine.prove(self.recorded(table, players, codes), bytes.fromhex(table.seed))

    # The page

    def scene(
        self,
        table: CardTable,
        players: int,
        codes: Sequence[str],
        seat: int | None,
        names: Sequence[str],
        *,
        answered: str = "",
    ) -> Scene:
        """The table as a seat sees it, and the account of the game in its words."""
        game = self.deal(table, players, record=True)
        happened = [_seen(_events(game), seat)]
        last = ""
        for code in codes:
            if seat is not None and seat in game.actors:
                last = code
            happened.append(_seen(game.play(self.engine.action(game, code)), seat))
        return self.draw(Played(game, seat, names, tuple(happened), last, answered))


def _open_view(game: Game) -> Any:
    """Return what everybody may see."""
    return game.view(None)


def _events(game: Any) -> Iterable[Event]:
    """Return what happened while the cards were dealt."""
    return game.events or ()


def _seen(events: Iterable[Any], seat: int | None) -> tuple[Event, ...]:
    """Return these events as the seat saw them."""
    return tuple(event.seen_from(seat) for event in events)
