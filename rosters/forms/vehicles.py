"""Forms about vehicles: buying, improving, arming, manning, naming, parting."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _now, gettext_lazy as _

from club.numbers import whole_number
from club.words import words
from engines.musg import pulp
from engines.musg.catalogue.vehicle_types import VehicleSide, VehicleType
from engines.musg.entries import (
    AnyEntry,
    BuyVehicle,
    DismountWeapon,
    EmbarkWeapon,
    ImproveVehicle,
    ManVehicle,
    MountWeapon,
    PartWithVehicle,
    RenameVehicle,
)
from engines.musg.garage import OwnedVehicle
from engines.musg.vehicle import Design
from engines.musg.warband import Warband
from rosters import wording
from rosters.forms import offers
from rosters.forms.people import NameField
from rosters.forms.step import OpenChoice, StepForm

NOBODY: Final = "nobody"
LAYOUT: Final = "form vehicle-form"
ARMOUR: Final = tuple(side.value for side in VehicleSide)


def default_name(roster: Warband, code: str) -> str:
    """Return a name for a vehicle that was given none: "Light vehicle 2"."""
    taken = {vehicle.name for vehicle in roster.garage}
    kind = wording.vehicle_name(code, roster.catalogue)
    names = (kind, *(f"{kind} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def described(row: VehicleType) -> str:
    """Return a type of vehicle in one line: price and key numbers."""
    values = {
        "name": words(row.name),
        "cost": offers.points(row.cost),
        "structure": row.structure,
        "speed": row.speed,
        "booster": row.booster,
        **{side.value: row.armour[side] for side in VehicleSide},
    }
    return (
        _now(
            "%(name)s · %(cost)s · structure %(structure)s, speed %(speed)s, booster %(booster)s, "
            "armour %(front)s in front, %(rear)s behind, %(right)s on the right, %(left)s on the left"
        )
        % values
    )


def _added(label: Any, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, initial=0, min_value=least, max_value=99)


def _sides(label: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, required=False, widget=forms.CheckboxSelectMultiple)


def _named(sides: Any) -> list[tuple[str, str]]:
    return [(side.value, wording.vehicle_side_name(side.value)) for side in VehicleSide if side in sides]


class ImprovingForm(StepForm):
    """What is added to a vehicle: points of armour by side, paces of speed, spikes."""

    layout = LAYOUT
    front = _added(_("Front armour"))
    rear = _added(_("Rear armour"))
    right = _added(_("Right armour"))
    left = _added(_("Left armour"))
    speed = _added(
        _("Speed"),
    )
    spikes = _sides(_("Spikes, ram or snow plough"))

    def prepare(self) -> None:
        """Say what it costs, and offer the sides."""
        prices = self.roster.catalogue.vehicles.improvements
        self.fields["front"].help_text = format_lazy(
            _("{cost} points for each point; every {count} added cost a pace of speed."),
            cost=prices.armour_cost,
            count=prices.armour_per_pace_lost,
        )
        self.fields["speed"].help_text = format_lazy(_("{cost} points for each pace."), cost=prices.speed_cost)
        if "spikes" in self.fields:
            self.fields["spikes"].help_text = format_lazy(
                _("{cost} points for each side; strength +1 when it rams."), cost=prices.spikes_cost
            )
        self.offer("spikes", _named(VehicleSide))

    def offer(self, name: str, choices: Any) -> None:
        """Let a field offer these sides, if the form still has it: a refused form is prepared once more."""
        if name in self.fields:
            super().offer(name, choices)

    def number_in(self, name: str) -> int:
        """The number in a field; nothing said means none."""
        return self.cleaned_data.get(name) or 0

    def sides_in(self, name: str) -> tuple[VehicleSide, ...]:
        """The sides ticked in a field."""
        return tuple(VehicleSide(code) for code in self.cleaned_data.get(name) or ())


class BuyVehicleForm(ImprovingForm):
    """Buy a vehicle, with improvements at once if wanted."""

    kind = "buy_vehicle"
    title = _("Buy a vehicle")
    button = _("Buy")
    type = OpenChoice(label=_("Vehicle"), widget=forms.RadioSelect)
    name = NameField()
    field_order = ("type", "name", *ARMOUR, "speed", "spikes")

    def prepare(self) -> None:
        """Offer the types of the table with their numbers."""
        super().prepare()
        rows = self.roster.catalogue.vehicles.types
        self.offer("type", [(code, described(row)) for code, row in rows.items()])
        self.initial.setdefault("type", next(iter(rows)))

    def entry(self) -> AnyEntry:
        """Buy it, under the name given or the next free one."""
        code = self.cleaned_data["type"]
        design = Design(
            type=code,
            front=self.number_in("front"),
            rear=self.number_in("rear"),
            right=self.number_in("right"),
            left=self.number_in("left"),
            speed=self.number_in("speed"),
            spikes=self.sides_in("spikes"),
        )
        return BuyVehicle(design=design, name=self.cleaned_data["name"] or default_name(self.roster, code))


class VehicleField(forms.IntegerField):
    """A vehicle by its number, hidden: the form stands beside its vehicle."""

    def __init__(self) -> None:
        super().__init__(min_value=1, widget=forms.HiddenInput)


class OneVehicle(StepForm):
    """A form about one vehicle."""

    layout = LAYOUT
    vehicle = VehicleField()

    @property
    def number(self) -> int | None:
        """The number of the vehicle."""
        return self.numbered("vehicle")

    @property
    def vehicle_in_question(self) -> OwnedVehicle | None:
        """The vehicle, if it exists."""
        return self.roster.vehicle(self.number) if self.number is not None else None


class ImproveVehicleForm(OneVehicle, ImprovingForm):
    """Improve a vehicle; while mustering, take improvements back."""

    kind = "improve_vehicle"
    title = _("Improve")
    button = _("Improve")
    without = _sides(_("Take spikes off"))
    field_order = ("vehicle", *ARMOUR, "speed", "spikes", "without")

    def prepare(self) -> None:
        """Offer spikes where there are none; while mustering, take back what is there."""
        super().prepare()
        vehicle = self.vehicle_in_question
        if vehicle is None:
            return
        design, draft = vehicle.design, not self.roster.mustered
        bare = [side for side in VehicleSide if side not in design.spikes]
        self.offer("spikes", _named(bare))
        self.offer("without", _named(design.spikes if draft else ()))
        if not bare:
            self.fields.pop("spikes", None)
        if not (draft and design.spikes):
            self.fields.pop("without", None)
        for name in (*ARMOUR, "speed"):
            if draft and getattr(design, name):
                field = cast("forms.IntegerField", self.fields[name])
                self.fields[name] = _added(field.label or "", -getattr(design, name))
                self.fields[name].help_text = field.help_text or _("Negative: taken back for what it cost.")

    def entry(self) -> AnyEntry:
        """Improve."""
        return ImproveVehicle(
            vehicle=self.cleaned_data["vehicle"],
            front=self.number_in("front"),
            rear=self.number_in("rear"),
            right=self.number_in("right"),
            left=self.number_in("left"),
            speed=self.number_in("speed"),
            spikes=self.sides_in("spikes"),
            without=self.sides_in("without"),
        )


class PivotField(forms.BooleanField):
    """Whether a weapon turns all round (ruling M351)."""

    def __init__(self) -> None:
        super().__init__(
            label=_("On a pivot"),
            required=False,
            help_text=_("A passenger fires it, all round. Fixed, the pilot fires it to the front."),
        )


class EmbarkWeaponForm(OneVehicle):
    """Buy a ranged weapon for a vehicle."""

    kind = "embark_weapon"
    makes = EmbarkWeapon
    title = _("Buy a weapon for it")
    button = _("Build in")
    item = OpenChoice(label=_("Ranged weapon"))
    pivot = PivotField()

    def prepare(self) -> None:
        """Offer the ordinary ranged weapons (ruling M292)."""
        catalogue = self.roster.catalogue
        guns = catalogue.offered(catalogue.ranged).items()
        rows = [(code, row) for code, row in guns if pulp.sold_to(self.roster, code)]
        self.offer(
            "item", [("", _("Choose…")), *((code, offers.item_label(row, row.cost, catalogue)) for code, row in rows)]
        )


class MountWeaponForm(OneVehicle):
    """Build in a weapon of the stash, or change how one aboard is mounted."""

    kind = "mount_weapon"
    makes = MountWeapon
    title = _("Build in a weapon of the stash")
    button = _("Build in")
    item = forms.TypedChoiceField(label=_("Weapon"), coerce=int)
    pivot = PivotField()

    def prepare(self) -> None:
        """Offer the ranged weapons of the stash, and those aboard."""
        vehicle = self.vehicle_in_question
        aboard = vehicle.items if vehicle else ()
        found = [*(item for item in self.roster.stash if item.code in self.roster.catalogue.ranged), *aboard]
        self.offer("item", [(item.id, wording.marked_item(item.code, self.roster.catalogue)) for item in found])


class DismountWeaponForm(OneVehicle):
    """Take a weapon out and put it into the stash."""

    kind = "dismount_weapon"
    makes = DismountWeapon
    title = _("Take a weapon out")
    button = _("Take out")
    item = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class ManVehicleForm(OneVehicle):
    """Say who usually drives."""

    kind = "man_vehicle"
    makes = ManVehicle
    title = _("Who drives")
    button = _("Take the wheel")
    pilot = OpenChoice(label=_("Pilot"), help_text=_("Passengers are chosen for each battle."))

    def prepare(self) -> None:
        """Offer everybody on the roster."""
        self.offer(
            "pilot",
            [
                (NOBODY, _("Nobody in particular")),
                *((str(one.id), one.name) for one in self.roster.active if not one.is_zombie),
            ],
        )

    def clean_pilot(self) -> int | None:
        """Read a figure's number, or nothing for nobody."""
        said = str(self.cleaned_data["pilot"])
        number = whole_number(said)
        if number is None and said != NOBODY:
            raise forms.ValidationError(_("Choose who drives."), code="invalid_choice")
        return number


class RenameVehicleForm(OneVehicle):
    """Give a vehicle another name."""

    kind = "rename_vehicle"
    makes = RenameVehicle
    title = _("Give another name")
    button = _("Rename")
    name = NameField(required=True)


class PartWithVehicleForm(OneVehicle):
    """Part with a vehicle: refunded while mustering, left behind later."""

    kind = "part_with_vehicle"
    makes = PartWithVehicle
    title = _("Part with it")
    button = _("Part with it")
    danger = True


VEHICLES: Final[tuple[type[StepForm], ...]] = (
    BuyVehicleForm,
    ImproveVehicleForm,
    EmbarkWeaponForm,
    MountWeaponForm,
    DismountWeaponForm,
    ManVehicleForm,
    RenameVehicleForm,
    PartWithVehicleForm,
)
