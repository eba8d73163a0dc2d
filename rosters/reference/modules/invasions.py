"""Zombies, aliens and the civilians met with both, in the rules reference."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext, pgettext

from club.folding import folded
from club.words import words
from engines.musg.catalogue.module_types import CIVILIAN, Arrival, Civilian, Encounter
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import MeleeWeapon, RangedWeapon
from rosters.reference.gear import force_text, range_text, template_text
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.modules.short import figures
from rosters.reference.people import profile_cells, profile_columns

CIVILIANS = "Musg, Rencontre de civils"


def zombies() -> tuple[Section, ...]:
    """The zombie and the table of bad encounters."""
    title = _("Zombie invasion: the figures")
    return figures("zombies", title, "Musg, Profil des zombies", ["zombie"]), encounters("zombies")


def aliens() -> tuple[Section, ...]:
    """The two aliens and the table of bad encounters."""
    title = _("Alien invasion: the figures")
    codes = ["invader_melee", "invader_shooting"]
    return figures("aliens", title, "Musg, Profil des aliens", codes), encounters("aliens")


def encounters(code: str) -> Section:
    """A table of bad encounters: who comes on a d66, and at which infection point."""
    table = CATALOGUE.encounters[code]
    title = words(table.name)
    return Section(
        f"{code}-encounters",
        title,
        "Musg, Mauvaises rencontres",
        "dice",
        (Column(_("Point"), _("Infection point"), number=True), Column(_("Who comes"))),
        rows=tuple(
            ReferenceRow(
                f"encounter-{code}-{row.low}",
                _faces(row),
                (
                    Cell(str(row.point), number=True),
                    Cell(_listed([arrival_text(one) for one in row.arrivals])),
                ),
                haystack=folded(title, _faces(row), *(figure_name(one.figure) for one in row.arrivals)),
            )
            for row in table.rows
        ),
        lead=(
            _("Two dice, the first for the tens. The tens name the infection point, 1–2, 3–4 or 5–6 (M189)."),
            _("Those who come touch the point, and no other figure (M316)."),
        ),
        first="d66",
        haystack=both(table.name),
        page=code,
    )


def figure_name(code: str) -> str:
    """Return what an encounter calls those who come."""
    return _("Civilian") if code == CIVILIAN else words(CATALOGUE.non_players[code].name)


def arrival_text(arrival: Arrival) -> str:
    """Return how many of a kind come: "Zombie: 1d3 + 3"."""
    numbers = [f"{arrival.d3}d3"] if arrival.d3 else []
    numbers += [str(arrival.fixed)] if arrival.fixed else []
    colon = pgettext("after a name", ":")
    return f"{figure_name(arrival.figure)}{colon} {' + '.join(numbers)}"


def _faces(row: Encounter) -> str:
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"


def _listed(texts: list[str]) -> str:
    return ", ".join(texts)


def civilians() -> tuple[Section, ...]:
    """The five civilians, with what they carry."""
    title = _("The civilians")
    return (
        Section(
            "civilians-figures",
            title,
            CIVILIANS,
            "users",
            profile_columns(),
            rows=tuple(_civilian(civilian) for civilian in CATALOGUE.civilians.values()),
            lead=(
                _(
                    "Drawn evenly, none twice before all five have been met (M204); their hit points are a reading "
                    "(M202)."
                ),
                _("The rulebook’s page has lost the third one’s name (M203)."),
            ),
            first=_("Civilian"),
            haystack=folded(title),
            page="civilians",
        ),
    )


def _civilian(civilian: Civilian) -> ReferenceRow:
    weapons = [*(gun.name for gun in civilian.guns), *(blade.name for blade in civilian.blades)]
    return ReferenceRow(
        f"module-{civilian.code}",
        words(civilian.name),
        profile_cells(civilian.profile),
        (*(_gun(gun) for gun in civilian.guns), *(_blade(blade) for blade in civilian.blades)),
        both(civilian.name, *weapons),
    )


def _gun(weapon: RangedWeapon) -> str:
    if weapon.targets is None:
        told = _("%(weapon)s: %(template)s, strength %(strength)s.")
    else:
        told = ngettext(
            "%(weapon)s: %(ranges)s paces, strength %(strength)s, %(targets)s target.",
            "%(weapon)s: %(ranges)s paces, strength %(strength)s, %(targets)s targets.",
            weapon.targets,
        )
    numbers = told % {
        "weapon": words(weapon.name),
        "ranges": range_text(weapon),
        "template": template_text(weapon),
        "strength": force_text(weapon.force),
        "targets": weapon.targets,
    }
    return " ".join((numbers, *(words(note) for note in weapon.notes if weapon.code not in CATALOGUE.ranged)))


def _blade(weapon: MeleeWeapon) -> str:
    told = ngettext(
        "%(weapon)s: %(count)s die, strength %(strength)s.",
        "%(weapon)s: %(count)s dice, strength %(strength)s.",
        weapon.dice,
    )
    return told % {"weapon": words(weapon.name), "count": weapon.dice, "strength": force_text(weapon.force)}
