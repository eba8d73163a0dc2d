"""Members are told of what the board announces, as they are of other news."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.league.models import News
from campaigns.league.news import Words, tell
from club.models import Announcement, Member, Topic

WORDS: Final[Mapping[str, Words]] = {"announced": _("%(by)s announces: “%(title)s”.")}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {Topic.CHRONICLE: tuple(WORDS)}


def spread(announcement: Announcement) -> None:
    """Tell everybody who has an account."""
    members = Member.objects.filter(is_active=True, closed=None).order_by("pk").values_list("pk", flat=True)
    tell(
        campaign=None,
        to=list(members),
        code="announced",
        params={"title": announcement.title},
        address=announcement.get_absolute_url(),
        by=announcement.author,
    )


def take_back(announcement: Announcement) -> None:
    """Let nobody be led to what is withdrawn."""
    News.objects.filter(code="announced", address=announcement.get_absolute_url()).delete()
