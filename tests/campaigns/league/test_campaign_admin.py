"""The club admin reads everything about campaigns and changes nothing that players and referees decide."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from campaigns import models
from campaigns.league.models import Role
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.ground import operations as ground
from campaigns.wars.rounds import operations as rounds
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Who
from tests.factories.battles import LEADER, LIEUTENANT
from tests.factories.campaigns import Cast, cast, fight, membership
from tests.factories.club import MemberFactory
from tests.factories.resolutions import resolved
from tests.standing import standing

pytestmark = pytest.mark.django_db

SHOWN = [name for name in models.__all__ if admin.site.is_registered(getattr(models, name))]

FILLED = {
    "Battle",
    "BattleGround",
    "Campaign",
    "Forecast",
    "ForecastPart",
    "Job",
    "Membership",
    "PairForecast",
    "PairForecastPart",
    "Recovery",
    "Resolution",
}
"""Those of which the fixed cast has rows."""


def _campaign() -> Cast:
    """A campaign with a battle whose aftermath is still secret, and one that the engine was asked about."""
    who = cast()
    ahead = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    ground.lay_out(battle=ahead, layout=ready_tables()["village"], turn_limit=3)
    forecasts.start(battle=ahead, count=forecasts.LEAST, tempers=("bold", "cautious"), member=who.player)
    pairs.start(campaign=who.campaign, warbands=[who.warband, who.other], member=who.referee)
    resolved(ahead, [who.warband, who.other])
    fell = Down(Who(who.warband.key, LIEUTENANT), Who(who.other.key, LEADER))
    fight(who.campaign, [who.warband, who.other], downs=[fell], round=rounds.open_round(campaign=who.campaign))
    return who


@pytest.fixture(scope="module")
def campaign(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with standing(django_db_blocker, _campaign) as made:
        yield made


@pytest.fixture
def who(campaign: Cast, db: None) -> Cast:
    return deepcopy(campaign)


@pytest.fixture
def client(who: Cast) -> Client:
    client = Client()
    client.force_login(MemberFactory.create(club_admin=True), backend="club.auth.MemberBackend")
    return client


@pytest.mark.parametrize("name", SHOWN)
def test_every_list_and_every_row_opens(client: Client, name: str) -> None:
    model = getattr(models, name)
    view = f"admin:campaigns_{model._meta.model_name}"
    assert client.get(reverse(f"{view}_changelist")).status_code == 200
    rows = model.objects.all()[:2]
    assert rows or name not in FILLED
    for row in rows:
        assert client.get(reverse(f"{view}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize("name", [name for name in SHOWN if name != "Membership"])
def test_nothing_is_added_changed_or_deleted(client: Client, name: str) -> None:
    model = getattr(models, name)
    view = f"admin:campaigns_{model._meta.model_name}"
    assert client.get(reverse(f"{view}_add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert client.post(reverse(f"{view}_change", args=[row.pk]), {}).status_code == 403
        assert client.post(reverse(f"{view}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_an_orphaned_campaign_gets_a_new_referee(client: Client, who: Cast) -> None:
    player = membership(who.campaign, who.player)
    address = reverse("admin:campaigns_membership_change", args=[player.pk])
    assert client.post(address, {"role": "referee"}).status_code == 302
    assert membership(who.campaign, who.player).role == Role.REFEREE


@pytest.mark.parametrize("name", ["Recovery", "BattleGround", "Resolution"])
def test_the_secret_seed_is_not_shown(client: Client, name: str) -> None:
    row = getattr(models, name).objects.exclude(seed="").first()
    assert row is not None
    address = reverse(f"admin:campaigns_{name.lower()}_change", args=[row.pk])
    content = client.get(address).content.decode()
    assert row.commitment in content
    assert row.seed not in content


def test_what_the_engine_did_is_shown(client: Client) -> None:
    assert {"BattleGround", "Resolution", "Forecast", "ForecastPart"} <= set(SHOWN)
    row = models.Resolution.objects.get()
    content = client.get(reverse("admin:campaigns_resolution_change", args=[row.pk])).content.decode()
    assert row.share not in content  # the link is the players' to give away
