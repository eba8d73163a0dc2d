"""News by mail, for members who want that: every morning, and at once what waits for them.

A sweep looks for what is due. News are locked, put into one mail and marked in one transaction, and the mail itself is
a row of the same transaction (``jobs.mail``): whatever dies in between, nothing is sent twice and nothing is forgotten.
"""

from __future__ import annotations

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

from campaigns.league.models import News
from campaigns.league.news import Line, line, news_of
from club.models import ClubSettings, Member, NewsMail
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
    return sum(_send(member, now) for member in list(members))


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
    with translation.override(member.language or settings.LANGUAGE_CODE):
        lines = [line(row) for row in readable.order_by("-waits", "pk")]
        if lines:
            _written(member, address.email, lines).send()
    return bool(lines)


def _written(member: Member, address: str, lines: list[Line]) -> EmailMultiAlternatives:
    club = ClubSettings.load()
    off = settings.SITE_URL + reverse("campaigns:news_off", args=[token_of(member)])
    context = {"member": member, "lines": lines, "club": club, "site": settings.SITE_URL, "off": off}
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


def token_of(member: Member) -> str:
    """Return what stands in the link that ends a member’s mails; whoever has it can do nothing else with it."""
    return signing.dumps(member.pk, salt=_SALT)


def member_of_token(token: str) -> Member | None:
    """Return whose mails a link ends; ``None`` for one that was made up."""
    try:
        number = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Member.objects.filter(pk=number, closed=None).first()


def turn_off(*, member: Member) -> None:
    """Send a member no news by mail any more."""
    Member.objects.filter(pk=member.pk).update(news_mail=NewsMail.OFF)
