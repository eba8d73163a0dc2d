"""What the page of a lesson's battle says beside the battle: the step, how far one is with it, where to go on."""

from __future__ import annotations

from django.utils.functional import Promise
from msgspec import Struct

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play.lessons.courses import COURSES, beginning
from campaigns.wars.play.lessons.gains import gains_of
from campaigns.wars.play.lessons.goals import Scene, Verdict
from engines.musg.battle.game import Battle


class StepLine(Struct, frozen=True):
    """A step in the list of all: ``number`` from 0; ``done``: a later one was reached."""

    number: int
    title: str
    now: bool
    done: bool


class Coach(Struct, frozen=True):
    """The panel of a lesson. ``next`` is the step to go on with, ``None`` in the last; ``gains``: see ``gains_of``."""

    lesson: Lesson
    title: str
    number: int
    heading: str
    text: str
    task: str
    hint: str
    learnt: str
    verdict: Verdict
    steps: tuple[StepLine, ...]
    next: int | None
    gains: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Whether the step is done."""
        return self.verdict is Verdict.MET

    @property
    def missed(self) -> bool:
        """Whether it has to be tried again."""
        return self.verdict is Verdict.MISSED

    @property
    def place(self) -> int:
        """The step's number, from 1."""
        return self.number + 1


def coach_of(played: PlayedBattle, battle: Battle) -> Coach | None:
    """Return the panel of a practice battle as it stands; ``None`` for one whose lesson is gone. One query."""
    lesson = Lesson.objects.filter(played=played).first()
    if lesson is None:
        return None
    course = COURSES[lesson.code]
    step, start = course.steps[lesson.step], beginning(lesson.code, lesson.step)
    verdict = step.goal(Scene(start.battle, battle, battle.events[lesson.since :]))
    last = lesson.step == len(course.steps) - 1

    def said(words: str | Promise) -> str:
        return str(words) % start.facts if start.facts else str(words)

    return Coach(
        lesson=lesson,
        title=str(course.title),
        number=lesson.step,
        heading=str(step.title),
        text=said(step.text),
        task=said(step.task),
        hint=said(step.hint),
        learnt=said(step.learnt),
        verdict=verdict,
        steps=tuple(
            [
                StepLine(number, str(one.title), number == lesson.step, number < lesson.furthest)
                for number, one in enumerate(course.steps)
            ]
        ),
        next=None if last else lesson.step + 1,
        gains=gains_of(battle) if last and verdict is Verdict.MET else (),
    )
