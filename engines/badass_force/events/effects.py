"""Events of what cards, dice and calls do to seats."""

from __future__ import annotations

from engines.core.event import Event


class SlotBegan(Event, frozen=True, kw_only=True, tag="slot_began"):
    """A card's text is being done for a seat."""

    seat: int
    card: str
    slot: str


class Skipped(Event, frozen=True, kw_only=True, tag="skipped"):
    """A step could not be done (ruling F55)."""

    seat: int
    card: str
    verb: str


class Charged(Event, frozen=True, kw_only=True, tag="charged"):
    """A seat's marker moved up by ``gain`` to ``ammo``; ``by`` caused it, ``None`` for the turn itself."""

    seat: int
    gain: int
    ammo: int
    by: int | None = None


class Uncharged(Event, frozen=True, kw_only=True, tag="uncharged"):
    """A seat's marker moved down by ``loss`` to ``ammo``."""

    seat: int
    loss: int
    ammo: int


class Overloaded(Event, frozen=True, kw_only=True, tag="overloaded"):
    """More came to a full weapon than it takes (ruling F44); ``by`` is responsible for what follows (F58)."""

    seat: int
    weapon: str
    by: int | None


class Lost(Event, frozen=True, kw_only=True, tag="lost"):
    """A seat lost a character to its graveyard.

    ``by`` scores for it, ``None`` if nobody does (ruling F20); ``means`` is how. ``of_leader``: the seat was alone in
    front, as judged before the effect; ``together``: that was earlier than this loss, since the effect took a character
    before or is charges that made a weapon overload (rulings F43, F59).
    """

    seat: int
    character: str
    by: int | None
    means: str
    together: bool = False
    of_leader: bool = False


class Scored(Event, frozen=True, kw_only=True, tag="scored"):
    """A seat's marker moved by ``points`` to ``total``. ``source``: first_kill, later_kill, leader, cool, card."""

    seat: int
    points: int
    total: int
    source: str
    card: str = ""


class VengeanceBegan(Event, frozen=True, kw_only=True, tag="vengeance_began"):
    """A seat with one character left takes all back in hand; ``again``: it was in Vengeance mode already."""

    seat: int
    again: bool


class Blocked(Event, frozen=True, kw_only=True, tag="blocked"):
    """A reaction put a seat out of reach of what it answered to."""

    seat: int


class Revived(Event, frozen=True, kw_only=True, tag="revived"):
    """A character came back from a seat's graveyard to its hand."""

    seat: int
    character: str


class LookedAt(Event, frozen=True, kw_only=True, tag="looked_at"):
    """A seat looked at another's active character, or into its dressing room."""

    secrets = ("character",)
    seat: int
    target: int
    dressing_room: bool
    character: str | None


class Guessed(Event, frozen=True, kw_only=True, tag="guessed"):
    """A seat named who another's active character would be."""

    seat: int
    target: int
    character: str
    right: bool


class Exchanged(Event, frozen=True, kw_only=True, tag="exchanged"):
    """Two seats exchanged weapons, or what is on them."""

    seat: int
    target: int
    weapons: bool


class Lasts(Event, frozen=True, kw_only=True, tag="lasts"):
    """Something binds a seat for a while: a deed forbidden (``amount`` 0) or a figure raised."""

    seat: int
    what: str
    amount: int
    until: str
    card: str


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """A seat rolled the armoury dice: the symbols of each, and the faces 1 to 6."""

    seat: int
    faces: tuple[int, int]
    symbols: tuple[tuple[str, ...], tuple[str, ...]]


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed what happens where the table decides."""

    seat: int
    proposal: str


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    """Somebody accepted a proposal, or objected."""

    seat: int
    accepts: bool
