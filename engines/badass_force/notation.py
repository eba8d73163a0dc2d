"""How an action is written: the codes that the log holds, ``action("seat 2")`` being what ``.code`` wrote."""

from __future__ import annotations

from typing import Final

from engines.badass_force.actions import Action, Kind, known, make, named, numbered, plain
from engines.core.effects.literal import CHARACTERS_MOST
from engines.core.problems import Malformed

PLAIN: Final = (
    *(Kind.CHANGE, Kind.EXECUTE, Kind.ARMOURY, Kind.BELIEVE, Kind.CALL, Kind.DECLINE),
    *(Kind.YES, Kind.NO, Kind.ACCEPT, Kind.OBJECT),
)
NAMED: Final = (Kind.LAY, Kind.WEAPON, Kind.ANNOUNCE, Kind.REACT, Kind.CARD, Kind.FRAME, Kind.TABLE, Kind.BRANCH)
NUMBERED: Final = (Kind.SEAT, Kind.PAY, Kind.RESIGN)
DIGITS_MOST: Final = 3


def action(code: str) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say.
    """
    found = known(code)
    if found is None:
        found = _read(code)
    return found


def _read(code: str) -> Action:
    word, space, rest = code.partition(" ") if len(code) <= CHARACTERS_MOST else ("", "", "")
    kind = next((kind for kind in Kind if kind.value == word), None)
    if kind in PLAIN and not space:
        return plain(kind)
    if kind in NUMBERED and rest.isascii() and rest.isdecimal() and len(rest) <= DIGITS_MOST and str(int(rest)) == rest:
        return numbered(kind, int(rest))
    if kind in NAMED and rest and rest == rest.strip() and rest.isprintable():
        return named(kind, rest)
    raise Malformed(f"{code[:60]!r} is not an action of Badass Force")


def answer(code: str) -> Action:
    """Return the action that answers what a step asks with this code."""
    found = known(code)
    if found is not None:
        return found
    word, _, rest = code.partition(" ")
    kind = Kind(word)
    number = int(rest) if kind in NUMBERED else -1
    return make(code, kind, "" if kind in NUMBERED else rest, number)
