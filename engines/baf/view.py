"""What a seat may see. Every field is put here on purpose: an allow-list, never everything minus something."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.baf.cards import Skills
from engines.baf.outcome import Outcome
from engines.baf.score.state import Boss
from engines.core.event import Event


class Phase(StrEnum):
    """What is being decided; a round begins, and its fights take place, without a decision."""

    DRAFT = "draft"
    SIDES = "sides"
    ROUND = "round"
    LAY = "lay"
    READY = "ready"
    RACE = "race"
    FIGHT = "fight"
    GAIN = "gain"
    ATTEMPT = "attempt"
    OVER = "over"


class HeroView(Struct, frozen=True, kw_only=True):
    """A hero: the skills printed and gained, and the beaten monsters under the card."""

    code: str
    skills: Skills
    under: tuple[str, ...]


class SeatView(Struct, frozen=True, kw_only=True):
    """One seat.

    ``picks`` are its heroes in the order of the draft; ``heroes`` those on the left and on the right, once that was
    said. ``aside`` are beaten monsters that lie face up beside them, ``lost`` is the number of those that lie face down
    (ruling A34). ``coins`` have penalties taken off. ``hands`` are the places of its left and right hand that all see,
    -1 for a hand that lies nowhere; ``asked`` tells which of the two must be laid in secret now, ``laid`` that it
    has done so, ``secret`` where, to the seat itself alone. ``done``: it lays no more hands in this round.
    ``attempted``: it has decided about the last fight; ``boss`` whom it attacks, to itself until all have decided.
    ``place`` is ``None`` until the game is over.
    """

    seat: int
    picks: tuple[str, ...]
    heroes: tuple[HeroView, ...]
    aside: tuple[str, ...]
    lost: int
    coins: int
    hands: tuple[int, int]
    asked: tuple[bool, bool]
    laid: bool
    secret: tuple[int, int] | None
    done: bool
    attempted: bool
    boss: Boss | None
    resigned: bool
    place: int | None


class MonsterView(Struct, frozen=True, kw_only=True):
    """A monster on the table, and the seat that attacks it, if one does."""

    place: int
    code: str
    owner: int | None


class GainView(Struct, frozen=True, kw_only=True):
    """A beaten monster whose gain a seat has still to place."""

    seat: int
    place: int
    code: str


class View(Struct, frozen=True, kw_only=True):
    """A table as ``viewer`` sees it; ``None`` is a spectator.

    ``round`` is 0 before the first; ``level`` is that of the round. ``actor`` must decide, ``actors`` may act.
    ``heroes`` are left to be drafted; ``piles`` count the cards of each level that lie face down. ``discarded`` counts
    monsters nobody attacked (ruling A34). ``actions`` are the codes of the viewer's own legal actions; ``clock`` those
    of whoever keeps the time. ``timer`` is the time of a round in seconds, 0 without a limit. ``events`` is all that
    happened, as the viewer saw it.
    """

    viewer: int | None
    phase: Phase
    round: int
    level: int
    first: int
    actor: int | None
    actors: tuple[int, ...]
    master: str
    dragon: str
    heroes: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    gains: tuple[GainView, ...]
    piles: tuple[int, ...]
    discarded: int
    seats: tuple[SeatView, ...]
    timer: int
    actions: tuple[str, ...]
    clock: tuple[str, ...]
    outcome: Outcome | None
    events: tuple[Event, ...]
