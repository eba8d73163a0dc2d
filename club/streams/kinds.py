"""What can be watched: each kind of thing, registered by the room that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from typing import Any, Final

from django.db.models import QuerySet
from msgspec import Struct

from club.access import User

Key = tuple[int, ...]
"""What a thing of a kind is known by: its number, or several."""


class Watched(Struct, frozen=True, order=True):
    """One thing that a page shows: the code of its kind, and its key."""

    kind: str
    key: Key


class Reader(Struct, frozen=True):
    """Who looks on. ``guest`` is what is stored of a guest's secret at the card tables, empty without one."""

    user: User
    guest: str = ""


class Kind(Struct, frozen=True):
    """A kind of thing that pages watch.

    ``marks`` answers with the marks of all these things that are there, in one query; they equal those that pages are
    made with. ``readable`` returns the rows that there are if the reader may see the thing, by the room's own rules of
    access; of a reader it may look at no more than the key, whether it is a member, and whether the club's admin, since
    it is put into SQL once for all (``prepared``). Marks are asked for every ``seconds``. A key has ``keys`` numbers.
    """

    code: str
    marks: Callable[[Collection[Key]], Mapping[Key, str]]
    readable: Callable[[Reader, Key], QuerySet[Any]]
    seconds: float = 0.1
    keys: int = 1


_KINDS: Final[dict[str, Kind]] = {}


def register(kind: Kind) -> None:
    """Let things of this kind be watched. Registering twice changes nothing."""
    _KINDS[kind.code] = kind


def find(code: str) -> Kind | None:
    """Return the kind with this code, if there is one."""
    return _KINDS.get(code)


def of(watched: Watched) -> Kind:
    """Return the kind of something watched."""
    return _KINDS[watched.kind]


def joined(marks: Iterable[str]) -> str:
    """Return the mark of a page that shows several things, from theirs in the order of its ticket: a few letters."""
    return blake2b("\0".join(marks).encode(), digest_size=9).hexdigest()
