"""Rolls found by what they were for, not by when they were made."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from msgspec.structs import replace

from engines.core.dice import ASKS, Dice, DiceNeeded, RecordedDice, Request, Roll
from engines.musg import aftermath
from engines.musg.entries import AnyEntry, Recover, Succeed
from engines.musg.entries.growth import fate
from engines.musg.warband import Warband

type RollKey = tuple[int | None, str, int]
"""For which figure, why, and which of several such rolls, from 0."""


class MatchedDice(Dice):
    """Faces looked up by what they are for; ``DiceNeeded`` where no such roll was ever made."""

    source = "recorded"

    def __init__(self, known: Mapping[RollKey, tuple[int, ...]]) -> None:
        super().__init__()
        self._known = known
        self._made: dict[tuple[int | None, str], int] = {}
        self.nth = 0

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        about = (request.figure, request.reason)
        self.nth = self._made.get(about, 0)
        faces = self._known.get((*about, self.nth), ())
        if len(faces) != count:
            raise DiceNeeded(request)
        self._made[about] = self.nth + 1
        return faces


class RollMissing(Exception):
    """A roll is asked for that was never made; ``nth`` of several such rolls, from 0."""

    def __init__(self, request: Request, nth: int) -> None:
        super().__init__(request.reason)
        self.request = request
        self.nth = nth


def has_dice(entry: AnyEntry) -> bool:
    """Tell whether an entry holds faces that other circumstances may ask for differently."""
    return isinstance(entry, Recover) or (isinstance(entry, Succeed) and entry.by_fate)


def rolls_of(before: Warband, entry: AnyEntry) -> tuple[Roll, ...]:
    """Return the receipts of an entry that holds after ``before``; none for one without dice, or that does not."""
    if isinstance(entry, Recover | Succeed) and has_dice(entry) and _can_roll(before, entry):
        dice = RecordedDice(entry.faces)
        _roll(before, entry, dice)
        return tuple(dice.rolls)
    return ()


def keyed(rolls: tuple[Roll, ...]) -> dict[RollKey, tuple[int, ...]]:
    """Return the faces of rolls by what they were for."""
    found: dict[RollKey, tuple[int, ...]] = {}
    for roll in rolls:
        nth = sum(1 for figure, reason, _nth in found if (figure, reason) == (roll.figure, roll.reason))
        found[roll.figure, roll.reason, nth] = roll.faces
    return found


def rolled_anew(before: Warband, entry: AnyEntry, known: Mapping[RollKey, tuple[int, ...]]) -> AnyEntry:
    """Return the entry with the faces that ``before`` asks for now; raise ``RollMissing`` for one not known."""
    dice = MatchedDice(known)
    if not isinstance(entry, Recover | Succeed) or not _can_roll(before, entry):
        return entry
    try:
        _roll(before, entry, dice)
    except DiceNeeded as needed:
        raise RollMissing(needed.request, dice.nth) from needed
    return entry if dice.faces == entry.faces else replace(entry, faces=dice.faces)


def answered(before: Warband, known: Mapping[RollKey, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the faces with which an aftermath that is still being rolled goes on: all it asks for that are known."""
    dice = MatchedDice(known)
    with contextlib.suppress(DiceNeeded):
        aftermath.resolve(before, dice)
    return dice.faces


def takes(request: Request) -> int:
    """How many faces a roll has."""
    return ASKS[request.asked]


def _can_roll(before: Warband, entry: Recover | Succeed) -> bool:
    if isinstance(entry, Recover):
        return before.engagement is not None and before.engagement.battle == entry.battle
    return before.leader is not None and before.figure(entry.figure) is not None


def _roll(before: Warband, entry: Recover | Succeed, dice: Dice) -> None:
    if isinstance(entry, Recover):
        aftermath.resolve(before, dice, edition=entry.edition)
    elif before.leader is not None:
        fate(dice, before.leader.id, entry.figure)
