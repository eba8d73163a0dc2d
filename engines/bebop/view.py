"""What a seat may see. Every field is put here on purpose: an allow-list, never everything minus something."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.bebop.outcome import Outcome
from engines.core.effects.steps import Step
from engines.core.event import Event


class Phase(StrEnum):
    """What is being decided."""

    CHARACTER = "character"
    TURN = "turn"
    TEAM = "team"
    TEXT = "text"
    SKILL = "skill"
    OVER = "over"


class SeatView(Struct, frozen=True, kw_only=True):
    """One seat. Cards by code, ``None`` for a card that the viewer may not know.

    ``top`` are the cards on top of the deck, the topmost first, as far as the viewer knows them without a gap.
    ``tokens`` are capture tokens by target. ``renown`` with stars and the ``captured`` cards lie face down (ruling
    C66): others see only ``captured_count``. ``place`` is ``None`` until the game is over.
    """

    seat: int
    character: str | None
    fuel: int
    hand: tuple[str | None, ...]
    deck: int
    top: tuple[str, ...]
    discard: tuple[str, ...]
    tokens: dict[str, int]
    renown: int | None
    captured: tuple[str, ...] | None
    captured_count: int
    resigned: bool
    place: int | None


class PlanetView(Struct, frozen=True, kw_only=True):
    """A planet: what going there costs, whose criminal is there, and the tokens left on both piles."""

    planet: str
    gauge: int
    criminal: str | None
    resistance: int
    clues: int


class ViciousView(Struct, frozen=True, kw_only=True):
    """Vicious in play: where, the tokens left, the movement cards still to come, and the turns left at the end."""

    planet: str
    resistance: int
    clues: int
    movement: int
    last_turns: int | None


class TextView(Struct, frozen=True, kw_only=True):
    """The card text under way: its holder, its card, which of its slots, and what the table is asked to agree to.

    ``asking`` is the step that somebody must answer; a text that copies another has steps of that one.
    """

    seat: int
    card: str
    slot: str
    proposal: str | None
    asking: Step | None = None


class View(Struct, frozen=True, kw_only=True):
    """A table as ``viewer`` sees it; ``None`` is a spectator.

    ``turn`` is the seat whose turn it is, ``actor`` the one that must decide, both ``None`` where there is none.
    ``figures`` tell where each character stands. ``market`` lies open, ``common``, ``damage`` and ``criminals`` are
    numbers of cards in those decks; ``known`` are the cards on top of the common and of the damage deck that the viewer
    has looked at. ``escaped`` are the criminals' cards that lie open beside the screen. ``zones`` are cards in play
    whose team zone waits for its partner. ``actions`` are the codes of the viewer's own legal actions. ``events`` is
    all that happened, as the viewer saw it.
    """

    viewer: int | None
    phase: Phase
    turn: int | None
    turns: int
    actor: int | None
    seats: tuple[SeatView, ...]
    figures: dict[str, str]
    planets: tuple[PlanetView, ...]
    vicious: ViciousView | None
    woolongs: int
    force: int
    clues: int
    played: tuple[str, ...]
    zones: tuple[str, ...]
    market: tuple[str, ...]
    common: int
    damage: int
    known: dict[str, tuple[str, ...]]
    damage_discard: tuple[str, ...]
    wounds: tuple[str, ...]
    trashed: tuple[str, ...]
    criminals: int
    escaped: tuple[str, ...]
    texts: tuple[TextView, ...]
    actions: tuple[str, ...]
    outcome: Outcome | None
    events: tuple[Event, ...]
