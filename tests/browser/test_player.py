"""The page about the demo club's busiest player on a phone: how long it is, how heavy, and what stands first."""

from __future__ import annotations

import gzip

import pytest
from django.db.models import Count, Q
from django.urls import reverse
from playwright.sync_api import expect

from club.models import Member
from tests.browser.conftest import OpenPage
from tests.clients import client_of
from tests.web import kept_club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SCREEN = 844
SCREENS = 3
LARGEST = 15_000
"""Bytes as sent, zipped."""
AREAS = """() => Object.fromEntries([".player-rating", ".player-part"].map((one) => [one, Math.max(
  ...[...document.querySelectorAll(one)].map((e) => e.getBoundingClientRect().width * e.getBoundingClientRect().height)
)]))"""


def busiest() -> Member:
    """Who sat down most often."""
    counted = Count("player__seats", filter=Q(player__seats__counts=True))
    member = Member.objects.annotate(sat=counted).order_by("-sat", "pk").first()
    assert member is not None
    return member


def test_the_busiest_player_fits_three_screens(open_page: OpenPage) -> None:
    kept_club.stand()
    member = busiest()
    address = reverse("campaigns:player", args=[member.pk])
    for language in ("fr", "en"):
        page = open_page("phone", language=language, member=member)
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * SCREEN, language
        chart = page.locator(".rating-chart svg").bounding_box()
        assert chart is not None
        assert chart["y"] + chart["height"] <= SCREEN, "the line of the rating is seen at once"
        sizes = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert sizes == 0
        html = client_of(member, language).get(address).content
        assert len(gzip.compress(html)) <= LARGEST
    wide = open_page("desktop", member=member)
    wide.goto(address)
    areas = wide.evaluate(AREAS)
    assert areas[".player-rating"] > areas[".player-part"], "one thing is the largest"


def test_a_rival_is_one_tap_away(open_page: OpenPage) -> None:
    kept_club.stand()
    page = open_page("phone", member=busiest())
    page.goto(reverse("campaigns:player", args=[busiest().pk]))
    rival = page.locator(".player-rivals a").first
    name = rival.inner_text()
    rival.tap()
    expect(page.locator("h1")).to_have_text(name)
