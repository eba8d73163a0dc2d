"""A figure's weapons as tables: ranged ones and those for close combat, each with columns of its own."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from rosters.gear_lines import MeleeLine, RangedLine


class Column(NamedTuple):
    """The head of a column: what it says, what that stands for (empty where nothing is cut short), how it is set."""

    label: str
    meaning: str
    css: str


class Cell(NamedTuple):
    """What stands in a column: the words or the number, how they are set, and a line in small print."""

    text: str | int
    css: str
    small: str = ""


class Row(NamedTuple):
    """One weapon, as often as it is carried, and its cells."""

    weapon: RangedLine | MeleeLine
    cells: tuple[Cell, ...]


class WeaponTable(NamedTuple):
    """The weapons of one sort."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def weapon_tables(ranged: tuple[RangedLine, ...], melee: tuple[MeleeLine, ...]) -> list[WeaponTable]:
    """Return a table for each sort of weapon that is carried."""
    return [table for table in (_ranged(ranged), _melee(melee)) if table.rows]


def _ranged(weapons: tuple[RangedLine, ...]) -> WeaponTable:
    columns = (
        Column(_("Range"), _("Short, medium and long range in paces"), ""),
        Column(_("Str."), _("Strength of a hit"), "num"),
        Column(_("Tgt."), _("How many targets one shot may hit"), "num"),
        Column(_("Reload"), "", ""),
    )
    return WeaponTable(_("Ranged weapons"), columns, tuple(Row(weapon, _shot(weapon)) for weapon in weapons))


def _shot(weapon: RangedLine) -> tuple[Cell, ...]:
    return (
        Cell(f"{weapon.short}/{weapon.medium}/{weapon.long}", "nowrap"),
        Cell(weapon.strength, "num"),
        Cell(weapon.targets, "num"),
        Cell(weapon.reload, "", _("%(count)s AP") % {"count": weapon.action_points}),
    )


def _melee(weapons: tuple[MeleeLine, ...]) -> WeaponTable:
    columns = (
        Column(_("Dice"), "", "num"),
        Column(_("Str."), _("Strength of a hit, the bearer’s and the weapon’s together"), "num"),
        Column(_("Hands"), "", "num"),
    )
    return WeaponTable(_("Close combat weapons"), columns, tuple(Row(weapon, _blow(weapon)) for weapon in weapons))


def _blow(weapon: MeleeLine) -> tuple[Cell, ...]:
    return Cell(weapon.dice, "num"), Cell(weapon.strength, "num"), Cell(weapon.hands, "num")
