"""Actions as small frozen values, one object for each, with the codes that the log holds.

``action("attack 1")`` reads a code, ``.code`` writes it. Actions are interned: equal ones are the same object.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import permutations
from typing import Final

from msgspec import Struct

from engines.core.cards import CODE, DECK, Card, card
from engines.core.problems import Malformed

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

    def __reduce__(self) -> tuple[Callable[[str], Action], tuple[str]]:
        return action, (self.code,)


_KNOWN: Final[dict[str, Action]] = {}


def action(code: str) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say.
    """
    found = _KNOWN.get(code)
    if found is None:
        found = _read(code)
        if found.code != code:
            raise _odd(code)
        found = _KNOWN.setdefault(code, found)
    return found


def _odd(code: str) -> Malformed:
    return Malformed(f"{code!r} is not an action of La Bagarre")


def _read(code: str) -> Action:
    word, *rest = code.split(" ") if len(code) < 80 else [""]
    try:
        return _READERS[word](rest)
    except (KeyError, ValueError, IndexError):
        raise _odd(code) from None


def _seat(text: str) -> int:
    return _SEATS[text]


_SEATS: Final = {str(seat): seat for seat in range(SEATS)}


def _plain(kind: Kind) -> Callable[[list[str]], Action]:
    def read(words: list[str]) -> Action:
        if words:
            raise ValueError
        return Action(kind.value, kind)

    return read


def _cards(kind: Kind, *counts: int) -> Callable[[list[str]], Action]:
    def read(words: list[str]) -> Action:
        if len(words) not in counts or len(set(words)) < len(words):
            raise ValueError
        named = tuple(card(word) for word in words)
        return Action(" ".join([kind.value, *words]), kind, cards=named)

    return read


def _read_attack(words: list[str]) -> Action:
    target = _seat(words[0])
    second = _seat(words[2]) if words[1:2] == ["fire"] else -1
    return attack(target, second, discard=words[-1] == "discard")


def _read_shield(words: list[str]) -> Action:
    return shield(_seat(words[0]), discard=words[-1] == "discard")


def _read_charge(words: list[str]) -> Action:
    return charge(discard=words == ["discard"])


def _read_exchange(words: list[str]) -> Action:
    target, named = words[:2]
    return exchange(_seat(target), card(named), discard=words[2:] == ["discard"])


def _read_hero(words: list[str]) -> Action:
    from engines.bagarre.heroes import CODES  # heroes are made of actions, so they come later

    (name,) = words
    if name not in CODES:
        raise ValueError
    return Action(f"hero {name}", Kind.HERO, hero=name)


def _read_resign(words: list[str]) -> Action:
    (seat,) = words
    return Action(f"resign {_seat(seat)}", Kind.RESIGN, _seat(seat))


_READERS: Final[dict[str, Callable[[list[str]], Action]]] = {
    "hero": _read_hero,
    "lay": _cards(Kind.LAY, 1),
    "attack": _read_attack,
    "shield": _read_shield,
    "charge": _read_charge,
    "exchange": _read_exchange,
    "pick": _cards(Kind.PICK, 1, 2, 3),
    "swap": _cards(Kind.SWAP, 2),
    "lose": _cards(Kind.LOSE, 1),
    "take": _cards(Kind.TAKE, 1),
    "resign": _read_resign,
    **{
        kind.value: _plain(kind)
        for kind in (
            Kind.START,
            Kind.DECLINE,
            Kind.TRANSFORM,
            Kind.REROLL,
            Kind.INVISIBLE,
            Kind.STEAL,
            Kind.SPEED,
            Kind.PASS,
        )
    },
}


def _intern(made: Action) -> Action:
    return _KNOWN.setdefault(made.code, made)


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


LAY: Final = tuple(action(f"lay {CODE[named]}") for named in DECK)
LOSE: Final = tuple(action(f"lose {CODE[named]}") for named in DECK)
TAKE: Final = tuple(action(f"take {CODE[named]}") for named in DECK)
SWAP: Final = tuple(
    tuple(action(f"swap {CODE[own]} {CODE[other]}") if own != other else action("pass") for other in DECK)
    for own in DECK
)
"""``SWAP[own][other]``."""

EXCHANGE: Final = tuple(
    tuple(tuple(exchange(seat, named, discard=discard) for named in DECK) for seat in range(SEATS))
    for discard in (False, True)
)
"""``EXCHANGE[discard][seat][card]``."""

PASS: Final = action("pass")
START: Final = action("start")
DECLINE: Final = action("decline")
TRANSFORM: Final = (action("transform"), PASS)
REROLL: Final = (action("reroll"), PASS)
INVISIBLE: Final = (action("invisible"), PASS)
STEAL: Final = (action("steal"), PASS)
SPEED: Final = (action("speed"), PASS)


def hero(code: str) -> Action:
    """Keep this hero of the two dealt."""
    return action(f"hero {code}")


def picks(cards: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return every way to play one of the cards and discard the others in some order."""
    return tuple(action(" ".join(["pick", *(CODE[named] for named in order)])) for order in permutations(cards))
