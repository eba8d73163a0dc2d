"""One vehicle as pages and the printed sheet show it: its numbers worked out, every word in one language."""

from __future__ import annotations

from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct
from msgspec.structs import replace

from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.garage import OwnedVehicle, Whereabouts
from engines.musg.warband import Item, Warband
from rosters import wording
from rosters.gear_lines import RangedLine, force_text, ranged_line

_WHEREABOUTS = {
    Whereabouts.OWNED: gettext_lazy("with the warband"),
    Whereabouts.WRECKED: gettext_lazy("wrecked and lost"),
    Whereabouts.PARTED_WITH: gettext_lazy("left behind"),
}


class Flank(Struct, frozen=True):
    """One side of a vehicle: its armour now and as it came, what it rams with, whether it has spikes."""

    code: str
    name: str
    armour: int
    base: int
    strength: int
    spikes: bool


class Gun(Struct, frozen=True):
    """A weapon aboard, by its number: on a pivot, or fixed to the front (ruling M351)."""

    item: int
    line: RangedLine
    force: str
    pivot: bool
    paid: int

    @property
    def mounting(self) -> str:
        """How it is mounted, in words."""
        return _("on a pivot") if self.pivot else _("fixed")


class VehicleCard(Struct, frozen=True):
    """Everything there is to read about one vehicle.

    ``speed`` and ``booster`` in paces, ``base_speed`` as it came. ``pilot`` is who usually drives it, empty for nobody.
    """

    number: int
    name: str
    type_name: str
    owned: bool
    whereabouts: str
    value: int
    structure: int
    damage: int
    speed: int
    base_speed: int
    booster: int
    passengers: int
    base: str
    front: Flank
    rear: Flank
    right: Flank
    left: Flank
    guns: tuple[Gun, ...]
    pilot: str

    @property
    def flanks(self) -> tuple[Flank, ...]:
        """The four sides in the printed order."""
        return (self.front, self.rear, self.right, self.left)

    @property
    def points(self) -> range:
        """One for each point of structure."""
        return range(self.structure)

    @property
    def plan(self) -> str:
        """What the drawn plan shows, in words."""
        return ", ".join(
            (_("%(side)s %(armour)s with spikes") if flank.spikes else _("%(side)s %(armour)s"))
            % {"side": flank.name, "armour": flank.armour}
            for flank in self.flanks
        )


def vehicle_card(vehicle: OwnedVehicle, roster: Warband) -> VehicleCard:
    """Return the card of a vehicle of ``roster`` in the reader's language."""
    catalogue = roster.catalogue
    built, row = vehicle.built(catalogue), catalogue.vehicles.types[vehicle.design.type]

    def flank(side: VehicleSide) -> Flank:
        return Flank(
            code=side.value,
            name=wording.vehicle_side_name(side.value),
            armour=built.armour[side],
            base=row.armour[side],
            strength=built.strength[side],
            spikes=side in vehicle.design.spikes,
        )

    pilot = roster.pilot_of(vehicle)
    return VehicleCard(
        number=vehicle.id,
        name=vehicle.name,
        type_name=words(row.name),
        owned=vehicle.owned,
        whereabouts=str(_WHEREABOUTS[vehicle.whereabouts]),
        value=vehicle.value(catalogue),
        structure=built.structure,
        damage=vehicle.damage,
        speed=built.speed,
        base_speed=row.speed,
        booster=built.booster,
        passengers=built.passengers,
        base=f"{_paces(built.width)} × {_paces(built.length)}",
        front=flank(VehicleSide.FRONT),
        rear=flank(VehicleSide.REAR),
        right=flank(VehicleSide.RIGHT),
        left=flank(VehicleSide.LEFT),
        guns=tuple(_gun(item, catalogue, pivot=item.id in vehicle.pivots) for item in vehicle.items),
        pilot=pilot.name if pilot else "",
    )


def _gun(item: Item, catalogue: Catalogue, *, pivot: bool) -> Gun:
    row = catalogue.ranged[item.code]
    # The weapon's own strength: nobody bears it.
    line = replace(ranged_line(row, 0), name=wording.marked(row, catalogue))
    return Gun(item.id, line, force_text(row.force), pivot, item.paid)


def _paces(length: float) -> str:
    return f"{length:g}"
