"""Whether an action may be taken back by who played it: as long as nobody else has learnt or suffered anything by it.

A captain may undo his own last step while no die fell since, nothing hidden was shown, nobody else was asked and nobody
reacted to it. While an enemy hides, no move may be undone even where it came upon nobody: that nobody is there has been
learnt by it, and whoever could go everywhere and come back would look for him at no cost (ruling M280). That he is on
the table is known to all, so the bar tells nothing.

A battle is no value to go back to: whoever keeps setup, log and dice plays the log again without its last action.
``moment`` is taken before an action, and compared with the battle after it:

    before = moment(battle)
    battle.play(action)
    if why_not(before, battle) is None: ...
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.musg.battle.events import Event, Kind
from engines.musg.battle.field import Field
from engines.musg.battle.knowledge import hidden_from

UNTESTED: Final = frozenset({"hardened", "none", "still"})
"""How a leadership test ends that nobody takes (rulings M155, M364)."""
_SHOWN: Final = frozenset({"placed", "dropped"})
"""What shows who has had the bomb (ruling M214)."""
_MOVES: Final = frozenset(
    {
        Kind.WALKED,
        Kind.RAN,
        Kind.CARRIED,
        Kind.SET_OUT,
        Kind.WENT_ON,
        Kind.CHARGED,
        Kind.CHARGE_FAILED,
        Kind.BROKE_OFF,
        Kind.HID,
        Kind.GOT_OFF,
    }
)
"""What a figure does on its own feet, by which it may come upon somebody in hiding, or be seen by him."""
_TESTS: Final = frozenset({Kind.NERVE, Kind.RECEIVED, Kind.FIRST_SIGHT, Kind.UNDER_FIRE})
_REACTIONS: Final = frozenset({Kind.FLINCHED, Kind.STEPPED_BACK, Kind.GAVE_GROUND, Kind.INTERCEPTED})


class Bar(StrEnum):
    """What keeps an action from being taken back, the first that does."""

    OVER = "over"
    DICE = "dice"
    SHOWN = "shown"
    ASKED = "asked"
    REACTION = "reaction"


class Moment(Struct, frozen=True):
    """A battle before an action: ``side`` is asked, so many dice have been rolled and so many events recorded."""

    side: int
    rolls: int
    events: int


def moment(field: Field) -> Moment:
    """Return the moment at which a battle waits for an action.

    Raises ``ValueError`` when it waits for none, or keeps no receipts to compare.
    """
    if field.decision is None or not field.receipts:
        raise ValueError("a battle that is over, or keeps no receipts, has no step to take back")
    return Moment(field.decision.side, len(field.dice.rolls), len(field.events))


def may_take_back(before: Moment, field: Field) -> bool:
    """Tell whether whoever was asked at a moment may take back what was played since."""
    return why_not(before, field) is None


def why_not(before: Moment, field: Field) -> Bar | None:
    """Return what keeps an action from being taken back, ``None`` if nothing does.

    ``before`` is the moment at which it was played; several of one captain's actions in a row may be taken back as one.
    """
    if field.decision is None:
        return Bar.OVER
    if len(field.dice.rolls) > before.rolls:
        return Bar.DICE
    since = field.events[before.events :]
    if any(_shows(event) for event in since) or _searches(field, since, before.side):
        return Bar.SHOWN
    if field.decision.side != before.side:
        return Bar.ASKED
    if any(_reacts(event, before.side) for event in since):
        return Bar.REACTION
    return None


def _shows(event: Event) -> bool:
    return event.kind is Kind.REVEALED or (event.kind is Kind.BOMB and event.data.get("what") in _SHOWN)


def _searches(field: Field, since: Iterable[Event], side: int) -> bool:
    """Tell whether a side has gone somewhere while an enemy hid, and learnt by it whether he is there."""
    moved = any(event.kind in _MOVES and event.side == side for event in since)
    return moved and bool(hidden_from(field, side))


def _reacts(event: Event, side: int) -> bool:
    """Tell whether somebody did something because of what a side did, or another side did anything at all."""
    if event.kind in _TESTS:
        return event.data.get("how") not in UNTESTED
    return event.kind in _REACTIONS or event.side not in (side, None)
