"""The first steps of a campaign's referee; what they are, its kind says."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign
from club.first_steps import Steps, shown
from club.models import Member

FIRST: Final = _("First steps")


def key_of(campaign: Campaign) -> str:
    """Return what the campaign's list is put away under."""
    return f"campaign-{campaign.pk}"


def of_campaign(member: Member, campaign: Campaign) -> Steps | None:
    """Return the list of a campaign that the member referees, unless it was put away or there is none."""
    key = key_of(campaign)
    made = shown(member, key, lambda: Steps(key, FIRST, kind_of(campaign.game).first_steps(campaign)))
    return made if made is not None and made.steps else None
