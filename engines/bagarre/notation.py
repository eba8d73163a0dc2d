"""How an action is written: the codes that the log holds, ``action("attack 1")`` being what ``.code`` wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from engines.bagarre.actions import (
    SEATS,
    Action,
    Kind,
    attack,
    charge,
    exchange,
    hero,
    known,
    plain,
    resign,
    shield,
    with_cards,
)
from engines.bagarre.hero_codes import CODES
from engines.core.cards import card
from engines.core.problems import Malformed

MOST_CHARACTERS: Final = 80
"""No code is as long as this: what is longer is not even taken apart."""


def action(code: str) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say.
    """
    found = known(code)
    if found is None:
        found = _read(code)
        if found.code != code:
            raise _odd(code)
    return found


def _odd(code: str) -> Malformed:
    return Malformed(f"{code!r} is not an action of La Bagarre")


def _read(code: str) -> Action:
    word, *rest = code.split(" ") if len(code) < MOST_CHARACTERS else [""]
    try:
        return _READERS[word](rest)
    except (KeyError, ValueError, IndexError):
        raise _odd(code) from None


def _seat(text: str) -> int:
    return _SEATS[text]


_SEATS: Final = {str(seat): seat for seat in range(SEATS)}


def _plain(words: list[str], *, kind: Kind) -> Action:
    if words:
        raise ValueError
    return plain(kind)


def _cards(words: list[str], *, kind: Kind, counts: tuple[int, ...] = (1,)) -> Action:
    if len(words) not in counts or len(set(words)) < len(words):
        raise ValueError
    return with_cards(kind, tuple(card(word) for word in words))


def _attack(words: list[str]) -> Action:
    target = _seat(words[0])
    second = _seat(words[2]) if words[1:2] == ["fire"] else -1
    return attack(target, second, discard=words[-1] == "discard")


def _shield(words: list[str]) -> Action:
    return shield(_seat(words[0]), discard=words[-1] == "discard")


def _charge(words: list[str]) -> Action:
    return charge(discard=words == ["discard"])


def _exchange(words: list[str]) -> Action:
    target, named = words[:2]
    return exchange(_seat(target), card(named), discard=words[2:] == ["discard"])


def _hero(words: list[str]) -> Action:
    (name,) = words
    if name not in CODES:
        raise ValueError
    return hero(name)


def _resign(words: list[str]) -> Action:
    (seat,) = words
    return resign(_seat(seat))


_READERS: Final[Mapping[str, Callable[[list[str]], Action]]] = {
    **{
        kind.value: partial(_plain, kind=kind)
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
    **{kind.value: partial(_cards, kind=kind) for kind in (Kind.LAY, Kind.LOSE, Kind.TAKE)},
    Kind.PICK.value: partial(_cards, kind=Kind.PICK, counts=(1, 2, 3)),
    Kind.SWAP.value: partial(_cards, kind=Kind.SWAP, counts=(2,)),
    Kind.HERO.value: _hero,
    Kind.ATTACK.value: _attack,
    Kind.SHIELD.value: _shield,
    Kind.CHARGE.value: _charge,
    Kind.EXCHANGE.value: _exchange,
    Kind.RESIGN.value: _resign,
}
