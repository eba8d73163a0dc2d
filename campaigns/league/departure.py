"""A member's place in campaigns: in the archive of everything about them, and when their account closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from campaigns.league.models import Campaign, Membership, RefereeAct, Role
from campaigns.league.operations.people import has_another_referee
from club.models import Member
from club.operations import Objection, Refused, for_update


def follow_closing(member: Member) -> None:
    """Take who closes an account out of all campaigns; their warbands stay enlisted, under their new name.

    Refused while they are the only referee of a campaign that is not over and has other people.
    """
    mine = Membership.objects.filter(member=member)
    # Locked in one order, so that two referees never leave each other alone.
    campaigns = list(for_update(Campaign.objects.filter(pk__in=mine.values("campaign"))).order_by("pk"))
    problems = [
        Objection("last_referee", _("“%(name)s” needs a referee: make somebody else one first.") % {"name": one.name})
        for one in campaigns
        if not one.closed and _only_referee(one, member)
    ]
    if problems:
        raise Refused(problems)
    mine.delete()


def _only_referee(campaign: Campaign, member: Member) -> bool:
    refereed = campaign.memberships.filter(member=member, role=Role.REFEREE).exists()
    has_others = campaign.memberships.exclude(member=member).exists()
    return refereed and has_others and not has_another_referee(campaign, member)


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield the campaigns the member takes part in, and what they did there as referees."""
    mine = Membership.objects.filter(member=member).select_related("campaign").order_by("pk")
    yield (
        "campaigns",
        [
            {"campaign": row.campaign.name, "game": row.campaign.game, "as": row.role, "since": row.joined}
            for row in mine
        ],
    )
    done = RefereeAct.objects.filter(by=member).select_related("campaign").order_by("pk")
    yield (
        "referee_acts",
        [
            {"campaign": row.campaign.name, "act": row.code, "about": row.params, "why": row.reason, "at": row.at}
            for row in done
        ],
    )
