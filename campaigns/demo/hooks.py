"""The demo's webhook: the campaign under way tells a page of the site what happens, which shows what came."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.urls import reverse

from campaigns.league.hooks.scopes import scope_of
from campaigns.league.models import Campaign
from club.hooks import codes, operations
from club.hooks.reach import Reach, Secret, new_secret
from club.models import Member
from club.models.hook import Hook, HookArrival, HookEvent, HookKind


def add(campaign: Campaign, referee: Member) -> None:
    """Let the campaign tell ``club:hook_arrivals`` of everything."""
    events = [code for code, event in codes.events().items() if not event.is_of_club]
    said = operations.Said(name="La page de démonstration", language="fr", events=events)
    # The site may ask itself where the demo may be (``OUTWARD_ALLOW``): there is nothing to be looked up.
    place = Reach(settings.SITE_URL + reverse("club:hook_arrivals"), secrets=(Secret(new_secret()),))
    operations.add(scope=scope_of(campaign), kind=HookKind.WEBHOOK, said=said, place=place, author=referee)


def clear(campaigns: Iterable[int]) -> None:
    """Forget the webhooks of these campaigns, and what arrived at the page."""
    scopes = [scope_of(number) for number in campaigns]
    Hook.objects.filter(scope__in=scopes).delete()
    HookEvent.objects.filter(scope__in=scopes).delete()
    HookArrival.objects.all().delete()
