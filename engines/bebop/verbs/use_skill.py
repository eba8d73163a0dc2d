"""``use_skill``: a character's skill without its fuel."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from engines.bebop.events import SkillUsed
from engines.bebop.options import ANY_PLANET
from engines.bebop.skills import BY_NAME
from engines.bebop.verbs.picking import NO, ask
from engines.core.effects.steps import Step, UnderWay


class Skilled(StrEnum):
    """The eight skills by name; that of the fuel for cards costs fuel anyhow."""

    SPIKE_A = "spike_a"
    SPIKE_B = "spike_b"
    JET_A = "jet_a"
    JET_B = "jet_b"
    FAYE_A = "faye_a"
    ED_A = "ed_a"
    ED_B = "ed_b"


class UseSkill(Step, frozen=True, tag="use_skill"):
    """The holder may use a skill now for nothing, wherever its character is; without an object it is skipped (C70).

    Where the hand might have the object, the holder is asked in any case: being skipped would tell that it has none.
    """

    literal: ClassVar[bool] = True

    skill: Skilled

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask what it is used on, and use it."""
        seat = host.seats[way.seat]
        skill = BY_NAME[self.skill.value]
        ways = [f"use {action.code[6:]}" for action in skill.options(host, seat)]
        secret = host.setup.rules >= ANY_PLANET and skill.hangs_on_hand(host, seat)
        if not (ways or secret) or way.seat != host.turn:
            host.skipped(way, self)
            return
        code = ask(way, host, way.seat, ways, declines=True, secret=secret)
        if code is None or code == NO:
            return
        if host.events is not None:
            host.emit(SkillUsed(seat=way.seat, skill=skill.name, fuel=0))
        skill.use(host, seat, host.book.actions[f"skill {code[4:]}"])
