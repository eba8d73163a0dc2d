"""What packs bring, laid out like the rules reference: for a pack's page, and a campaign's own pages of its content."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from msgspec.structs import replace

from club.folding import folded
from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import Civilian
from engines.musg.packs import House, Pack
from rosters.reference import gear, people
from rosters.reference.gear import item_anchor
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.people import mercenary_anchor, profile_cells, profile_columns, race_anchor, skill_anchor


def house_sections(packs: Iterable[Pack]) -> tuple[Section, ...]:
    """Return the sections of all that some packs bring, as it is played together; empty ones are left out."""
    brought = tuple(packs)
    catalogue = House(packs=brought).catalogue
    own = {code for pack in brought for _shelf, code in pack.shelves}
    tables = (
        people.races(catalogue),
        people.mercenaries(catalogue),
        gear.ranged(catalogue),
        gear.melee(catalogue),
        gear.equipment(catalogue),
        people.skills(catalogue),
    )
    anchors = {make(code) for code in own for make in (race_anchor, mercenary_anchor, item_anchor, skill_anchor)}
    found = [
        replace(
            section,
            rows=tuple(_here(row, anchors) for row in section.rows if row.anchor in anchors),
            groups=tuple(group for group in section.groups if group.anchor in anchors),
            lead=(),
            special="",
        )
        for section in tables
    ]
    found += [_met(brought), _neutral(brought, catalogue)]
    return tuple(section for section in found if section.count)


def _here(row: ReferenceRow, anchors: set[str]) -> ReferenceRow:
    """A row whose links lead to what stands on the page; what the rulebook has is named."""
    return replace(row, cells=tuple(_linked(cell, anchors) for cell in row.cells))


def _linked(cell: Cell, anchors: set[str]) -> Cell:
    if all(link.anchor in anchors for link in cell.links):
        return cell
    elsewhere = ", ".join(link.text for link in cell.links if link.anchor not in anchors)
    here = tuple(link for link in cell.links if link.anchor in anchors)
    return replace(cell, text=f"{elsewhere}, " if here else elsewhere, links=here)


def _carried(civilian: Civilian) -> str:
    guns, blades = (words(gun.name) for gun in civilian.guns), (words(blade.name) for blade in civilian.blades)
    return ", ".join((*guns, *blades)) or "–"


def _met(packs: Iterable[Pack]) -> Section:
    title = _("Civilians")
    rows = tuple(
        ReferenceRow(
            f"civilian-{one.code}",
            words(one.name),
            (*profile_cells(one.profile), Cell(_carried(one))),
            haystack=both(one.name),
        )
        for pack in packs
        for one in pack.civilians
    )
    columns = (*profile_columns(), Column(_("Carries")))
    return Section("civilians", title, "", "users", columns, rows, first=_("Civilian"), haystack=folded(title))


def _neutral(packs: Iterable[Pack], catalogue: Catalogue) -> Section:
    title = _("Neutral figures")
    rows = tuple(
        ReferenceRow(
            f"neutral-{one.code}",
            words(one.name),
            (
                *profile_cells(one.profile),
                Cell(str(one.attacks), number=True),
                Cell(words(catalogue.guns[one.gun].name) if one.gun else "–"),
            ),
            tuple(words(note) for note in one.notes),
            both(one.name, *one.notes),
        )
        for pack in packs
        for one in pack.non_players
    )
    columns = (*profile_columns(), Column(_("Dice"), _("Dice of one strike"), number=True), Column(_("Weapon")))
    return Section("neutral", title, "", "skull", columns, rows, first=_("Figure"), haystack=folded(title))
