"""Which lessons a member is offered, and how far each has come."""

from __future__ import annotations

from msgspec import Struct

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons.courses import COURSES, Course
from club.models import Member
from rosters.models import Warband


class LessonLine(Struct, frozen=True):
    """A lesson in the list. ``address`` is its battle's while it is taken, ``place`` the step from 1."""

    course: Course
    under_way: bool = False
    finished: bool = False
    place: int = 1
    address: str = ""

    @property
    def begun(self) -> bool:
        """Whether some of it was done and the rest was not."""
        return not self.finished and (self.under_way or self.place > 1)


def lines_for(member: Member) -> list[LessonLine]:
    """Return all lessons, with how far the member has come. One query."""
    rows = {
        row.code: row for row in Lesson.objects.filter(member=member).select_related("played").defer("played__setup")
    }
    return [_line(course, rows.get(code)) for code, course in COURSES.items()]


def offered(member: Member) -> LessonLine | None:
    """Return the lesson that a member is led to from the front page, if any: one under way, or the first.

    Who has done it, or has a warband and never began, is not led there. Two queries at most.
    """
    line = lines_for(member)[0]
    if line.under_way:
        return line
    if line.finished or (not line.begun and Warband.objects.filter(owner=member).exists()):
        return None
    return line


def _line(course: Course, row: Lesson | None) -> LessonLine:
    if row is None:
        return LessonLine(course)
    played = row.played
    return LessonLine(
        course,
        under_way=played is not None,
        finished=row.finished is not None,
        place=row.step + 1,
        address=played.get_absolute_url() if played is not None else "",
    )
