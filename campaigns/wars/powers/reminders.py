"""What waits for a player in one campaign."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.league.chores import Chore
from campaigns.league.models import Campaign
from campaigns.wars.chores import chores
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from club.models import Member
from rosters.models import Warband


def waiting(campaign: Campaign, member: Member) -> list[Chore]:
    """Return what waits for a player in the campaign: reports to answer, then whatever his warbands want."""
    serving = campaign.enlistments.filter(withdrawn=False)
    mine = list(Warband.objects.filter(owner=member, pk__in=serving.values("warband")))
    asked = BattleSide.objects.filter(warband__in=mine, agreed=False, battle__state=BattleState.REPORTED)
    reports = [
        Chore(
            "report",
            _("“%(title)s” was reported: confirm or dispute it.") % {"title": battle.title},
            battle.get_absolute_url(),
        )
        for battle in Battle.objects.filter(pk__in=asked.values("battle")).select_related("campaign")
    ]
    return [*reports, *chores(mine)]
