"""Events that mark the course of the game: the setup, turns, what is laid, the end."""

from __future__ import annotations

from engines.badass_force.outcome import Outcome
from engines.core.event import Event


class CastChosen(Event, frozen=True, kw_only=True, tag="cast_chosen"):
    """The seven characters of this game; ``first`` begins (ruling F35)."""

    characters: tuple[str, ...]
    first: int


class WeaponDealt(Event, frozen=True, kw_only=True, tag="weapon_dealt"):
    """A seat was dealt a weapon, its marker on the start case."""

    seat: int
    weapon: str
    ammo: int


class LogeDrawn(Event, frozen=True, kw_only=True, tag="loge_drawn"):
    """A character was drawn from a seat's hand into its dressing room."""

    secrets = ("character",)
    seat: int
    character: str | None


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    """A seat laid its active character face down."""

    secrets = ("character",)
    seat: int
    character: str | None


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A seat's turn; ``number`` counts the turns of the game from 1."""

    seat: int
    number: int


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A seat's turn is over."""

    seat: int


class LimitReached(Event, frozen=True, kw_only=True, tag="limit_reached"):
    """Somebody has reached the limit: the game ends with this turn (ruling F26)."""

    seat: int
    points: int


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A seat left the game; its cards stay, and it does no more than it must."""

    seat: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended. ``hands`` and ``ammo`` are what the tie-break compared."""

    outcome: Outcome
    hands: tuple[int, ...]
    ammo: tuple[int, ...]
