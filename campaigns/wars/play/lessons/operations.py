"""A lesson taken up, a step of it opened, and all of it put away again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons.courses import COURSES, Course
from club.models import Member
from club.operations import Refused, for_update


@transaction.atomic
def take_up(*, member: Member, code: str) -> Lesson:
    """Begin a lesson, or go on where it was left; one that was finished begins anew. Twice at once it is one lesson.

    ``KeyError`` for a lesson that does not exist.
    """
    course = COURSES[code]
    Lesson.objects.get_or_create(member=member, code=code)
    lesson = for_update(Lesson.objects.all()).get(member=member, code=code)
    if lesson.campaign_id is None:
        course.practice.prepare(lesson, str(course.title))
        _open(lesson, course, 0 if lesson.finished else lesson.step)
    return lesson


@transaction.atomic
def open_step(*, lesson: Lesson, number: int) -> None:
    """Put the lesson to a step, counted from 0, wherever it was.

    Raises ``Refused`` for a step that does not exist, and once the lesson is put away.
    """
    locked, course = for_update(Lesson.objects.all()).get(pk=lesson.pk), COURSES[lesson.code]
    if locked.campaign_id is None:
        raise Refused.because("put_away", _("This lesson is put away: take it up first."))
    if not 0 <= number < len(course.steps):
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."))
    _open(locked, course, number)


@transaction.atomic
def put_away(*, lesson: Lesson) -> None:
    """Remove the practice of a lesson, finished or not: it is taken up again where it was left. Twice is once."""
    locked = for_update(Lesson.objects.all()).get(pk=lesson.pk)
    if COURSES[locked.code].practice.is_over(locked):
        locked.finished = locked.finished or timezone.now()
    _remove(locked)


def follow_closing(member: Member) -> None:
    """Remove the lessons of who closes an account, with their practice."""
    forget(Lesson.objects.filter(member=member))


@transaction.atomic
def forget(lessons: QuerySet[Lesson]) -> None:
    """Remove these lessons as if they had never been taken."""
    for lesson in for_update(lessons):
        _remove(lesson)
        lesson.delete()


def _remove(lesson: Lesson) -> None:
    campaign = lesson.campaign
    lesson.played = lesson.campaign = lesson.warband = None
    lesson.save(update_fields=["played", "campaign", "warband", "finished"])
    if campaign is not None:
        COURSES[lesson.code].practice.clear(campaign)


def _open(lesson: Lesson, course: Course, number: int) -> None:
    """Put it to a step; the lesson's row is locked."""
    course.practice.open(lesson, number)
    lesson.step, lesson.furthest = number, max(lesson.furthest, number)
    lesson.save()
