"""What a member can do about evenings: say whether he comes, decide about a free seat."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven, Attendance
from campaigns.league.chores import Chore, Urgency
from club.models import Member

SOON: Final = timedelta(days=8)
"""How long before an evening somebody who has said nothing is asked."""
SHOWN: Final = 5


def todo_about_evenings(member: Member) -> Iterator[Chore]:
    """Yield what a member can say about evenings. One query.

    Whoever answered for another time is asked again, as somebody waits for it; whoever said nothing may at any time.
    """
    now = timezone.now()
    own = Attendance.objects.filter(evening=OuterRef("pk"), member=member)
    ahead = ClubEvening.objects.filter(ends__gt=now, cancelled=False).annotate(
        said=Subquery(own.values("answer")[:1]), outdated=Subquery(own.values("outdated")[:1])
    )
    moved = Q(outdated=True) & ~Q(said=AnswerGiven.NO)
    silent = Q(begins__gt=now, begins__lt=now + SOON) & (Q(said=None) | Q(said=""))
    for evening in ahead.filter(moved | silent).order_by(F("begins"), "pk")[:SHOWN]:
        names = {"evening": evening.title, "day": evening.day}
        if evening.outdated:
            sentence = _("“%(evening)s” was moved to %(day)s: do you still come?")
            yield Chore("evening", sentence % names, evening.get_absolute_url(), None, Urgency.AWAITED, evening.changed)
        else:
            sentence = _("“%(evening)s”, %(day)s: do you come?")
            yield Chore("evening", sentence % names, evening.get_absolute_url(), None, Urgency.PLANNED)
