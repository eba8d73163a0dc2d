"""Takes the demo club out of a database, and nothing else."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError

from campaigns.models import Battle, Campaign, Job, Recovery
from campaigns.models.campaign import Role
from campaigns.operations import aftermath
from club.models import Member
from rosters.models import Warband


class InUse(Exception):
    """Somebody else's campaign needs something of the demo; nothing was removed."""


@transaction.atomic
def wipe() -> None:
    """Remove the demo's accounts, their warbands and the campaigns that only they referee.

    Warbands of other members that took part stay, with their journals. Raises ``InUse``.
    """
    demo = Member.objects.filter(is_demo=True)
    foreign = Campaign.objects.filter(memberships__role=Role.REFEREE, memberships__member__is_demo=False)
    campaigns = Campaign.objects.filter(memberships__role=Role.REFEREE, memberships__member__is_demo=True).exclude(
        pk__in=foreign.values("pk")
    )
    keys = list(campaigns.values_list("pk", flat=True))
    battles = Battle.objects.filter(campaign__in=keys)
    recoveries = Recovery.objects.filter(side__battle__in=battles)
    try:
        Job.objects.filter(kind=aftermath.KIND, subject__in=list(recoveries.values_list("pk", flat=True))).delete()
        battles.delete()
        Campaign.objects.filter(pk__in=keys).delete()
        Warband.objects.filter(owner__in=demo).delete()
        demo.delete()
    except ProtectedError as protected:
        raise InUse(sorted({str(thing) for thing in protected.protected_objects})) from protected
