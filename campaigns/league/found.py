"""What pages of campaigns of any kind say of themselves to strangers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.league.access import listed, visible_campaigns
from campaigns.league.games import SEASON, codes_of
from campaigns.league.models import Campaign
from club.found import cards, excerpts, openings, sitemap
from club.found.openings import About, Followed
from club.found.own import club_card
from club.markdown import markdown
from club.visibility import Visibility

SUBJECT = "campaign"
RESULTS = "results"


def register() -> None:
    """Open them; called once when the app starts."""
    openings.open_page("campaigns:list", _list)
    openings.open_page("campaigns:campaign", _campaign)
    cards.register("standings", lambda key: excerpts.read("standings", key, cards.ROWS))
    sitemap.add("campaigns:list")
    sitemap.register("campaigns", public_campaigns)
    excerpts.stands_for("campaigns:campaign", subject=SUBJECT, kind="standings", key="slug")


def public_campaigns(kind: str = "") -> QuerySet[Campaign]:
    """Return the campaigns that strangers may read, single games left out; of one kind where one is named."""
    found = listed(visible_campaigns(AnonymousUser())).order_by("pk")
    return found.filter(game__in=codes_of(kind)) if kind else found


def public_campaign(slug: str, kind: str = "") -> Campaign | None:
    """Return a campaign that strangers may read; None where there is none."""
    return public_campaigns(kind).filter(slug=slug).first()


def about_campaign(campaign: Campaign, text: str, *, title: str = "") -> About | None:
    """Return what a page of a campaign says of itself: its picture shows the standings. None unless it is public."""
    if campaign.visibility != Visibility.PUBLIC:
        return None
    results = " · ".join((_("Results"), campaign.name))
    return About(
        f"{title} · {campaign.name}" if title else campaign.name,
        text,
        cards.address("standings", campaign.slug),
        _("Who leads"),
        feeds=(Followed(results, reverse("found:feed_of", args=[RESULTS, campaign.slug])),),
        shared=campaign.get_absolute_url(),
    )


def said_of(campaign: Campaign) -> str:
    """Return a campaign in a sentence: what its referee wrote, or what is played."""
    if campaign.description:
        return markdown(campaign.description)
    words = {"game": campaign.played.name, "name": campaign.name}
    if campaign.played.kind == SEASON:
        return _("%(name)s, a season of %(game)s: standings, results and who plays.") % words
    return _("%(name)s, a campaign of %(game)s: standings, battles and who plays.") % words


def _list(context: Mapping[str, Any]) -> About:
    text = _("The campaigns and seasons of %(club)s, those under way and those over.")
    return About(_("Campaigns"), text % {"club": context["club"].name}, club_card())


def _campaign(context: Mapping[str, Any]) -> About | None:
    campaign: Campaign = context["campaign"]
    return about_campaign(campaign, said_of(campaign))
