"""Three rounds between four warbands: the Axes' leader, felled in the first, comes back with an old wound."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.recovery import DiceMode, Recovery
from club.models import Member
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, another_battle, field

UNHURT = (6, 1)
"""The faces of a full recovery."""


@dataclass
class Story:
    """The campaign of four and its battles, in the order in which they were fought."""

    field: Field
    battles: list[Battle]

    @property
    def referee(self) -> Member:
        return self.field.referee

    def warband(self, number: int) -> Warband:
        return Warband.objects.get(pk=self.field.warbands[number].pk)


def fought(of: Field, sides: tuple[int, int], downs: list[tuple[int, int, int, int]], title: str) -> Battle:
    """A battle settled; ``downs`` are victim's side and figure, taker's side and figure."""
    warbands = [of.warbands[number] for number in sides]
    battle = another_battle(of.campaign, warbands, title)
    keys = of.keys
    report = Report(downs=tuple(Down(Who(keys[v], n), Who(keys[t], m)) for v, n, t, m in downs))
    Field(of.campaign, of.referee, of.players, warbands, battle).fight(report)
    return battle


def roll(battle: Battle, warband: Warband, *faces: tuple[int, ...]) -> None:
    recovery = Recovery.objects.get(side__battle=battle, side__warband=warband)
    owner = warband.owner
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=owner)
    for rolled in faces:
        aftermath.enter_faces(recovery=recovery, faces=rolled, member=owner, version=recovery.version)


def past() -> Story:
    """Four players, a referee, and what happened between them."""
    of = field(sides=4)
    first = fought(of, (0, 1), [(0, LEADER, 1, LEADER)], "The Ford")
    roll(first, of.warbands[0], UNHURT)
    second = fought(of, (0, 2), [(2, HENCHMAN, 0, LEADER)], "The Mill")
    roll(second, of.warbands[2], (4,))
    third = fought(of, (0, 3), [(3, LIEUTENANT, 0, LEADER)], "The Bridge")
    roll(third, of.warbands[3], UNHURT)
    of.battle.delete()
    return Story(of, [first, second, third])
