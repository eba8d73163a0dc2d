"""The pages of webhooks and chats: the demo campaign's, and the club's with a log of everything."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone

from campaigns.league.models import Campaign
from club.hooks import operations
from club.hooks.reach import Reach
from club.models import Hook, HookDelivery, HookEvent, Member
from club.models.hook import CLUB, HookKind, HookState, OffWhy
from club.visibility import Visibility
from tests.web.shown import Shown


def _with_log() -> Hook:
    """A hook of the club's to which everything happened that may."""
    said = operations.Said(name="Le Discord du club", language="fr", events=["evening.announced"])
    author = Member.objects.get(username="president")
    place = Reach("https://discord.example/api/webhooks/1/abc")
    made = operations.add(scope=CLUB, kind=HookKind.DISCORD, said=said, place=place, author=author)
    now = timezone.now()
    for state in HookState:
        event = HookEvent.objects.create(
            scope=CLUB, code="evening.changed", subject="evening:1", audience=Visibility.PUBLIC, data={}
        )
        HookDelivery.objects.create(
            hook=made, event=event, state=state, attempts=2, next_at=now, status=500, said="<h1>Internal error</h1>"
        )
    Hook.objects.filter(pk=made.pk).update(failing_since=now)
    return made


def hook_pages() -> Iterator[Shown]:
    """Every page about hooks."""
    march = Campaign.objects.get(name="La Marche de Brumeval")
    hook = Hook.objects.get(scope=f"campaign:{march.pk}")
    yield Shown("campaigns:hooks", "arbitre", reverse("campaigns:hooks", args=[march.slug]))
    yield Shown("campaigns:hook", "arbitre", reverse("campaigns:hook", args=[march.slug, hook.pk]))
    for kind in ("webhook", "matrix"):
        yield Shown("campaigns:hook_new", "arbitre", reverse("campaigns:hook_new", args=[march.slug, kind]))
    yield Shown("club:hooks", "president", reverse("club:hooks"))
    logged = _with_log()
    yield Shown("club:hooks", "president", reverse("club:hooks"))
    yield Shown("club:hook", "president", reverse("club:hook", args=[logged.pk]))
    for kind in HookKind:
        yield Shown("club:hook_new", "president", reverse("club:hook_new", args=[kind]))
    ended = Hook.objects.create(
        scope=CLUB, kind=HookKind.NTFY, name="ntfy", host="ntfy.example", sealed="", events=[], active=False,
        off_why=OffWhy.GONE,
    )  # fmt: skip
    yield Shown("club:hook", "president", reverse("club:hook", args=[ended.pk]))
    yield Shown("club:hook_new", "president", reverse("club:hook_new", args=["telegram"]), {"name": ""}, status=422)
    yield Shown("club:hook_arrivals", "president", reverse("club:hook_arrivals"), status=404)
