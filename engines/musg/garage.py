"""The vehicles that a warband owns (Musg, Do you need a ride?)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engines.musg.catalogue import Catalogue
from engines.musg.items import Item
from engines.musg.vehicle import Design, Mount, Vehicle, build


class Whereabouts(StrEnum):
    """Where a vehicle is: with its warband, lost as a wreck (ruling M345), or parted with."""

    OWNED = "owned"
    WRECKED = "wrecked"
    PARTED_WITH = "parted_with"


class OwnedVehicle(Struct, frozen=True, kw_only=True):
    """A vehicle of a warband. ``id`` is its number, counted with the figures' and never used twice.

    ``design`` is its type with the improvements; its weapons are ``items``, those on a pivot named in ``pivots`` by
    their number, so ``design.weapons`` is empty. ``pilot`` is the number of the figure that usually drives; passengers
    are chosen for each battle. ``damage``: points of structure lost in a battle whose aftermath is still to come.
    """

    id: int
    name: str
    design: Design
    items: tuple[Item, ...] = ()
    pivots: tuple[int, ...] = ()
    pilot: int | None = None
    damage: int = 0
    whereabouts: Whereabouts = Whereabouts.OWNED

    @property
    def owned(self) -> bool:
        """Still with its warband."""
        return self.whereabouts is Whereabouts.OWNED

    def built(self, catalogue: Catalogue) -> Vehicle:
        """Return what it can do, weapons included. Raises ``Illegal`` for a design that cannot be built."""
        mounts = tuple(Mount(item.code, item.id in self.pivots) for item in self.items)
        return build(replace(self.design, weapons=mounts), catalogue)

    def structure(self, catalogue: Catalogue) -> int:
        """Return its points of structure when whole."""
        return catalogue.vehicles.types[self.design.type].structure

    def value(self, catalogue: Catalogue) -> int:
        """Return what it cost with improvements and weapons, in points."""
        return build(self.design, catalogue).cost + sum(item.paid for item in self.items)

    def item(self, number: int) -> Item | None:
        """Return the weapon aboard of that number."""
        return next((item for item in self.items if item.id == number), None)

    def without_item(self, number: int) -> OwnedVehicle:
        """Return the vehicle without the weapon of that number."""
        return replace(
            self,
            items=tuple(item for item in self.items if item.id != number),
            pivots=tuple(pivot for pivot in self.pivots if pivot != number),
        )


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """How many points of structure one of our vehicles lost in a battle; with all of them it is a wreck."""

    vehicle: int
    lost: int
