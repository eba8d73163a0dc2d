"""Who felled whom with what in a battle that the engine fought, taken from its events once, when it is over.

The events may be megabytes; pages that tell many battles read these few rows instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from campaigns.wars.replay.frames import figures_of
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.setup import Setup
from engines.musg.report import Who


class Fall(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure put out of action.

    ``by`` is who did it (``None``: an accident), ``weapons`` the codes of what it was done with, as far as they are
    known; ``event`` is the number of the event. Who was helped up again and fell again is named each time.
    """

    victim: Who
    event: int
    by: Who | None = None
    weapons: tuple[str, ...] = ()


def falls_of(setup: Setup, events: Iterable[Event]) -> tuple[Fall, ...]:
    """Return who fell, in order: the weapons are those of the last attack made by whoever is named as the feller."""
    who = [Who(setup.sides[one.side].key, one.member) for one in figures_of(setup)]
    in_hand: dict[int, tuple[str, ...]] = {}
    found = []
    for event in events:
        if event.figure is None:
            continue
        if event.kind is Kind.OUT and event.figure < len(who):  # whom a module brought is no fall of a warband
            felled = event.target is not None and event.target < len(who) and not event.data.get("accident")
            found.append(
                Fall(
                    who[event.figure],
                    event.index,
                    who[event.target] if felled and event.target is not None else None,
                    in_hand.get(event.target, ()) if felled and event.target is not None else (),
                )
            )
        elif codes := _weapons(event.data):
            in_hand[event.figure] = codes
    return tuple(found)


def _weapons(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the codes of the weapons an event names, each once."""
    named = data.get("weapons") or data.get("weapon")
    return tuple(dict.fromkeys(code for code in str(named).split(", ") if code)) if isinstance(named, str) else ()
