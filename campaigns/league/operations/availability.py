"""When a member cannot play: said and taken back by himself."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Absence, NeverOn
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Check, Refused, for_update

MOST: Final = 40
"""How many absences ahead a member may have."""
WEEK: Final = 7


@transaction.atomic
def set_weekdays(*, member: Member, weekdays: Collection[int], check: Check | None = None) -> None:
    """Keep on which days of the week (0 is Monday) a member never plays. ``check`` may refuse as out of date."""
    for_update(Member.objects.all()).get(pk=member.pk)
    if check is not None:
        check()
    if any(not 0 <= day < WEEK for day in weekdays):
        raise Refused.because("no_such_day", _("Choose days of the week."), "weekdays")
    if len(set(weekdays)) == WEEK:
        raise Refused.because(
            "every_day", _("Every day of the week: nobody could propose you any. Leave one out."), "weekdays"
        )
    NeverOn.objects.update_or_create(member=member, defaults={"weekdays": sorted(set(weekdays))})


@transaction.atomic
def add_absence(*, member: Member, first: date, last: date) -> Absence:
    """Keep that a member is away from the first to the last day, both included."""
    for_update(Member.objects.all()).get(pk=member.pk)
    today = timezone.localdate()
    if not (in_range(first) and in_range(last)):
        raise Refused.because("out_of_range", OUT_OF_RANGE, "last" if in_range(first) else "first")
    if last < first:
        raise Refused.because("ends_early", _("The last day comes before the first."), "last")
    if last < today:
        raise Refused.because("over", _("These days have passed."), "last")
    if Absence.objects.filter(member=member, last__gte=today).count() >= MOST:
        raise Refused.because("too_many", _("At most 40 absences ahead: take one back first."), "first")
    return Absence.objects.create(member=member, first=first, last=last)


def take_back(*, absence: Absence) -> None:
    """Forget an absence; once it is gone, nothing happens."""
    Absence.objects.filter(pk=absence.pk).delete()
