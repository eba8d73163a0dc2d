"""Random lives of warbands with vehicles: money and things are conserved, nothing raises, everything can be stored."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Final

from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.core.dice import SeededDice
from engines.core.problems import Illegal
from engines.musg import aftermath, journal, muster, transfer
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.entries import (
    AnyEntry,
    Buy,
    BuyVehicle,
    DismountWeapon,
    EmbarkWeapon,
    Fight,
    Grant,
    ImproveVehicle,
    ManVehicle,
    MountWeapon,
    Muster,
    PartWithVehicle,
    Recover,
    RenameVehicle,
)
from engines.musg.garage import Damage
from engines.musg.rules import Rules
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Setup, Warband
from tests.engines.musg.builders import core, engagement
from tests.engines.musg.journeys import some_entry

STEPS: Final = 45
BASE: Final = {"light": 40, "medium": 50, "heavy": 60}
"""Tableau des véhicules de base."""


def _design(random: Random) -> Design:
    def some() -> int:
        return random.choice([0] * 8 + [1, 1, 2, 3, 9, -1])

    return Design(
        type=random.choice(["light", "light", "medium", "medium", "heavy", "heavy", "tank"]),
        front=some(),
        rear=some(),
        right=some(),
        left=some(),
        speed=random.choice([0, 0, 0, 1]),
        spikes=tuple(random.choices(list(VehicleSide), k=random.choice([0, 0, 0, 1, 2]))),
        weapons=tuple(
            Mount(random.choice(["rifle", "pistol", "bow", "bow", "bow", "sword"]), random.random() < 0.5)
            for _ in range(random.choice([0, 0, 0, 1, 2]))
        ),
    )


def _ride(random: Random, warband: Warband) -> int:
    if warband.garage and random.random() < 0.95:
        return random.choice(warband.garage).id
    return random.randint(-1, warband.next_figure)


def _thing(random: Random, warband: Warband) -> int:
    found = [item.id for vehicle in warband.garage for item in vehicle.items] + [item.id for item in warband.stash]
    return random.choice(found) if found and random.random() < 0.9 else random.randint(0, warband.next_item)


def _improve(random: Random, warband: Warband) -> AnyEntry:
    def some() -> int:
        return random.choice([0] * 6 + [1, 2, 4, -1])

    sides = list(VehicleSide)
    return ImproveVehicle(
        vehicle=_ride(random, warband),
        front=some(),
        rear=some(),
        right=some(),
        left=some(),
        speed=random.choice([0, 0, 1, -1]),
        spikes=tuple(random.choices(sides, k=random.choice([0, 0, 1]))),
        without=tuple(random.choices(sides, k=random.choice([0, 0, 0, 1]))),
    )


def _fight(random: Random, warband: Warband) -> AnyEntry:
    damage = tuple(
        Damage(vehicle.id, random.randint(0 if random.random() < 0.1 else 1, vehicle.structure(CATALOGUE)))
        for vehicle in warband.rides
        if random.random() < 0.7
    )
    return Fight(engagement=engagement(warband, battle=f"b{warband.record.battles}", damage=damage))


def _vehicle_entry(random: Random, warband: Warband) -> AnyEntry:
    ride, pilot = _ride(random, warband), random.choice([*(f.id for f in warband.figures), 99, None])
    return random.choice(
        [
            lambda: BuyVehicle(design=Design(type=random.choice(list(BASE))), name="Bess"),
            lambda: BuyVehicle(design=_design(random), name=random.choice(["Bess", "Bess", "Bess", ""])),
            lambda: _improve(random, warband),
            lambda: _improve(random, warband),
            lambda: EmbarkWeapon(vehicle=ride, item=random.choice(["rifle", "bow", "sword"]), pivot=True),
            lambda: MountWeapon(vehicle=ride, item=_thing(random, warband), pivot=random.random() < 0.5),
            lambda: DismountWeapon(vehicle=ride, item=_thing(random, warband)),
            lambda: ManVehicle(vehicle=ride, pilot=pilot),
            lambda: RenameVehicle(vehicle=ride, name=random.choice(["Rust", " "])),
            lambda: PartWithVehicle(vehicle=ride),
            lambda: DismountWeapon(vehicle=ride, item=_thing(random, warband)),
            lambda: Grant(points=random.randint(20, 200), reason="Booty"),
            lambda: Grant(points=random.randint(20, 200), reason="Booty"),
            lambda: Buy(item="rifle"),
            lambda: _fight(random, warband),
        ]
    )()


def _entry(random: Random, warband: Warband) -> AnyEntry:
    if warband.engagement is not None:
        dice = SeededDice(random.randbytes(16))
        aftermath.resolve(warband, dice)
        return Recover(battle=warband.engagement.battle, faces=dice.faces, source="seeded")
    return _vehicle_entry(random, warband) if random.random() < 0.8 else some_entry(random, warband)


class Life:
    """A setup, the entries that held, and the states between them."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.setup = Setup("human", "The Convoy", Rules(vehicles=True))
        self.entries: list[AnyEntry] = []
        self.states = [journal.begin(self.setup)]
        opening = [
            *core(),
            BuyVehicle(design=Design(type="light"), name="Bess"),
            *(_vehicle_entry(random, self.states[0]) for _ in range(5)),
            Muster(),
        ]
        for step in range(STEPS):
            entry = opening[step] if step < len(opening) else _entry(random, self.states[-1])
            try:
                change = journal.apply(self.states[-1], entry)
            except Illegal:
                continue
            self.entries.append(entry)
            self.states.append(change.warband)

    def __repr__(self) -> str:
        return f"Life({self.entries})"


lives = st.builds(Life, st.integers(0, 10_000))


def price(design: Design, weapons: int) -> int:
    """What a vehicle costs, worked out by hand: 5 a point of armour, 10 a pace, 3 a side with spikes."""
    added = design.front + design.rear + design.right + design.left
    return BASE[design.type] + 5 * added + 10 * design.speed + 3 * len(design.spikes) + weapons


@given(lives)
def test_all_a_warband_spends_on_its_vehicles_is_in_them_or_in_the_stash(life: Life) -> None:
    for before, entry, after in zip(life.states, life.entries, life.states[1:], strict=False):
        if not isinstance(entry, BuyVehicle | ImproveVehicle | EmbarkWeapon | MountWeapon | DismountWeapon):
            continue
        worth = [state.treasury + state.vehicles_cost + state.stash_cost for state in (before, after)]
        assert worth[0] == worth[1], entry
    for state in life.states:
        for vehicle in state.rides:
            assert vehicle.value(CATALOGUE) == price(vehicle.design, sum(item.paid for item in vehicle.items))
        if not state.mustered:
            assert state.treasury + muster.totals(state).total == state.rules.points


@given(lives)
def test_numbers_are_unique_and_nothing_is_in_two_places(life: Life) -> None:
    for state in life.states:
        holders = (*state.figures, *state.garage)
        items = Counter(item.id for holder in holders for item in holder.items) + Counter(i.id for i in state.stash)
        assert max([*items.values(), *Counter(holder.id for holder in holders).values(), 0]) <= 1
        assert all(0 < holder.id < state.next_figure for holder in holders)
        assert all(0 < number < state.next_item for number in items)


@given(lives)
def test_every_vehicle_can_be_built_and_keeps_its_limits(life: Life) -> None:
    """Rulings M218 to M220 and M347: at most 23 and 36 points of armour, a speed of at least 1."""
    for state in life.states:
        for vehicle in state.rides:
            built = vehicle.built(CATALOGUE)
            most = {"light": 23, "medium": 36}.get(built.type)
            assert most is None or sum(built.armour.values()) <= most
            assert built.speed >= 1
            assert set(vehicle.pivots) <= {item.id for item in vehicle.items}
            assert vehicle.damage == 0 or state.engagement is not None
        wheels = [v.pilot for v in state.rides if v.pilot is not None]
        assert len(set(wheels)) == len(wheels)
        assert all(not v.items and v.pilot is None for v in state.garage if not v.owned)


@given(lives)
def test_what_is_stored_comes_back(life: Life) -> None:
    text = json.dumps(transfer.write_file(life.setup, life.entries))
    file = transfer.read_text(text)
    assert list(file.journal) == life.entries
    warband, found = transfer.open_file(file)
    assert warband == life.states[-1]
    assert [problem for problem in found if problem.position is None] == []
    assert json.dumps(transfer.write_file(file.setup, file.journal)) == text
    assert journal.decode_warband(json.loads(json.dumps(journal.encode(life.states[-1])))) == life.states[-1]


@given(lives)
def test_no_ruleset_without_vehicles_takes_any(life: Life) -> None:
    plain = replace(life.setup, rules=Rules())
    _warband, refused = journal.replay_tolerant(plain, life.entries)
    bought = [entry for entry in life.entries if isinstance(entry, BuyVehicle)]
    assert [one.entry for one in refused if isinstance(one.entry, BuyVehicle)] == bought
    assert _warband.garage == ()


def test_lives_are_worth_looking_at() -> None:
    """Vehicles are bought, improved, wrecked for good and saved in these lives."""
    kinds: Counter[str] = Counter()
    for seed in range(40):
        life = Life(seed)
        kinds.update(type(entry).__name__ for entry in life.entries)
        kinds.update(v.whereabouts.value for v in life.states[-1].garage)
    wanted = ("BuyVehicle", "ImproveVehicle", "EmbarkWeapon", "MountWeapon", "DismountWeapon", "ManVehicle")
    assert all(kinds[name] > 3 for name in (*wanted, "PartWithVehicle", "Recover", "wrecked", "parted_with", "owned"))
    assert set(BASE) == set(CATALOGUE.vehicles.types)
