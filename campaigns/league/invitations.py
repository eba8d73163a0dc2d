"""What the page of a join link tells whoever holds it: who invites to what."""

from __future__ import annotations

from typing import Any

from campaigns.league.access import members
from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign, JoinMode, Role
from club.access import User


def invitation_to(campaign: Campaign, reader: User) -> dict[str, Any]:
    """Return the page's values. One query. Whoever has the link may read the name of a private campaign, too."""
    everybody = members(campaign)
    phrases = kind_of(campaign.game).phrases
    return {
        "found": campaign,
        "phrases": phrases,
        "hosts": [one.member.name_for(reader) for one in everybody if one.role == Role.REFEREE],
        "players": sum(one.role == Role.PLAYER for one in everybody),
        "asks": campaign.join_mode == JoinMode.APPROVAL,
        "there": any(one.member_id == reader.pk and one.role != Role.APPLICANT for one in everybody),
    }
