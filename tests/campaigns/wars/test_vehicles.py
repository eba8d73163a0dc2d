"""Vehicles in a campaign: what a report says of them, the wreck's die in the aftermath, repairs in the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.wars.aftermath.wording import table_for
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.replay.frames import frames
from campaigns.wars.replay.hulls import after, drawn, glided
from campaigns.wars.replay.page import Replay
from campaigns.wars.replay.wording import Names, event_sentence
from campaigns.wars.reports.forms import ReportForm
from campaigns.wars.reports.story import story
from campaigns.wars.resolution import operations as resolution
from club.operations import Refused
from engines.core.dice import FastDice
from engines.musg.battle.events import Event, Kind
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import BuyVehicle, Grant
from engines.musg.garage import Damage
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ranks import Rank
from engines.musg.report import Broken, Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.trials import battle_file, playout
from engines.musg.vehicle import Design
from rosters.models import Warband
from rosters.operations import take_steps
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, field
from tests.factories.resolutions import SEED

pytestmark = pytest.mark.django_db
CAR = 5
"""The first vehicle: figures 1 to 4 were there before it."""


@pytest.fixture
def fight() -> Field:
    """Both warbands have a light vehicle: 3 points of structure."""
    fight = field(rules=Rules(vehicles=True))
    for band in fight.warbands:
        car = BuyVehicle(design=Design(type="light"), name=f"{band.name} Car")
        take_steps(warband=band, entries=[Grant(points=100, reason="Booty"), car], author=band.owner, reason="Set up")
    return fight


def form(fight: Field, **said: Any) -> ReportForm:
    rosters = {band.key: band.roster for band in fight.warbands}
    data = {f"fate-{key}-{figure.id}": "stood" for key, roster in rosters.items() for figure in roster.active}
    return ReportForm({"version": "1", **data, **said}, rosters=rosters, version=1)


def lost(fight: Field, side: int) -> str:
    return f"lost-{fight.keys[side]}-{CAR}"


def test_the_form_reads_what_vehicles_lost_and_shows_it_again(fight: Field) -> None:
    sent = form(fight, **{lost(fight, 0): "3", lost(fight, 1): "0"})
    assert sent.is_valid(), sent.errors
    assert sent.report.broken == (Broken(fight.keys[0], CAR, 3),)
    rosters = {band.key: band.roster for band in fight.warbands}
    again = ReportForm(rosters=rosters, version=1, report=sent.report)
    assert [[field.value() for field in side.vehicles] for side in again.sides()] == [[3], [None]]
    assert list(story(sent.report, rosters)) == ["Axes Car (Axes) was wrecked."]


def test_more_than_it_has_is_refused_beside_the_field(fight: Field) -> None:
    sent = form(fight, **{lost(fight, 0): "4"})
    assert not sent.is_valid()
    assert list(sent.errors) == [lost(fight, 0)]


def test_nothing_lost_is_stored_as_before(fight: Field) -> None:
    sent = form(fight)
    assert sent.is_valid(), sent.errors
    assert not sent.report.broken
    assert sent.report == Report()


def test_a_battle_says_what_it_broke(fight: Field) -> None:
    fight.fight(Report(broken=(Broken(fight.keys[0], CAR, 3), Broken(fight.keys[1], CAR, 1))))
    axes, blades = (Warband.objects.get(pk=band.pk) for band in fight.warbands)
    assert axes.roster.engagement is not None
    assert axes.roster.engagement.damage == (Damage(CAR, 3),)
    assert axes.roster.garage[0].damage == 3
    # Nothing is to be rolled for the other side: all its aftermath is over, the repair too.
    assert blades.roster.engagement is None
    assert blades.roster.garage[0].damage == 0
    told = [event["code"] for row in blades.journal.all() for event in row.events]
    assert "vehicle_repaired" in told


def test_an_impossible_report_is_refused(fight: Field) -> None:
    with pytest.raises(Refused):
        fight.fight(Report(broken=(Broken(fight.keys[0], 99, 1),)))


def test_the_wreck_is_rolled_after_the_fallen(fight: Field) -> None:
    """Ruling M345: as a henchman, 1-2 lost; typed after the henchman's own roll."""
    axes, blades = fight.keys
    down = Down(Who(axes, HENCHMAN), Who(blades, LEADER))
    fight.fight(Report(downs=(down,), broken=(Broken(axes, CAR, 3),)))
    client = client_of(fight.players[0])

    def page(name: str) -> str:
        return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk])

    assert "a wreck, rolls 1d6: lost on 1 or 2" in client.get(page("aftermath")).content.decode()
    client.post(page("aftermath_begin"), {"version": fight.recovery(0).version, "mode": "typed"})
    for asked, face in (("Return of A Henchman 1", "6"), ("The wreck of Axes Car", "2")):
        html = client.get(page("aftermath")).content.decode()
        assert asked in html
        recovery = fight.recovery(0)
        client.post(page("aftermath_die"), {"version": recovery.version, "die1": face})
    told = client.get(page("aftermath")).content.decode()
    assert "The wreck of Axes Car is lost, with all that was built into it." in told
    roster = Warband.objects.get(pk=fight.warbands[0].pk).roster
    assert roster.rides == ()
    assert roster.engagement is None


def test_a_damaged_vehicle_is_repaired_without_a_die(fight: Field) -> None:
    fight.fight(Report(broken=(Broken(fight.keys[0], CAR, 2),)))
    client = client_of(fight.players[0])
    where = [fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk]
    html = client.get(reverse("campaigns:aftermath", args=where)).content.decode()
    assert "Axes Car is repaired free of charge: 2 points of structure." in html


def test_the_wrecks_table_speaks_of_vehicles() -> None:
    assert [(row.faces, row.name) for row in table_for("wreck", CATALOGUE).rows] == [
        ("1–2", "Lost"),
        ("3–6", "Brought home"),
    ]


def test_vehicles_come_to_a_battle_whose_module_says_so(fight: Field) -> None:
    """The pilot named at home drives; without one a henchman does (rulings M234, M348)."""
    schedule.change_battle(
        battle=fight.battle,
        warbands=fight.warbands,
        plan=Plan(title="Race", modules=("vehicles",)),
        author=fight.referee,
    )
    setup = setup_of(fight.stored())
    assert setup.modules == ("vehicles",)
    [ride] = setup.sides[0].rides or ()
    assert (ride.number, ride.name, ride.design.type) == (CAR, "Axes Car", "light")
    driver = next(figure for figure in setup.sides[0].figures if figure.id == ride.crew[0])
    assert driver.rank is Rank.HENCHMAN
    assert LEADER not in ride.crew


def test_the_engine_fights_reports_and_replays_a_battle_with_vehicles(fight: Field) -> None:
    schedule.change_battle(
        battle=fight.battle,
        warbands=fight.warbands,
        plan=Plan(title="Race", modules=("vehicles",)),
        author=fight.referee,
    )
    BattleSide.objects.filter(battle=fight.battle).update(lets_engine_resolve=True)
    table = ground.lay_out(battle=fight.stored(), layout=ready_tables()["open_field"], turn_limit=6)
    table.seed = SEED.hex()
    table.save()
    seen = resolution.seen_of(setup_of(fight.stored()), [side.temper for side in fight.battle.sides.all()])
    resolution.resolve(battle=fight.stored(), member=fight.referee, seen=seen)
    assert jobs.run(Job.objects.get().pk) is True
    row = Resolution.objects.get()
    assert row.state == ResolutionState.DONE
    replay = Replay(row, at=str(len(row.events) - 1))
    worn = {one.side: one.most_structure - one.structure for one in replay.frame.hulls}
    assert row.report is not None
    broken = {one.warband: one.lost for one in row.report.report.broken or ()}
    assert broken == {fight.keys[side]: lost for side, lost in worn.items() if lost}
    assert [len(band.vehicles) for band in replay.bands] == [1, 1]
    page = client_of(fight.players[0]).get(
        reverse("campaigns:replay", args=[fight.campaign.slug, fight.battle.pk]), {"event": len(row.events) - 1}
    )
    content = page.content.decode()
    assert "Axes Car" in content
    assert "map__trace--vehicle-0" in content or "map__trace--wreck" in content
    data = (
        client_of(fight.players[0])
        .get(reverse("campaigns:replay_data", args=[fight.campaign.slug, fight.battle.pk]))
        .json()
    )
    assert data["events"][-1]["vehicles"]
    gliding = [event for event in data["events"] if "glide" in event]
    assert gliding
    assert all(event["traces"][event["glide"][0]][0] in ("vehicle-0", "vehicle-1", "wreck") for event in gliding)


def test_a_drive_is_told_with_its_way_so_that_the_hull_glides() -> None:
    """Two stretches of 4 with a turn of 45 degrees to the left between them: four places; drawn where it ends."""
    side: dict[str, Any] = {"vehicle": 0, "number": 1, "size": [2.0, 4.0], "structure": 3, "crew": [0]}
    placed = Event(0, 1, Kind.VEHICLE_PLACED, "", side=0, data={**side, "place": [30.0, 10.0, 0]})
    path = [[30.0, 10.0, 0], [30.0, 14.0, 0], [30.0, 14.0, 45], [32.828, 16.828, 45]]
    drove = Event(1, 1, Kind.DROVE, "", 0, data={"vehicle": 0, "path": path})
    hulls = after(after((), placed), drove)
    told = glided(hulls, drove)
    assert told is not None
    assert told[1] == path
    assert told[0] == next(iter(drawn(hulls)))
    assert glided(hulls, placed) is None


def test_the_hulls_of_a_replay_are_those_of_the_battle() -> None:
    """Worked out from the events alone: place, facing, structure and crew."""
    setup, names = battle_file.parse_battle(
        (Path(battle_file.__file__).parent / "examples" / "vehicles.json").read_bytes()
    )
    for seed in range(3):
        fought = playout.fight(setup, names, FastDice(seed), seed=seed)
        *_rest, last = frames(setup, fought.events)
        views = {one.vehicle: one for one in fought.view().vehicles}
        for hull in last.hulls:
            view = views[hull.number]
            assert (hull.structure, hull.left) == (view.structure, view.state == "left")
            assert sorted(hull.crew) == sorted(view.crew)
            if not hull.left:
                assert (hull.base.x, hull.base.y, hull.base.facing) == view.at


def test_a_skid_is_no_shot_ahead() -> None:
    """Musg, Tableau des problèmes de booster, 1: it does not advance, it turns."""
    names = Names(("Axes",), ("Ada",), CATALOGUE, vehicles=("Car",))
    path = [[30.0, 10.0, 0], [30.0, 10.0, 90]]
    data: dict[str, Any] = {"vehicle": 0, "path": path, "paces": 0.0, "boosted": True}
    spun = Event(0, 1, Kind.DROVE, "", 0, 0, data=data)
    assert event_sentence(spun, names) == "Car spins on the spot."
    still = Event(0, 1, Kind.DROVE, "", 0, 0, data={**data, "path": path[:1]})
    assert event_sentence(still, names) == "Car does not move."
