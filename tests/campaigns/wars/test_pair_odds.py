"""The odds between two warbands without a battle: asked for on the desk, kept while they hold, told, called off."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.demo.wipe import wipe
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import close_campaign
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.desk import glance, waiting
from campaigns.wars.desk.glance import Suggestion
from campaigns.wars.desk.queries import desk_of
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.forecast import Forecast, ForecastState, PairForecast, PairForecastPart
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Grant, Rename
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Who
from engines.musg.trials import playout
from rosters.models import Warband
from rosters.operations import take_step
from tests.campaigns.wars.test_desk import at, client_of
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.campaigns import Cast, campaign, cast, enlisted, fight, join

pytestmark = pytest.mark.django_db
CALCULATES = re.compile("Calculate the (?:missing )?odds|Calculate all the odds")
"""Any button that asks for odds."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few battles, so that they are soon simulated: four, in parts of two."""
    monkeypatch.setattr(pairs, "COUNT", 4)
    monkeypatch.setattr(pairs, "PART", 2)


@pytest.fixture
def who() -> Cast:
    """A round is open in which nothing is scheduled: Axes and Blades are suggested."""
    who = cast()
    rounds.open_round(campaign=who.campaign)
    return who


def ask(who: Cast) -> PairForecast:
    return pairs.start(campaign=who.campaign, warbands=[who.warband, who.other], member=who.referee)


def work_off() -> None:
    """Do what workers would."""
    for job in Job.objects.filter(kind=pairs.KIND, state=JobState.WAITING).order_by("pk"):
        assert jobs.run(job.pk)


def known(who: Cast) -> PairForecast:
    """The odds between the two, reckoned to the end."""
    asked = ask(who)
    work_off()
    asked.refresh_from_db()
    return asked


def fail(part: PairForecastPart) -> Job:
    """The work on a part fails for good."""
    Job.objects.filter(kind=pairs.KIND, subject=part.pk).update(
        state=JobState.FAILED, error="KeyError: 'y'", finished=timezone.now()
    )
    return Job.objects.get(kind=pairs.KIND, subject=part.pk)


def suggested(campaign: Campaign) -> Suggestion:
    (one,) = glance.round_panel(desk_of(campaign)).suggestions
    return one


def refusal(campaign: Campaign, *warbands: Warband) -> list[str]:
    with pytest.raises(Refused) as refused:
        pairs.start(campaign=campaign, warbands=warbands, member=None)
    return refused.value.codes


def sent(*warbands: Warband) -> str:
    return "-".join(str(warband.pk) for warband in warbands)


def press(member: Member, campaign: Campaign, step: str, **values: Any) -> str:
    """Press a button of the desk; return the desk that follows."""
    answer = client_of(member).post(at(campaign, step), values, follow=True)
    assert answer.redirect_chain == [(at(campaign), 302)]
    return answer.content.decode()


# The forecast


def test_it_fights_the_battle_that_would_be_scheduled(who: Cast) -> None:
    asked = ask(who)
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    assert forecasts.engine_setup(asked) == setup_of(battle)
    assert asked.asked_by == who.referee
    assert list(asked.parts.values_list("first", "count")) == [(0, 2), (2, 2)]


def test_the_parts_make_the_summary_that_one_process_would_make(who: Cast) -> None:
    asked = known(who)
    assert asked.state == ForecastState.DONE
    alone = playout.simulate(forecasts.engine_setup(asked), tuple(asked.tempers), battles=4, seed=int(asked.seed, 16))
    assert forecasts.summary_of(asked, [part.result for part in asked.parts.all()]) == playout.summary(alone)
    assert asked.summary["battles"] == 4


def test_one_at_a_time_whoever_has_the_first_seat(who: Cast) -> None:
    ask(who)
    assert refusal(who.campaign, who.warband, who.other) == ["odds_run"]
    assert refusal(who.campaign, who.other, who.warband) == ["odds_run"]
    assert PairForecast.objects.count() == 1


def test_known_odds_are_not_reckoned_again_before_a_warband_changes(who: Cast) -> None:
    first = known(who)
    assert refusal(who.campaign, who.warband, who.other) == ["odds_known"]
    take_step(warband=who.warband, entry=Grant(points=5, reason="x"), author=who.referee)
    assert refusal(who.campaign, who.warband, who.other) == ["odds_known"], "points in the treasury fight no battle"
    take_step(warband=who.warband, entry=Rename(name="Hatchets"), author=who.owner)
    second = ask(who)
    assert set(PairForecast.objects.all()) == {first, second}, "the old ones stand until the new ones are in"
    work_off()
    assert set(PairForecast.objects.all()) == {second}
    assert not PairForecastPart.objects.exclude(forecast=second).exists()


def test_who_does_not_serve_or_cannot_fight_is_refused(who: Cast) -> None:
    elsewhere = enlisted(_elsewhere(), who.outsider, "Crows")
    assert refusal(who.campaign, who.warband, elsewhere) == ["pairs_changed"]
    assert refusal(who.campaign, who.warband, who.warband) == ["pairs_changed"]
    assert refusal(who.campaign, who.warband) == ["pairs_changed"]
    draft = enlistment.muster_for(campaign=who.campaign, owner=who.owner, name="New", race="human")
    assert refusal(who.campaign, who.warband, draft) == ["not_mustered"]
    fell = Down(Who(who.warband.key, HENCHMAN), Who(who.other.key, LEADER))
    fight(who.campaign, [who.warband, who.other], downs=[fell])
    assert "aftermath_waits" in refusal(who.campaign, who.warband, who.other)
    close_campaign(campaign=who.campaign, closed=True, author=who.referee)
    assert refusal(who.campaign, who.warband, who.other) == ["campaign_over"]
    assert not PairForecast.objects.exists()


def _elsewhere() -> Campaign:
    return campaign(name="Elsewhere")


def test_called_off_it_is_forgotten_and_what_was_known_before_stands(who: Cast) -> None:
    first = known(who)
    take_step(warband=who.warband, entry=Rename(name="Hatchets"), author=who.owner)
    second = ask(who)
    busy, other = Job.objects.filter(kind=pairs.KIND, state=JobState.WAITING).order_by("pk")
    claim = jobs.claim(busy.pk)
    assert claim is not None
    pairs.cancel(forecast=second)
    with pytest.raises(jobs.Lost):
        pairs.work(claim)
    assert not jobs.run(other.pk)
    assert set(PairForecast.objects.all()) == {first}
    with pytest.raises(Refused) as refused:
        pairs.cancel(forecast=first)
    assert refused.value.codes == ["forecast_over"]


def test_work_on_a_warband_that_is_gone_is_done(who: Cast) -> None:
    """Who has never fought may withdraw a warband and close the account with it."""
    ask(who)
    enlistment.withdraw(enlistment=who.other.enlistment, author=who.player)
    Warband.objects.get(pk=who.other.pk).delete()
    work_off()
    assert not PairForecast.objects.exists()
    assert set(Job.objects.filter(kind=pairs.KIND).values_list("state", flat=True)) == {JobState.DONE}


def test_old_ones_are_swept(who: Cast) -> None:
    old = known(who)
    assert pairs.forget() == 0
    passed = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS, minutes=1)
    PairForecast.objects.filter(pk=old.pk).update(finished=passed)
    take_step(warband=who.warband, entry=Rename(name="Hatchets"), author=who.owner)
    running = ask(who)
    assert pairs.forget() == 1
    assert set(PairForecast.objects.all()) == {running}


def test_the_demo_takes_them_along(who: Cast) -> None:
    ask(who)
    Member.objects.update(is_demo=True)
    wipe()
    assert not PairForecast.objects.exists()
    assert not Job.objects.filter(kind=pairs.KIND).exists()


# The desk


def test_the_referee_asks_with_one_button_and_reads_the_odds(who: Cast) -> None:
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert f'name="pair" value="{sent(who.warband, who.other)}"' in page
    assert "Calculate the odds" in page
    assert "Calculate all the odds" not in page, "there is one pair"
    page = press(who.referee, who.campaign, "odds", pair=sent(who.warband, who.other))
    assert "0 of 4 battles fought" in page
    assert "Call it off" in page
    assert not CALCULATES.search(page)
    work_off()
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    line = suggested(who.campaign).line
    assert line.odds is not None
    assert [name for name, _share in line.odds.shares] == ["Axes", "Blades"]
    for _name, share in line.odds.shares:
        assert f"<strong>{share}</strong>" in page
    assert "battles fought" not in page
    assert "outdated" not in page
    assert not CALCULATES.search(page)


def test_in_french_without_a_script(who: Cast) -> None:
    client = Client(headers={"Accept-Language": "fr"})
    client.force_login(who.referee, backend="club.auth.MemberBackend")
    assert "Calculer les chances" in client.get(at(who.campaign)).content.decode()
    client.post(at(who.campaign, "odds"), {"pair": sent(who.warband, who.other)})
    assert "Batailles jouées\N{NO-BREAK SPACE}: 0 sur 4" in client.get(at(who.campaign)).content.decode()


def test_odds_are_outdated_once_a_roster_has_moved_on(who: Cast) -> None:
    known(who)
    take_step(warband=who.other, entry=Rename(name="Blunt blades"), author=who.player)
    line = suggested(who.campaign).line
    assert line.odds is not None
    assert line.odds.outdated
    assert line.may_ask
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert "outdated" in page
    assert "Calculate the odds again" in page


def test_odds_reckoned_by_another_engine_are_outdated(who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    known(who)
    monkeypatch.setattr(pairs, "VERSION", "musg-battle/0")
    assert suggested(who.campaign).line.may_ask


def test_odds_of_a_battle_are_outdated_once_it_is_fought(who: Cast) -> None:
    met = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    summary = {"wins": [{"value": 0.25}, {"value": 0.7}]}
    Forecast.objects.create(battle=met, setup={}, seed="1", state=ForecastState.DONE, summary=summary)
    line = suggested(who.campaign).line
    assert line.odds is not None
    assert not line.odds.outdated
    take_step(warband=who.other, entry=Rename(name="Blunt blades"), author=who.player)
    line = suggested(who.campaign).line
    assert line.odds is not None
    assert line.odds.outdated
    assert line.odds.shares[0] == ("Axes", "25.0\N{NO-BREAK SPACE}%")
    known(who)
    line = suggested(who.campaign).line
    assert line.odds is not None
    assert not line.odds.outdated, "the newest stand"


def test_what_keeps_two_from_fighting_stands_in_place_of_the_button(who: Cast) -> None:
    fell = Down(Who(who.warband.key, HENCHMAN), Who(who.other.key, LEADER))
    fight(who.campaign, [who.warband, who.other], downs=[fell])
    line = suggested(who.campaign).line
    assert not line.may_ask
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert line.obstacle == "Axes has an aftermath to roll first."
    assert line.obstacle in page
    assert not CALCULATES.search(page)
    assert "has an aftermath to roll first" in press(
        who.referee, who.campaign, "odds", pair=sent(who.warband, who.other)
    )


def test_all_suggested_pairs_at_once_but_for_those_that_cannot_be_reckoned(who: Cast) -> None:
    crows, drakes = (enlisted(who.campaign, join(who.campaign), name) for name in ("Crows", "Drakes"))
    panel = glance.round_panel(desk_of(who.campaign))
    shown = [sent(pair.one, pair.other) for pair in panel.suggestions]
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert "Calculate all the odds" in page
    assert len(panel.askable) == len(shown) == 2
    known(who)
    press(who.referee, who.campaign, "odds", pair=[sent(who.warband, who.other), sent(crows, drakes)])
    assert PairForecast.objects.get(state=ForecastState.RUNNING).one == crows
    assert PairForecast.objects.count() == 2


def test_failed_work_is_told_where_the_pair_stands_and_tried_again(who: Cast) -> None:
    asked = ask(who)
    first, last = asked.parts.all()
    job = fail(last)
    assert jobs.run(Job.objects.get(kind=pairs.KIND, subject=first.pk).pk)
    (item,) = [one for group in waiting.groups(desk_of(who.campaign)) for one in group.items if one.kind == "failed"]
    assert (item.subject, item.since, item.who) == ("Axes – Blades", job.finished, ())
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert page.count("Their odds could not be calculated.") == 2, "among what waits, and beside the pair"
    assert "2 of 4 battles fought" in page
    assert reverse("campaigns:odds_status", args=[who.campaign.slug, asked.pk]) not in page, "nothing more will come"
    again, off = item.actions
    page = press(who.referee, who.campaign, again.step, **again.values)
    assert "Their odds could not be calculated." not in page
    work_off()
    asked.refresh_from_db()
    assert asked.state == ForecastState.DONE
    assert asked.summary["battles"] == 4
    assert "There is nothing to try again." in press(who.referee, who.campaign, again.step, **again.values)
    assert client_of(who.referee).post(at(who.campaign, off.step), off.values).status_code == 302
    assert PairForecast.objects.get() == asked, "what is over stands"


def test_the_failed_odds_of_two_who_are_suggested_no_more_are_called_off(who: Cast) -> None:
    asked = ask(who)
    fail(asked.parts.all()[0])
    enlistment.withdraw(enlistment=who.other.enlistment, author=who.player)
    (item,) = [one for group in waiting.groups(desk_of(who.campaign)) for one in group.items if one.kind == "failed"]
    page = press(who.referee, who.campaign, item.actions[1].step, **item.actions[1].values)
    assert "The odds of this pair are no longer being calculated." in page
    assert not PairForecast.objects.exists()
    assert waiting.groups(desk_of(who.campaign)) == []


def test_a_battle_just_scheduled_keeps_the_odds_of_its_pair_while_they_hold(who: Cast) -> None:
    known(who)
    last = who.campaign.rounds.get()
    shown = suggested(who.campaign).line.odds
    (battle,) = rounds.pair_round(round=last, pairs=[[who.warband, who.other]], plan=Plan(), author=who.referee)

    def of_round() -> tuple[Any, bool]:
        (one,) = glance.round_panel(desk_of(who.campaign)).battles
        return one.odds, one.may_forecast

    assert of_round() == (shown, False)
    take_step(warband=who.other, entry=Rename(name="Blunt blades"), author=who.player)
    assert of_round() == (None, True)
    take_step(warband=who.other, entry=Rename(name="Blades"), author=who.player)
    assert of_round() == (shown, False), "it is the same battle again"
    ground.lay_out(battle=Battle.objects.get(pk=battle.pk), layout=ready_tables()["village"], turn_limit=3)
    assert of_round() == (None, True), "on its own table it is another one"


# Progress


def progress(who: Cast, asked: PairForecast, *, member: Member | None = None) -> Any:
    address = reverse("campaigns:odds_status", args=[who.campaign.slug, asked.pk])
    return client_of(member or who.referee).get(address)


def test_progress_is_asked_for_until_all_are_in(who: Cast) -> None:
    asked = ask(who)
    answer = progress(who, asked)
    assert "0 of 4 battles fought" in answer.content.decode()
    assert 'hx-trigger="every 2s"' in answer.content.decode()
    assert jobs.run(Job.objects.filter(kind=pairs.KIND).earliest("pk").pk)
    assert "2 of 4 battles fought" in progress(who, asked).content.decode()
    fail(asked.parts.all()[1])
    assert "hx-trigger" not in progress(who, asked).content.decode()
    pairs.try_again(forecast=asked)
    work_off()
    page = progress(who, asked).content.decode()
    assert "4 of 4 battles fought" in page
    assert "hx-trigger" not in page


def test_only_the_referee_of_the_campaign_is_told(who: Cast) -> None:
    asked = ask(who)
    assert progress(who, asked, member=who.owner).status_code == 403
    other = Cast(**{**vars(who), "campaign": _elsewhere()})
    theirs = other.campaign.memberships.get().member
    assert progress(other, asked, member=theirs).status_code == 404
    for step, values in {
        "odds": {"pair": sent(who.warband, who.other)},
        "drop_odds": {"odds": asked.pk},
        "retry": {"kind": pairs.KIND, "odds": asked.pk},
    }.items():
        assert client_of(who.owner).post(at(who.campaign, step), values).status_code == 403
        reached = client_of(theirs).post(at(other.campaign, step), values).status_code
        assert reached == (302 if step == "odds" else 404), "no pair of this campaign: told so on the desk"
    assert PairForecast.objects.get() == asked


def test_many_pairs_are_read_in_as_many_queries_as_one(who: Cast) -> None:
    def counted() -> int:
        client = client_of(who.referee)
        client.get(at(who.campaign))
        with CaptureQueriesContext(connection) as queries:
            client.get(at(who.campaign))
        return len(queries)

    known(who)
    one = counted()
    crows, drakes = (enlisted(who.campaign, join(who.campaign), name) for name in ("Crows", "Drakes"))
    pairs.start(campaign=who.campaign, warbands=[crows, drakes], member=None)
    fail(PairForecastPart.objects.filter(result__isnull=True)[0])
    assert counted() == one
