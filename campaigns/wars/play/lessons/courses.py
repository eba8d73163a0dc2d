"""The lessons there are, each with its words and its steps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.wars.models.lesson import LessonCode
from campaigns.wars.play.lessons import first_battle
from campaigns.wars.play.lessons.step import Step
from engines.musg.battle.game import Battle


class Course(Struct, frozen=True):
    """A lesson as it is offered: what it is called, what one learns, and its steps."""

    code: str
    title: str | Promise
    lead: str | Promise
    steps: tuple[Step, ...]


class Beginning(Struct, frozen=True):
    """The battle that a step begins with, to look at, and the numbers that its words name."""

    battle: Battle
    facts: Mapping[str, Any]


COURSES: Final[Mapping[str, Course]] = {
    LessonCode.FIRST_BATTLE.value: Course(
        LessonCode.FIRST_BATTLE.value,
        LessonCode.FIRST_BATTLE.label,
        _(
            "Some ten minutes against a gentle bot, in eight short steps: walking, cover, shooting, charging, keeping "
            "one’s nerve, and at the end a battle of your own. You need to know nothing, and nothing of it counts."
        ),
        first_battle.STEPS,
    ),
}


@lru_cache(maxsize=32)
def beginning(code: str, number: int) -> Beginning:
    """Return what a step begins with. It is always the same, so it is played out once; nothing may be played on it."""
    step = COURSES[code].steps[number]
    battle = step.begin()[0]
    return Beginning(battle, step.facts(battle))
