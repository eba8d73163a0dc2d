"""The entries of an evening, one class for each kind of thing that happens."""

from __future__ import annotations

from typing import Any, Final, Union

import msgspec

from engines.core.problems import Malformed
from engines.musg.pocket.entries.base import SITE, TYPED, Entry, RollEntry
from engines.musg.pocket.entries.civilians import DrawCivilian, ShotAt, Stolen
from engines.musg.pocket.entries.encounters import EntersBuilding, HearsSomething, HowMany, Placed, WhatComes
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
from engines.musg.pocket.entries.turn import BandsDone, EndTurn, Finish, GroupMoved, Initiative, RollInitiative

__all__ = ["KINDS", "SITE", "TYPED", "AnyEntry", "Entry", "RollEntry", "decode", "encode"]

KINDS: Final = (
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
    Finish,
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

AnyEntry: Any = Union[KINDS]  # noqa: UP007 - a union of a tuple has no other spelling


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
