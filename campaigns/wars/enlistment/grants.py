"""What campaigns add to the access to warbands."""

from __future__ import annotations

from django.db.models import Q

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Membership, Role
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from club.access import User
from club.models import Member
from rosters.models import Warband


class CampaignGrants:
    """What campaigns add to the access to warbands; see ``rosters.access.Grants``."""

    def readable(self, user: User) -> Q:
        """Whoever may read a campaign may read the warbands enlisted in it, past ones included.

        Its referees read those that ask to be taken in, too.
        """
        enlisted = Enlistment.objects.filter(campaign__in=visible_campaigns(user).values("pk"))
        allowed = Q(pk__in=enlisted.values("warband"))
        if user.is_authenticated:
            refereed = Membership.objects.filter(member=user, role=Role.REFEREE).values("campaign")
            allowed |= Q(pk__in=EnlistmentRequest.objects.filter(campaign__in=refereed).values("warband"))
        return allowed

    def referees(self, user: Member, warband: Warband) -> bool:
        """A campaign's referees may change the warbands that serve in it."""
        return Membership.objects.filter(
            member=user,
            role=Role.REFEREE,
            campaign__enlistments__warband=warband,
            campaign__enlistments__withdrawn=False,
        ).exists()
