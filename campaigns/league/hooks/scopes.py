"""A campaign as the scope of a hook."""

from __future__ import annotations

from campaigns.league.models import Campaign


def scope_of(campaign: Campaign | int) -> str:
    """Return what hooks call a campaign."""
    return f"campaign:{campaign if isinstance(campaign, int) else campaign.pk}"


def campaign_of(scope: str) -> Campaign | None:
    """Return the campaign of a scope; ``None`` for the club's."""
    kind, _colon, number = scope.partition(":")
    return Campaign.objects.filter(pk=int(number)).first() if kind == "campaign" else None
