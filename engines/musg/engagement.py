"""What a warband brings home from a battle, before its aftermath is rolled: against whom, who fell, who felled."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from engines.musg.garage import Damage
from engines.musg.ranks import Rank


class Foe(Struct, frozen=True, forbid_unknown_fields=True):
    """Another warband, by its key and the name it bore."""

    key: str
    name: str


NOBODY: Final = Foe("nobody", "")
"""Whom a warband fights alone: figures that no warband leads (ruling M325)."""


UNKNOWN: Final = 0
"""The number that stands for one of a warband's figures where nobody knows which; figures count from 1."""


class Casualty(Struct, frozen=True, forbid_unknown_fields=True):
    """One of our figures put out of action: by which enemy warband (none for an accident), killed outright or not.

    ``captured``: left lying, and carried off by the aliens (rulings M201, M330); unset for no.
    """

    figure: int
    killed: bool = False
    by: Foe | None = None
    captured: bool | UnsetType = UNSET


class Captivity(Struct, frozen=True, forbid_unknown_fields=True):
    """Since which battle somebody is kept, and what the return roll will want to know: which warband felled it."""

    battle: str
    title: str
    by: Foe | None = None


class Takedown(Struct, frozen=True, forbid_unknown_fields=True):
    """One of our figures, perhaps ``UNKNOWN``, put an enemy of rank ``victim`` out of action."""

    figure: int
    victim: Rank


class Outcome(StrEnum):
    """How a battle ended for one warband."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"


class Engagement(Struct, frozen=True, forbid_unknown_fields=True):
    """What one warband brings home from a battle, before its aftermath is rolled.

    ``present`` fought (fled figures included); ``leader_guarded``: the troll bodyguard stood by or carried off the
    fallen leader, who then cannot be robbed (Musg, Garde du corps Troll; ruling M251). ``damage``: what its vehicles
    lost, unset for nothing. ``rescued``: captives of its own that it brought home (ruling M330), unset for none.
    """

    battle: str
    title: str
    outcome: Outcome
    victory_points: int
    present: tuple[int, ...]
    foes: tuple[Foe, ...] = ()
    casualties: tuple[Casualty, ...] = ()
    takedowns: tuple[Takedown, ...] = ()
    fled: tuple[int, ...] = ()
    leader_guarded: bool = False
    damage: tuple[Damage, ...] | UnsetType = UNSET
    rescued: tuple[int, ...] | UnsetType = UNSET
