"""What the page of a lesson's battle says beside the battle: the step, how far one is with it, where to go on."""

from __future__ import annotations

from django.utils.functional import Promise

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play.lessons.courses import COURSES, PLAYED, beginning
from campaigns.wars.play.lessons.gains import gains_of
from campaigns.wars.play.lessons.goals import Scene, Verdict
from campaigns.wars.play.lessons.panel import Coach, lines_of
from engines.musg.battle.game import Battle


def coach_of(played: PlayedBattle, battle: Battle) -> Coach | None:
    """Return the panel of a practice battle as it stands; ``None`` for one whose lesson is gone. One query."""
    lesson = Lesson.objects.filter(played=played).first()
    if lesson is None:
        return None
    course, steps = COURSES[lesson.code], PLAYED[lesson.code].steps
    step, start = steps[lesson.step], beginning(lesson.code, lesson.step)
    verdict = step.goal(Scene(start.battle, battle, battle.events[lesson.since :]))
    last = lesson.step == len(steps) - 1

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
        steps=lines_of(lesson, steps),
        next=None if last else lesson.step + 1,
        gains=gains_of(battle) if last and verdict is Verdict.MET else (),
    )
