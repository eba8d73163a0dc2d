"""What a step asks for, done for whoever goes on without it, by the operations that its page uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from campaigns.wars.play.lessons.camp.bands import AUDE, FACES, LISON, RACE
from campaigns.wars.play.lessons.camp.goals import Scene
from engines.core.dice import Request
from engines.musg.entries import Buy, Hire, Learn
from engines.musg.entries.growth import open_skills
from engines.musg.ranks import Rank
from rosters.operations import take_step

type Deed = Callable[[Scene], None]

ITEM: Final = "medikit"
NAME: Final = "Paul"


def roll(scene: Scene) -> None:
    """Roll the dice that are owed, as the lesson would have them; what was rolled already stands."""
    recovery, member = scene.recovery, scene.warband.owner
    if recovery.state == RecoveryState.ROLLING and recovery.mode == DiceMode.SITE:
        aftermath.call_off(recovery=recovery)
    if recovery.state == RecoveryState.WAITING:
        aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=member)
    while recovery.state == RecoveryState.ROLLING and isinstance(asked := recovery.course.outcome, Request):
        faces = FACES[asked.asked]
        aftermath.enter_faces(recovery=recovery, faces=faces, member=member, version=recovery.version)


def learn(scene: Scene) -> None:
    """Choose the first skill there is, for the leader."""
    roster = scene.warband.roster
    figure = roster.figure(AUDE)
    if figure is not None and figure.choices:
        entry = Learn(figure=AUDE, skill=open_skills(figure, roster.catalogue)[0])
        take_step(warband=scene.warband, entry=entry, author=scene.warband.owner)


def buy(scene: Scene) -> None:
    """Buy something cheap for the one who is sure to be there."""
    take_step(warband=scene.warband, entry=Buy(item=ITEM, figure=LISON), author=scene.warband.owner)


def hire(scene: Scene) -> None:
    """Hire a henchman."""
    entry = Hire(rank=Rank.HENCHMAN, race=RACE, name=NAME)
    take_step(warband=scene.warband, entry=entry, author=scene.warband.owner)
