"""What an evening's log holds. Each entry carries the minute at which it was written down.

People are named by whoever keeps the log (``person``), games by numbers from 1 in the order in which they were added.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct

from engines.core.decoding import converted
from engines.evenings.setup import Minute

type Person = str


class Answer(StrEnum):
    """Whether somebody comes."""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


class Role(StrEnum):
    """What somebody does at a game. Whoever only watches takes no seat."""

    PLAYER = "player"
    GAME_MASTER = "game_master"
    EXPLAINS = "explains"
    WATCHES = "watches"


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """One entry of the log."""

    at: Minute


class Answered(Entry, frozen=True, kw_only=True, tag="answered"):
    """Somebody says whether he comes. Saying no gives up every seat and every place in a waiting list."""

    person: Person
    answer: Answer


class Details(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game is.

    ``seats`` is how many sit at it. ``begins`` and ``ends`` are those of the evening where they are ``None``. ``spot``
    is the number of a table of the club, 0 for none. ``warbands`` are those that fight in it. ``because``: why it may
    stand where another game has its table or its warbands.
    """

    title: str
    seats: int
    begins: Minute | None = None
    ends: Minute | None = None
    spot: int = 0
    warbands: tuple[int, ...] = ()
    because: str = ""


class GameAdded(Entry, frozen=True, kw_only=True, tag="game_added"):
    """A game is offered; it gets the next number."""

    details: Details


class GameChanged(Entry, frozen=True, kw_only=True, tag="game_changed"):
    """A game is another one, or at another time or table. Whoever sits at it stays."""

    game: int
    details: Details


class GameRemoved(Entry, frozen=True, kw_only=True, tag="game_removed"):
    """A game is not played. Whoever sat at it or waited for it is free."""

    game: int


class Joined(Entry, frozen=True, kw_only=True, tag="joined"):
    """Somebody wants to sit at a game, with guests of his (``party``), or to watch it.

    He sits down where there is room for all of them and nobody waits, and waits else. ``may_split``: some of the party
    may sit while the others wait. ``instead``: he gives up what he sat at or waited for at the same time.
    """

    game: int
    person: Person
    role: Role = Role.PLAYER
    party: tuple[Person, ...] = ()
    may_split: bool = False
    instead: bool = False


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """Somebody gives up his seat, his place in the waiting list, or looking on; his guests go with him."""

    game: int
    person: Person


class MovedUp(Entry, frozen=True, kw_only=True, tag="moved_up"):
    """Whoever organises it gives somebody who waits a free seat, ahead of others if it must be."""

    game: int
    person: Person


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """Whoever organises it gives somebody a free seat, from wherever he sits or waits at the same time.

    ``because``: why he sits here although he is promised outside of this evening at that time.
    """

    game: int
    person: Person
    role: Role = Role.PLAYER
    because: str = ""


class Locked(Entry, frozen=True, kw_only=True, tag="locked"):
    """A game is settled (``locked``), and no plan moves it or anybody at it; or it is no longer."""

    game: int
    locked: bool


class Rescheduled(Entry, frozen=True, kw_only=True, tag="rescheduled"):
    """The evening is at another time. Games with own times move along; answers stay, given for another time."""

    begins: Minute
    ends: Minute


class Cancelled(Entry, frozen=True, kw_only=True, tag="cancelled"):
    """The evening does not take place."""


class Restored(Entry, frozen=True, kw_only=True, tag="restored"):
    """It takes place after all."""


class Attended(Entry, frozen=True, kw_only=True, tag="attended"):
    """Somebody is there, or was ticked by mistake."""

    person: Person
    there: bool = True


type AnyEntry = (
    Answered
    | GameAdded
    | GameChanged
    | GameRemoved
    | Joined
    | Left
    | MovedUp
    | Seated
    | Locked
    | Rescheduled
    | Cancelled
    | Restored
    | Attended
)

_ANY: Final[Any] = AnyEntry.__value__


def read_entry(data: object) -> AnyEntry:
    """Return an entry from decoded JSON. Raises ``Malformed`` with the place that cannot be read."""
    found: AnyEntry = converted(data, _ANY)
    return found


def encode(entry: AnyEntry) -> dict[str, Any]:
    """Return an entry as it is stored; ``read_entry`` reads it."""
    stored: dict[str, Any] = msgspec.to_builtins(entry)
    return stored
