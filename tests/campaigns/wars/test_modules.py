"""Battles with the rulebook's modules: said when scheduled, fought by the engine, replayed; a warband alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.modules import NAMES, in_force, needs_one_warband
from campaigns.wars.replay.frames import figures_of, frames, newcomers
from campaigns.wars.replay.page import Replay
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds.operations import open_round, pair_round
from club.operations import Refused
from club.visibility import Visibility
from engines.core.dice import FastDice
from engines.musg.battle.events import Kind
from engines.musg.battle.modules import MODULES
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Outcome
from engines.musg.entries import AnyEntry, Hire, Muster, TakePart
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.scenarios import library
from engines.musg.trials import battle_file, playout
from engines.musg.warband import Setup, Warband
from rosters.operations import create_warband, take_step
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field, field
from tests.factories.resolutions import SEED

pytestmark = pytest.mark.django_db

EXAMPLES = Path(battle_file.__file__).parent / "examples"
EVERYBODY = (LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN)


def changed(fight: Field, *modules: str, warbands: int = 2) -> Battle:
    schedule.change_battle(
        battle=fight.battle,
        warbands=fight.warbands[:warbands],
        plan=Plan(title="Night", modules=modules),
        author=fight.referee,
    )
    return fight.stored()


def test_what_the_site_offers_the_engine_plays() -> None:
    assert set(NAMES) <= set(MODULES)
    assert needs_one_warband(["zombies"])
    assert needs_one_warband(["aliens"])
    assert not needs_one_warband([])


def test_a_battle_says_its_modules_and_is_fought_with_them() -> None:
    fight = field()
    battle = changed(fight, "zombies")
    assert battle.modules == ["zombies"]
    assert setup_of(battle).modules == ("zombies",)
    page = client_of(fight.players[0]).get(battle.get_absolute_url()).content.decode()
    assert "Zombie invasion" in page
    assert changed(fight).modules == []


def test_who_plays_heroes_or_villains_fights_with_points_of_pulp() -> None:
    """Ruling M308: wherever one of the warbands has a part in the pulp; it is no choice of a single battle."""
    plain = Warband(name="a", race="human", rules=Rules(), treasury=0)
    villains = Warband(name="b", race="human", rules=Rules(pulp=True), treasury=0, part=Part(Side.VILLAINS))
    assert in_force(("zombies",), [plain, plain]) == ("zombies",)
    assert in_force(("zombies",), [plain, villains]) == ("zombies", "pulp")
    assert "pulp" not in NAMES


def test_a_module_nobody_knows_is_refused_beside_its_field() -> None:
    fight = field()
    with pytest.raises(Refused) as refused:
        changed(fight, "dragons")
    assert refused.value.codes == ["battle_module"]
    assert refused.value.problems[0].field == "modules"


def test_a_round_is_paired_with_modules() -> None:
    fight = field()
    opened = open_round(campaign=fight.campaign)
    [made] = pair_round(round=opened, pairs=[fight.warbands], plan=Plan(modules=("aliens",)))
    assert made.modules == ["aliens"]


def test_the_form_takes_modules_and_shows_them_again() -> None:
    fight = field()
    player = client_of(fight.players[0])
    address = reverse("campaigns:battle_edit", args=[fight.campaign.slug, fight.battle.pk])
    numbers = [warband.pk for warband in fight.warbands]
    sent = {"warbands": numbers, "title": "Night", "modules": ["zombies"], "version": fight.battle.version}
    assert player.post(address, sent).status_code == 302
    assert fight.stored().modules == ["zombies"]
    page = player.get(address).content.decode()
    assert re.search(r'value="zombies"[^>]*checked', page)
    refused = player.post(address, {**sent, "modules": ["dragons"], "version": fight.stored().version})
    assert "dragons" in refused.content.decode()


def test_whoever_agreed_to_the_engine_is_asked_anew_when_a_player_changes_the_modules() -> None:
    fight = field()
    BattleSide.objects.filter(battle=fight.battle).update(lets_engine_resolve=True)
    plan = Plan(title="Night", modules=("zombies",))
    schedule.change_battle(battle=fight.battle, warbands=fight.warbands, plan=plan, author=fight.players[0])
    assert [fight.side(number).lets_engine_resolve for number in (0, 1)] == [True, False]


def test_a_warband_fights_alone_only_where_a_module_brings_others() -> None:
    fight = field()
    with pytest.raises(Refused):
        changed(fight, warbands=1)
    battle = changed(fight, "zombies", warbands=1)
    assert [side.key for side in setup_of(battle).sides] == [fight.keys[0]]


def test_a_lone_warband_has_won_if_one_of_its_own_stands_m325() -> None:
    """Ruling M325: whom nobody leads is no side; nobody's points, and the warband's fate decides."""
    fight = field()
    changed(fight, "zombies", warbands=1)
    ours = fight.keys[0]
    report = Report(downs=tuple(Down(Who(ours, number)) for number in EVERYBODY[1:]))
    reports.report_battle(battle=fight.stored(), report=report, author=fight.referee)
    reports.settle_report(battle=fight.stored(), referee=fight.referee)
    side = fight.side(0)
    assert (side.outcome, side.victory_points, side.losses) == (Outcome.WON.value, 0, 3)
    assert fight.stored().winner == fight.warbands[0]


def test_a_lone_warband_without_anybody_left_has_lost_m325() -> None:
    fight = field()
    battle = changed(fight, "zombies", warbands=1)
    ours = fight.keys[0]
    report = Report(downs=tuple(Down(Who(ours, number)) for number in EVERYBODY[1:]), fled=(Who(ours, LEADER),))
    reports.report_battle(battle=battle, report=report, author=fight.referee)
    page = client_of(fight.referee).get(battle.get_absolute_url()).content.decode()
    assert ">draw<" not in page
    reports.settle_report(battle=fight.stored(), referee=fight.referee)
    assert fight.side(0).outcome == Outcome.LOST.value
    assert fight.stored().winner is None
    page = client_of(fight.referee).get(battle.get_absolute_url()).content.decode()
    assert "<strong>lost</strong>" in page


def fought_by_engine(fight: Field, battle: Battle) -> Resolution:
    """Everybody lets the engine fight a battle in the village, with the seed of these tests, and a worker does."""
    BattleSide.objects.filter(battle=battle).update(lets_engine_resolve=True)
    table = ground.lay_out(battle=battle, layout=ready_tables()["village"], turn_limit=8)
    table.seed = SEED.hex()
    table.save()
    seen = resolution.seen_of(setup_of(battle), [side.temper for side in battle.sides.all()])
    resolution.resolve(battle=battle, member=fight.referee, seen=seen)
    assert jobs.run(Job.objects.get().pk) is True
    row = Resolution.objects.get()
    assert row.state == ResolutionState.DONE
    return row


@pytest.mark.parametrize("module", sorted(code for code in NAMES if needs_one_warband([code])))
def test_a_battle_of_the_engine_is_replayed_with_everybody_a_module_brought(module: str) -> None:
    fight = field()
    battle = changed(fight, module)
    row = fought_by_engine(fight, battle)
    assert fight.stored().state != BattleState.SCHEDULED
    replay = Replay(row, at="0")
    came = list(newcomers(replay.events))
    assert came
    assert {one.side for one in came if one.race not in CATALOGUE.civilians} == {2}
    assert len(replay.everybody) == len(figures_of(replay.setup)) + len(came)
    assert [band.points is None for band in replay.bands][:3] == [False, False, True]
    marked = next(one.index for one in replay.events if one.kind is Kind.MARKED)
    page = client_of(fight.players[0]).get(
        reverse("campaigns:replay", args=[fight.campaign.slug, battle.pk]), {"event": marked}
    )
    assert "map__trace--" in page.content.decode()


def test_heroes_and_villains_of_a_campaign_fight_with_points_and_the_replay_shows_them() -> None:
    """Rulings M163, M308: 3 and 1 each at the start; the report of the engine fits, the page counts what is left."""
    fight = field(rules=Rules(pulp=True))
    for warband, side in zip(fight.warbands, Side, strict=False):
        take_step(warband=warband, entry=TakePart(side=side), author=warband.owner)
    battle = fight.stored()
    assert setup_of(battle).modules == ("pulp",)
    row = fought_by_engine(fight, battle)
    assert fight.stored().state != BattleState.SCHEDULED
    replay = Replay(row, at="0")
    filled = next(one.index for one in replay.events if one.kind is Kind.PULP_POOLS)
    assert [band.pulp for band in Replay(row, at=str(filled)).bands] == ["3 + 1", "3 + 1"]
    address = reverse("campaigns:replay", args=[fight.campaign.slug, battle.pk])
    page = client_of(fight.players[0]).get(address, {"event": filled}).content.decode()
    assert re.search(r'data-pulp="0">3 \+ 1<', page)


def test_the_table_of_every_event_is_worked_out_when_markers_are_taken_up_again() -> None:
    """Noise is laid and taken up (ruling M193): in the end the replay has the markers that the battle has."""
    setup, names = battle_file.parse_battle((EXAMPLES / "zombies.json").read_bytes())
    fought = playout.fight(setup, names, FastDice(1), seed=1)
    assert any(event.kind is Kind.UNMARKED for event in fought.events)
    *_rest, last = frames(setup, fought.events)
    assert set(last.marks) == set(fought.marks)


def test_the_replay_shows_a_thing_beside_its_bearer_and_the_points_of_the_scenario() -> None:
    setup, names = battle_file.parse_battle((EXAMPLES / "skirmish.json").read_bytes())
    staged = library()["treasure"].setup(setup.sides, setup.rules)
    fought = next(
        one for seed in range(30) if (one := playout.fight(staged, names, FastDice(seed), seed=seed)).bands[0].scored
    )
    seen = list(frames(staged, fought.events))
    took = next(event for event in fought.events if event.kind is Kind.TOOK)
    bearer = seen[took.index].figures[took.figure or 0]
    assert [(mark.x - bearer.x, bearer.y - mark.y) for mark in seen[took.index].marks] == [pytest.approx((0.6, 0.6))]
    assert seen[-1].marks == ()
    assert fought.outcome
    assert seen[-1].points == fought.outcome.points


def raid(*, extras: int) -> Field:
    """A battle of anti-terrorists (Axes) against terrorists (Blades) with so many extras."""
    fight = field(rules=Rules(extras=True))
    steps: list[AnyEntry] = [
        Hire(rank=Rank.LEADER, race="human", name="Marek"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Cook"),
        *[Hire(rank=Rank.EXTRA, race="human", name=f"Guard {n}") for n in range(1, extras + 1)],
        Muster(),
    ]
    cell = create_warband(
        owner=fight.players[1],
        setup=Setup(race="human", name="Cell", rules=Rules(extras=True)),
        visibility=Visibility.CLUB,
        entries=steps,
    )
    Enlistment.objects.create(campaign=fight.campaign, warband=cell)
    fight.warbands[1] = cell
    return fight


def test_a_raid_leaves_at_home_whom_the_teams_have_no_place_for_and_is_replayed_m207_m215() -> None:
    """Axes: leader 40 and lieutenant 20; henchmen stay away. Cell: leader 40 and four extras of 4; the cook stays."""
    fight = raid(extras=4)
    battle = changed(fight, "regroup_team")
    anti, cell = setup_of(battle).sides
    assert anti.absent == (HENCHMAN, SECOND_HENCHMAN)
    assert cell.absent == (2,)
    row = fought_by_engine(fight, battle)
    replay = Replay(row, at="0")
    assert [replay.names.figure(one.number) for one in newcomers(replay.events)] == [
        f"Hostage {n}" for n in (1, 2, 3, 4)
    ]
    page = client_of(fight.players[0]).get(
        reverse("campaigns:replay", args=[fight.campaign.slug, battle.pk]), {"event": 0}
    )
    assert "Bomb site 1 is marked." in page.content.decode()
    told = fight.stored()
    assert told.state != BattleState.SCHEDULED


def test_a_raid_without_extras_says_why_it_cannot_be_fought_m215() -> None:
    fight = raid(extras=0)
    battle = changed(fight, "regroup_hostages")
    with pytest.raises(Refused) as refused:
        setup_of(battle)
    assert refused.value.codes == ["regroup_no_extras"]
    assert "Cell has no extras" in str(refused.value.problems[0].message)
