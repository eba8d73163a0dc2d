"""What the overview of a campaign shows of its reader: the role in it, and how much news there is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Count, Exists, Q, QuerySet

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Membership, News
from campaigns.league.news import UNREAD
from club.models import Member
from club.streams.kinds import Key, Kind, Reader

STANDING: Final = "standing"
NEWS: Final = "news"


def _standing(keys: Collection[Key]) -> dict[Key, str]:
    """Return the roles of members in campaigns; the key is both numbers, the campaign's first."""
    wanted = Q(campaign__in={key[0] for key in keys}, member__in={key[1] for key in keys})
    return {
        (row[0], row[1]): row[2] for row in Membership.objects.filter(wanted).values_list("campaign", "member", "role")
    }


def _news(keys: Collection[Key]) -> dict[Key, str]:
    """Return how many unread news members have."""
    unread = News.objects.filter(UNREAD, member__in=[key[0] for key in keys]).order_by().values("member")
    found = dict(unread.annotate(count=Count("pk")).values_list("member", "count"))
    return {key: str(found.get(key[0], 0)) for key in keys}


def _own_standing(reader: Reader, key: Key) -> QuerySet[Any]:
    own = Member.objects.filter(pk=key[1]).filter(pk=reader.user.pk or 0)
    return own.filter(Exists(visible_campaigns(reader.user).filter(pk=key[0])))


def _own_news(reader: Reader, key: Key) -> QuerySet[Any]:
    return Member.objects.filter(pk=key[0]).filter(pk=reader.user.pk or 0)


KINDS: Final = (
    Kind(STANDING, _standing, _own_standing, seconds=1, keys=2),
    Kind(NEWS, _news, _own_news, seconds=1),
)
