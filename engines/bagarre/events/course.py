"""Events that mark the course of the game: turns, the piles, the dragon, the end."""

from __future__ import annotations

from engines.bagarre.outcome import Outcome
from engines.core.event import Event


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A seat's turn; ``number`` counts the turns of the game from 1."""

    seat: int
    number: int


class ExtraAction(Event, frozen=True, kw_only=True, tag="extra_action"):
    """A seat plays one more action, because of a "murder" or a potion of "speed"."""

    seat: int
    reason: str


class PileReformed(Event, frozen=True, kw_only=True, tag="pile_reformed"):
    """The draw pile was used up; the discard pile, ``count`` cards, was shuffled to be the new one."""

    count: int


class PileShuffled(Event, frozen=True, kw_only=True, tag="pile_shuffled"):
    """The draw pile was shuffled after a card was looked for in it."""

    count: int


class DragonAwoke(Event, frozen=True, kw_only=True, tag="dragon_awoke"):
    """The dragon attacks these seats in this order."""

    seats: tuple[int, ...]


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A seat left the game; it is out at the end of the action under way."""

    seat: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended."""

    outcome: Outcome
