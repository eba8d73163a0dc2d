"""The kinds of journal entries: one class each, grouped by what they are about."""

from __future__ import annotations

from engines.musg.entries.adopt import Adopt as Adopt
from engines.musg.entries.base import Change as Change, Entry as Entry, Phase as Phase
from engines.musg.entries.battle import Fight as Fight, Recover as Recover
from engines.musg.entries.decree import Decree as Decree, Struck as Struck
from engines.musg.entries.gear import Buy as Buy, Move as Move, TakeBack as TakeBack
from engines.musg.entries.growth import Learn as Learn, ReplaceLeader as ReplaceLeader, Succeed as Succeed
from engines.musg.entries.people import (
    Dismiss as Dismiss,
    Engage as Engage,
    EngageAgain as EngageAgain,
    Hire as Hire,
    HireCharacter as HireCharacter,
    Muster as Muster,
    Note as Note,
    PayFee as PayFee,
    Release as Release,
    Rename as Rename,
)
from engines.musg.entries.pulp import LastEpisode as LastEpisode, RaiseZombie as RaiseZombie, TakePart as TakePart
from engines.musg.entries.referee import (
    Accept as Accept,
    Bestow as Bestow,
    CallBack as CallBack,
    Confiscate as Confiscate,
    Exempt as Exempt,
    Grant as Grant,
    Hold as Hold,
)
from engines.musg.entries.referee_sheets import (
    Award as Award,
    Heal as Heal,
    Injure as Injure,
    SettleCaptive as SettleCaptive,
    Teach as Teach,
    Unlearn as Unlearn,
)
from engines.musg.entries.vehicles import (
    BuyVehicle as BuyVehicle,
    DismountWeapon as DismountWeapon,
    EmbarkWeapon as EmbarkWeapon,
    ImproveVehicle as ImproveVehicle,
    ManVehicle as ManVehicle,
    MountWeapon as MountWeapon,
    PartWithVehicle as PartWithVehicle,
    RenameVehicle as RenameVehicle,
)
from engines.musg.events import Event as Event
from engines.musg.succession import Character as Character

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
    | Adopt
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
