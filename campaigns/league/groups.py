"""What other sites of the club may hear of referees: that somebody is one, and of which public campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaigns.league.models import Campaign, Role
from club.models import Member
from club.visibility import Visibility

REFEREE: Final = "referee"


def groups_of_referees(member: Member) -> Iterator[str]:
    """Yield ``referee`` for who referees a campaign that is not over, and ``referee:SLUG`` for each that is public.

    The slug of any other campaign says its name, which never leaves the site.
    """
    running = Campaign.objects.filter(
        closed=False, practice=False, memberships__member=member, memberships__role=Role.REFEREE
    )
    for slug, visibility in running.values_list("slug", "visibility"):
        yield REFEREE
        if visibility == Visibility.PUBLIC:
            yield f"{REFEREE}:{slug}"
