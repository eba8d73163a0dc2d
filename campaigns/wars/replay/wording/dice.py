"""What the dice of an event were for: grouped by purpose, with the face each needed where the rules name one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

from engines.core.dice import Roll
from engines.musg.attacks.attack import AMMUNITION_NEED, LINE_NEED, MISFIRE_NEED
from engines.musg.attacks.result import Stage
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.pulp import REASON as PULP
from rosters.wording import target

_FOR: Final[Mapping[str, Promise | str]] = {
    "activation": gettext_lazy("how many in the first wave"),
    "activity": gettext_lazy("erratic"),
    "alert": gettext_lazy("alert"),
    "advance": gettext_lazy("how many paces"),
    "arrivals": gettext_lazy("how many come"),
    "boost_turn": gettext_lazy("leadership"),
    "booster": gettext_lazy("booster"),
    "drift": gettext_lazy("how far it drifts"),
    "encounter": gettext_lazy("something heard"),
    "encounter_table": gettext_lazy("who comes"),
    "facing": gettext_lazy("which way it looks"),
    "fall": gettext_lazy("falling"),
    "first_sight": gettext_lazy("leadership"),
    "incubation": gettext_lazy("how long"),
    "infection": gettext_lazy("infection"),
    "head_shot": gettext_lazy("head shot"),
    "initiative": gettext_lazy("initiative"),
    "initiative_again": gettext_lazy("initiative, equal"),
    "jump": gettext_lazy("leadership"),
    "mishap": gettext_lazy("mishap"),
    "nerve": gettext_lazy("leadership"),
    PULP: gettext_lazy("pulp die"),
    "paces": gettext_lazy("how many paces"),
    "ram": gettext_lazy("ramming"),
    "ram_back": gettext_lazy("the other way round"),
    "rally": gettext_lazy("leadership"),
    "receive": gettext_lazy("leadership"),
    "rout": gettext_lazy("leadership"),
    "rout_again": gettext_lazy("leadership, rolled again"),
    "scatter": gettext_lazy("scatter"),
    "step_back": gettext_lazy("stepping back"),
    "stun": gettext_lazy("stunned"),
    "swerve": gettext_lazy("right or left"),
    "under_fire": gettext_lazy("leadership"),
    Stage.POISON: gettext_lazy("poison"),
    Stage.COVER: gettext_lazy("cover"),
    Stage.TO_HIT: gettext_lazy("to hit"),
    Stage.EXTRA_DIE: gettext_lazy("extra die"),
    Stage.BUCKLER: gettext_lazy("buckler"),
    Stage.MISFIRE: gettext_lazy("bursting"),
    Stage.LINE: gettext_lazy("somebody in the way"),
    Stage.WOUND: gettext_lazy("to wound"),
    Stage.VITAL_POINTS: gettext_lazy("vital points"),
    Stage.BLADE_CATCHER: gettext_lazy("blade catcher"),
    Stage.AMMUNITION: gettext_lazy("ammunition"),
}
_ALWAYS: Final[Mapping[str, int]] = {
    "step_back": 5,
    Stage.MISFIRE: MISFIRE_NEED,
    Stage.LINE: LINE_NEED,
    Stage.AMMUNITION: AMMUNITION_NEED,
}
"""Faces that never vary."""


class DiceGroup(Struct, frozen=True):
    """Dice rolled for one purpose. ``need`` is the lowest face that succeeded, as "4+", empty where there is none."""

    purpose: str
    need: str
    faces: tuple[int, ...]


def purpose_of(reason: str) -> str:
    """Return what dice rolled for a reason are for."""
    return str(_FOR.get(reason, reason))


def dice_of(event: Event) -> tuple[DiceGroup, ...]:
    """Return an event's dice in the order they fell, those for the same purpose and need together."""
    needs = _needs(event)
    rows = [(roll.reason, need, roll.faces) for roll, need in zip(event.rolls, needs, strict=True)]
    return tuple(
        DiceGroup(
            purpose_of(reason),
            target(need) if need else "",
            tuple(face for _reason, _need, faces in group for face in faces),
        )
        for (reason, need), group in groupby(rows, key=lambda row: row[:2])
    )


def _needs(event: Event) -> list[int]:
    """Return the face each roll needed; 0 where nothing or more than one face is known."""
    listed = event.data.get("needs")
    if isinstance(listed, list) and len(listed) == sum(roll.reason != PULP for roll in event.rolls):
        needs = iter([int(need) for need in listed if isinstance(need, int | float)])
        return [0 if roll.reason == PULP else next(needs) for roll in event.rolls]
    return [_need(event, roll) for roll in event.rolls]


def _need(event: Event, roll: Roll) -> int:
    if event.kind is Kind.RAMMED:
        need = event.data.get("back_need" if roll.reason == "ram_back" else "need")
        return need if isinstance(need, int) else 0
    if event.kind in (Kind.SHOT, Kind.VEHICLE_HIT):
        if roll.reason == Stage.WOUND and event.data.get("how") != "pick":
            need = event.data.get("need")
            return need if isinstance(need, int) else 0
        if roll.reason == Stage.TO_HIT:
            need = event.data.get("to_hit")
            return need if isinstance(need, int) else 0
        cover = event.data.get("cover")
        if roll.reason == Stage.COVER and isinstance(cover, list) and len(set(map(str, cover))) == 1:
            return int(cover[0]) if isinstance(cover[0], int) else 0
    return _ALWAYS.get(roll.reason, 0)
