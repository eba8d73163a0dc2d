"""Events of the set-up, the turns and the end."""

from __future__ import annotations

from typing import ClassVar

from engines.bebop.outcome import Outcome
from engines.core.event import Event


class CharacterTaken(Event, frozen=True, kw_only=True, tag="character_taken"):
    """A seat plays this character (ruling C76)."""

    seat: int
    character: str


class FirstPlayer(Event, frozen=True, kw_only=True, tag="first_player"):
    """This seat begins, and draws 4 cards."""

    seat: int


class MarketLaid(Event, frozen=True, kw_only=True, tag="market_laid"):
    """Cards were laid out in the market: at "setup", for one "bought", or renewed by "fuel", a "criminal", a "card"."""

    cards: tuple[str, ...]
    reason: str


class MarketCleared(Event, frozen=True, kw_only=True, tag="market_cleared"):
    """The cards of the market are out of the game."""

    cards: tuple[str, ...]


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A seat's turn; ``number`` counts the turns of the game from 1."""

    seat: int
    number: int


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A seat laid down the cards it had played and those left in its hand."""

    seat: int
    played: tuple[str, ...]
    kept: tuple[str, ...]


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """A seat drew ``count`` cards."""

    secrets: ClassVar[tuple[str, ...]] = ("cards",)

    seat: int
    count: int
    cards: tuple[str, ...] | None


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    """A discard pile was shuffled to be the new deck; no ``seat`` for the damage cards'."""

    count: int
    seat: int | None = None


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A seat left the game."""

    seat: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended."""

    outcome: Outcome
