"""The secret addresses of members' own calendars: made, renewed, taken back."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from campaigns.evenings.models.calendar_key import CalendarKey, new_calendar_key
from club.models import Member
from club.operations import for_update


@transaction.atomic
def renew_key(*, member: Member) -> CalendarKey:
    """Give a member a calendar address, another one than before: whoever had the old one reads no more."""
    for_update(Member.objects.all()).get(pk=member.pk)
    row, made = CalendarKey.objects.get_or_create(member=member)
    if not made:
        row.key = new_calendar_key()
        row.save(update_fields=["key", "made"])
    return row


@transaction.atomic
def drop_key(*, member: Member) -> None:
    """Take a member's calendar address back."""
    CalendarKey.objects.filter(member=member).delete()


def follow_closing(member: Member) -> None:
    """Let the address of who closes an account show nothing any more."""
    drop_key(member=member)


def key_of(member: Member) -> str:
    """Return the secret of a member's calendar address; empty for none."""
    return CalendarKey.objects.filter(member=member).values_list("key", flat=True).first() or ""


def member_of_key(key: str) -> Member | None:
    """Return whose calendar address it is; None for one that was made up, or whose account is gone."""
    found = CalendarKey.objects.filter(key=key, member__is_active=True, member__closed=None)
    row = found.select_related("member").first()
    return row.member if row is not None else None


def own_data(member: Member) -> Any:
    """Yield that a member has a calendar address, and since when."""
    made = CalendarKey.objects.filter(member=member).values_list("made", flat=True).first()
    yield "calendar", {"address_made": made}
