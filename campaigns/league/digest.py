"""News by mail, for members who want that: every morning, and at once what waits for them.

A sweep looks for what is due. News are locked, put into one mail and marked in one transaction, and the mail itself is
a row of the same transaction (``jobs.mail``): whatever dies in between, nothing is sent twice and nothing is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.league.models import News
from campaigns.league.news import line, news_of, topic_of
from club.channels.wishes import end_mail_about, not_by_mail, quiet_until
from club.models import ClubSettings, Member, NewsMail, Topic, Wishes
from club.operations import for_update

HOUR: Final = 7
"""When the morning's mail is due, by the clock of the site."""
FRESH: Final = timedelta(days=7)
"""News are put into a mail for as long; what is older has been on the noticeboard for a week."""
MOST: Final = 100
"""How many members are written to at one sweep: the next comes half a minute later."""
_SALT: Final = "news-mail"


def send_due() -> int:
    """Write the mails that are due; return how many."""
    now = timezone.now()
    morning = Q(at__lt=_morning(now), member__news_mail__in=[NewsMail.DAILY, NewsMail.AT_ONCE])
    at_once = Q(waits=True, member__news_mail=NewsMail.AT_ONCE)
    due = News.objects.filter(morning | at_once, read_at=None, mailed=None, at__gte=now - FRESH)
    members = due.order_by().values_list("member", flat=True).distinct()[:MOST]
    return sum(_send(member, now) for member in list(members) if not _sleeps(member, now))


def _sleeps(member: int, now: datetime) -> bool:
    """Whether these are a member’s quiet hours: what waits is written when they are over."""
    wishes = Wishes.objects.filter(member=member).first()
    return wishes is not None and quiet_until(wishes, now) is not None


@transaction.atomic
def _send(number: int, now: datetime) -> bool:
    """Put what one member has not read into a mail; tell whether there was something to say."""
    unsent = News.objects.filter(member=number, read_at=None, mailed=None).order_by("pk")
    # Locked and asked for anew: another sweep may have written the same mail meanwhile.
    rows = [row.pk for row in for_update(unsent)]
    News.objects.filter(pk__in=rows).update(mailed=now)
    member = Member.objects.get(pk=number)
    address = EmailAddress.objects.filter(user=member, verified=True).order_by("-primary", "pk").first()
    if not rows or address is None or not member.is_active:
        return False
    readable = news_of(member).filter(pk__in=rows, at__gte=now - FRESH).select_related("campaign", "by")
    found = list(readable.order_by("-waits", "pk"))
    with translation.override(member.written_in):
        if found:
            _written(member, address.email, found).send()
    return bool(found)


def _written(member: Member, address: str, rows: Sequence[News]) -> EmailMultiAlternatives:
    """Return the mail about these news. What ends it at one press is the kinds of news in it, each also by itself."""
    club, lines = ClubSettings.load(), [line(row) for row in rows]
    topics = [topic for topic in Topic if topic in {topic_of(row.code) for row in rows}]
    off = _address_off(member, topics)
    kinds = [(topic.label, _address_off(member, [topic])) for topic in topics]
    context = {"member": member, "lines": lines, "club": club, "site": settings.SITE_URL, "off": off, "kinds": kinds}
    subject = ngettext("%(count)s piece of news", "%(count)s pieces of news", len(lines)) % {"count": len(lines)}
    message = EmailMultiAlternatives(
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        body=render_to_string("campaigns/league/mail/news.txt", context),
        to=[address],
        headers={"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
    message.attach_alternative(render_to_string("campaigns/league/mail/news.html", context), "text/html")
    return message


def _morning(now: datetime) -> datetime:
    """Return the last moment at which a morning's mail was due."""
    here = timezone.localtime(now)
    today = here.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return today if today <= here else today - timedelta(days=1)


# Off by a link


class Off(Struct, frozen=True):
    """What a link in a mail ends: a member’s mails about these kinds of news, or all of them where none is named."""

    member: Member
    topics: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether the member gets no such mail as it is."""
        if self.member.news_mail == NewsMail.OFF:
            return True
        return bool(self.topics) and not_by_mail(self.member).issuperset(self.topics)

    @property
    def labels(self) -> list[str]:
        """The kinds of news in words."""
        return [str(Topic(topic).label) for topic in self.topics]


def token_of(member: Member, topics: Sequence[str] = ()) -> str:
    """Return what stands in the link that ends a member’s mails; whoever has it can do nothing else with it."""
    return signing.dumps([member.pk, *topics], salt=_SALT)


def _address_off(member: Member, topics: Sequence[str]) -> str:
    return settings.SITE_URL + reverse("campaigns:news_off", args=[token_of(member, [str(topic) for topic in topics])])


def off_of(token: str) -> Off | None:
    """Return what a link ends; ``None`` for one that was made up. Links of before name the member alone."""
    try:
        said = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    number, *topics = said if isinstance(said, list) else [said]
    member = Member.objects.filter(pk=number, closed=None).first()
    return Off(member, tuple(topic for topic in topics if topic in Topic.values)) if member is not None else None


def turn_off(*, off: Off) -> None:
    """Send a member no mail about these kinds of news any more, or none at all."""
    if off.topics:
        end_mail_about(member=off.member, topics=off.topics)
    else:
        Member.objects.filter(pk=off.member.pk).update(news_mail=NewsMail.OFF)
