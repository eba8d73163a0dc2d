"""What of evenings is kept for reading without a network."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Case, IntegerField, Value, When
from django.urls import reverse
from django.utils import timezone

from campaigns.evenings.access import visible_evenings
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven
from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind


def register() -> None:
    """Say what may be kept, what is fetched beforehand, and where "my evening" leads."""
    keeping.keep(Kind.EVENINGS, "evenings:list", "evenings:evening")
    keeping.gather(ahead)
    keeping.shortcut("evening", own)


def ahead(member: Member) -> Iterator[str]:
    """Yield the list, and the evening that ``own`` leads to. One query."""
    yield reverse("evenings:list")
    evening = _next(member)
    if evening is not None:
        yield evening.get_absolute_url()


def own(member: Member) -> str:
    """Return where the next evening is, first of those to which the member comes; else the list. One query."""
    evening = _next(member)
    return reverse("evenings:list") if evening is None else evening.get_absolute_url()


def _next(member: Member) -> ClubEvening | None:
    coming = member.attendances.filter(answer=AnswerGiven.YES).values("evening")
    own_first = Case(When(pk__in=coming, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = visible_evenings(member).filter(ends__gt=timezone.now(), cancelled=False)
    return found.order_by(own_first, "begins", "pk").first()
