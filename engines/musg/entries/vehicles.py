"""Journal entries about vehicles: buying, improving, arming, manning, naming, parting (Musg, Do you need a ride?)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import muster, pulp, vehicle as vehicles
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.entries.base import Change, Entry, active_figure, left_out_problems, name_problems
from engines.musg.events import Event
from engines.musg.garage import OwnedVehicle, Whereabouts
from engines.musg.vehicle import Design
from engines.musg.warband import Item, Warband

RIDE: Final = "Musg, Do you need a ride ?"
WEAPONS_LIMIT: Final = 100
"""How many weapons a vehicle may have, so that no file makes an endless one."""


class BuyVehicle(Entry, frozen=True, kw_only=True, tag="buy_vehicle"):
    """Buy a vehicle with improvements and weapons; it counts in the warband's points alone (ruling M345)."""

    design: Design
    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Vehicles must be played, and the design must be one that can be built."""
        yield from name_problems(self.name)
        yield from _played(warband)
        yield from vehicles.problems(self.design, warband.catalogue)
        for weapon in dict.fromkeys(mount.weapon for mount in self.design.weapons):
            yield from _tribal(warband, weapon, self.name)
        yield from _too_many(len(self.design.weapons))

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave out a weapon of it."""
        for weapon in dict.fromkeys(mount.weapon for mount in self.design.weapons):
            yield from left_out_problems(warband, weapon)

    def apply(self, warband: Warband) -> Change:
        """Pay for it, its improvements and its weapons, and drive it home."""
        first = warband.next_item
        items = tuple(
            Item(first + place, mount.weapon, muster.item_cost(warband, mount.weapon, None))
            for place, mount in enumerate(self.design.weapons)
        )
        bought = OwnedVehicle(
            id=warband.next_figure,
            name=self.name.strip(),
            design=replace(self.design, weapons=()),
            items=items,
            pivots=tuple(item.id for item, mount in zip(items, self.design.weapons, strict=True) if mount.pivot),
        )
        points = bought.value(warband.catalogue)
        paid = replace(
            warband.paying(points), next_figure=warband.next_figure + 1, next_item=first + len(items)
        ).with_garage((*warband.garage, bought))
        return Change(paid, (_event("vehicle_bought", bought, item=bought.design.type, points=points),))


class ImproveVehicle(Entry, frozen=True, kw_only=True, tag="improve_vehicle"):
    """Improve a vehicle: points of armour for its sides, paces of speed, spikes (Musg, Coût des améliorations).

    While mustering, what was added may be taken back for what it cost (negative numbers, ``without`` for spikes);
    afterwards nothing is sold (ruling M264).
    """

    vehicle: int
    front: int = 0
    rear: int = 0
    right: int = 0
    left: int = 0
    speed: int = 0
    spikes: tuple[VehicleSide, ...] = ()
    without: tuple[VehicleSide, ...] = ()

    @property
    def _steps(self) -> tuple[int, ...]:
        return (self.front, self.rear, self.right, self.left, self.speed)

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Something must change, and what comes of it must be a vehicle that can be built."""
        vehicle = yield from _owned(warband, self.vehicle)
        if vehicle is None:
            return
        if not (any(self._steps) or self.spikes or self.without):
            yield Problem("nothing_improved", None, {"name": vehicle.name})
        if warband.mustered and (min(self._steps) < 0 or self.without):
            yield Problem("improvement_stays", None, {"name": vehicle.name}, "ruling M264")
        missing = [side for side in VehicleSide if self.without.count(side) > vehicle.design.spikes.count(side)]
        for side in missing:
            yield Problem("no_spikes", None, {"item": side.value, "name": vehicle.name})
        if not missing:
            yield from vehicles.problems(self._improved(vehicle.design), warband.catalogue)

    def apply(self, warband: Warband) -> Change:
        """Pay, or be refunded, and weld."""
        vehicle = _must(warband.vehicle(self.vehicle))
        after = replace(vehicle, design=self._improved(vehicle.design))
        points = after.value(warband.catalogue) - vehicle.value(warband.catalogue)
        subjects = " ".join(self._subjects())
        if points >= 0:
            event = _event("vehicle_improved", after, points=points, item=subjects)
        else:
            event = _event("vehicle_stripped", after, points=-points, item=subjects)
        return Change(warband.paying(points).with_vehicle(after), (event,))

    def _improved(self, design: Design) -> Design:
        return replace(
            design,
            front=design.front + self.front,
            rear=design.rear + self.rear,
            right=design.right + self.right,
            left=design.left + self.left,
            speed=design.speed + self.speed,
            spikes=tuple(
                side
                for side in VehicleSide
                for _ in range(design.spikes.count(side) + self.spikes.count(side) - self.without.count(side))
            ),
        )

    def _subjects(self) -> Iterator[str]:
        if self.front or self.rear or self.right or self.left:
            yield "armour"
        if self.speed:
            yield "speed"
        if self.spikes or self.without:
            yield "spikes"


class EmbarkWeapon(Entry, frozen=True, kw_only=True, tag="embark_weapon"):
    """Buy a ranged weapon and build it into a vehicle, at its normal cost (ruling M292); on a ``pivot`` or fixed."""

    vehicle: int
    item: str
    pivot: bool = False

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The vehicle must be there, and the weapon be of the table of ranged weapons."""
        vehicle = yield from _owned(warband, self.vehicle)
        if vehicle is None:
            return
        yield from _weapon(self.item, warband.catalogue)
        yield from _tribal(warband, self.item, vehicle.name)
        yield from _too_many(len(vehicle.items) + 1)

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave it out."""
        return left_out_problems(warband, self.item)

    def apply(self, warband: Warband) -> Change:
        """Pay and build it in."""
        vehicle = _must(warband.vehicle(self.vehicle))
        paid = muster.item_cost(warband, self.item, None)
        item = Item(warband.next_item, self.item, paid)
        bought = replace(warband.paying(paid), next_item=item.id + 1)
        event = _event("weapon_embarked", vehicle, item=self.item, points=paid)
        return Change(bought.with_vehicle(_with(vehicle, item, pivot=self.pivot)), (event,))


class MountWeapon(Entry, frozen=True, kw_only=True, tag="mount_weapon"):
    """Build a weapon of the stash into a vehicle, or set one that is aboard on a pivot or fix it (ruling M351)."""

    vehicle: int
    item: int
    pivot: bool = False

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The weapon must lie in the stash or be aboard otherwise; what is a figure's free first one stays its own."""
        vehicle = yield from _owned(warband, self.vehicle)
        if vehicle is None:
            return
        aboard = vehicle.item(self.item)
        if aboard is not None:
            if self.pivot == (self.item in vehicle.pivots):
                yield Problem("already_there", None, {"item": aboard.code})
            return
        item = next((thing for thing in warband.stash if thing.id == self.item), None)
        if item is None:
            yield Problem("no_such_thing", None, {"number": self.item})
            return
        yield from _weapon(item.code, warband.catalogue)
        yield from _tribal(warband, item.code, vehicle.name)
        yield from _too_many(len(vehicle.items) + 1)
        whose = warband.figure(item.first_of) if item.first_of is not None else None
        if whose is not None and whose.active:
            yield Problem("free_gear_stays", whose.id, {"name": whose.name, "item": item.code}, "ruling M296")

    def apply(self, warband: Warband) -> Change:
        """Build it in."""
        vehicle = _must(warband.vehicle(self.vehicle))
        item = vehicle.item(self.item) or next(thing for thing in warband.stash if thing.id == self.item)
        stash = tuple(thing for thing in warband.stash if thing.id != self.item)
        after = _with(vehicle.without_item(item.id), item, pivot=self.pivot)
        if self.pivot:
            event = _event("weapon_on_pivot", after, item=item.code)
        else:
            event = _event("weapon_fixed", after, item=item.code)
        return Change(replace(warband, stash=stash).with_vehicle(after), (event,))


class DismountWeapon(Entry, frozen=True, kw_only=True, tag="dismount_weapon"):
    """Take a weapon out of a vehicle and put it in the stash, like any other piece of gear (ruling M264)."""

    vehicle: int
    item: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """It must be aboard."""
        vehicle = yield from _owned(warband, self.vehicle)
        if vehicle is not None and vehicle.item(self.item) is None:
            yield Problem("no_such_thing", None, {"number": self.item})

    def apply(self, warband: Warband) -> Change:
        """Lay it into the stash."""
        vehicle = _must(warband.vehicle(self.vehicle))
        item = vehicle.item(self.item) or Item(0, "", 0)
        left = warband.with_vehicle(vehicle.without_item(item.id)).with_stash((item,))
        return Change(left, (_event("weapon_dismounted", vehicle, item=item.code),))


class ManVehicle(Entry, frozen=True, kw_only=True, tag="man_vehicle"):
    """Say who usually drives it, or that nobody does (``pilot`` is ``None``). Nobody drives two (ruling M348)."""

    vehicle: int
    pilot: int | None = None

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The pilot must be on the roster, and no zombie."""
        vehicle = yield from _owned(warband, self.vehicle)
        if self.pilot is not None:
            pilot = yield from active_figure(warband, self.pilot)
            if pilot is not None and pilot.is_zombie:
                yield Problem("zombie_drives", pilot.id, {"name": pilot.name}, "ruling M348")
        if vehicle is not None and vehicle.pilot == self.pilot:
            yield Problem("drives_already", self.pilot, {"name": vehicle.name})

    def apply(self, warband: Warband) -> Change:
        """Hand over the wheel; who drove another vehicle leaves it."""
        vehicle = _must(warband.vehicle(self.vehicle))
        pilot = warband.figure(self.pilot) if self.pilot is not None else None
        garage = (
            replace(one, pilot=self.pilot)
            if one.id == vehicle.id
            else replace(one, pilot=None)
            if pilot is not None and one.pilot == pilot.id
            else one
            for one in warband.garage
        )
        event = _event("vehicle_manned", vehicle, pilot=pilot.name) if pilot else _event("vehicle_unmanned", vehicle)
        return Change(warband.with_garage(garage), (event,))


class RenameVehicle(Entry, frozen=True, kw_only=True, tag="rename_vehicle"):
    """Give a vehicle another name."""

    during_aftermath = True
    vehicle: int
    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The vehicle must be or have been the warband's."""
        yield from name_problems(self.name)
        if warband.vehicle(self.vehicle) is None:
            yield Problem("no_such_ride", None, {"number": self.vehicle})

    def apply(self, warband: Warband) -> Change:
        """Paint it on."""
        vehicle = _must(warband.vehicle(self.vehicle))
        after = replace(vehicle, name=self.name.strip())
        return Change(warband.with_vehicle(after), (_event("vehicle_renamed", after, before=vehicle.name),))


class PartWithVehicle(Entry, frozen=True, kw_only=True, tag="part_with_vehicle"):
    """Part with a vehicle. While mustering it was never bought and all is refunded; later its weapons go to the stash.

    As with figures and gear, nothing is sold once the muster is closed (ruling M264).
    """

    vehicle: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """It must be there."""
        yield from _owned(warband, self.vehicle)

    def apply(self, warband: Warband) -> Change:
        """Return it, or leave it behind."""
        vehicle = _must(warband.vehicle(self.vehicle))
        if not warband.mustered:
            kept = (one for one in warband.garage if one.id != vehicle.id)
            points = vehicle.value(warband.catalogue)
            event = _event("vehicle_returned", vehicle, points=points)
            return Change(warband.paying(-points).with_garage(kept), (event,))
        gone = replace(vehicle, items=(), pivots=(), pilot=None, whereabouts=Whereabouts.PARTED_WITH)
        left = warband.with_vehicle(gone).with_stash(vehicle.items)
        return Change(left, (_event("vehicle_parted_with", vehicle),))


def _played(warband: Warband) -> Iterator[Problem]:
    if not warband.rules.plays_vehicles:
        yield Problem("no_vehicles", None, {}, RIDE)


def _owned(warband: Warband, number: int) -> Generator[Problem, None, OwnedVehicle | None]:
    """Yield the problem that there is no such vehicle any more, or return it."""
    vehicle = warband.vehicle(number)
    if vehicle is None:
        yield Problem("no_such_ride", None, {"number": number})
    elif not vehicle.owned:
        yield Problem("ride_gone", None, {"name": vehicle.name})
        return None
    return vehicle


def _weapon(code: str, catalogue: Catalogue) -> Iterator[Problem]:
    if code not in catalogue.ranged:
        yield Problem("vehicle_weapon", None, {"item": code}, "ruling M292")


def _tribal(warband: Warband, code: str, name: str) -> Iterator[Problem]:
    """A primitive tribe has no modern weapon, aboard or in hand (ruling M312)."""
    if code in warband.catalogue.ranged and not pulp.sold_to(warband, code):
        yield Problem("modern_weapon", None, {"name": name.strip(), "item": code}, "ruling M312")


def _too_many(count: int) -> Iterator[Problem]:
    if count > WEAPONS_LIMIT:
        yield Problem("vehicle_number", None, {"item": "weapons", "value": count, "most": WEAPONS_LIMIT})


def _with(vehicle: OwnedVehicle, item: Item, *, pivot: bool) -> OwnedVehicle:
    pivots = (*vehicle.pivots, item.id) if pivot else vehicle.pivots
    return replace(vehicle, items=(*vehicle.items, item), pivots=pivots)


def _event(code: str, vehicle: OwnedVehicle, **params: int | str) -> Event:
    return Event(code, None, {"name": vehicle.name, **params})


def _must(vehicle: OwnedVehicle | None) -> OwnedVehicle:
    """Return a vehicle that ``verify`` has made sure of."""
    if vehicle is None:
        raise LookupError("an entry was applied without having been verified")
    return vehicle
