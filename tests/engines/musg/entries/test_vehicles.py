"""A warband's vehicles (Musg, Do you need a ride?), by hand from the printed tables and the rulings."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from engines.musg import journal, muster
from engines.musg.aftermath import Stage
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.engagement import Outcome
from engines.musg.entries import (
    BuyVehicle,
    Dismiss,
    DismountWeapon,
    EmbarkWeapon,
    ImproveVehicle,
    ManVehicle,
    MountWeapon,
    Muster,
    PartWithVehicle,
    RenameVehicle,
    TakeBack,
)
from engines.musg.entries.gear import Buy
from engines.musg.garage import Damage, OwnedVehicle, Whereabouts
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Warband
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    codes,
    core,
    down,
    drafted,
    fought,
    mustered,
    refusals,
    resolved,
    rich,
    setup,
    steps,
)

CAR = 5
"""The number of the first vehicle: vehicles are counted with the four figures of ``core``."""


def bought(kind: str = "light", name: str = "Bess", **improved: Any) -> BuyVehicle:
    return BuyVehicle(design=Design(type=kind, **improved), name=name)


def garaged(*entries: BuyVehicle, treasury: int = 1000) -> Warband:
    """The core warband, mustered, with money and vehicles."""
    return after(rich(mustered(vehicles=True), treasury), *(entries or (bought(),)))


def vehicle(warband: Warband, number: int = CAR) -> OwnedVehicle:
    found = warband.vehicle(number)
    assert found is not None
    return found


class TestBuying:
    @pytest.mark.parametrize(("kind", "cost"), [("light", 40), ("medium", 50), ("heavy", 60)])
    def test_costs_what_the_table_says(self, kind: str, cost: int) -> None:
        """Tableau des véhicules de base."""
        before = garaged()
        now = after(before, bought(kind))
        assert before.treasury - now.treasury == cost
        assert vehicle(now, 6).design == Design(type=kind)

    def test_counts_in_the_points_alone(self) -> None:
        """Ruling M345: neither ceiling, no headcount. Leader 40, lieutenant 20, two henchmen 8 each, car 40."""
        draft = after(drafted(vehicles=True), *core(), bought())
        spent = muster.totals(draft)
        assert (spent.total, spent.heroes, spent.henchmen) == (116, 60, 16)
        assert draft.treasury == 500 - 116
        assert len(draft.active) == 4
        assert draft.value == 116

    def test_counts_towards_the_500(self) -> None:
        draft = after(drafted(vehicles=True), *core(), *(bought("heavy") for _ in range(8)))
        assert [problem.code for problem in muster.problems(draft)] == ["over_total"]

    def test_comes_with_improvements_and_weapons_at_normal_cost(self) -> None:
        """4 points of armour 20, 2 paces 20, spikes on two sides 6 (Coût des améliorations); ruling M292."""
        rifle = Mount("rifle", pivot=True)
        entry = bought(front=3, rear=1, speed=2, spikes=(VehicleSide.FRONT, VehicleSide.REAR), weapons=(rifle,))
        plain = after(rich(mustered(vehicles=True)), Buy(item="rifle"))
        rifle_cost = 1000 - plain.treasury
        now = garaged(entry)
        assert 1000 - now.treasury == 40 + 20 + 20 + 6 + rifle_cost
        (gun,) = vehicle(now).items
        assert (gun.code, gun.paid, vehicle(now).pivots) == ("rifle", rifle_cost, (gun.id,))
        assert vehicle(now).built(CATALOGUE).speed == 10 - 1 + 2  # ruling M219: a pace lost for every four points

    def test_a_first_pistol_is_not_free_for_a_car(self) -> None:
        """Ruling M292: at normal cost; the free one is a figure's (ruling M29)."""
        now = garaged(bought(weapons=(Mount("pistol"),)))
        assert vehicle(now).items[0].paid > 0
        assert vehicle(now).items[0].first_of is None

    def test_is_numbered_with_the_figures(self) -> None:
        now = after(garaged(), *core()[2:3])
        assert [v.id for v in now.garage] == [5]
        assert now.figures[-1].id == 6

    def test_where_no_vehicles_are_played_there_are_none(self) -> None:
        assert refusals(rich(mustered()), bought()) == {"no_vehicles"}

    @pytest.mark.parametrize(
        ("entry", "problem"),
        [
            (bought("tank"), "no_such_vehicle"),
            (bought(name=" "), "name_empty"),
            (bought("light", front=12), "vehicle_armour"),  # 12 + 12 = 24 > 23
            (bought("medium", left=13), "vehicle_armour"),  # 24 + 13 = 37 > 36 (ruling M218)
            (bought("heavy", rear=24), "vehicle_slow"),  # 6 - 6 = 0 (ruling M347)
            (bought(weapons=(Mount("sword"),)), "vehicle_weapon"),
            (bought(weapons=(Mount("pistol"),) * 101), "vehicle_number"),
            (bought(front=-1), "vehicle_number"),
            (bought(spikes=(VehicleSide.LEFT, VehicleSide.LEFT)), "vehicle_spikes"),
        ],
    )
    def test_what_cannot_be_built_is_refused(self, entry: BuyVehicle, problem: str) -> None:
        assert problem in refusals(garaged(treasury=5000), entry)

    def test_the_treasury_must_hold_it(self) -> None:
        assert refusals(garaged(treasury=79), bought()) == {"too_expensive"}

    def test_a_warband_without_is_stored_as_before(self) -> None:
        """No field, no signature changes for warbands and rules without vehicles."""
        plain = journal.encode(mustered())
        assert "vehicles" not in plain
        assert "vehicles" not in plain["rules"]
        assert "vehicles" not in journal.encode(setup())["rules"]
        assert "damage" not in journal.encode(fought(mustered()))["engagement"]
        returned = after(drafted(vehicles=True), *core(), bought(), PartWithVehicle(vehicle=CAR))
        assert returned.vehicles is UNSET


class TestImproving:
    def test_costs_five_ten_and_three(self) -> None:
        before = garaged()
        entry = ImproveVehicle(vehicle=CAR, right=2, speed=1, spikes=(VehicleSide.LEFT,))
        now = after(before, entry)
        assert before.treasury - now.treasury == 2 * 5 + 10 + 3
        built = vehicle(now).built(CATALOGUE)
        assert (built.armour[VehicleSide.RIGHT], built.speed) == (5, 11)
        assert (built.armour[VehicleSide.LEFT], built.strength[VehicleSide.LEFT]) == (3, 4)  # rulings M221, M346

    def test_the_whole_counts_for_the_limits(self) -> None:
        car = garaged(bought(front=10), treasury=5000)
        assert refusals(car, ImproveVehicle(vehicle=CAR, rear=1)) == set()  # 23
        assert refusals(car, ImproveVehicle(vehicle=CAR, rear=2)) == {"vehicle_armour"}
        slow = garaged(bought("heavy", rear=23), treasury=5000)  # 6 - 5 = 1
        assert refusals(slow, ImproveVehicle(vehicle=CAR, front=1)) == {"vehicle_slow"}
        assert refusals(slow, ImproveVehicle(vehicle=CAR, front=1, speed=1)) == set()  # ruling M347

    def test_spikes_once_for_each_side(self) -> None:
        spiked = garaged(bought(spikes=(VehicleSide.FRONT,)))
        assert refusals(spiked, ImproveVehicle(vehicle=CAR, spikes=(VehicleSide.FRONT,))) == {"vehicle_spikes"}

    def test_is_taken_back_only_while_mustering(self) -> None:
        """Ruling M264: nothing is sold once the muster is closed."""
        entry = ImproveVehicle(vehicle=CAR, front=-2, speed=-1, without=(VehicleSide.REAR,))
        design = bought(front=2, speed=1, spikes=(VehicleSide.REAR,))
        draft = after(drafted(vehicles=True), *core(), design)
        plain = after(draft, entry)
        assert plain.treasury - draft.treasury == 10 + 10 + 3
        assert vehicle(plain).design == Design(type="light")
        assert refusals(after(draft, Muster()), entry) == {"improvement_stays"}
        assert refusals(plain, entry) == {"no_spikes"}
        assert refusals(plain, ImproveVehicle(vehicle=CAR, front=-1)) == {"vehicle_number"}

    def test_something_must_change(self) -> None:
        assert refusals(garaged(), ImproveVehicle(vehicle=CAR)) == {"nothing_improved"}
        assert refusals(garaged(), ImproveVehicle(vehicle=9, speed=1)) == {"no_such_ride"}


class TestArming:
    def test_weapons_come_aboard_and_go(self) -> None:
        car = after(garaged(), EmbarkWeapon(vehicle=CAR, item="rifle"))
        (gun,) = vehicle(car).items
        assert vehicle(car).pivots == ()
        turned = after(car, MountWeapon(vehicle=CAR, item=gun.id, pivot=True))
        assert vehicle(turned).pivots == (gun.id,)
        assert turned.treasury == car.treasury
        assert refusals(turned, MountWeapon(vehicle=CAR, item=gun.id, pivot=True)) == {"already_there"}
        stashed = after(turned, DismountWeapon(vehicle=CAR, item=gun.id))
        assert (stashed.stash, vehicle(stashed).items, vehicle(stashed).pivots) == ((gun,), (), ())
        assert vehicle(after(stashed, MountWeapon(vehicle=CAR, item=gun.id))).items == (gun,)
        assert refusals(stashed, DismountWeapon(vehicle=CAR, item=gun.id)) == {"no_such_thing"}

    def test_only_ranged_weapons(self) -> None:
        car = after(garaged(), Buy(item="sword"))
        assert refusals(car, EmbarkWeapon(vehicle=CAR, item="sword")) == {"vehicle_weapon"}
        assert refusals(car, MountWeapon(vehicle=CAR, item=car.stash[0].id)) == {"vehicle_weapon"}

    def test_a_free_first_pistol_stays_its_figures_own(self) -> None:
        """Ruling M296."""
        car = after(garaged(), Buy(item="pistol", figure=LEADER))
        pistol = next(item for item in car.figures[0].items if item.code == "pistol")
        laid = after(car, journal.decode_entry({"kind": "move", "item": pistol.id, "to": None, "edition": 2}))
        assert refusals(laid, MountWeapon(vehicle=CAR, item=pistol.id)) == {"free_gear_stays"}

    def test_while_mustering_a_weapon_goes_back_to_the_shop_through_the_stash(self) -> None:
        draft = after(drafted(vehicles=True), *core(), bought())
        armed = after(draft, EmbarkWeapon(vehicle=CAR, item="rifle"))
        gun = vehicle(armed).items[0]
        assert after(armed, DismountWeapon(vehicle=CAR, item=gun.id), TakeBack(item=gun.id)).treasury == draft.treasury


class TestCrew:
    def test_nobody_drives_two(self) -> None:
        """Ruling M348; who is gone drives nothing."""
        two = garaged(bought(), bought("heavy", "Truck"))
        manned = after(two, ManVehicle(vehicle=5, pilot=LEADER))
        assert manned.pilot_of(vehicle(manned, 5)) == manned.leader
        moved = after(manned, ManVehicle(vehicle=6, pilot=LEADER))
        assert (vehicle(moved, 5).pilot, vehicle(moved, 6).pilot) == (None, LEADER)
        assert refusals(moved, ManVehicle(vehicle=6, pilot=LEADER)) == {"drives_already"}
        assert refusals(moved, ManVehicle(vehicle=6, pilot=44)) == {"no_such_figure"}

    def test_whoever_left_drives_no_more(self) -> None:
        manned = after(garaged(), ManVehicle(vehicle=CAR, pilot=HENCHMAN), Dismiss(figure=HENCHMAN))
        assert manned.pilot_of(vehicle(manned)) is None
        assert refusals(manned, ManVehicle(vehicle=CAR, pilot=HENCHMAN)) == {"figure_gone", "drives_already"}
        assert vehicle(after(manned, ManVehicle(vehicle=CAR))).pilot is None

    def test_has_a_name(self) -> None:
        assert vehicle(after(garaged(), RenameVehicle(vehicle=CAR, name=" Old Bess "))).name == "Old Bess"
        assert refusals(garaged(), RenameVehicle(vehicle=CAR, name="")) == {"name_empty"}


class TestParting:
    def test_while_mustering_all_is_refunded(self) -> None:
        draft = after(drafted(vehicles=True), *core())
        armed = bought("heavy", front=2, weapons=(Mount("rifle"),))
        assert after(draft, armed, PartWithVehicle(vehicle=CAR)).treasury == draft.treasury

    def test_later_the_weapons_stay_and_nothing_is_sold(self) -> None:
        """As with figures: gear to the stash, no refund (ruling M264)."""
        car = garaged(bought(weapons=(Mount("rifle"),)))
        gone = after(car, PartWithVehicle(vehicle=CAR))
        assert gone.treasury == car.treasury
        assert [item.code for item in gone.stash] == ["rifle"]
        assert vehicle(gone).whereabouts is Whereabouts.PARTED_WITH
        assert gone.value == car.value - vehicle(car).value(CATALOGUE)
        assert refusals(gone, ImproveVehicle(vehicle=CAR, speed=1)) == {"ride_gone"}
        assert after(gone, bought()).garage[-1].id == 6


class TestBattles:
    def lost(self, points: int) -> dict[str, Any]:
        return {"damage": (Damage(CAR, points),)}

    def test_a_damaged_one_is_repaired_without_a_die(self) -> None:
        """Ruling M345: structure is whole again free of charge, and the journal says so."""
        waiting = fought(garaged(), **self.lost(2))
        assert vehicle(waiting).damage == 2
        result = resolved(garaged(), (), **self.lost(2))
        (step,) = steps(result, Stage.VEHICLES)
        assert (step.code, step.params, step.rolls) == ("vehicle_repaired", {"name": "Bess", "points": 2}, ())
        assert vehicle(result.warband).damage == 0
        assert result.warband.treasury == garaged().treasury

    @pytest.mark.parametrize("face", [3, 4, 5, 6])
    def test_a_wreck_comes_back_on_three_or_more(self, face: int) -> None:
        """Ruling M345: as a henchman; light vehicles have 3 points of structure."""
        before = garaged(bought(front=1, weapons=(Mount("rifle"),)))
        result = resolved(before, (face,), **self.lost(3))
        assert vehicle(result.warband) == vehicle(before)
        assert [step.code for step in steps(result, Stage.VEHICLES)] == ["wreck_recovered"]

    @pytest.mark.parametrize("face", [1, 2])
    def test_a_wreck_is_lost_on_one_or_two_with_all_that_is_in_it(self, face: int) -> None:
        before = garaged(bought(front=1, weapons=(Mount("rifle"),)))
        result = resolved(before, (face,), **self.lost(3))
        now = vehicle(result.warband)
        assert (now.whereabouts, now.items, now.pivots) == (Whereabouts.WRECKED, (), ())
        assert result.warband.stash == ()
        assert result.warband.rides == ()
        assert result.warband.value == before.value - vehicle(before).value(CATALOGUE)

    def test_the_die_comes_after_the_figures(self) -> None:
        """A fallen henchman rolls first, whoever is named first, then the wrecks in the order of their numbers."""
        two = garaged(bought(), bought("medium", "Van"))
        damage = (Damage(6, 6), Damage(5, 3))
        result = resolved(two, (3, 1, 6), casualties=down(HENCHMAN), damage=damage)
        assert [(roll.reason, roll.figure) for roll in result.rolls] == [("return", 3), ("wreck", 5), ("wreck", 6)]
        found = [code for code in codes(result) if code in ("returned", "wreck_lost", "wreck_recovered")]
        assert found == ["returned", "wreck_lost", "wreck_recovered"]

    def test_a_wreck_scores_nothing(self) -> None:
        """Ruling M345."""
        result = resolved(garaged(), (6,), **self.lost(3))
        assert (result.warband.record.victory_points, result.warband.record.takedowns) == (0, 0)

    @pytest.mark.parametrize(
        ("damage", "problem"),
        [
            ((Damage(9, 1),), "no_such_ride"),
            ((Damage(CAR, 0),), "structure_lost"),
            ((Damage(CAR, 4),), "structure_lost"),
            ((Damage(CAR, 1), Damage(CAR, 1)), "no_such_ride"),
        ],
    )
    def test_only_what_can_be_lost_is_lost(self, damage: tuple[Damage, ...], problem: str) -> None:
        from engines.musg.entries import Fight
        from tests.engines.musg.builders import engagement

        car = garaged()
        assert refusals(car, Fight(engagement=engagement(car, damage=damage))) == {problem}

    def test_nothing_is_bought_while_the_aftermath_waits(self) -> None:
        waiting = fought(garaged(), **self.lost(3))
        assert refusals(waiting, bought()) == {"aftermath_waiting"}
        assert refusals(waiting, PartWithVehicle(vehicle=CAR)) == {"aftermath_waiting"}

    def test_a_won_battle_changes_nothing_for_whole_ones(self) -> None:
        before = after(garaged(), ManVehicle(vehicle=CAR, pilot=LIEUTENANT))
        result = resolved(before, (), outcome=Outcome.WON)
        assert vehicle(result.warband) == vehicle(before)
        assert steps(result, Stage.VEHICLES) == []
