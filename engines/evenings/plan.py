"""An evening as its log has left it: who comes, which games are played, who sits at them and who waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engines.evenings.entries import Answer, Person, Role
from engines.evenings.setup import LAST_CALL, Minute, Setup


class Seat(Struct, frozen=True):
    """Somebody at a game. ``host`` is whose guest he is there, empty for whoever came by himself."""

    person: Person
    role: Role = Role.PLAYER
    host: Person = ""


class Waiting(Struct, frozen=True):
    """A place in a waiting list: somebody, and his guests as far as they wait with him.

    ``seated`` tells that he sits already, and only his guests wait.
    """

    person: Person
    role: Role = Role.PLAYER
    party: tuple[Person, ...] = ()
    may_split: bool = False
    seated: bool = False

    @property
    def people(self) -> tuple[Person, ...]:
        """Who waits, in the order in which seats are given to them."""
        return self.party if self.seated else (self.person, *self.party)


class PlannedGame(Struct, frozen=True):
    """A game of the evening. ``details`` as ``entries.Details`` has them; times are those in force."""

    number: int
    title: str
    seats: int
    begins: Minute
    ends: Minute
    own_times: bool
    spot: int = 0
    warbands: tuple[int, ...] = ()
    because: str = ""
    locked: bool = False
    seated: tuple[Seat, ...] = ()
    watching: tuple[Seat, ...] = ()
    waiting: tuple[Waiting, ...] = ()

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats - len(self.seated)

    def overlaps(self, other: PlannedGame) -> bool:
        """Tell whether both are played at one time; a game that ends when the other begins is not."""
        return self.begins < other.ends and other.begins < self.ends

    def has(self, person: Person) -> bool:
        """Tell whether somebody sits at it, watches it or waits for it."""
        return self.seats_person(person) or self.awaits(person) or any(one.person == person for one in self.watching)

    def seats_person(self, person: Person) -> bool:
        """Tell whether somebody sits at it."""
        return any(seat.person == person for seat in self.seated)

    def awaits(self, person: Person) -> bool:
        """Tell whether somebody waits for a seat at it."""
        return any(person in place.people for place in self.waiting)


class Reply(Struct, frozen=True):
    """What somebody answered. ``outdated``: for a time at which the evening is not any more."""

    answer: Answer
    outdated: bool = False


class Plan(Struct, frozen=True):
    """The evening. ``games`` by number; ``there`` are those who were seen to be there."""

    begins: Minute
    ends: Minute
    last_number: int = 0
    cancelled: bool = False
    replies: Mapping[Person, Reply] = {}
    games: Mapping[int, PlannedGame] = {}
    there: frozenset[Person] = frozenset()

    @classmethod
    def of(cls, setup: Setup) -> Plan:
        """Return an evening to which nobody has said anything yet."""
        return cls(setup.begins, setup.ends)

    @property
    def coming(self) -> tuple[Person, ...]:
        """Who said that he comes, in the order of the answers."""
        return tuple(person for person, reply in self.replies.items() if reply.answer == Answer.YES)

    def seatings(self, person: Person) -> Iterator[PlannedGame]:
        """Yield the games at which somebody sits, in the order of their numbers."""
        return (game for game in self.games.values() if game.seats_person(person))

    def moves_up_at(self, game: PlannedGame, now: Minute) -> bool:
        """Tell whether free seats go to who waits without anybody's doing: not in the last two hours."""
        return not self.cancelled and now < game.begins - LAST_CALL
