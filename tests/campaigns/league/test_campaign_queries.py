"""Queries of the campaign pages: few, and as many for a large campaign as for a small one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.rounds import operations as rounds
from tests.factories.campaigns import Cast, cast, enlisted, fight, join

pytestmark = pytest.mark.django_db

PAGES = {
    "campaign": 17,
    "people": 8,
    "rounds": 10,
    "standings": 8,
    "chronicle": 12,
    "hireables": 8,
    "dashboard": 15,
    "schedule": 10,
    "enlist": 10,
}


def ready(who: Cast) -> Client:
    """One of everything, so that no query is missing in the small campaign."""
    opened = rounds.open_round(campaign=who.campaign)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 5}, round=opened)
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(round=opened))
    client = Client()
    client.force_login(who.referee, backend="club.auth.MemberBackend")
    return client


def grow(who: Cast) -> None:
    """Six more players with a warband, two more battles each."""
    for name in ("Crows", "Drakes", "Eels", "Foxes", "Geese", "Hounds"):
        band = enlisted(who.campaign, join(who.campaign), name, henchmen=5)
        opened = rounds.open_round(campaign=who.campaign)
        fight(who.campaign, [band, who.other], round=opened)
        schedule.schedule_battle(campaign=who.campaign, warbands=[band, who.warband], plan=Plan(round=opened))


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_pages_do_not_ask_more_of_a_large_campaign() -> None:
    who = cast()
    client = ready(who)
    addresses = {name: reverse(f"campaigns:{name}", args=[who.campaign.slug]) for name in PAGES}
    battles = [reverse("campaigns:battle", args=[who.campaign.slug, b.pk]) for b in who.campaign.battles.all()]
    # Two of the noticeboard’s look for the last match and card table to sit down at again, others for evenings,
    # for what is pinned, for battles in which one leads another's warband, and for the lesson that is offered.
    extra = {"/": 27, reverse("campaigns:player", args=[who.owner.pk]): 9, **dict.fromkeys(battles, 14)}
    small = {address: queries(client, address) for address in (*addresses.values(), *extra)}
    grow(who)
    large = {address: queries(client, address) for address in small}
    assert large == small
    assert {name: large[address] for name, address in addresses.items() if large[address] > PAGES[name]} == {}
    assert {address: large[address] for address, most in extra.items() if large[address] > most} == {}
