"""What the words of the lesson's steps name, as the site says it of the warband as it is: no text can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from campaigns.wars.models.recovery import RecoveryState
from campaigns.wars.play.lessons.camp.bands import AUDE, EARLIER
from campaigns.wars.play.lessons.camp.goals import Scene
from engines.musg.aftermath import Stage, Step
from engines.musg.muster import hire_cost
from engines.musg.ranks import Rank
from rosters.wording import event_sentence

type Facts = Callable[[Scene], Mapping[str, object]]


def no_facts(_scene: Scene) -> Mapping[str, object]:
    """Return that the words name nothing."""
    return {}


def result(scene: Scene) -> Mapping[str, object]:
    """Return how the battle ended."""
    sides = {side.warband_id == scene.warband.pk: side for side in scene.battle.sides.select_related("warband")}
    own, foes = sides[True], sides[False]
    return {
        "own": scene.warband.name,
        "foes": foes.warband.name,
        "points": own.victory_points,
        "theirs": foes.victory_points,
    }


def returned(scene: Scene) -> Mapping[str, object]:
    """Return, once it is known, in sentences who came back and how; nothing before."""
    return {"returned": " ".join(_told(scene, Stage.RETURN))}


def gained(scene: Scene) -> Mapping[str, object]:
    """Return what the battle brought the treasury, and what is in it now."""
    return {"points": scene.side.victory_points, "treasury": scene.warband.treasury}


def learnt(scene: Scene) -> Mapping[str, object]:
    """Return how many boxes of Aude's are ticked, and were before, and which is grey."""
    band = scene.warband.roster
    figure = band.figure(AUDE)
    return {
        "before": EARLIER,
        "now": figure.experience if figure is not None else EARLIER,
        "grey": band.catalogue.grey_every,
    }


def purse(scene: Scene) -> Mapping[str, object]:
    """Return what is in the treasury, and what a henchman costs."""
    cost = hire_cost(scene.warband.roster, Rank.HENCHMAN, scene.warband.race)
    return {"treasury": scene.warband.treasury, "henchman": cost}


def roster(scene: Scene) -> Mapping[str, object]:
    """Return how large the warband is, what it is worth and what is left."""
    warband = scene.warband
    return {"figures": warband.figures, "value": warband.value, "treasury": warband.treasury}


def _told(scene: Scene, stage: Stage) -> list[str]:
    recovery = scene.recovery
    if recovery.state != RecoveryState.DONE:
        return []
    steps = msgspec.convert(recovery.steps, tuple[Step, ...])
    return [event_sentence(step.code, step.params, scene.warband.catalogue) for step in steps if step.stage is stage]
