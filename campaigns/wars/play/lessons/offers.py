"""Which lessons a member is offered, and how far each has come."""

from __future__ import annotations

from msgspec import Struct

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons.courses import COURSES, Course, address_of
from club.models import Member
from rosters.models import Warband


class LessonLine(Struct, frozen=True):
    """A lesson in the list. ``address`` is where it is taken while it is, ``place`` the step from 1."""

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
    rows = Lesson.objects.filter(member=member).select_related("played", "warband")
    found = {row.code: row for row in rows.defer("played__setup", "warband__setup", "warband__state")}
    return [_line(course, found.get(code)) for code, course in COURSES.items()]


def offered(member: Member) -> LessonLine | None:
    """Return the lesson that a member is led to from the front page, if any: one under way, or the first not done.

    To one never begun nobody is led whose warbands know more already (``Course.spared``). Two queries at most.
    """
    lines = [line for line in lines_for(member) if not line.finished or line.under_way]
    under_way = next((line for line in lines if line.under_way), None)
    if under_way is not None or not lines:
        return under_way
    first = lines[0]
    if not first.begun and Warband.objects.filter(first.course.spared, owner=member).exists():
        return None
    return first


def _line(course: Course, row: Lesson | None) -> LessonLine:
    if row is None:
        return LessonLine(course)
    return LessonLine(
        course,
        under_way=row.campaign_id is not None,
        finished=row.finished is not None,
        place=row.step + 1,
        address=address_of(row),
    )
