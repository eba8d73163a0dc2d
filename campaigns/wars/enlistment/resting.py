"""Warbands whose player closed the account: they rest, and a referee decides what becomes of them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import referees_of
from campaigns.league.acts import record
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars.enlistment.operations import withdraw
from campaigns.wars.models.enlistment import Enlistment
from club.models import Member
from club.operations import Refused
from rosters.models import Warband


def at_rest(warbands: QuerySet[Warband]) -> QuerySet[Warband]:
    """Return those of these warbands that rest; their rosters are not read."""
    return warbands.filter(enlistment__resting=True)


def follow_closing(member: Member) -> None:
    """Let the warbands of who closes an account rest where they serve, and tell the referees.

    Call it when the member is in no campaign any more, so that only those are told who can decide.
    """
    theirs = Enlistment.objects.filter(warband__owner=member, withdrawn=False, campaign__closed=False)
    for enlistment in theirs.select_related("campaign", "warband").order_by("pk"):
        Enlistment.objects.filter(pk=enlistment.pk).update(resting=True)
        tell(
            campaign=enlistment.campaign,
            to=referees_of(enlistment.campaign),
            code="rests",
            params={"warband": enlistment.warband.name},
            address=reverse("campaigns:powers", args=[enlistment.campaign.slug]),
            waits=True,
        )


@transaction.atomic
def decide(*, enlistment: Enlistment, fights_on: bool, referee: Member, reason: str) -> None:
    """Let a warband that rests fight on, in the referees' care, or withdraw it.

    Withdrawing is refused as ever: see ``withdraw``.
    """
    campaign = lock_running(enlistment.campaign)
    if not Enlistment.objects.filter(pk=enlistment.pk, resting=True).update(resting=False):
        raise Refused.because("nothing_to_do", _("That is already the case: there is nothing to do."))
    if not fights_on:
        withdraw(enlistment=enlistment, author=referee)
    code = "resting_fights_on" if fights_on else "resting_withdrew"
    record(campaign=campaign, by=referee, code=code, reason=reason, params={"warband": enlistment.warband.name})
