"""What waits for a player in one campaign, and the mail that says so."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from campaigns.league.chores import Chore
from campaigns.league.models import Campaign
from campaigns.wars.chores import chores
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from club.models import ClubSettings, Member
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


def mail(campaign: Campaign, member: Member, referee: Member, reason: str) -> None:
    """Write the reminder in the player's language; it is queued with the transaction."""
    with translation.override(member.language or settings.LANGUAGE_CODE):
        club = ClubSettings.load()
        context = {
            "club": club,
            "campaign": campaign,
            "member": member,
            "referee": referee.name,
            "reason": reason,
            "chores": waiting(campaign, member),
        }
        subject = f"[{club.name}] " + _("What waits for you in “%(campaign)s”") % {"campaign": campaign.name}
        text = render_to_string("campaigns/wars/powers/reminder.txt", context)
    send_mail(" ".join(subject.split()), text, None, [member.email])
