"""The first steps of a campaign's referee; what they are, its kind says."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign
from club.first_steps import Steps, leads_on, shown
from club.models import Member

FIRST: Final = _("First steps")


def key_of(campaign: Campaign) -> str:
    """Return what the campaign's list is put away under."""
    return f"campaign-{campaign.pk}"


def of_campaign(member: Member, campaign: Campaign) -> Steps | None:
    """Return the list of a campaign that the member referees, unless it was put away or there is none."""
    made = shown(member, key_of(campaign), lambda: _steps(campaign))
    return made if made is not None and made.steps else None


def lead_on(member: Member, campaign: Campaign) -> bool:
    """Tell whether the campaign's page has a next step for its referee."""
    return leads_on(member, key_of(campaign), lambda: _steps(campaign))


def _steps(campaign: Campaign) -> Steps:
    return Steps(key_of(campaign), FIRST, kind_of(campaign.game).first_steps(campaign))
