"""What the club room's screen shows, and what it costs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.league.models import Campaign
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.desk.projector import BATTLES, Projector, projector
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from engines.musg.report import Report
from tests.factories.campaigns import Cast, cast, fight

"""Light modules that a code has on every side; its corners but one are squares of seven."""


def screen(who: Cast) -> Projector:
    return projector(who.campaign)


def referee(who: Cast) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(who.referee, backend="club.auth.MemberBackend")
    return client


def page(client: Client, who: Cast) -> str:
    return client.get(reverse("campaigns:projector", args=[who.campaign.slug])).content.decode()


@pytest.mark.django_db
def test_the_last_round_is_on_the_wall_and_before_it_has_results_the_last_ones() -> None:
    who = cast()
    bands = [who.warband, who.other]
    first = fight(who.campaign, bands, round=rounds.open_round(campaign=who.campaign))
    opened = rounds.open_round(campaign=who.campaign)
    assert screen(who).pairings == ()
    ahead = schedule.schedule_battle(campaign=who.campaign, warbands=bands, plan=Plan(round=opened))
    shown = screen(who)
    assert shown.round == opened
    assert [[line.pk for line in lines] for lines in shown.pairings] == [[ahead.pk]]
    assert [[line.pk for line in lines] for lines in shown.results] == [[first.pk]]
    assert [line.warband.name for lines in shown.places for line in lines] == ["Axes", "Blades"]
    second = fight(who.campaign, bands, round=opened)
    assert [[line.pk for line in lines] for lines in screen(who).results] == [[second.pk]]


@pytest.mark.django_db
def test_what_does_not_fit_goes_on_another_screen() -> None:
    who = cast()
    for _battle in range(BATTLES + 1):
        schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    assert [len(lines) for lines in screen(who).pairings] == [BATTLES, 1]


@pytest.mark.django_db
def test_the_next_deadline_is_a_battle_or_a_report_that_confirms_itself() -> None:
    who = cast(confirm_hours=48)
    assert screen(who).deadline is None
    bands, now = [who.warband, who.other], timezone.now()
    for title, hours in (("Gone", -1), ("Soon", 72), ("Later", 90)):
        plan = Plan(title=title, date=now + timedelta(hours=hours))
        battle = schedule.schedule_battle(campaign=who.campaign, warbands=bands, plan=plan)
    found = screen(who).deadline
    assert found is not None
    assert (found.title, found.at, found.confirms) == ("Soon", now + timedelta(hours=72), False)
    reports.report_battle(battle=battle, report=Report(), author=who.owner)
    found = screen(who).deadline
    assert found is not None
    assert (found.title, found.confirms) == ("Later", True)
    assert now + timedelta(hours=47) < found.at < now + timedelta(hours=49)


@pytest.mark.django_db
def test_a_campaign_that_is_over_shows_no_code_to_join() -> None:
    who = cast()
    client = referee(who)
    open_to_all = page(client, who)
    assert who.campaign.join_code in open_to_all
    assert "QR code" in open_to_all
    Campaign.objects.update(closed=True)
    over = page(client, who)
    assert who.campaign.join_code not in over
    assert "QR code" not in over


@pytest.mark.django_db
def test_the_screen_asks_no_more_of_a_large_campaign() -> None:
    who = cast()
    client, bands, asked = referee(who), [who.warband, who.other], []
    for _size in range(2):
        opened = rounds.open_round(campaign=who.campaign)
        for _battle in range(3):
            fight(who.campaign, bands, round=opened)
            schedule.schedule_battle(campaign=who.campaign, warbands=bands, plan=Plan(round=opened))
        page(client, who)
        with CaptureQueriesContext(connection) as queries:
            page(client, who)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 14
