"""Whoever looks after a hook is told that it was switched off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import referees_of
from campaigns.league.hooks.scopes import campaign_of
from campaigns.league.news import Words, tell
from club.models import Member
from club.models.hook import Hook

WORDS: Final[Mapping[str, Words]] = {
    "hook_off": _("“%(hook)s” is told nothing any more: it was switched off after its receiver failed."),
}


def follow(hook: Hook) -> None:
    """Tell the referees of its campaign, or the club's admins."""
    campaign = campaign_of(hook.scope)
    if campaign is None:
        to = list(Member.objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True))
        address = reverse("club:hook", args=[hook.pk])
    else:
        to = list(referees_of(campaign))
        address = reverse("campaigns:hook", args=[campaign.slug, hook.pk])
    tell(campaign=campaign, to=to, code="hook_off", params={"hook": hook.name}, address=address)
