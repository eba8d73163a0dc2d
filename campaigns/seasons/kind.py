"""What a season of a card game is, to the league: its pages, its form, its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.beginnings import begun, people_step
from campaigns.league.chores import Chore
from campaigns.league.games import SEASON
from campaigns.league.kinds import Kind, Phrases, Tab
from campaigns.league.models import Campaign, Membership
from campaigns.matches.models.match import Match
from campaigns.matches.waiting import in_seasons
from campaigns.seasons.forms import SeasonForm
from campaigns.seasons.models.scheme import SeasonScheme
from campaigns.seasons.views.overview import desk, overview
from campaigns.seasons.watching import MATCHES, SEASON_RESULTS
from club import live
from club.first_steps import Step


class Season(Kind):
    """Matches of one card game, with standings."""

    code = SEASON
    own_tabs = (
        Tab("standings", gettext_lazy("Standings"), "campaigns:season_standings"),
        Tab("matches", gettext_lazy("Matches"), "campaigns:season_matches"),
        Tab("statistics", gettext_lazy("Statistics"), "campaigns:season_statistics"),
    )
    watched = SEASON_RESULTS
    form = SeasonForm
    phrases = Phrases(
        opening=gettext_lazy("You will be its referee: you let players in and settle disputes."),
        open=gettext_lazy("Open the season"),
        close=gettext_lazy(
            "Nobody can join or record a match any more. Everything can still be read, and you can reopen it."
        ),
        leave=gettext_lazy("Your past matches stay."),
        join=gettext_lazy("Join this season"),
        joining=gettext_lazy("Join a season"),
        over=gettext_lazy("This season is over."),
        leaving=gettext_lazy("Leave the season"),
        opened=gettext_lazy("The season is open. Give the join code to your players."),
        new=gettext_lazy("Open a season"),
    )
    card = "campaigns/seasons/_on_card.html"

    def overview(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """What is being played, the last results, who takes part."""
        return overview(request, campaign)

    def mark(self, campaign: Campaign) -> str:
        """Return the mark of the matches. One query: who comes and goes is seen with the next change."""
        return live.mark([campaign.version, *campaign.matches.aggregate(**MATCHES).values()])

    def desk(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """What waits: disputes, results without an answer, applicants."""
        return desk(request, campaign)

    def waiting(self, parts: Sequence[Membership]) -> Iterable[Chore]:
        """Results that wait for the member's word; for referees disputes, who asks to be let in, whom to invite."""
        return in_seasons(parts)

    def welcome(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Lead newcomers to the season."""
        messages.success(request, _("You take part in %(campaign)s.") % {"campaign": campaign.name})
        return redirect(campaign)

    def first_steps(self, campaign: Campaign) -> tuple[Step, ...]:
        """People in, then the first match."""
        there = begun(campaign, played=Exists(Match.objects.filter(campaign=OuterRef("pk"))))
        match = f"{reverse('campaigns:match_open', args=[campaign.game])}?season={campaign.slug}"
        return (
            people_step(campaign, there),
            Step(
                gettext_lazy("Play the first match"),
                gettext_lazy("Keep score on a pad, note a result afterwards, or open a card table for the season."),
                match,
                there["played"],
            ),
        )

    def copy_settings(self, original: Campaign, made: Campaign) -> None:
        """Count the matches of the copy like those of the original."""
        scheme = SeasonScheme.objects.filter(season=original).first()
        if scheme is not None:
            scheme.pk, scheme.season = None, made
            scheme.save(force_insert=True)
