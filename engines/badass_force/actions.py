"""Actions as small frozen values, one object for each, with the codes that the log holds.

Actions are interned: equal ones are the same object. How a code is read stands in ``notation``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct


class Kind(StrEnum):
    """What an action does; the first word of its code."""

    LAY = "lay"
    CHANGE = "change"
    WEAPON = "weapon"
    EXECUTE = "execute"
    ARMOURY = "armoury"
    ANNOUNCE = "announce"
    BELIEVE = "believe"
    CALL = "call"
    REACT = "react"
    DECLINE = "decline"
    FRAME = "frame"
    SEAT = "seat"
    CARD = "card"
    BRANCH = "branch"
    YES = "yes"
    NO = "no"
    PAY = "pay"
    TABLE = "table"
    ACCEPT = "accept"
    OBJECT = "object"
    RESIGN = "resign"


class Action(Struct, frozen=True, eq=False):
    """One action: ``word`` is the card, the branch or the proposal named, ``number`` a seat or an amount, else -1."""

    code: str
    kind: Kind
    word: str = ""
    number: int = -1

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Action:
        return self

    def __reduce__(self) -> tuple[Callable[..., Action], tuple[object, ...]]:
        return _unpickled, tuple(getattr(self, name) for name in self.__struct_fields__)


_KNOWN: Final[dict[str, Action]] = {}
KNOWN_MOST: Final = 20_000
"""Proposals have any text: no more actions than this are kept as one object each."""


def known(code: str) -> Action | None:
    """Return the action with this code if it has been made before."""
    return _KNOWN.get(code)


def make(code: str, kind: Kind, word: str = "", number: int = -1) -> Action:
    """Return the one action with this code."""
    found = _KNOWN.get(code)
    if found is None:
        found = Action(code, kind, word, number)
        if len(_KNOWN) < KNOWN_MOST:
            _KNOWN[code] = found
    return found


def _unpickled(*fields: Any) -> Action:
    return make(*fields)


def named(kind: Kind, word: str) -> Action:
    """Name a card, a frame, a branch or a proposal."""
    return make(f"{kind.value} {word}", kind, word)


def numbered(kind: Kind, number: int) -> Action:
    """Name a seat or an amount."""
    return make(f"{kind.value} {number}", kind, "", number)


def plain(kind: Kind) -> Action:
    """Do what needs no more to be said."""
    return make(kind.value, kind)


CHANGE: Final = plain(Kind.CHANGE)
EXECUTE: Final = plain(Kind.EXECUTE)
ARMOURY: Final = plain(Kind.ARMOURY)
BELIEVE: Final = plain(Kind.BELIEVE)
CALL: Final = plain(Kind.CALL)
DECLINE: Final = plain(Kind.DECLINE)
YES: Final = plain(Kind.YES)
NO: Final = plain(Kind.NO)
ACCEPT: Final = plain(Kind.ACCEPT)
OBJECT: Final = plain(Kind.OBJECT)
NOTHING: Final = named(Kind.TABLE, "nothing")
WINDOW: Final = (BELIEVE, CALL)
"""What everybody may answer to an announcement, whatever they hold."""
FRAMES: Final = (named(Kind.FRAME, "power"), named(Kind.FRAME, "vengeance"))
"""Which of its two texts an announced character is used for (ruling F41)."""
