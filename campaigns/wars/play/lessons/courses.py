"""The lessons there are, each with its words and its steps, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.wars.models.lesson import Lesson, LessonCode
from campaigns.wars.play.lessons import first_battle
from campaigns.wars.play.lessons.camp.practice import CampPractice
from campaigns.wars.play.lessons.played import PlayedPractice
from campaigns.wars.play.lessons.practice import Practice, Titled
from engines.musg.battle.game import Battle


class Course(Struct, frozen=True):
    """A lesson as it is offered: what it is called, in short and at length what one learns, and how it is taken.

    ``spared``: who has a warband like that, and never began, is not led to it from the front page.
    """

    code: str
    title: str | Promise
    short: str | Promise
    lead: str | Promise
    practice: Practice
    spared: Q

    @property
    def steps(self) -> Sequence[Titled]:
        """Its steps."""
        return self.practice.steps


class Beginning(Struct, frozen=True):
    """The battle that a step begins with, to look at, and the numbers that its words name."""

    battle: Battle
    facts: Mapping[str, Any]


PLAYED: Final[Mapping[str, PlayedPractice]] = {
    LessonCode.FIRST_BATTLE.value: PlayedPractice(first_battle.STEPS),
}
"""The lessons that are battles."""

COURSES: Final[Mapping[str, Course]] = {
    LessonCode.FIRST_BATTLE.value: Course(
        LessonCode.FIRST_BATTLE.value,
        LessonCode.FIRST_BATTLE.label,
        _("Learn Musg by playing: some ten minutes"),
        _(
            "Some ten minutes against a gentle bot, in eight short steps: walking, cover, shooting, charging, keeping "
            "one’s nerve, and at the end a battle of your own. You need to know nothing, and nothing of it counts."
        ),
        PLAYED[LessonCode.FIRST_BATTLE.value],
        Q(),
    ),
    LessonCode.FIRST_CAMP.value: Course(
        LessonCode.FIRST_CAMP.value,
        LessonCode.FIRST_CAMP.label,
        _("From one battle of a campaign to the next: five minutes"),
        _(
            "Five minutes between two battles of a campaign, in seven short steps: who comes back, what they have "
            "learnt, what the victory brought, the shop, a new face. You look after a warband that is there for this "
            "alone, on the pages that yours will have, and nothing of it counts."
        ),
        CampPractice(),
        Q(battles__gt=0),
    ),
}


@lru_cache(maxsize=32)
def beginning(code: str, number: int) -> Beginning:
    """Return what a step begins with. It is always the same, so it is played out once; nothing may be played on it."""
    step = PLAYED[code].steps[number]
    battle = step.begin()[0]
    return Beginning(battle, step.facts(battle))


def address_of(lesson: Lesson) -> str:
    """Return where a lesson's step is taken; empty while it is put away."""
    return COURSES[lesson.code].practice.address(lesson)
