"""What events say of a campaign, and of an announcement of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from msgspec import Struct

from campaigns.league.hooks.scopes import scope_of
from campaigns.league.models import Campaign
from club.addresses import whole
from club.hooks.bodies import plain
from club.hooks.codes import Event, Look, Notice
from club.models import Announcement
from club.models.hook import CLUB
from club.visibility import Visibility


class CampaignBody(Struct, frozen=True):
    """A campaign of any game. ``game`` is its code: ``musg``, ``bagarre``…"""

    id: int
    name: str
    game: str
    is_over: bool
    address: str


class CampaignData(Struct, frozen=True):
    """``campaign.closed``, ``campaign.reopened``."""

    campaign: CampaignBody


class AnnouncementBody(Struct, frozen=True):
    """An announcement. ``text`` is Markdown."""

    id: int
    title: str
    text: str
    address: str


class AnnouncementData(Struct, frozen=True):
    """``announcement.published``."""

    announcement: AnnouncementBody


def campaign_body(campaign: Campaign) -> CampaignBody:
    """Return what events say of a campaign."""
    return CampaignBody(campaign.pk, campaign.name, campaign.game, campaign.closed, whole(campaign.get_absolute_url()))


def look_of(campaign: Campaign, data: Struct) -> Look:
    """Return what is to be read of something in a campaign, by whoever reads the campaign."""
    return Look(scope_of(campaign), Visibility(campaign.visibility), plain(data))


class Campaigns:
    """Campaigns as subjects."""

    def look(self, number: int) -> Look | None:
        """The campaign itself."""
        campaign = Campaign.objects.filter(pk=number).first()
        return look_of(campaign, CampaignData(campaign_body(campaign))) if campaign is not None else None

    def notice(self, number: int) -> Notice | None:
        """Its name, and whether it is over."""
        campaign = Campaign.objects.filter(pk=number).first()
        if campaign is None:
            return None
        said = gettext("The campaign is over.") if campaign.closed else gettext("The campaign is under way.")
        return Notice(campaign.name, (said,), campaign.get_absolute_url())


class Announcements:
    """Announcements of the board as subjects."""

    def look(self, number: int) -> Look | None:
        """The announcement, as far as it is published."""
        found = Announcement.objects.filter(pk=number).exclude(told=None).first()
        if found is None:
            return None
        body = AnnouncementBody(found.pk, found.title, found.text, whole(found.get_absolute_url()))
        audience = Visibility.PUBLIC if found.public else Visibility.CLUB
        return Look(CLUB, audience, plain(AnnouncementData(body)))

    def notice(self, number: int) -> Notice | None:
        """Its title and its first lines."""
        found = Announcement.objects.filter(pk=number).exclude(told=None).first()
        if found is None:
            return None
        text = found.text.strip()
        return Notice(found.title, (text[:600] + ("…" if len(text) > 600 else ""),), found.get_absolute_url())


EVENTS: Final[Mapping[str, Event]] = {
    "announcement.published": Event(
        pgettext_lazy("event", "an announcement of the board"), "announcement", is_of_club=True
    ),
    "campaign.closed": Event(pgettext_lazy("event", "a campaign is declared over"), "campaign"),
    "campaign.reopened": Event(pgettext_lazy("event", "a campaign is opened again"), "campaign"),
}
SUBJECTS: Final = {"announcement": Announcements(), "campaign": Campaigns()}
NEWS: Final[Mapping[str, str]] = {
    "announced": "announcement.published",
    "campaign_closed": "campaign.closed",
    "campaign_reopened": "campaign.reopened",
}
DATA: Final[Mapping[str, type[Struct]]] = {
    "announcement.published": AnnouncementData,
    "campaign.closed": CampaignData,
    "campaign.reopened": CampaignData,
}
"""What stands under ``data``, by event: for the published schema."""
