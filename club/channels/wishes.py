"""What members chose about news: which kinds where, and the hours at which nothing rings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from club.models import Member, Topic, Wishes
from club.operations import for_update


def wishes_of(member: Member) -> Wishes:
    """Return what a member chose, or what holds for who has not chosen."""
    return Wishes.objects.filter(member=member).first() or Wishes(member=member)


class Muted(Struct, frozen=True):
    """Who of those told wants a kind of news not on the site, and who not by mail."""

    on_site: frozenset[int]
    by_mail: frozenset[int]


def muted(members: Collection[int], topic: Topic) -> Muted:
    """Return which of these members put a kind of news aside. One query."""
    if not members:
        return Muted(frozenset(), frozenset())
    rows = list(Wishes.objects.filter(member__in=members).values_list("member", "not_on_site", "not_by_mail"))
    site = frozenset(member for member, aside, _mail in rows if topic in aside)
    return Muted(site, frozenset(member for member, _site, aside in rows if topic in aside))


def not_by_mail(member: Member) -> frozenset[str]:
    """Return the kinds of news that a member wants no mail about."""
    return frozenset(wishes_of(member).not_by_mail)


def quiet_until(wishes: Wishes, now: datetime) -> datetime | None:
    """Return when a member's quiet hours that last now are over, by the site's clock; ``None`` outside of them."""
    begins, ends = wishes.quiet_from, wishes.quiet_until
    if begins is None or ends is None or begins == ends:
        return None
    here = timezone.localtime(now)
    if not _within(here.time(), begins, ends):
        return None
    day = here.date() if here.time() < ends else here.date() + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day, ends), here.tzinfo)


def _within(hour: time, begins: time, ends: time) -> bool:
    return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


@transaction.atomic
def choose(*, member: Member, values: Mapping[str, Any]) -> None:
    """Keep what a member chose: fields of ``Wishes``, and of the account whether there is mail at all."""
    locked = for_update(Member.objects.all()).get(pk=member.pk)
    for name in ("news_mail", "reminders"):
        setattr(locked, name, values[name])
    locked.save(update_fields=["news_mail", "reminders"])
    wishes = wishes_of(locked)
    for name in values.keys() - {"news_mail", "reminders"}:
        setattr(wishes, name, values[name])
    wishes.save()


@transaction.atomic
def end_mail_about(*, member: Member, topics: Iterable[str]) -> None:
    """Send a member no mail about these kinds of news any more."""
    for_update(Member.objects.all()).get(pk=member.pk)
    wishes = wishes_of(member)
    wishes.not_by_mail = sorted({*wishes.not_by_mail, *topics} & set(Topic.values))
    wishes.save()
