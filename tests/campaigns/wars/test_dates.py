"""Agreeing on a battle's date: who is told, who must answer, what is refused, and two at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import News
from campaigns.league.operations import availability
from campaigns.league.waiting import todo_of
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.dates import operations
from campaigns.wars.dates.log import replayed
from campaigns.wars.dates.talk import Talk, talk_from
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.dates import DateEntry, DateTalk
from club.models import Member
from club.operations import Refused, Stale
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast, enlisted, join

pytestmark = pytest.mark.django_db
THURSDAY, FRIDAY, SATURDAY = (datetime(2095, 7, day, 18, tzinfo=UTC) for day in (7, 8, 9))


@pytest.fixture
def ground() -> Cast:
    return cast()


@pytest.fixture
def ahead(ground: Cast) -> Battle:
    return schedule.schedule_battle(
        campaign=ground.campaign, warbands=[ground.warband, ground.other], plan=Plan(title="The Ford")
    )


def propose(battle: Battle, member: Member, *moments: datetime, version: int | None = None) -> Talk:
    named = [(f"moment_{number}", moment) for number, moment in enumerate(moments)]
    return operations.propose(battle=battle, member=member, moments=named, version=version)


def stored(battle: Battle) -> Talk:
    return talk_from(DateTalk.objects.get(battle=battle).state)


def chores(ground: Cast, member: Member) -> list[str]:
    return [chore.code for chore in todo_of(ground.campaign, member)]


def told(member: Member) -> list[tuple[str, bool]]:
    return list(News.objects.filter(member=member, read_at=None).order_by("pk").values_list("code", "waits"))


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str | None, str]]:
    return [(one.field, one.code) for one in refused.value.problems]


def test_proposed_and_accepted_is_the_battles_date(ground: Cast, ahead: Battle) -> None:
    News.objects.all().delete()
    propose(ahead, ground.owner, THURSDAY, FRIDAY)
    assert told(ground.player) == [("dates_proposed", True)]
    assert told(ground.owner) == []
    assert "date" in chores(ground, ground.player)
    assert "date" not in chores(ground, ground.owner)
    answered = operations.accept(battle=ahead, member=ground.player, offer=1, moment=FRIDAY)
    now = Battle.objects.get(pk=ahead.pk)
    assert (answered.date, now.date, now.version) == (FRIDAY, FRIDAY, ahead.version + 1)
    assert told(ground.owner) == [("date_agreed", False)]
    assert told(ground.referee) == [("date_agreed", False)]
    assert told(ground.player) == []  # answered, whatever the address he came from
    assert "date" not in chores(ground, ground.player)


def test_who_declines_says_why_and_all_may_propose_again(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    with pytest.raises(Refused) as refused:
        operations.decline(battle=ahead, member=ground.player, offer=1, reason="  ")
    assert codes(refused) == [("reason", "no_reason")]
    operations.decline(battle=ahead, member=ground.player, offer=1, reason="A wedding")
    assert told(ground.owner)[-1] == ("dates_declined", True)
    assert "propose" in chores(ground, ground.owner)
    assert "propose" in chores(ground, ground.player)
    desk = client_of(ground.referee).get(reverse("campaigns:dashboard", args=[ground.campaign.slug])).content.decode()
    assert "Piers the Bold cannot: A wedding" in desk


def test_a_date_that_the_referee_fixes_is_answered_and_the_desk_says_by_whom_not(ground: Cast) -> None:
    battle = schedule.schedule_battle(
        campaign=ground.campaign,
        warbands=[ground.warband, ground.other],
        plan=Plan(title="The Ford", date=THURSDAY),
        author=ground.referee,
    )
    assert stored(battle).waiting == (ground.owner.pk, ground.player.pk)
    assert "date" in chores(ground, ground.owner)
    operations.accept(battle=battle, member=ground.owner, offer=1, moment=THURSDAY)
    browser, address = client_of(ground.referee), reverse("campaigns:dashboard", args=[ground.campaign.slug])
    page = browser.get(address).content.decode()
    assert "Its date is not answered." in page
    assert "Waits for Piers the Bold" in page
    operations.decline(battle=battle, member=ground.player, offer=1, reason="On a ship")
    assert told(ground.referee)[-1] == ("date_declined", True)
    page = browser.get(address).content.decode()
    assert "Its date is not answered." not in page
    assert "Piers the Bold cannot: On a ship" in page
    assert Battle.objects.get(pk=battle.pk).date == THURSDAY


def test_moved_by_the_referee_it_is_asked_anew(ground: Cast) -> None:
    sides = [ground.warband, ground.other]
    battle = schedule.schedule_battle(
        campaign=ground.campaign, warbands=sides, plan=Plan(date=THURSDAY), author=ground.owner
    )
    assert stored(battle).waiting == (ground.player.pk,)
    operations.accept(battle=battle, member=ground.player, offer=1, moment=THURSDAY)
    battle.refresh_from_db()
    schedule.change_battle(battle=battle, warbands=sides, plan=Plan(date=FRIDAY), author=ground.referee)
    assert stored(battle).waiting == (ground.owner.pk, ground.player.pk)
    schedule.change_battle(
        battle=battle, warbands=sides, plan=Plan(date=FRIDAY, scenario="In the dark"), author=ground.referee
    )
    assert len(stored(battle).offers) == 2  # words alone ask nobody


def test_others_who_come_to_play_are_asked_and_those_who_left_are_not(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    third = join(ground.campaign)
    crows = enlisted(ground.campaign, third, "Crows")
    schedule.change_battle(
        battle=ahead, warbands=[ground.warband, crows], plan=Plan(date=FRIDAY), author=ground.referee
    )
    assert stored(ahead).waiting == (ground.owner.pk, third.pk)
    with pytest.raises(Refused) as refused:
        operations.accept(battle=ahead, member=ground.player, offer=1, moment=THURSDAY)
    assert codes(refused) == [(None, "not_a_player")]


def test_moments_are_refused_each_beside_its_field_and_nothing_is_kept(ground: Cast, ahead: Battle) -> None:
    availability.set_weekdays(member=ground.player, weekdays=[3])
    crows = enlisted(ground.campaign, join(ground.campaign), "Crows")
    schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.warband, crows], plan=Plan(date=FRIDAY))
    long_ago, far = datetime(2020, 1, 1, tzinfo=UTC), datetime(2101, 1, 1, 12, tzinfo=UTC)
    with pytest.raises(Refused) as refused:
        propose(ahead, ground.owner, THURSDAY, FRIDAY + timedelta(hours=1), SATURDAY, long_ago, far)
    assert codes(refused) == [
        ("moment_0", "away"),
        ("moment_1", "clash"),
        ("moment_3", "past"),
        ("moment_4", "out_of_range"),
    ]
    assert not DateEntry.objects.exists()
    propose(ahead, ground.player, THURSDAY)  # his own Thursdays are his own affair


def test_who_is_taken_meanwhile_cannot_accept(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, FRIDAY)
    crows = enlisted(ground.campaign, join(ground.campaign), "Crows")
    schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.other, crows], plan=Plan(date=FRIDAY))
    with pytest.raises(Refused) as refused:
        operations.accept(battle=ahead, member=ground.player, offer=1, moment=FRIDAY)
    assert codes(refused) == [("date", "clash")]
    assert (Battle.objects.get(pk=ahead.pk).date, stored(ahead).waiting) == (None, (ground.player.pk,))


def test_what_was_seen_before_something_was_said_is_stale(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY, version=0)
    with pytest.raises(Stale):
        propose(ahead, ground.player, FRIDAY, version=0)
    propose(ahead, ground.player, FRIDAY, version=1)
    assert [offer.number for offer in stored(ahead).open_offers] == [1, 2]


def test_an_answer_to_what_is_over_is_refused_and_answers_nothing_else(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    propose(ahead, ground.owner, THURSDAY, FRIDAY)
    with pytest.raises(Refused) as refused:
        operations.accept(battle=ahead, member=ground.player, offer=1, moment=THURSDAY)
    assert codes(refused) == [(None, "over")]
    assert stored(ahead).waiting == (ground.player.pk,)


def test_once_reported_or_called_off_nothing_is_said_any_more(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    schedule.cancel_battle(battle=ahead, author=ground.referee)
    with pytest.raises(Refused) as refused:
        operations.accept(battle=ahead, member=ground.player, offer=1, moment=THURSDAY)
    assert codes(refused) == [(None, "not_scheduled")]
    assert "date" not in chores(ground, ground.player)


def test_the_state_is_the_replay_of_the_log_and_rebuild_restores_it(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    operations.decline(battle=ahead, member=ground.player, offer=1, reason="A wedding")
    propose(ahead, ground.player, FRIDAY)
    operations.accept(battle=ahead, member=ground.owner, offer=3, moment=FRIDAY)
    row = DateTalk.objects.get(battle=ahead)
    before = row.state
    assert replayed(row) == talk_from(before)
    DateTalk.objects.filter(pk=row.pk).update(state={**before, "date": None})
    call_command("rebuild", verbosity=0)
    assert DateTalk.objects.get(pk=row.pk).state == before


def test_the_pages_lead_from_proposing_to_the_date(ground: Cast, ahead: Battle) -> None:
    mine, theirs = client_of(ground.owner), client_of(ground.player)
    dates, accept, decline = (
        reverse(f"campaigns:{name}", args=[ground.campaign.slug, ahead.pk])
        for name in ("dates", "date_accept", "date_decline")
    )
    wrong = mine.post(dates, {"moment_0": "2020-01-01T20:00", "moment_1": "2095-07-08T20:00", "version": "0"})
    assert wrong.status_code == 422
    assert "This moment has passed." in wrong.content.decode()
    assert 'value="2095-07-08T20:00"' in wrong.content.decode()
    assert mine.post(dates, {"moment_1": "2095-07-08T20:00", "version": "0"}).status_code == 302
    page = theirs.get(ahead.get_absolute_url()).content.decode()
    assert "Olive the Bold proposes:" in page
    empty = theirs.post(decline, {"offer": "1", "reason": ""})
    assert empty.status_code == 422
    assert theirs.post(accept, {"offer": "1", "moment": FRIDAY.isoformat()}, follow=True).status_code == 200
    assert Battle.objects.get(pk=ahead.pk).date == FRIDAY


def test_reasons_are_read_by_players_and_referees_alone(ground: Cast, ahead: Battle) -> None:
    propose(ahead, ground.owner, THURSDAY)
    operations.decline(battle=ahead, member=ground.player, offer=1, reason="A wedding")
    address = reverse("campaigns:dates", args=[ground.campaign.slug, ahead.pk])
    for member in (ground.owner, ground.player, ground.referee):
        assert "A wedding" in client_of(member).get(address).content.decode()
    stranger = client_of(ground.outsider)
    assert stranger.get(address).status_code == 403
    assert "proposes:" not in stranger.get(ahead.get_absolute_url()).content.decode()


def test_the_battles_page_asks_no_more_for_a_long_talk(ground: Cast, ahead: Battle) -> None:
    browser = client_of(ground.owner)
    browser.get(ahead.get_absolute_url())
    with CaptureQueriesContext(connection) as before:
        browser.get(ahead.get_absolute_url())
    for _round in range(3):
        number = propose(ahead, ground.owner, THURSDAY, FRIDAY).number
        operations.decline(battle=ahead, member=ground.player, offer=number, reason="No")
    propose(ahead, ground.player, SATURDAY)
    browser.get(ahead.get_absolute_url())
    with CaptureQueriesContext(connection) as after:
        browser.get(ahead.get_absolute_url())
    assert len(after) == len(before)


def test_news_of_a_fixed_date_wait_until_it_is_answered(ground: Cast) -> None:
    battle = schedule.schedule_battle(
        campaign=ground.campaign,
        warbands=[ground.warband, ground.other],
        plan=Plan(title="The Ford", date=THURSDAY),
        author=ground.referee,
    )
    assert told(ground.owner)[-1] == told(ground.player)[-1] == ("scheduled", True)
    operations.accept(battle=battle, member=ground.owner, offer=1, moment=THURSDAY)
    assert ("scheduled", True) not in told(ground.owner)
    assert ("scheduled", True) in told(ground.player)
