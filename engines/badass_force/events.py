"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards stand by code. An event that not everybody saw whole lists in ``seen_by`` who did; ``seen_from`` gives it to
others without its secrets.
"""

from __future__ import annotations

from engines.badass_force.outcome import Outcome
from engines.core.event import (
    Agreed as Agreed,
    Event,
    PileReformed as PileReformed,
    Proposed as Proposed,
    Resigned as Resigned,
    Skipped as Skipped,
    TurnBegan as TurnBegan,
)

# Events that mark the course of the game: the setup, turns, what is laid, the end.


class CastChosen(Event, frozen=True, kw_only=True, tag="cast_chosen"):
    """The seven characters of this game; ``first`` begins (ruling F35)."""

    characters: tuple[str, ...]
    first: int


class WeaponDealt(Event, frozen=True, kw_only=True, tag="weapon_dealt"):
    """A seat was dealt a weapon, its marker on the start case."""

    seat: int
    weapon: str
    ammo: int


class LogeDrawn(Event, frozen=True, kw_only=True, tag="loge_drawn"):
    """A character was drawn from a seat's hand into its dressing room."""

    secrets = ("character",)
    seat: int
    character: str | None


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    """A seat laid its active character face down."""

    secrets = ("character",)
    seat: int
    character: str | None


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A seat's turn is over."""

    seat: int


class LimitReached(Event, frozen=True, kw_only=True, tag="limit_reached"):
    """Somebody has reached the limit: the game ends with this turn (ruling F26)."""

    seat: int
    points: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended. ``hands`` and ``ammo`` are what the tie-break compared."""

    outcome: Outcome
    hands: tuple[int, ...]
    ammo: tuple[int, ...]


# Events of announcements: who says who it is, who believes it, what is shown.


class Announced(Event, frozen=True, kw_only=True, tag="announced"):
    """A seat says "I am …"; ``on`` names what it reacts to, empty for the power of its own turn."""

    seat: int
    character: str
    on: str = ""


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A seat that could have reacted does not."""

    seat: int
    on: str


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """Everybody has answered an announcement; all answers are shown together (ruling F54)."""

    seat: int
    callers: tuple[int, ...]


class Shown(Event, frozen=True, kw_only=True, tag="shown"):
    """A seat showed its active character to all."""

    seat: int
    character: str


class BluffCalled(Event, frozen=True, kw_only=True, tag="bluff_called"):
    """A call is settled: ``true`` says that the announcer told the truth. ``caller`` is the one involved (F14)."""

    seat: int
    caller: int
    true: bool


# Events about weapons in the middle of the table, the pile and the discard.


class Executed(Event, frozen=True, kw_only=True, tag="executed"):
    """A seat uses the execution of its weapon."""

    seat: int
    weapon: str
    ammo: int


class WeaponDiscarded(Event, frozen=True, kw_only=True, tag="weapon_discarded"):
    """A seat's weapon went to the discard; what was on it is lost."""

    seat: int
    weapon: str


class WeaponTaken(Event, frozen=True, kw_only=True, tag="weapon_taken"):
    """A seat took a weapon from the middle, with nothing on it (ruling F10) but what a card let it keep (F59)."""

    seat: int
    weapon: str
    ammo: int = 0


class WeaponRevealed(Event, frozen=True, kw_only=True, tag="weapon_revealed"):
    """A weapon came from the pile to the middle."""

    weapon: str


# Events of what cards, dice and calls do to seats.


class SlotBegan(Event, frozen=True, kw_only=True, tag="slot_began"):
    """A card's text is being done for a seat."""

    seat: int
    card: str
    slot: str


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
