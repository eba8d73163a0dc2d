"""The kinds of journal entries: one class each, grouped by what they are about."""

from __future__ import annotations

from engines.musg.entries.base import Change, Entry, Phase
from engines.musg.entries.battle import Fight, Recover
from engines.musg.entries.decree import Decree, Struck
from engines.musg.entries.gear import Buy, Move, TakeBack
from engines.musg.entries.growth import Learn, ReplaceLeader, Succeed
from engines.musg.entries.people import (
    Dismiss,
    Engage,
    EngageAgain,
    Hire,
    HireCharacter,
    Muster,
    Note,
    PayFee,
    Release,
    Rename,
)
from engines.musg.entries.pulp import LastEpisode, RaiseZombie, TakePart
from engines.musg.entries.referee import Accept, Bestow, CallBack, Confiscate, Exempt, Grant, Hold
from engines.musg.entries.referee_sheets import Award, Heal, Injure, SettleCaptive, Teach, Unlearn
from engines.musg.entries.vehicles import (
    BuyVehicle,
    DismountWeapon,
    EmbarkWeapon,
    ImproveVehicle,
    ManVehicle,
    MountWeapon,
    PartWithVehicle,
    RenameVehicle,
)
from engines.musg.events import Event
from engines.musg.succession import Character

AnyEntry = (
    Hire
    | Engage
    | HireCharacter
    | PayFee
    | EngageAgain
    | Release
    | Dismiss
    | Rename
    | Note
    | Muster
    | Buy
    | TakeBack
    | Move
    | Grant
    | Bestow
    | Confiscate
    | Award
    | Teach
    | Unlearn
    | Injure
    | Heal
    | CallBack
    | SettleCaptive
    | Hold
    | Exempt
    | Learn
    | ReplaceLeader
    | Succeed
    | Fight
    | Recover
    | Struck
    | Accept
    | Decree
    | TakePart
    | RaiseZombie
    | LastEpisode
    | BuyVehicle
    | ImproveVehicle
    | EmbarkWeapon
    | MountWeapon
    | DismountWeapon
    | ManVehicle
    | RenameVehicle
    | PartWithVehicle
)

__all__ = [
    "Accept",
    "AnyEntry",
    "Award",
    "Bestow",
    "Buy",
    "BuyVehicle",
    "CallBack",
    "Change",
    "Character",
    "Confiscate",
    "Decree",
    "Dismiss",
    "DismountWeapon",
    "EmbarkWeapon",
    "Engage",
    "EngageAgain",
    "Entry",
    "Event",
    "Exempt",
    "Fight",
    "Grant",
    "Heal",
    "Hire",
    "HireCharacter",
    "Hold",
    "ImproveVehicle",
    "Injure",
    "LastEpisode",
    "Learn",
    "ManVehicle",
    "MountWeapon",
    "Move",
    "Muster",
    "Note",
    "PartWithVehicle",
    "PayFee",
    "Phase",
    "RaiseZombie",
    "Recover",
    "Release",
    "Rename",
    "RenameVehicle",
    "ReplaceLeader",
    "SettleCaptive",
    "Struck",
    "Succeed",
    "TakeBack",
    "TakePart",
    "Teach",
    "Unlearn",
]
