"""Vehicles in the rules reference."""

from __future__ import annotations

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from club.folding import folded
from club.words import words
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide, VehicleType
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.wording import vehicle_side_name

PAGE: Final = "vehicles"


def sections() -> tuple[Section, ...]:
    """Return the tables of vehicles."""
    return _types(), _improvements(), _mishaps()


def _types() -> Section:
    title = _("Vehicles as they come")
    return Section(
        "vehicles-types",
        title,
        "Musg, Tableau des véhicules de base",
        "shield",
        (
            Column(_("Struct."), _("Points of structure"), number=True),
            Column(_("Speed"), _("Speed in paces"), number=True),
            Column(_("Booster"), _("Greatest distance of the booster, in paces"), number=True),
            *(Column(vehicle_side_name(side), number=True) for side in VehicleSide),
            Column(_("Total"), _("Total armour"), number=True),
            Column(_("At most"), _("Greatest total armour of an improved one"), number=True),
            Column(_("Passengers"), _("Passengers besides the pilot"), number=True),
            Column(_("Base"), _("Base in paces, width × length"), number=True),
            Column(_("Cost"), _("Cost in warband points"), number=True),
        ),
        rows=tuple(_type(row) for row in CATALOGUE.vehicles.types.values()),
        lead=(
            _("Each side’s armour is its toughness. Bases and passengers are not printed (M234, M344)."),
            _("An improved vehicle stays within its type’s total (M218, M220)."),
        ),
        first=_("Vehicle"),
        haystack=folded(title),
        page=PAGE,
    )


def _type(row: VehicleType) -> ReferenceRow:
    numbers = [
        *(str(number) for number in (row.structure, row.speed, row.booster)),
        *(str(row.armour[side]) for side in VehicleSide),
        str(row.total_armour),
        "–" if row.armour_limit is None else str(row.armour_limit),
        str(row.passengers),
        f"{_paces(row.width)} × {_paces(row.length)}",
        str(row.cost),
    ]
    cells = tuple(Cell(number, number=True) for number in numbers)
    return ReferenceRow(f"vehicle-{row.code}", words(row.name), cells, haystack=both(row.name))


def _paces(value: float) -> str:
    return number_format(value, decimal_pos=None if value % 1 else 0)


def _improvements() -> Section:
    title = _("Improving a vehicle")
    price = CATALOGUE.vehicles.improvements
    rows = [
        (
            "armour",
            _("A point of armour, on any side"),
            price.armour_cost,
            _("Each full %(count)s points take a pace of speed (M219), which stays at 1 or more (M347).")
            % {"count": price.armour_per_pace_lost},
        ),
        ("speed", _("A pace of speed"), price.speed_cost, _("As many as you like (M222).")),
        (
            "spikes",
            _("Spikes, a snow plough or a ram"),
            price.spikes_cost,
            _("Once for each side: strength +%(strength)s there in a collision, no armour (M221, M346).")
            % {"strength": price.spikes_strength},
        ),
    ]
    return Section(
        "vehicles-improvements",
        title,
        "Musg, Coût des améliorations",
        "anvil",
        (Column(_("Effect")), Column(_("Cost"), _("Cost in warband points"), number=True)),
        rows=tuple(
            ReferenceRow(
                f"improvement-{code}",
                name,
                (Cell(effect), Cell(str(cost), number=True)),
                haystack=folded(name, effect),
            )
            for code, name, cost, effect in rows
        ),
        lead=(_("Weapons of the tables are built in at their normal cost (M292, M351)."),),
        first=_("Improvement"),
        haystack=folded(title),
        page=PAGE,
    )


def _mishaps() -> Section:
    title = _("Booster problems")
    return Section(
        "vehicles-mishaps",
        title,
        "Musg, Tableau des problèmes de booster",
        "dice",
        (Column(_("d6"), number=True), Column(_("Effect"))),
        rows=tuple(
            ReferenceRow(
                f"mishap-{row.code}",
                words(row.name),
                (Cell(str(row.face), number=True), Cell(words(row.effect))),
                haystack=both(row.name, row.effect),
            )
            for row in CATALOGUE.vehicles.mishaps.values()
        ),
        lead=(_("A 5 or a 6 is rolled again (M217); then the pilot’s activation is over."),),
        first=_("Problem"),
        haystack=folded(title),
        page=PAGE,
    )
