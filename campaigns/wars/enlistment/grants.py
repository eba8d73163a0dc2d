"""What campaigns add to the access to warbands."""

from __future__ import annotations

from django.db.models import Q

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Membership, Role
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from club.access import User
from club.models import Member
from rosters.models import Warband


class CampaignGrants:
    """What campaigns add to the access to warbands; see ``rosters.access.Grants``."""

    def readable(self, user: User) -> Q:
        """Whoever may read a campaign may read the warbands enlisted in it, past ones included.

        So it is with a single game and the warbands brought to it. Referees also read those that ask to be taken in.
        """
        visible = visible_campaigns(user).values("pk")
        seated = BattleSide.objects.filter(battle__journaled=False, battle__campaign__in=visible)
        enlisted = Enlistment.objects.filter(campaign__in=visible)
        allowed = Q(pk__in=enlisted.values("warband")) | Q(pk__in=seated.values("warband"))
        if user.is_authenticated:
            refereed = Membership.objects.filter(member=user, role=Role.REFEREE).values("campaign")
            allowed |= Q(pk__in=EnlistmentRequest.objects.filter(campaign__in=refereed).values("warband"))
        return allowed

    def referees(self, user: Member, warband: Warband) -> bool:
        """A campaign's referees may change the warbands that serve in it."""
        serving = Enlistment.objects.filter(warband=warband, withdrawn=False)
        return Membership.objects.filter(
            member=user, role=Role.REFEREE, campaign__in=serving.values("campaign")
        ).exists()
