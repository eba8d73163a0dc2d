"""Battles by a ready scenario: chosen in the form, told on the battle's page, fought, replayed and reported with it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.forecast import operations as forecasts
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.replay.page import Replay
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds.operations import open_round, pair_round
from campaigns.wars.scenarios.page import SWITCHES, ScenarioStory
from campaigns.wars.scenarios.wording import KINDS, aim
from club.operations import Refused
from engines.musg.battle.objectives import BringDown, Objective
from engines.musg.scenarios import SCENARIOS, Switches, library
from tests.clients import client_of
from tests.factories.battles import Field, field
from tests.factories.resolutions import SEED

pytestmark = pytest.mark.django_db


def staged(fight: Field, code: str = "treasure", *, warbands: int = 2, **more: Any) -> Battle:
    schedule.change_battle(
        battle=fight.battle,
        warbands=fight.warbands[:warbands],
        plan=Plan(title="The chest", staging=library()[code]),
        **{"author": fight.referee, **more},
    )
    return fight.stored()


def test_a_battle_by_a_scenario_has_its_table_its_aims_and_its_length() -> None:
    fight = field()
    battle = staged(fight)
    ground = BattleGround.objects.get(battle=battle)
    assert (ground.ready, ground.turn_limit) == ("village", 8)
    setup = setup_of(battle)
    assert setup.objectives == library()["treasure"].objectives
    assert scenario_of(battle) == library()["treasure"]
    changed = schedule.change_battle(battle=battle, warbands=fight.warbands, plan=Plan(title="x"), author=fight.referee)
    assert changed is None
    assert setup_of(fight.stored()).objectives == ()


def test_the_modules_of_a_scenario_hold_and_its_number_of_sides() -> None:
    fight = field()
    assert staged(fight, "antidote").modules == ["zombies", "fatal_infection"]
    with pytest.raises(Refused) as refused:
        staged(fight, "three_caches")
    assert [(p.code, p.field) for p in refused.value.problems] == [("scenario_sides", "staging")]
    assert staged(fight, "last_night", warbands=1).sides.count() == 1


def test_the_form_offers_the_library_and_gives_the_roles() -> None:
    fight = field()
    player = client_of(fight.players[0])
    address = reverse("campaigns:battle_edit", args=[fight.campaign.slug, fight.battle.pk])
    page = player.get(address).content.decode()
    assert all(f'value="{code}"' in page for code in SCENARIOS)
    numbers = [warband.pk for warband in fight.warbands]
    sent = {"warbands": numbers, "title": "x", "staging": "assassination", "first": numbers[1], "version": 0}
    sent["version"] = fight.battle.version
    assert player.post(address, sent).status_code == 302
    battle = fight.stored()
    assert list(battle.sides.order_by("seat").values_list("warband", flat=True)) == numbers[::-1]
    shown = player.get(battle.get_absolute_url()).content.decode()
    assert "A head to take" in shown
    assert re.search(r"The assassins\W+" + re.escape(fight.warbands[1].name), shown)
    assert "Put the enemy leader out of action" in shown
    again = player.get(address).content.decode()
    assert re.search(r'value="assassination"[^>]*selected', again)


def test_errors_stand_beside_their_fields() -> None:
    fight = field()
    player = client_of(fight.players[0])
    address = reverse("campaigns:battle_edit", args=[fight.campaign.slug, fight.battle.pk])
    numbers = [warband.pk for warband in fight.warbands]
    sent = {"warbands": numbers, "title": "x", "staging": "three_caches", "version": fight.battle.version}
    page = player.post(address, sent).content.decode()
    assert re.search(r'id="id_staging_error"[^>]*>.*?This scenario is for 3 warbands', page, re.S)
    page = player.post(address, {**sent, "staging": "dragons"}).content.decode()
    assert re.search(r'id="id_staging_error"', page)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("relay", "has no extras: terrorists come with a leader, a lieutenant and extras"),
        ("out_of_the_nest", "The aliens are holding nobody from"),
    ],
)
def test_the_form_says_why_these_warbands_cannot_play_it(code: str, said: str) -> None:
    """Terrorists come with extras (M215), a rescue needs somebody to bring home (M330): plain warbands have neither."""
    fight = field()
    player = client_of(fight.players[0])
    address = reverse("campaigns:battle_edit", args=[fight.campaign.slug, fight.battle.pk])
    numbers = [warband.pk for warband in fight.warbands]
    sent = {"warbands": numbers, "title": "x", "staging": code, "version": fight.battle.version}
    page = player.post(address, sent).content.decode()
    assert re.search(rf'id="id_staging_error"[^>]*>.*?{re.escape(said)}', page, re.S)
    assert fight.stored().staging == {}


def test_pulp_is_played_by_any_two_warbands_and_the_first_are_the_heroes() -> None:
    """M311: the side is chosen for the module; M308: each game starts with points anew."""
    fight = field()
    battle = staged(fight, "idol")
    assert setup_of(battle).modules == ("pulp",)
    shown = client_of(fight.players[0]).get(battle.get_absolute_url()).content.decode()
    assert "Only for: the heroes’ side." in shown
    assert "Pulp points" in shown


def test_whoever_agreed_is_asked_anew_when_a_player_changes_the_scenario() -> None:
    fight = field()
    staged(fight)
    BattleSide.objects.filter(battle=fight.battle).update(lets_engine_resolve=True)
    staged(fight, author=fight.players[0])
    assert [fight.side(number).lets_engine_resolve for number in (0, 1)] == [True, True], "the same scenario"
    staged(fight, "crossroads", author=fight.players[0])
    assert [fight.side(number).lets_engine_resolve for number in (0, 1)] == [True, False]


def test_a_round_is_paired_by_a_scenario() -> None:
    fight = field()
    opened = open_round(campaign=fight.campaign)
    [made] = pair_round(round=opened, pairs=[fight.warbands], plan=Plan(staging=library()["crossroads"]))
    assert setup_of(made).objectives == library()["crossroads"].objectives


def test_the_engine_fights_reports_and_replays_it() -> None:
    """The scenario's points are the report's bonus: those of the battle are the same, whoever counts them."""
    fight = field()
    battle = staged(fight, "crossroads")
    BattleSide.objects.filter(battle=battle).update(lets_engine_resolve=True)
    table = BattleGround.objects.get(battle=battle)
    table.seed = SEED.hex()
    table.save()
    seen = resolution.seen_of(setup_of(battle), [side.temper for side in battle.sides.all()])
    resolution.resolve(battle=battle, member=fight.referee, seen=seen)
    assert jobs.run(Job.objects.get().pk) is True
    row = Resolution.objects.get()
    assert row.state == ResolutionState.DONE
    assert row.report
    assert row.report.report.bonus, "somebody held the well"
    replay = Replay(row, at=str(len(row.events) - 1))
    assert [trace.kind for trace in replay.map.traces] == ["place"]
    told = [band.points for band in replay.bands]
    assert told == [row.events[-1]["data"]["points"][number] for number in (0, 1)]
    said = next(n for n, event in enumerate(row.events) if event["kind"] == "scored")
    page = client_of(fight.players[0]).get(
        reverse("campaigns:replay", args=[fight.campaign.slug, battle.pk]), {"event": said}
    )
    assert "holds the well" in page.content.decode()


def test_a_forecast_knows_the_scenario() -> None:
    fight = field()
    battle = staged(fight)
    asked = forecasts.start(battle=battle, member=fight.referee, count=100, tempers=["cautious", "bold"])
    assert asked.setup["objectives"][0]["kind"] == "carry_off"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", SCENARIOS)
def test_every_scenario_has_a_page_in_both_languages(code: str, language: str) -> None:
    with translation.override(language):
        told = ScenarioStory(library()[code])
    address = reverse("campaigns:scenario", args=[code])
    page = Client().get(address, headers={"Accept-Language": language})
    text = page.content.decode()
    assert told.aims
    assert "%(" not in "".join(told.aims)
    assert "map__trace--" in text or not any([*one.areas(), *one.points_of()] for one in told.scenario.objectives)


def test_every_kind_and_switch_has_words() -> None:
    assert set(KINDS) == set(Objective.__subclasses__())
    assert set(SWITCHES) == set(Switches.__struct_fields__)
    said = aim(BringDown(points=1, decisive=True), ["One", "Two"])
    assert said.startswith("Everybody, 1 victory point: put enemies of this rank out of action")
    assert said.endswith("Once that is done, the battle is over.")


def test_there_is_no_page_of_a_scenario_nobody_knows(client: Any) -> None:
    assert client.get(reverse("campaigns:scenario", args=["dragons"])).status_code == 404
    assert client.get(reverse("campaigns:scenarios")).status_code == 200


@pytest.mark.parametrize("page", ["report", "ground", "resolution"])
def test_whoever_reports_or_lays_the_table_reads_what_it_is_about(page: str) -> None:
    fight = field()
    battle = staged(fight, "crossroads")
    address = reverse(f"campaigns:{page}", args=[fight.campaign.slug, battle.pk])
    assert "have the most figures at the well" in client_of(fight.players[0]).get(address).content.decode()
