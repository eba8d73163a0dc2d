"""The first steps of a Musg campaign."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.beginnings import begun, people_step
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import Round
from club.first_steps import Step


def steps_of_war(campaign: Campaign) -> tuple[Step, ...]:
    """Return them, as far as the campaign has come. One query."""
    battles = Battle.objects.filter(campaign=OuterRef("pk"))
    there = begun(
        campaign,
        serving=Count("enlistments", filter=Q(enlistments__withdrawn=False)),
        opened=Exists(Round.objects.filter(campaign=OuterRef("pk"))),
        arranged=Exists(battles.exclude(state=BattleState.CANCELLED)),
        fought=Exists(battles.filter(state=BattleState.CONFIRMED)),
    )
    rounds = reverse("campaigns:rounds", args=[campaign.slug])
    return (
        people_step(campaign, there),
        Step(
            _("Get two warbands in"),
            _("Each player musters one and enlists it; if you play, too, begin with yours."),
            reverse("campaigns:enlist", args=[campaign.slug]),
            there["serving"] > 1,
        ),
        Step(
            _("Open the first round"),
            _("It says who meets whom; a battle may also be arranged without one."),
            rounds,
            there["opened"] or there["arranged"],
        ),
        Step(
            _("Fight the first battle"),
            _("At the table, reported from a phone and confirmed by the other side; or let the engine fight it."),
            rounds,
            there["fought"],
        ),
    )
