"""What a seat may see. Every field is put here on purpose: an allow-list, never everything minus something."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.badass_force.outcome import Outcome
from engines.core.effects.steps import Step
from engines.core.event import Event


class Phase(StrEnum):
    """What is being decided."""

    LAY = "lay"
    TURN = "turn"
    CALL = "call"
    REACT = "react"
    WEAPON = "weapon"
    EFFECT = "effect"
    OVER = "over"


class WeaponView(Struct, frozen=True, kw_only=True):
    """A weapon and its bar."""

    code: str
    explode: int
    most: int


class LastingView(Struct, frozen=True, kw_only=True):
    """What binds a seat for a while: a forbidden deed or a raised figure, by which card, until when."""

    what: str
    amount: int
    card: str
    until: str


class SeatView(Struct, frozen=True, kw_only=True):
    """One seat. Characters by code.

    ``hand`` counts the cards in hand; ``cards`` are they, for their owner alone. ``active`` and ``dressing_room`` are
    ``None`` unless the viewer knows them. ``laid``: an active character lies there. ``scored``: its next kill of this
    turn is a later one (ruling F18). ``said`` are the characters announced since the active one was laid.
    """

    seat: int
    points: int
    vengeance: bool
    weapon: WeaponView | None
    ammo: int
    hand: int
    cards: tuple[str, ...]
    laid: bool
    active: str | None
    dressing_room: str | None
    graveyard: tuple[str, ...]
    scored: bool
    said: tuple[str, ...]
    lasting: tuple[LastingView, ...]
    resigned: bool
    place: int | None


class ClaimView(Struct, frozen=True, kw_only=True):
    """An announcement that waits for answers: who says who it is, who has answered, who is still to answer."""

    seat: int
    character: str
    reaction: bool
    answered: tuple[int, ...]
    waiting: tuple[int, ...]


class EffectView(Struct, frozen=True, kw_only=True):
    """The slot of a card that is being done, and for whom; ``proposal`` is what the table is asked to agree to.

    ``asking`` is the step that somebody must answer; a power that copies another has steps of that one.
    """

    seat: int
    card: str
    slot: str
    proposal: str | None
    asking: Step | None = None


class View(Struct, frozen=True, kw_only=True):
    """A table as ``viewer`` sees it; ``None`` is a spectator.

    ``cast`` are the seven characters of the game. ``centre`` are the weapons to be taken, ``weapons`` counts the pile,
    ``discard`` lies face up (ruling F50). ``last``: the limit has been reached, the game ends with this turn.
    ``actions`` are the codes of the viewer's own legal actions; ``proposing``: it may also propose what happens.
    ``events`` is all that happened, as the viewer saw it.
    """

    viewer: int | None
    phase: Phase
    turn: int | None
    turns: int
    actor: int | None
    cast: tuple[str, ...]
    seats: tuple[SeatView, ...]
    centre: tuple[WeaponView, ...]
    weapons: int
    discard: tuple[str, ...]
    limit: int
    last: bool
    claim: ClaimView | None
    effects: tuple[EffectView, ...]
    actions: tuple[str, ...]
    proposing: bool
    outcome: Outcome | None
    events: tuple[Event, ...]
