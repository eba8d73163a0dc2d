"""What a Musg campaign is, to the league: its pages, its form, its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.chores import Chore
from campaigns.league.games import WAR
from campaigns.league.kinds import Kind, Phrases, Tab
from campaigns.league.models import Campaign, Membership
from campaigns.wars.battles.forms import serving
from campaigns.wars.beginnings import steps_of_war
from campaigns.wars.desk.views import desk
from campaigns.wars.marks import WAR as WATCHED, campaign_mark
from campaigns.wars.models.challenge import WarTerms
from campaigns.wars.powers.forms import FORMS as POWERS
from campaigns.wars.settings.forms import CampaignForm
from campaigns.wars.settings.operations import has_challenges
from campaigns.wars.views.overview import overview
from campaigns.wars.waiting import in_wars
from club.first_steps import Step


class War(Kind):
    """Warbands that meet again and again, in rounds or as they like."""

    code = WAR
    own_tabs = (
        Tab("rounds", gettext_lazy("Battles"), "campaigns:rounds"),
        Tab("standings", gettext_lazy("Standings"), "campaigns:standings"),
        Tab("chronicle", gettext_lazy("Chronicle"), "campaigns:chronicle"),
        Tab("hireables", gettext_lazy("For hire"), "campaigns:hireables"),
    )
    watched = WATCHED
    form = CampaignForm
    phrases = Phrases(
        opening=gettext_lazy(
            "You will be its referee. The rules are settled as soon as the first warband is enlisted."
        ),
        open=gettext_lazy("Open the campaign"),
        close=gettext_lazy(
            "Nobody can join, enlist a warband or schedule a battle any more. Everything can still be read, and you "
            "can reopen it."
        ),
        leave=gettext_lazy("Your warbands leave with you; their past battles stay."),
    )
    card = "campaigns/wars/_on_card.html"
    own_part = "campaigns/wars/_standing_consent.html"

    powers = POWERS
    powers_part = "campaigns/wars/powers/_campaign.html"

    def powers_context(self, campaign: Campaign) -> dict[str, Any]:
        """The warbands, each with a page of its own."""
        return {"serving": list(serving(campaign).select_related("owner"))}

    def overview(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """What is going on: battles, standings, warbands."""
        return overview(request, campaign)

    def mark(self, campaign: Campaign) -> str:
        """Return the mark of battles, people and warbands."""
        return campaign_mark(campaign)

    def desk(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """What waits: reports, aftermaths, choices, rosters."""
        return desk(request, campaign)

    def waiting(self, parts: Sequence[Membership]) -> Iterable[Chore]:
        """Reports, warbands and battles; for referees rounds, disputes and who asks to be let in."""
        return in_wars(parts)

    def welcome(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Lead newcomers to enlisting a warband."""
        said = _("You take part in %(campaign)s. Enlist a warband next.")
        messages.success(request, said % {"campaign": campaign.name})
        return redirect("campaigns:enlist", campaign.slug)

    def copy_settings(self, original: Campaign, made: Campaign) -> None:
        """Keep whether there are challenges."""
        WarTerms.objects.create(campaign=made, challenges=has_challenges(original))

    def first_steps(self, campaign: Campaign) -> tuple[Step, ...]:
        """People in, warbands in, a round, a battle."""
        return steps_of_war(campaign)

    def with_counts(self, campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
        """Count the warbands that serve."""
        return campaigns.annotate(serving=Count("enlistments", filter=Q(enlistments__withdrawn=False)))
