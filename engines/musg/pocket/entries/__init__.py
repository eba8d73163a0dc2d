"""The entries of an evening, one class for each kind of thing that happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Union

import msgspec

from engines.core.problems import Malformed
from engines.musg.pocket.entries.aims import (
    BombDefused,
    BombPlaced,
    BombTaken,
    Caught,
    Fell,
    HostageKilled,
    Led,
    WalkedOff,
)
from engines.musg.pocket.entries.alert import Alarm, GuardsDone, GuardWent, RaidersDone, RollAlert, RoundLaid
from engines.musg.pocket.entries.base import SITE, TYPED, Entry, RollEntry
from engines.musg.pocket.entries.civilians import DrawCivilian, ShotAt, Stolen
from engines.musg.pocket.entries.encounters import (
    EntersBuilding,
    Follows,
    HearsSomething,
    HowMany,
    Placed,
    WhatComes,
    next_to_roll,
)
from engines.musg.pocket.entries.harm import (
    Activated,
    Bitten,
    Carried,
    Countdown,
    Destroyed,
    Down,
    Hush,
    Joined,
    Left,
    Shot,
    Wounded,
)
from engines.musg.pocket.entries.layout import KitTaken, MarkerLaid
from engines.musg.pocket.entries.turn import BandsDone, EndTurn, Finish, GroupMoved, Initiative, RollInitiative
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pocket.state import Awaited, Pending, Phase, State

__all__ = ["COMMON", "KINDS", "MENACE", "RAID", "SITE", "TYPED", "AnyEntry", "Entry", "RollEntry"]
__all__ += ["answer", "decode", "encode", "follow", "follow_alert"]

COMMON: Final = (Finish,)
"""The entries of every evening."""

MENACE: Final = (
    Initiative,
    RollInitiative,
    HearsSomething,
    WhatComes,
    HowMany,
    DrawCivilian,
    EntersBuilding,
    BandsDone,
    GroupMoved,
    EndTurn,
    Shot,
    Hush,
    Bitten,
    Countdown,
    Activated,
    Down,
    Carried,
    Left,
    Wounded,
    Destroyed,
    Joined,
    Placed,
    Stolen,
    ShotAt,
)

RAID: Final = (
    Alarm,
    RollAlert,
    GuardWent,
    RoundLaid,
    GuardsDone,
    RaidersDone,
    Led,
    HostageKilled,
    WalkedOff,
    Fell,
    BombTaken,
    BombPlaced,
    BombDefused,
    Caught,
    MarkerLaid,
    KitTaken,
)

KINDS: Final = (*COMMON, *MENACE, *RAID)

AnyEntry: Any = Union[KINDS]  # noqa: UP007 - a union of a tuple has no other spelling

FOLLOWS: Final[Mapping[Awaited, type[Follows]]] = {
    one.answers: one for one in (WhatComes, HowMany, DrawCivilian, Countdown, RollAlert)
}


def answer(awaited: Pending) -> Follows:
    """Return the roll that is awaited, without its dice."""
    return FOLLOWS[awaited.kind](pending=awaited.id)


def follow(state: State, entry: Entry) -> Entry | None:
    """Return what is rolled next without a break after ``entry``, without its dice; ``None``: somebody has to choose.

    What a roll calls for comes first; then, after a band's roll for an encounter, the next band's.
    """
    if state.awaited is not None:
        return answer(state.awaited)
    band = next_to_roll(state)
    rolling = isinstance(entry, HearsSomething | Follows) and state.phase is Phase.ENCOUNTERS
    return HearsSomething(band=band) if rolling and band else None


def follow_alert(state: RaidState, entry: Entry) -> Entry | None:
    """Return the roll for the alert that somebody gave cause for, where ``entry`` may have."""
    return answer(state.awaited) if state.awaited is not None and isinstance(entry, Alarm | RollAlert) else None


def decode(data: Any) -> Entry:
    """Return the entry that was stored. Raises ``Malformed``."""
    try:
        entry: Entry = msgspec.convert(data, AnyEntry)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error
    return entry


def encode(entry: Entry) -> dict[str, Any]:
    """Return the entry as it is stored."""
    stored: dict[str, Any] = msgspec.to_builtins(entry)
    return stored
