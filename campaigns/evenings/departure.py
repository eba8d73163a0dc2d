"""What becomes of somebody's evenings when an account is closed, and what its owner takes along."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from campaigns.evenings import news
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import Attendance, EveningGuest, EveningSeat
from campaigns.evenings.operations.book import close, lock_book, now, write
from campaigns.evenings.people import key_of_member
from club.models import Member
from engines.evenings import Answer, Answered


def follow_closing(member: Member) -> None:
    """Free the seats of who closes an account, at evenings ahead; whoever waited for one gets it. His words go."""
    key = key_of_member(member.pk)
    ahead = ClubEvening.objects.filter(attendances__member=member, ends__gt=timezone.now())
    for evening in ahead.order_by("pk"):
        book = lock_book(evening)
        happened = write(book, Answered(at=now(), person=key, answer=Answer.NO), author=None)
        close(book, evening)
        news.followed(book.evening, book.plan, happened, by=None)
    Attendance.objects.filter(member=member).update(brings="", seeks="")
    EveningGuest.objects.filter(host=member).update(host=None)


def own_data(member: Member) -> Iterable[tuple[str, Any]]:
    """Yield what a member said of evenings, where he sat, and the guests he brought."""
    answers = Attendance.objects.filter(member=member).select_related("evening").order_by("pk")
    seats = EveningSeat.objects.filter(member=member).select_related("game__evening").order_by("pk")
    yield (
        "evenings",
        [
            {
                "evening": row.evening.title,
                "begins": row.evening.begins,
                "answer": row.answer,
                "there": row.there,
                "brings": row.brings,
                "looking_for": row.seeks,
            }
            for row in answers
        ],
    )
    yield (
        "games_of_evenings",
        [{"game": row.game.title, "begins": row.game.begins, "part": row.role, "state": row.state} for row in seats],
    )
    yield "guests_brought", list(EveningGuest.objects.filter(host=member).order_by("pk").values_list("name", flat=True))
