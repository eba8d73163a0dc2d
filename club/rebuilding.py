"""What ``manage.py rebuild`` writes anew besides warbands, without this room knowing about the other rooms.

Each registers a rebuilder when its app starts. It goes through everything it keeps, one after the other, each in its
own transaction, and yields what it found; with ``dry_run`` it reports only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from msgspec import Struct


class Rebuilt(Struct, frozen=True):
    """One thing written anew: what it is, where the old copy differed, and why its log does not hold, if so."""

    subject: str
    differences: tuple[str, ...] = ()
    fault: str = ""


class Rebuilder(Protocol):
    """Writes reading copies anew."""

    def __call__(self, *, dry_run: bool) -> Iterable[Rebuilt]:
        """Yield what was rebuilt."""
        ...


_REBUILDERS: Final[dict[str, Rebuilder]] = {}


def register(kind: str, rebuilder: Rebuilder) -> None:
    """Let ``rebuild`` go through things of this kind too. Registering twice changes nothing."""
    _REBUILDERS[kind] = rebuilder


def rebuilders() -> list[tuple[str, Rebuilder]]:
    """Return all of them, in the order of registration."""
    return list(_REBUILDERS.items())
