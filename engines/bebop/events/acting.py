"""Events of a turn: cards played and bought, travel, skills, card texts."""

from __future__ import annotations

from typing import ClassVar

from engines.core.event import Event


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """A seat played a card, which brought these resources."""

    seat: int
    card: str
    woolongs: int = 0
    fuel: int = 0
    force: int = 0
    clues: int = 0


class TeamEffect(Event, frozen=True, kw_only=True, tag="team_effect"):
    """The team zone of a card in play came on."""

    seat: int
    card: str


class Bought(Event, frozen=True, kw_only=True, tag="bought"):
    """A seat bought a card; ``to`` is "discard", "deck" or "hand"."""

    seat: int
    card: str
    woolongs: int = 0
    fuel: int = 0
    to: str = "discard"


class Travelled(Event, frozen=True, kw_only=True, tag="travelled"):
    """A figure went from one place to another; ``fuel`` is what it cost the seat."""

    seat: int
    character: str
    origin: str
    place: str
    fuel: int = 0


class SkillUsed(Event, frozen=True, kw_only=True, tag="skill_used"):
    """A seat paid for a skill."""

    seat: int
    skill: str
    fuel: int


class Gained(Event, frozen=True, kw_only=True, tag="gained"):
    """A seat gained (below 0: lost) so much of something; fuel beyond the limit is not counted."""

    seat: int
    what: str
    count: int


class TookOver(Event, frozen=True, kw_only=True, tag="took_over"):
    """A seat took so much of something from another."""

    seat: int
    target: int
    what: str
    count: int


class Trashed(Event, frozen=True, kw_only=True, tag="trashed"):
    """A card left a seat's deck for good; ``origin`` says where it lay."""

    seat: int
    card: str
    origin: str


class Discarded(Event, frozen=True, kw_only=True, tag="discarded"):
    """A seat laid a card on its discard pile."""

    seat: int
    card: str


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A card of a seat went from one pile to another."""

    secrets: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    card: str | None
    origin: str
    to: str


class LookedAt(Event, frozen=True, kw_only=True, tag="looked_at"):
    """A seat looked at the top cards of a pile; ``whose`` deck or hand, none for those on the table."""

    secrets: ClassVar[tuple[str, ...]] = ("cards",)

    seat: int
    pile: str
    whose: int | None
    count: int
    cards: tuple[str, ...] | None


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """Cards of a seat were shown to everybody."""

    seat: int
    pile: str
    cards: tuple[str, ...]


class Skipped(Event, frozen=True, kw_only=True, tag="skipped"):
    """A step of a card could not be done (ruling C56)."""

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


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """A die was rolled for a card."""

    seat: int
    face: int
