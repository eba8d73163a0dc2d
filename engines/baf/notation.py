"""How an action is written: the codes that the log holds, ``action("lay 0 -")`` being what ``.code`` wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.baf.actions import (
    NONE,
    PLACES,
    SEATS,
    SHOW,
    TIME,
    Action,
    attempt,
    decline,
    done,
    draft,
    in_order,
    lay,
    left,
    put,
    resign,
    touch,
)
from engines.baf.cards import RUNES_MOST, Skill
from engines.baf.score.state import Boss, Side
from engines.core.label import LABEL_MOST
from engines.core.problems import Malformed

MOST_CHARACTERS: Final = LABEL_MOST + 10
"""No code is longer: a word and the code of a card."""


def action(code: str) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say, also whether there is such a hero.
    """
    word, _, rest = code.partition(" ")
    try:
        found = _READERS[word](rest) if len(code) <= MOST_CHARACTERS else None
    except (KeyError, ValueError):
        found = None
    if found is None or found.code != code:
        raise Malformed(f"{code[:MOST_CHARACTERS]!r} is not an action of BAF!")
    return found


_NUMBER: Final = {str(number): number for number in range(PLACES)}
_HAND: Final = {"-": NONE, **_NUMBER}
_SEAT: Final = {str(number): number for number in range(SEATS)}


def _draft(rest: str) -> Action:
    return draft(rest)


def _left(rest: str) -> Action:
    return left(rest)


def _lay(rest: str) -> Action:
    one, other = rest.split(" ")
    return lay(_HAND[one], _HAND[other])


def _touch(rest: str) -> Action:
    seat, side, place = rest.split(" ")
    return touch(_SEAT[seat], Side(side), _NUMBER[place])


def _done(rest: str) -> Action:
    return done(_SEAT[rest])


def _put(rest: str) -> Action:
    place, side, *runes = rest.split(" ")
    if len(runes) > RUNES_MOST:
        raise ValueError
    return put(_NUMBER[place], Side(side), in_order(Skill(rune) for rune in runes))


def _decline(rest: str) -> Action:
    return decline(_NUMBER[rest])


def _attempt(rest: str) -> Action:
    return attempt(None if rest == "none" else Boss(rest))


def _resign(rest: str) -> Action:
    return resign(_SEAT[rest])


_READERS: Final[Mapping[str, Callable[[str], Action]]] = {
    "draft": _draft,
    "left": _left,
    "lay": _lay,
    "show": lambda rest: SHOW,
    "touch": _touch,
    "done": _done,
    "time": lambda rest: TIME,
    "put": _put,
    "decline": _decline,
    "attempt": _attempt,
    "resign": _resign,
}
