"""Actions as small frozen values, one object for each, with the codes that the log holds.

Actions are interned: equal ones are the same object. How a code is read stands in ``notation``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from itertools import permutations
from typing import Any, Final

from msgspec import Struct

from engines.core.cards import CODE, DECK, Card

SEATS: Final = 6


class Kind(StrEnum):
    """What an action does; the first word of its code."""

    HERO = "hero"
    LAY = "lay"
    START = "start"
    DECLINE = "decline"
    ATTACK = "attack"
    SHIELD = "shield"
    CHARGE = "charge"
    EXCHANGE = "exchange"
    TRANSFORM = "transform"
    REROLL = "reroll"
    PICK = "pick"
    INVISIBLE = "invisible"
    SWAP = "swap"
    STEAL = "steal"
    LOSE = "lose"
    TAKE = "take"
    SPEED = "speed"
    PASS = "pass"  # noqa: S105
    RESIGN = "resign"


class Action(Struct, frozen=True, eq=False):
    """One action.

    ``target`` and ``second`` are seats, -1 for none; ``discard``: played with the top card of the discard pile instead
    of a drawn one. ``cards`` are the cards named, in the order of the code; ``hero`` is the hero named.
    """

    code: str
    kind: Kind
    target: int = -1
    second: int = -1
    discard: bool = False
    cards: tuple[Card, ...] = ()
    hero: str = ""

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Action:
        return self

    def __reduce__(self) -> tuple[Callable[..., Action], tuple[object, ...]]:
        return _unpickled, tuple(getattr(self, name) for name in self.__struct_fields__)


_KNOWN: Final[dict[str, Action]] = {}


def known(code: str) -> Action | None:
    """Return the action with this code if it has been made before."""
    return _KNOWN.get(code)


def _intern(made: Action) -> Action:
    return _KNOWN.setdefault(made.code, made)


def _unpickled(*fields: Any) -> Action:
    return _intern(Action(*fields))


def plain(kind: Kind) -> Action:
    """Do what needs neither a target nor a card."""
    return _intern(Action(kind.value, kind))


def with_cards(kind: Kind, cards: tuple[Card, ...]) -> Action:
    """Do what is told by its cards alone; their order counts."""
    code = " ".join([kind.value, *(CODE[named] for named in cards)])
    return known(code) or _intern(Action(code, kind, cards=cards))


@cache
def hero(code: str) -> Action:
    """Keep this hero of the two dealt."""
    return _intern(Action(f"hero {code}", Kind.HERO, hero=code))


def resign(seat: int) -> Action:
    """Leave the game."""
    return _intern(Action(f"resign {seat}", Kind.RESIGN, seat))


def attack(target: int, second: int = -1, *, discard: bool = False) -> Action:
    """Attack a seat, perhaps a second one with the same card, perhaps with the top of the discard pile."""
    code = f"attack {target}{f' fire {second}' if second >= 0 else ''}{' discard' if discard else ''}"
    return _intern(Action(code, Kind.ATTACK, target, second, discard))


def shield(target: int, *, discard: bool = False) -> Action:
    """Change the shield of a seat."""
    return _intern(Action(f"shield {target}{' discard' if discard else ''}", Kind.SHIELD, target, discard=discard))


def charge(*, discard: bool = False) -> Action:
    """Lay a charge."""
    return _intern(Action(f"charge{' discard' if discard else ''}", Kind.CHARGE, discard=discard))


def exchange(target: int, named: Card, *, discard: bool = False) -> Action:
    """Exchange a hit point card in front of a seat for the top card of the draw pile, or of the discard pile."""
    code = f"exchange {target} {CODE[named]}{' discard' if discard else ''}"
    return _intern(Action(code, Kind.EXCHANGE, target, discard=discard, cards=(named,)))


PASS: Final = plain(Kind.PASS)
START: Final = plain(Kind.START)
DECLINE: Final = plain(Kind.DECLINE)
TRANSFORM: Final = (plain(Kind.TRANSFORM), PASS)
REROLL: Final = (plain(Kind.REROLL), PASS)
INVISIBLE: Final = (plain(Kind.INVISIBLE), PASS)
STEAL: Final = (plain(Kind.STEAL), PASS)
SPEED: Final = (plain(Kind.SPEED), PASS)

LAY: Final = tuple(with_cards(Kind.LAY, (named,)) for named in DECK)
LOSE: Final = tuple(with_cards(Kind.LOSE, (named,)) for named in DECK)
TAKE: Final = tuple(with_cards(Kind.TAKE, (named,)) for named in DECK)
SWAP: Final = tuple(
    tuple(with_cards(Kind.SWAP, (own, other)) if own != other else PASS for other in DECK) for own in DECK
)
"""``SWAP[own][other]``."""

EXCHANGE: Final = tuple(
    tuple(tuple(exchange(seat, named, discard=discard) for named in DECK) for seat in range(SEATS))
    for discard in (False, True)
)
"""``EXCHANGE[discard][seat][card]``."""


def picks(cards: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return every way to play one of the cards and discard the others in some order."""
    return tuple([_pick(order) for order in permutations(cards)])


@cache
def _pick(order: tuple[Card, ...]) -> Action:
    return with_cards(Kind.PICK, order)
