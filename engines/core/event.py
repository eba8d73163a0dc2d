"""What the events of all card games have in common: a rule, and who saw them whole; and those that several games know.

Each game lists its own and those of these that it knows in its ``events``.
"""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """One event. ``rule`` is the heading of the rulebook or the ruling it applied; ``seen_by`` ``None`` means all."""

    secrets: ClassVar[tuple[str, ...]] = ()
    """The fields that only ``seen_by`` know."""

    seen_by: tuple[int, ...] | None = None
    rule: str = ""

    def seen_from(self, seat: int | None) -> Self:
        """Return the event as a seat saw it; ``None`` is a spectator."""
        if self.seen_by is None:
            return self
        if seat is not None and seat in self.seen_by:
            return replace(self, seen_by=None)
        return replace(self, seen_by=None, **dict.fromkeys(self.secrets))


class FirstPlayer(Event, frozen=True, kw_only=True, tag="first_player"):
    """This seat begins."""

    seat: int


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A seat's turn; ``number`` counts the turns of the game from 1."""

    seat: int
    number: int


class PileReformed(Event, frozen=True, kw_only=True, tag="pile_reformed"):
    """The pile was used up; the discard, ``count`` cards, was shuffled to be the new one."""

    count: int


class Skipped(Event, frozen=True, kw_only=True, tag="skipped"):
    """A step of a card could not be done."""

    seat: int
    card: str
    verb: str


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed what happens where the table decides."""

    seat: int
    proposal: str


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    """A seat accepted a proposal, or objected."""

    seat: int
    accepts: bool


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A seat left the game; what becomes of what it had is the game's to say."""

    seat: int
