"""What the pages of a practice warband, and of its battle, say of the lesson that it is there for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons.camp.goals import Place, Scene
from campaigns.wars.play.lessons.camp.steps import STEPS
from campaigns.wars.play.lessons.goals import Verdict
from campaigns.wars.play.lessons.panel import Coach, lines_of
from rosters.models import Warband


def guide(warband: Warband, request: HttpRequest, page: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Give the pages of a practice warband the panel of its lesson. Three or four queries; none for other warbands."""
    if not warband.practice:
        return
    lesson = Lesson.objects.filter(warband=warband, member=request.user.pk).first()
    if lesson is not None:
        yield "campaigns/wars/play/lessons/_guide.html", {"coach": coach_of(lesson, Scene(warband, Place(page)))}


def coach_of(lesson: Lesson, scene: Scene) -> Coach:
    """Return the panel as the warband stands, for a reader who is at the scene's place."""
    step = STEPS[lesson.step]
    facts = step.facts(scene)
    return Coach(
        lesson=lesson,
        title=lesson.get_code_display(),
        number=lesson.step,
        heading=str(step.title),
        text=str(step.text) % facts,
        task=str(step.task) % facts,
        hint=str(step.hint) % facts,
        learnt=str(step.learnt) % facts,
        verdict=Verdict.MET if step.goal(scene) else Verdict.OPEN,
        steps=lines_of(lesson, STEPS),
        next=lesson.step + 1 if lesson.step + 1 < len(STEPS) else None,
        page="" if scene.place is step.place else step.page(scene),
    )
