"""What the site's rules of all card games share: the log replayed on a fresh deal, leaving, bots, one reader's scene.

A game says how its cards are dealt and how a decision's code is read, what somebody has played, how a scene is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.db.models import TextChoices
from django.utils.functional import Promise
from msgspec import Struct

from campaigns.tables.asking import ahead
from campaigns.tables.contract import Game, GameResult, Happened, Scene, TurnByTurn
from campaigns.tables.models.card_table import BotStrength, CardTable
from campaigns.tables.proposing import agreed_to
from engines.core.dice import FastDice
from engines.core.event import Event
from engines.core.game import IllegalAction
from engines.core.playout import Bot


class Played[G](Struct, frozen=True):
    """A game replayed for one reader: what happened after each action, as the reader saw it.

    ``last`` is the code of the reader's own latest decision in the log, ``answered`` of one that is still sealed.
    ``mine``: the reader is asked; ``legal`` is then what may be decided.
    """

    game: G
    seat: int | None
    names: Sequence[str]
    happened: tuple[tuple[Event, ...], ...]
    last: str
    answered: str
    mine: bool
    legal: tuple[Any, ...]


class ReplayedRules[G: Game](TurnByTurn, ABC):
    """What all of ``contract.Rules`` is alike in the games; each says the rest."""

    code: str
    form: ClassVar[type[forms.Form]]
    variants: ClassVar[type[TextChoices]]
    bots: Mapping[str, Bot[Any]]
    rules: tuple[int, ...]
    """The versions of the engine's rules."""

    @abstractmethod
    def deal(self, table: CardTable, players: int, *, record: bool = False) -> G:
        """Return a new game from the table's seed."""

    @abstractmethod
    def parse_action(self, game: G, code: str) -> Any:
        """Return the action of a code."""

    @abstractmethod
    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Return what somebody played, by code, from the view of a seat."""

    @abstractmethod
    def gone(self, seat: Any) -> bool:
        """Tell from the view of a seat whether it is out of the game."""

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

    def rules_of(self, table: CardTable) -> int:
        """Return the version of the rules a table plays by, which its engine's name ends with."""
        number = table.engine.rpartition("/")[2]
        return int(number) if number.isdecimal() else self.rules[0]

    # The game

    def replay(self, table: CardTable, players: int, codes: Iterable[str]) -> G:
        """The game after these actions, its events forgotten."""
        return self._after(self.deal(table, players), codes)

    def recorded(self, table: CardTable, players: int, codes: Iterable[str]) -> G:
        """Return the game after these actions, with its events and lots."""
        return self._after(self.deal(table, players, record=True), codes)

    def replay_with_events(self, table: CardTable, players: int, codes: Iterable[str]) -> tuple[G, list[Happened]]:
        """The same game, and what happened while it was dealt and by each action."""
        game = self.deal(table, players, record=True)
        happened = [tuple(_events(game)), *(tuple(game.play(self.parse_action(game, code))) for code in codes)]
        return game, happened

    def _after(self, game: G, codes: Iterable[str]) -> G:
        for code in codes:
            game.play(self.parse_action(game, code))
        return game

    def resign(self, game: Game, seat: int) -> Happened | None:
        """Give up at any moment."""
        try:
            return tuple(game.resign(seat))
        except IllegalAction:
            return None

    def still_in(self, game: Game) -> frozenset[int]:
        """The seats that are not out of it."""
        return frozenset(one.seat for one in _open_view(game).seats if not self.gone(one))

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
        return agreed_to(game) or self.bots[strength].choose(game, FastDice(chance))

    # The page

    def scene(
        self,
        game: G,
        happened: Sequence[Happened],
        seat: int | None,
        names: Sequence[str],
        *,
        last: str = "",
        answered: str = "",
    ) -> Scene:
        """The table as a seat sees it, and the account of the game in its words."""
        legal: tuple[Any, ...] = ()
        mine = seat is not None and not answered and seat in self.seats_asked(game)
        if mine and seat is not None:
            legal = tuple(ahead(game, seat).actions_of(seat))
        seen = tuple(_seen(events, seat) for events in happened)
        return self.draw(Played(game, seat, names, seen, last, answered, mine, legal))


def _open_view(game: Game) -> Any:
    """Return what everybody may see."""
    return game.view(None)


def _events(game: Any) -> Iterable[Event]:
    """Return what happened while the cards were dealt."""
    return game.events or ()


def _seen(events: Iterable[Any], seat: int | None) -> tuple[Event, ...]:
    """Return these events as the seat saw them."""
    return tuple(event.seen_from(seat) for event in events)
