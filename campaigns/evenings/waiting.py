"""What evenings wait for a member's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven, Attendance
from campaigns.league.chores import Chore, Urgency
from club.models import Member

SHOWN: Final = 5


def todo_about_evenings(member: Member) -> Iterator[Chore]:
    """Yield the evenings that were moved after the member said that he comes, or might. One query.

    Whoever has said nothing yet is asked by the evening itself, on the noticeboard.
    """
    own = Attendance.objects.filter(member=member, outdated=True).exclude(answer=AnswerGiven.NO)
    moved = ClubEvening.objects.filter(ends__gt=timezone.now(), cancelled=False, attendances__in=own)
    for evening in moved.order_by("begins", "pk")[:SHOWN]:
        names = {"evening": evening.title, "day": evening.day}
        sentence = _("“%(evening)s” was moved to %(day)s: do you still come?") % names
        yield Chore("evening", sentence, evening.get_absolute_url(), None, Urgency.AWAITED, evening.changed)
