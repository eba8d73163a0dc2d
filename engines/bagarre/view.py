"""What a seat may see. Every field is put here on purpose: an allow-list, never everything minus something."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.bagarre.outcome import Outcome
from engines.core.event import Event


class Phase(StrEnum):
    """What is being decided."""

    HERO = "hero"
    LAY = "lay"
    OPENING = "opening"
    TURN = "turn"
    COUNTER = "counter"
    PICK = "pick"
    REROLL = "reroll"
    TRANSFORM = "transform"
    INVISIBLE = "invisible"
    THEFT = "theft"
    LOSE = "lose"
    TAKE = "take"
    SPEED = "speed"
    OVER = "over"


class SeatView(Struct, frozen=True, kw_only=True):
    """One seat. Cards by code, ``None`` for a card that the viewer may not know.

    ``hp`` with their ``values`` (less than printed where a token lies, ruling B7) add up to ``hit_points``.
    ``guard`` is what the shield counts against an attack, ``None`` when hidden from the viewer. ``dealt`` are starting
    cards not laid yet. ``choices`` are the heroes dealt to the viewer, until all have chosen; ``heroes`` are those
    that are known, the viewer's own choice included. ``place`` is ``None`` until the game is over.
    """

    seat: int
    alive: bool
    team: int
    heroes: tuple[str, ...]
    choices: tuple[str, ...]
    hp: tuple[str, ...]
    values: tuple[int, ...]
    hit_points: int
    shield: str | None
    shield_hidden: bool
    guard: int | None
    charges: tuple[str | None, ...]
    dealt: tuple[str | None, ...]
    wounds: int
    potions: tuple[str, ...]
    resigned: bool
    place: int | None


class PendingView(Struct, frozen=True, kw_only=True):
    """The action under way.

    ``seat`` plays ``action`` ("attack", "shield", "exchange", "charge") against ``targets`` with ``card``, which
    counts ``value``; ``charges`` have joined it. The "dragon" has no seat. ``choosing`` are the cards being chosen
    from, if the viewer sees them. ``transforming`` is the card that may be transformed. ``victim`` and ``amount`` tell
    who is losing how many hit points.
    """

    seat: int | None
    action: str
    targets: tuple[int, ...]
    counter: bool
    card: str | None
    value: int | None
    charges: tuple[str, ...]
    choosing: tuple[str, ...]
    transforming: str | None
    victim: int | None
    amount: int | None


class View(Struct, frozen=True, kw_only=True):
    """A table as ``viewer`` sees it; ``None`` is a spectator.

    ``turn`` is the seat whose turn it is, ``actor`` the one that must decide, both ``None`` where there is none.
    ``discard`` lies face up, its last card on top; ``top`` is the top card of the draw pile if the viewer has seen it.
    ``actions`` are the codes of the viewer's own legal actions. ``dragon``: it will attack after this action.
    ``victim`` is who is being robbed. ``events`` is all that happened, as the viewer saw it.
    """

    viewer: int | None
    phase: Phase
    turn: int | None
    turns: int
    actor: int | None
    seats: tuple[SeatView, ...]
    draw: int
    discard: tuple[str, ...]
    top: str | None
    dragon: bool
    pending: PendingView | None
    victim: int | None
    actions: tuple[str, ...]
    outcome: Outcome | None
    events: tuple[Event, ...]
