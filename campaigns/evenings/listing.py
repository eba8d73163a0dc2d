"""Evenings in lists: those ahead with how many come and what the reader said, and those past."""

from __future__ import annotations

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from campaigns.evenings.access import evenings_before, visible_evenings
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven, Attendance, EveningSeat, SeatState
from club.access import User
from club.models import Member


def with_counts(evenings: QuerySet[ClubEvening], member: Member | None) -> QuerySet[ClubEvening]:
    """Return evenings with how many come (``coming``) and what a member said of each (``own_answer``)."""
    coming = Count("attendances", filter=Q(attendances__answer=AnswerGiven.YES), distinct=True)
    said = Attendance.objects.filter(evening=OuterRef("pk"), member=member).values("answer")[:1]
    return evenings.select_related("place").annotate(coming=coming, own_answer=Subquery(said))


def ahead(request: HttpRequest, member: Member | None) -> QuerySet[ClubEvening]:
    """Return the evenings that are not over, the next one first."""
    found = evenings_before(request).filter(ends__gt=timezone.now())
    return with_counts(found, member).order_by("begins", "pk")


def past(request: HttpRequest, member: Member | None) -> QuerySet[ClubEvening]:
    """Return the evenings that took place, the last one first."""
    found = evenings_before(request).filter(ends__lte=timezone.now(), cancelled=False)
    return with_counts(found, member).order_by("-begins", "-pk")


def next_evening(user: User, member: Member | None) -> ClubEvening | None:
    """Return the next evening that takes place and that the reader may see. One query."""
    found = visible_evenings(user).filter(ends__gt=timezone.now(), cancelled=False)
    return with_counts(found, member).order_by("begins", "pk").first()


def own_seat(evening: ClubEvening, member: Member) -> EveningSeat | None:
    """Return where a member sits at an evening, at the first of its games. One query."""
    seats = EveningSeat.objects.filter(game__evening=evening, member=member, state=SeatState.SEATED)
    return seats.select_related("game__spot").order_by("game__begins", "game__number").first()
