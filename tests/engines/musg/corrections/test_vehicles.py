"""Corrections of a past with vehicles: numbers, wrecks whose die is found again, decrees."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.musg import report as reports
from engines.musg.corrections.aspects import Aspect, Key
from engines.musg.corrections.outcome import Keep, Replayed
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import Act, Clash, Edit, Insert, ReplaceReport, Strike, Timeline
from engines.musg.entries import (
    AnyEntry,
    Buy,
    BuyVehicle,
    Decree,
    EmbarkWeapon,
    Fight,
    ImproveVehicle,
    Muster,
    Recover,
    RenameVehicle,
    Struck,
)
from engines.musg.garage import Whereabouts
from engines.musg.ranks import Rank
from engines.musg.report import Broken, Down, Report, Who
from engines.musg.vehicle import Design
from engines.musg.warband import Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, after, core, hire, refusals, setup

CAR = BuyVehicle(design=Design(type="light"), name="Bess")
MUSTER = [*core(), Muster()]
"""Entries 0-3 hire figures 1-4 with daggers 1-4, entry 4 closes the muster."""


def alone(*entries: AnyEntry) -> Timeline:
    whole = [*MUSTER, *entries]
    return Timeline({"w": setup(vehicles=True)}, tuple(Act(str(n), "w", entry) for n, entry in enumerate(whole)))


def refused(result: Replayed) -> list[tuple[str, str]]:
    return [(refusal.ref, refusal.problems[0].code) for refusal in result.refusals]


def test_vehicles_and_figures_keep_their_numbers() -> None:
    """A car that should not have been bought leaves a gap; whoever was hired afterwards stays number 6."""
    timeline = alone(CAR, hire(Rank.HENCHMAN, name="Six"), Buy(item="rope"))
    result = replay(timeline, [Strike("5")])
    assert [figure.id for figure in result.new["w"].figures] == [1, 2, 3, 4, 6]
    assert result.journals["w"][5].entry == Struck(figures=1)
    assert Key(None, Aspect.VEHICLES) in {difference.key for difference in result.differences}


def test_a_forgotten_car_is_numbered_beyond_all() -> None:
    timeline = alone(CAR, hire(Rank.HENCHMAN, name="Six"))
    other = BuyVehicle(design=Design(type="medium"), name="Van")
    result = replay(timeline, [Insert("new", "4", "w", other)])
    assert [(v.id, v.name) for v in result.new["w"].garage] == [(7, "Van"), (5, "Bess")]


def test_what_was_done_to_a_car_falls_with_it() -> None:
    timeline = alone(CAR, EmbarkWeapon(vehicle=5, item="bow"), RenameVehicle(vehicle=5, name="Rust"), Buy(item="rope"))
    result = replay(timeline, [Strike("5")])
    assert refused(result) == [("6", "no_such_ride"), ("7", "no_such_ride")]
    assert result.new["w"].garage == ()
    assert [item.id for item in result.new["w"].stash] == [6]


def test_the_decree_holds_the_vehicles_as_they_were() -> None:
    timeline = alone(CAR, EmbarkWeapon(vehicle=5, item="bow"), ImproveVehicle(vehicle=5, speed=1))
    keep = [Keep(warband="w", aspect=Aspect.VEHICLES)]
    result = replay(timeline, [Strike("5")], keeps=keep, reason="Agreed")
    assert result.new["w"].garage == result.old["w"].garage
    decrees = [line.entry for line in result.journals["w"] if isinstance(line.entry, Decree)]
    bare = after(Warband.new(setup(vehicles=True)), *MUSTER, CAR).garage
    assert [decree.vehicles for decree in decrees] == [bare]
    assert refused(result) == []


def test_what_a_decree_takes_out_of_a_vehicle_is_in_the_stash() -> None:
    """Nothing is in two places, and nothing is lost."""
    armed = after(Warband.new(setup(vehicles=True)), *core(), CAR, EmbarkWeapon(vehicle=5, item="bow"), Muster())
    (bow,) = armed.garage[0].items
    assert after(armed, Decree(reason="Agreed", vehicles=())).stash == (bow,)
    laid_down = after(armed, Decree(reason="Agreed", stash=(bow,)))
    assert (laid_down.stash, laid_down.garage[0].items) == ((bow,), ())
    twice = Decree(reason="Agreed", stash=(bow,), vehicles=armed.garage)
    assert refusals(armed, twice) == {"no_such_decree"}
    overloaded = replace(armed.garage[0], design=Design(type="light", front=12))
    assert refusals(armed, Decree(reason="Agreed", vehicles=(overloaded,))) == {"no_such_decree"}
    figures_number = replace(armed.garage[0], id=LEADER)
    assert refusals(armed, Decree(reason="Agreed", vehicles=(figures_number,))) == {"no_such_decree"}


# Two warbands with a car each, number 5; the wolves' is wrecked, the crows' scratched.

WRECKED = Report(broken=(Broken("wolves", 5, 3), Broken("crows", 5, 1)))


def war(report: Report, faces: Sequence[int]) -> Timeline:
    acts: list[Act | Clash] = []
    states: dict[str, Warband] = {}
    setups = {key: setup(vehicles=True) for key in ("wolves", "crows")}
    for key in setups:
        entries = [*core(), CAR, Muster()]
        acts += [Act(f"{key}{n}", key, entry) for n, entry in enumerate(entries)]
        states[key] = after(Warband.new(setups[key]), *entries)
    met = reports.engagements(states, report, battle="b", title="The Ford")
    acts.append(Clash("clash", "b", "The Ford", report, {key: Fight(engagement=e) for key, e in met.items()}))
    acts.append(Act("wolves rolled", "wolves", Recover(battle="b", faces=tuple(faces), source="entered")))
    acts.append(Act("crows rolled", "crows", Recover(battle="b", faces=(), source="entered")))
    return Timeline(setups, tuple(acts))


def test_a_report_breaks_what_it_says() -> None:
    states = {key: after(Warband.new(setup(vehicles=True)), *core(), CAR, Muster()) for key in ("wolves", "crows")}
    assert reports.problems(states, WRECKED) == []
    for wrong, code in (
        (Broken("wolves", 4, 1), "no_such_ride"),
        (Broken("hares", 5, 1), "no_such_ride"),
        (Broken("wolves", 5, 0), "structure_lost"),
        (Broken("wolves", 5, 4), "structure_lost"),
    ):
        assert [problem.code for problem in reports.problems(states, Report(broken=(wrong,)))] == [code]
    assert reports.result(states, WRECKED).points == {"wolves": 0, "crows": 0}  # a wreck scores 0 (ruling M345)
    engagements = reports.engagements(states, WRECKED, battle="b", title="The Ford")
    assert [(d.vehicle, d.lost) for d in engagements["wolves"].damage or ()] == [(5, 3)]


def test_the_wrecks_die_is_found_by_what_it_was_for() -> None:
    """A henchman's fall was forgotten: his die comes first now, the wreck keeps the 1 that was rolled for it."""
    timeline = war(WRECKED, [1])
    told = Report(broken=WRECKED.broken, downs=(Down(Who("wolves", HENCHMAN), Who("crows", LEADER)),))
    missing = replay(timeline, [ReplaceReport("clash", told)])
    assert [(one.request.reason, one.request.figure) for one in missing.missing] == [("return", HENCHMAN)]
    assert missing.old["wolves"].garage[0].whereabouts is Whereabouts.WRECKED


def test_a_car_that_was_never_wrecked_is_back() -> None:
    result = replay(war(WRECKED, [1]), [ReplaceReport("clash", Report())])
    assert result.old["wolves"].rides == ()
    assert [v.name for v in result.new["wolves"].rides] == ["Bess"]
    assert refused(result) == []


def test_a_battle_forgets_the_car_that_was_never_bought() -> None:
    """What a report tells of a vehicle that is not there any more falls away; the rest of the battle stands."""
    edit: Edit = Strike("wolves4")
    result = replay(war(WRECKED, [1]), [edit])
    assert refused(result) == []
    assert result.new["wolves"].garage == ()
    assert result.new["crows"].garage[0].damage == 0
    assert result.new["wolves"].record.battles == 1
