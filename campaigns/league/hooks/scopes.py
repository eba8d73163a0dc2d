"""A campaign as the scope of a hook."""

from __future__ import annotations

from typing import Any

from campaigns.league.models import Campaign
from club.models.hook import Hook, HookEvent


def scope_of(campaign: Campaign | int) -> str:
    """Return what hooks call a campaign."""
    return f"campaign:{campaign if isinstance(campaign, int) else campaign.pk}"


def campaign_of(scope: str) -> Campaign | None:
    """Return the campaign of a scope; ``None`` for the club's."""
    kind, _colon, number = scope.partition(":")
    return Campaign.objects.filter(pk=int(number)).first() if kind == "campaign" else None


def follow_deleting(*, instance: Campaign, **_of_the_signal: Any) -> None:
    """Leave no hook, and no log of it, behind a campaign that is deleted; its number may be another's one day."""
    Hook.objects.filter(scope=scope_of(instance)).delete()
    HookEvent.objects.filter(scope=scope_of(instance)).delete()
