"""What a single game is, to the league: a campaign of one battle that nobody calls a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.chores import Chore
from campaigns.league.forms.campaign import PlainTermsForm
from campaigns.league.games import SINGLE
from campaigns.league.kinds import Kind, Phrases, Tab
from campaigns.league.models import Campaign, Membership
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.single.operations import GamePlan, lay
from campaigns.wars.single.views import overview
from campaigns.wars.waiting import in_single_games


class SingleGame(Kind):
    """One battle by itself."""

    code = SINGLE
    own_tabs = ()
    form = PlainTermsForm
    phrases = Phrases(
        opening=gettext_lazy("A one-off battle: the warbands come as they are and leave as they came."),
        open=gettext_lazy("Open the game"),
        close=gettext_lazy("Nobody can join any more. Everything can still be read, and you can reopen it."),
        leave=gettext_lazy("Until the game has been played, your warbands leave with you."),
        join=gettext_lazy("Join the game"),
        joining=gettext_lazy("Play a game of Musg"),
    )
    card = "campaigns/wars/single/_on_card.html"

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The game itself, and nothing beside it."""
        return (Tab("campaign", gettext_lazy("The game"), "campaigns:campaign"),)

    def people_page(self, campaign: Campaign) -> str:
        """The game’s own page says who is there."""
        return campaign.get_absolute_url()

    def overview(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """What the game still waits for, or its battle."""
        return overview(request, campaign)

    def desk(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Nothing waits for a host but the game."""
        return redirect(campaign)

    def waiting(self, parts: Sequence[Membership]) -> Iterable[Chore]:
        """A warband to bring, a battle to fight, a report to answer."""
        return in_single_games(parts)

    def welcome(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Lead newcomers to bringing a warband."""
        messages.success(request, _("You have joined the game. Bring a warband next."))
        return redirect(campaign)

    def copy_settings(self, original: Campaign, made: Campaign) -> None:
        """Play the same again, with whichever warbands are brought."""
        battle = original.battles.order_by("pk").first()
        if battle is not None:
            plan = Plan(
                title=made.name,
                place=battle.place,
                spot=battle.spot,
                scenario=battle.scenario,
                modules=tuple(battle.modules),
                staging=scenario_of(battle),
            )
            lay(made, GamePlan(plan=plan, adds_unspent=battle.adds_unspent))
