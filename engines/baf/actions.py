"""Actions as small frozen values with the codes that the log holds. How a code is read stands in ``notation``.

A *place* is where a monster lies on the table, counted from 0 in the order in which they were laid out: two copies of
one monster may lie there at once. ``NONE`` stands for no place.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from msgspec import Struct

from engines.baf.cards import Skill
from engines.baf.score.state import Boss, Side

NONE: Final = -1
SEATS: Final = 5
"""The most seats there can be (ruling A1)."""
PLACES: Final = 2 * SEATS
"""The most monsters on the table (ruling A19)."""


class Kind(StrEnum):
    """What an action does; the first word of its code."""

    DRAFT = "draft"
    LEFT = "left"
    LAY = "lay"
    SHOW = "show"
    TOUCH = "touch"
    DONE = "done"
    TIME = "time"
    PUT = "put"
    DECLINE = "decline"
    ATTEMPT = "attempt"
    RESIGN = "resign"


class Action(Struct, frozen=True):
    """One action.

    ``seat`` is told where several may act at once. ``left`` and ``right`` are the places on which the two hands lie;
    ``place`` is the one that is touched, or that a gain comes from, which goes to the hero on ``side`` with ``runes``.
    ``card`` is the hero named.
    """

    code: str
    kind: Kind
    seat: int = NONE
    left: int = NONE
    right: int = NONE
    place: int = NONE
    side: Side | None = None
    runes: tuple[Skill, ...] = ()
    card: str = ""
    boss: Boss | None = None


def hand(place: int) -> str:
    """Return a hand's place as a code holds it."""
    return "-" if place == NONE else str(place)


def draft(card: str) -> Action:
    """Choose a hero."""
    return Action(f"draft {card}", Kind.DRAFT, card=card)


def left(card: str) -> Action:
    """Say which of one's two heroes is on the left."""
    return Action(f"left {card}", Kind.LEFT, card=card)


@cache
def lay(on_left: int, on_right: int) -> Action:
    """Say in secret where both hands lie."""
    return Action(f"lay {hand(on_left)} {hand(on_right)}", Kind.LAY, left=on_left, right=on_right)


@lru_cache(4096)
def lays(lefts: tuple[int, ...], rights: tuple[int, ...]) -> tuple[Action, ...]:
    """Return every way to lay both hands on these places."""
    return tuple([lay(one, other) for one in lefts for other in rights])


@cache
def touch(seat: int, side: Side, place: int) -> Action:
    """Put a hand on a monster, before others do."""
    return Action(f"touch {seat} {side.value} {place}", Kind.TOUCH, seat=seat, place=place, side=side)


@cache
def done(seat: int) -> Action:
    """Say that one's idle hands stay idle."""
    return Action(f"done {seat}", Kind.DONE, seat=seat)


SHOW: Final = Action(Kind.SHOW.value, Kind.SHOW)
"""The clock: the monsters are shown to all."""
TIME: Final = Action(Kind.TIME.value, Kind.TIME)
"""The clock: the time of the round is up."""


@cache
def put(place: int, side: Side, runes: tuple[Skill, ...] = ()) -> Action:
    """Put a beaten monster under a hero; ``runes`` are the categories chosen for its runes, ``in_order``."""
    code = " ".join(["put", str(place), side.value, *(skill.value for skill in runes)])
    return Action(code, Kind.PUT, place=place, side=side, runes=runes)


@cache
def decline(place: int) -> Action:
    """Put a beaten monster under nobody."""
    return Action(f"decline {place}", Kind.DECLINE, place=place)


@cache
def puts(place: int, runes: int) -> tuple[Action, ...]:
    """Return all that can be done with the gain of the monster on a place that bears so many runes."""
    ways = rune_choices(runes)
    return (*(put(place, side, chosen) for side in Side for chosen in ways), decline(place))


@cache
def rune_choices(runes: int) -> tuple[tuple[Skill, ...], ...]:
    """Return every way to allocate so many runes, each to a category of its own choice (ruling A28)."""
    return tuple(combinations_with_replacement(Skill, runes))


@cache
def attempt(boss: Boss | None) -> Action:
    """Attack the dungeon master or the dragon, or neither."""
    return Action(f"attempt {boss.value if boss else 'none'}", Kind.ATTEMPT, boss=boss)


ATTEMPTS: Final = (attempt(Boss.MASTER), attempt(Boss.DRAGON), attempt(None))


def resign(seat: int) -> Action:
    """Leave the game."""
    return Action(f"resign {seat}", Kind.RESIGN, seat=seat)


def in_order(skills: Iterable[Skill]) -> tuple[Skill, ...]:
    """Return categories in the order in which a code names them."""
    return tuple(sorted(skills, key=_ORDER.__getitem__))


_ORDER: Final = {skill: place for place, skill in enumerate(Skill)}
