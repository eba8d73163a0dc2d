"""Whatever changes what the desk or the club room's screen shows wakes those that stand open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import JoinMode
from campaigns.league.operations import campaigns, people, powers as league_powers
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.desk import glance
from campaigns.wars.desk.queries import desk_of
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import operations as forecast, pairs
from campaigns.wars.marks import desk_part
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import PairForecast
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.models.round import Round
from campaigns.wars.powers import operations as powers
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from engines.musg.entries import Grant, Rename
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from rosters.operations import take_step
from tests.campaigns.wars.test_desk import client_of
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.campaigns import Cast, cast, enlisted, fight, join, membership
from tests.standing import standing

pytestmark = pytest.mark.django_db
SOON = timedelta(days=2)


def desk_mark(user: Member, slug: str) -> str:
    part = desk_part(user, slug)
    return part.mark if part is not None else ""


def _busy() -> Cast:
    """A round over and a round ahead, a battle reported, one scheduled, an aftermath to roll, somebody at the door."""
    who = cast(join_mode=JoinMode.APPROVAL)
    crows, drakes = (enlisted(who.campaign, join(who.campaign), name) for name in ("Crows", "Drakes"))
    first = rounds.open_round(campaign=who.campaign, name="Spring")
    downed = Down(Who(who.warband.key, HENCHMAN), Who(who.other.key, LEADER))
    fight(who.campaign, [who.warband, who.other], round=first, downs=[downed])
    last = rounds.open_round(campaign=who.campaign)
    ahead = schedule.schedule_battle(campaign=who.campaign, warbands=[crows, drakes], plan=Plan(round=last))
    schedule.schedule_battle(campaign=who.campaign, warbands=[crows, drakes], plan=Plan(title="Ahead"))
    reports.report_battle(battle=ahead, report=Report(), author=crows.owner)
    rounds.open_round(campaign=who.campaign)
    people.join(campaign=who.campaign, member=who.outsider)
    return who


@pytest.fixture(scope="module")
def campaign(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with standing(django_db_blocker, _busy) as made:
        yield made


@pytest.fixture
def busy(campaign: Cast, db: None) -> Cast:
    return deepcopy(campaign)


def last_round(who: Cast) -> Round:
    return who.campaign.rounds.latest("number")


def ahead(who: Cast) -> Battle:
    return who.campaign.battles.get(title="Ahead")


def reported(who: Cast) -> Battle:
    return who.campaign.battles.get(state=BattleState.REPORTED)


def crows(who: Cast) -> Warband:
    return who.campaign.warbands.get(name="Crows")


def waiting(who: Cast) -> Recovery:
    return Recovery.objects.filter(side__battle__campaign=who.campaign, state=RecoveryState.WAITING)[0]


def other_side(who: Cast) -> Member:
    return reported(who).sides.get(agreed=False).warband.owner


def forecast_asked(who: Cast) -> None:
    forecast.start(battle=ahead(who), count=50, tempers=["bold", "bold"], member=None)


def odds_asked(who: Cast) -> PairForecast:
    """The referee asks for the odds of the first suggested pair that can fight."""
    pair = glance.round_panel(desk_of(who.campaign)).askable[0]
    return pairs.start(campaign=who.campaign, warbands=[pair.one, pair.other], member=who.referee)


def terms(who: Cast) -> campaigns.Terms:
    return campaigns.Terms(name="The March")


OPERATIONS: dict[str, Callable[[Cast], object]] = {
    "open a round": lambda who: rounds.open_round(campaign=who.campaign),
    "rename a round": lambda who: rounds.rename_round(round=last_round(who), name="Summer"),
    "remove a round": lambda who: rounds.remove_round(round=last_round(who)),
    "pair a round": lambda who: rounds.pair_round(
        round=last_round(who), pairs=[[who.warband, who.other]], plan=Plan(), author=who.referee
    ),
    "schedule": lambda who: schedule.schedule_battle(
        campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(round=last_round(who))
    ),
    "change a battle": lambda who: schedule.change_battle(
        battle=ahead(who), warbands=[crows(who), who.other], plan=Plan(round=last_round(who)), author=who.referee
    ),
    "cancel a battle": lambda who: schedule.cancel_battle(battle=reported(who), author=who.referee),
    "move a battle": lambda who: powers.move_battle(
        battle=ahead(who), round=last_round(who), date=timezone.now() + SOON, referee=who.referee, reason="Rain"
    ),
    "call a battle off": lambda who: powers.call_off(battle=reported(who), referee=who.referee, reason="Rain"),
    "confirm": lambda who: reports.confirm_report(battle=reported(who), member=other_side(who)),
    "dispute": lambda who: reports.dispute_report(battle=reported(who), member=other_side(who), text="No!"),
    "settle": lambda who: reports.settle_report(battle=reported(who), referee=who.referee),
    "report": lambda who: reports.report_battle(battle=ahead(who), report=Report(), author=crows(who).owner),
    "begin an aftermath": lambda who: aftermath.begin(
        recovery=waiting(who), mode=DiceMode.TYPED, member=who.referee, reason="Away"
    ),
    "agree to the engine": lambda who: resolution.agree(battle=ahead(who), member=crows(who).owner, lets=True),
    "agree to it for good": lambda who: resolution.set_standing_consent(
        membership=membership(who.campaign, who.owner), lets=True
    ),
    "ask for odds": forecast_asked,
    "ask for the odds of a pair": odds_asked,
    "let somebody in": lambda who: people.approve(membership=membership(who.campaign, who.outsider)),
    "turn somebody away": lambda who: people.refuse(membership=membership(who.campaign, who.outsider)),
    "leave": lambda who: people.leave(membership=membership(who.campaign, who.player), author=who.player),
    "remove a player": lambda who: league_powers.remove(
        membership=membership(who.campaign, who.player), referee=who.referee, reason="Gone", keep_warbands=False
    ),
    "muster": lambda who: enlistment.muster_for(campaign=who.campaign, owner=who.owner, name="New", race="human"),
    "withdraw": lambda who: enlistment.withdraw(enlistment=who.other.enlistment, author=who.player),
    "close": lambda who: campaigns.close_campaign(campaign=who.campaign, closed=True, author=who.referee),
    "another code": lambda who: campaigns.renew_join_code(campaign=who.campaign),
    "other terms": lambda who: campaigns.change_terms(campaign=who.campaign, terms=terms(who)),
    "grant": lambda who: take_step(warband=crows(who), entry=Grant(points=5, reason="x"), author=who.referee),
    "rename a warband": lambda who: take_step(warband=crows(who), entry=Rename(name="Ravens"), author=crows(who).owner),
    "take another name": lambda who: Member.objects.filter(pk=who.player.pk).update(display_name="Pia"),
    "log in": lambda who: Member.objects.filter(pk=who.player.pk).update(last_login=timezone.now() + SOON),
    "let the day pass": lambda who: Battle.objects.filter(pk=ahead(who).pk).update(
        date=timezone.now() - timedelta(days=1)
    ),
}


def shown(who: Cast, client: Client) -> str:
    """What the desk and the screen show, without what differs each time."""
    pages = [reverse(f"campaigns:{name}", args=[who.campaign.slug]) for name in ("dashboard", "projector")]
    text = "".join(client.get(page).content.decode() for page in pages)
    text = re.sub(r'data-acts=("|&#x27;)\w+', "", text)
    each_time = r'name="csrfmiddlewaretoken" value="[^"]*"|mark=[0-9a-f]+|nonce="[^"]*"|name="version" value="\d+"'
    return re.sub(each_time, "", text)


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_the_desk_or_the_screen_shows_otherwise_wakes_it(name: str, busy: Cast) -> None:
    client = client_of(busy.referee)
    shown(busy, client)
    before, mark = shown(busy, client), desk_mark(busy.referee, busy.campaign.slug)
    OPERATIONS[name](busy)
    assert desk_mark(busy.referee, busy.campaign.slug) != mark
    assert shown(busy, client) != before, "it shows: else it need not wake anybody"


def test_two_referees_who_change_places_wake_it(busy: Cast) -> None:
    """Counted, they are as many as before."""
    people.promote(membership=membership(busy.campaign, busy.owner))
    mark = desk_mark(busy.referee, busy.campaign.slug)
    people.promote(membership=membership(busy.campaign, busy.player))
    people.demote(membership=membership(busy.campaign, busy.owner))
    assert desk_mark(busy.referee, busy.campaign.slug) != mark


def test_odds_asked_for_anew_and_in_already_wake_who_slept_through_it(
    busy: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, the forecasts between two are as many as before, and none of them is under way."""
    monkeypatch.setattr(pairs, "COUNT", 2)
    marks = []
    for _time in range(2):
        asked = odds_asked(busy)
        for job in Job.objects.filter(kind=pairs.KIND, state=JobState.WAITING):
            assert jobs.run(job.pk)
        marks.append(desk_mark(busy.referee, busy.campaign.slug))
        PairForecast.objects.filter(pk=asked.pk).update(basis="of old")
    assert PairForecast.objects.count() == 1
    assert marks[0] != marks[1]


def test_nothing_done_wakes_nobody(busy: Cast) -> None:
    assert desk_mark(busy.referee, busy.campaign.slug) == desk_mark(busy.referee, busy.campaign.slug)


def test_who_is_no_referee_has_no_mark(busy: Cast) -> None:
    assert desk_mark(busy.player, busy.campaign.slug) == ""
