"""By when a round's battles have a date, and what becomes of the others: once, whoever sweeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.jobs.models import Job
from campaigns.league.models import News
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.dates import deadlines, operations
from campaigns.wars.dates.talk import Talk, talk_from
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.dates import DateTalk
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.models.round import AtDeadline, Round
from campaigns.wars.powers.operations import lock_round
from campaigns.wars.resolution.operations import agree
from campaigns.wars.rounds.operations import open_round
from club.operations import Refused
from engines.musg.ground.ready_tables import ready_tables
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast

pytestmark = pytest.mark.django_db
THURSDAY = datetime(2095, 7, 7, 18, tzinfo=UTC)


@pytest.fixture
def ground() -> Cast:
    return cast()


@pytest.fixture
def opened(ground: Cast) -> Round:
    return open_round(campaign=ground.campaign)


def battle(ground: Cast, opened: Round, date: datetime | None = None) -> Battle:
    return schedule.schedule_battle(
        campaign=ground.campaign,
        warbands=[ground.warband, ground.other],
        plan=Plan(title="The Ford", round=opened, date=date),
        author=ground.referee,
    )


def due(ground: Cast, opened: Round, then_what: AtDeadline) -> None:
    """A deadline that was set an hour ahead, and has passed since."""
    soon = timezone.now() + timedelta(hours=1)
    deadlines.set_deadline(round=opened, agree_by=soon, then_what=then_what, author=ground.referee)
    Round.objects.filter(pk=opened.pk).update(agree_by=timezone.now() - timedelta(minutes=1))
    News.objects.all().delete()


def told() -> list[tuple[str, str, bool]]:
    return list(News.objects.order_by("member__username").values_list("member__username", "code", "waits"))


def talk(battle: Battle) -> Talk:
    return talk_from(DateTalk.objects.get(battle=battle).state)


def test_the_players_of_the_round_are_told_of_a_deadline(ground: Cast, opened: Round) -> None:
    battle(ground, opened)
    News.objects.all().delete()
    deadlines.set_deadline(round=opened, agree_by=THURSDAY, then_what=AtDeadline.POSTPONED, author=ground.referee)
    assert told() == [("olive", "deadline_set", False), ("piers", "deadline_set", False)]


def test_the_referee_decides_and_is_told_once(ground: Cast, opened: Round) -> None:
    ahead = battle(ground, opened)
    due(ground, opened, AtDeadline.REFEREE)
    assert deadlines.pass_due() == 1
    assert deadlines.pass_due() == 0
    assert told() == [("rowan", "date_lapsed", True)]
    assert talk(ahead).lapsed == "referee"
    page = client_of(ground.referee).get(reverse("campaigns:dashboard", args=[ground.campaign.slug]))
    assert "No date was agreed on in time." in page.content.decode()


def test_what_has_a_date_that_nobody_declined_is_left_alone(ground: Cast, opened: Round) -> None:
    battle(ground, opened, THURSDAY)
    due(ground, opened, AtDeadline.POSTPONED)
    assert deadlines.pass_due() == 1
    assert told() == []
    assert Battle.objects.get().date == THURSDAY


def test_postponed_is_without_a_date_even_if_one_was_fixed_and_declined(ground: Cast, opened: Round) -> None:
    ahead = battle(ground, opened, THURSDAY)
    operations.decline(battle=ahead, member=ground.player, offer=1, reason="A wedding")
    due(ground, opened, AtDeadline.POSTPONED)
    deadlines.pass_due()
    assert told() == [("olive", "date_postponed", False), ("piers", "date_postponed", False)]
    assert (Battle.objects.get().date, talk(ahead).date, talk(ahead).lapsed) == (None, None, "postponed")
    operations.propose(battle=ahead, member=ground.owner, moments=[("moment_0", THURSDAY)])
    assert talk(ahead).lapsed == ""


def test_the_engine_fights_where_everybody_agreed(ground: Cast, opened: Round) -> None:
    ahead = battle(ground, opened)
    lay_out(battle=ahead, layout=ready_tables()["village"], turn_limit=6)
    for member in (ground.owner, ground.player):
        agree(battle=ahead, member=member, lets=True)
    due(ground, opened, AtDeadline.ENGINE)
    deadlines.pass_due()
    assert deadlines.pass_due() == 0
    assert {code for _name, code, _waits in told()} == {"date_left_to_engine"}
    assert Resolution.objects.count() == Job.objects.filter(kind="resolution").count() == 1


def test_where_not_everybody_agreed_the_referee_decides(ground: Cast, opened: Round) -> None:
    ahead = battle(ground, opened)
    lay_out(battle=ahead, layout=ready_tables()["village"], turn_limit=6)
    agree(battle=ahead, member=ground.owner, lets=True)
    due(ground, opened, AtDeadline.ENGINE)
    deadlines.pass_due()
    assert told() == [("rowan", "date_lapsed", True)]
    assert not Resolution.objects.exists()


def test_more_time_is_more_time_and_a_locked_round_waits(ground: Cast, opened: Round) -> None:
    battle(ground, opened)
    due(ground, opened, AtDeadline.REFEREE)
    lock_round(round=opened, locked=True, referee=ground.referee, reason="The hall is shut")
    assert deadlines.pass_due() == 0
    lock_round(round=opened, locked=False, referee=ground.referee, reason="It is open again")
    opened.refresh_from_db()
    deadlines.set_deadline(round=opened, agree_by=THURSDAY, then_what=AtDeadline.REFEREE, author=ground.referee)
    assert deadlines.pass_due() == 0


@pytest.mark.parametrize(
    ("agree_by", "code"),
    [(datetime(2020, 1, 1, tzinfo=UTC), "past"), (datetime(2101, 6, 1, tzinfo=UTC), "out_of_range")],
)
def test_a_deadline_lies_ahead(ground: Cast, opened: Round, agree_by: datetime, code: str) -> None:
    with pytest.raises(Refused) as refused:
        deadlines.set_deadline(round=opened, agree_by=agree_by, then_what=AtDeadline.REFEREE, author=ground.referee)
    assert [(one.field, one.code) for one in refused.value.problems] == [("agree_by", code)]


def test_the_page_sets_it_and_the_rounds_say_it(ground: Cast, opened: Round) -> None:
    browser = client_of(ground.referee)
    address = reverse("campaigns:round_deadline", args=[ground.campaign.slug, opened.number])
    assert browser.post(address, {"agree_by": "2095-07-07T20:00", "then_what": "postponed"}).status_code == 302
    page = client_of(ground.owner).get(reverse("campaigns:rounds", args=[ground.campaign.slug])).content.decode()
    assert "Dates are to be agreed by 7 July 2095" in page
    seen = '{"agree_by": "", "then_what": "referee"}'
    stale = browser.post(address, {"agree_by": "", "then_what": "referee", "seen": seen})
    assert stale.status_code == 422
    assert Round.objects.get(pk=opened.pk).agree_by == THURSDAY
