"""What kinds of campaign share of their first steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign, Membership, Role
from club.first_steps import Step


def begun(campaign: Campaign, **there: Any) -> Mapping[str, Any]:
    """Return how far a campaign has come: whether a player has joined, and what else is asked. One query."""
    joined = Exists(Membership.objects.filter(campaign=OuterRef("pk"), role=Role.PLAYER))
    found: Mapping[str, Any] = (
        Campaign.objects.filter(pk=campaign.pk).annotate(joined=joined, **there).values("joined", *there).get()
    )
    return found


def people_step(campaign: Campaign, there: Mapping[str, Any]) -> Step:
    """Return the first step of every campaign."""
    return Step(
        _("Get the players in"),
        _("Add members of the club by name, and give the code or its link to the others."),
        reverse("campaigns:people", args=[campaign.slug]),
        there["joined"],
    )
