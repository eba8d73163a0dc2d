"""Queries do not grow with the number of figures, and stay within their limits."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Member
from rosters.models import Warband
from tests.factories.rosters import WarbandFactory

pytestmark = pytest.mark.django_db


def queries(act: Callable[[], Any]) -> int:
    assert connection.features.supports_json_field  # Django asks that once of each connection: not to be counted
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    assert answer.status_code in (200, 302)
    return len(captured)


@pytest.mark.parametrize(
    ("path", "most"),
    [("", 10), ("figures/1/", 10), ("journal/", 10), ("?at=9", 10), ("shop/?who=1&who=2", 6), ("hire/", 5)],
)
def test_pages(browser_of_owner: Client, owner: Member, path: str, most: int) -> None:
    counts = []
    for figures in (3, 12):
        warband = WarbandFactory.create(owner=owner, full=True, figures=figures)
        browser_of_owner.get("/about/")
        counts.append(queries(lambda pk=warband.pk: browser_of_owner.get(f"/warbands/{pk}/{path}")))
    assert counts[0] == counts[1] <= most


def test_the_builder(browser_of_owner: Client, owner: Member) -> None:
    counts = []
    for figures in (3, 12):
        full = WarbandFactory.build_muster(owner, figures)
        counts.append(queries(lambda pk=full.pk: browser_of_owner.get(f"/warbands/{pk}/muster/")))
    assert counts[0] == counts[1] <= 10


@pytest.mark.parametrize("kind", ["hire", "buy"])
@pytest.mark.parametrize("htmx", [True, False])
def test_steps(browser_of_owner: Client, owner: Member, kind: str, htmx: bool) -> None:
    counts = []
    for figures in (3, 12):
        warband = WarbandFactory.create(owner=owner, full=True, figures=figures)
        data = {"version": warband.version, "page": "roster", "profile": "henchman:human", "figure": 1, "item": "axe"}
        headers = {"hx-request": "true"} if htmx else {}
        address = f"/warbands/{warband.pk}/steps/{kind}/"
        counts.append(queries(lambda a=address, d=data, h=headers: browser_of_owner.post(a, d, headers=h)))
    assert counts[0] == counts[1] <= 20


def test_the_list(browser_of_owner: Client, owner: Member) -> None:
    counts = []
    for _ in range(2):
        WarbandFactory.create(owner=owner, mustered=True)
        WarbandFactory.create(mustered=True)
        counts.append(queries(lambda: browser_of_owner.get("/warbands/")))
    assert counts[0] == counts[1] <= 10
    assert Warband.objects.count() == 4
