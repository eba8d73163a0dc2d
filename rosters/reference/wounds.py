"""Wounds and what comes after them in the rules reference."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from msgspec import Struct

from club.folding import folded
from club.words import words
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import InjuryResult
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.wording import target

RETURN = "Musg, Retour des mis hors de combat"
PULP = "Musg, Les héros ne meurent jamais"


class WoundRoll(Struct, frozen=True):
    """The answer to "what wounds?": the lowest die, and how many of its six faces do it."""

    strength: int
    toughness: int
    lowest: int

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that wound."""
        return tuple(range(self.lowest, 7))

    @property
    def percent(self) -> int:
        """The chance to wound, rounded."""
        return round(100 * len(self.faces) / 6)


def wound_roll(strength: int, toughness: int) -> WoundRoll:
    """Look up one cell of the damage table, beyond its edges too (ruling M131)."""
    return WoundRoll(strength, toughness, CATALOGUE.wound_roll(strength, toughness))


def injury_anchor(code: str) -> str:
    """Return where a result of the injury tables stands on the page."""
    return f"injury-{code}"


def damage() -> Section:
    """The damage table: rows are toughness, columns strength."""
    title = _("Damage table")
    size = range(1, len(CATALOGUE.damage[0]) + 1)
    return Section(
        "damage",
        title,
        "Musg, Tableau des dommages",
        "dice",
        tuple(Column(str(strength), number=True) for strength in size),
        rows=tuple(
            ReferenceRow(f"toughness-{toughness}", str(toughness), tuple(Cell(target(die), number=True) for die in row))
            for toughness, row in enumerate(CATALOGUE.damage, start=1)
        ),
        lead=(
            _("The lowest die that wounds. A 6 always wounds, a 1 never (M130)."),
            _("Only strength minus toughness counts; beyond 12 the table goes on that way (M131)."),
        ),
        first=_("T \\ S"),
        special="damage",
        haystack=folded(title, _("Strength"), _("Toughness")),
    )


def injuries() -> Section:
    """The d66 for heroes."""
    title = _("Return of the fallen: leaders and lieutenants")
    lead = (_("Roll a d66: the first die gives the tens, the second the units."),)
    return _table("injuries", title, "bandage", CATALOGUE.injuries, lead, _("d66"))


def quack() -> Section:
    """The quack doctor's table."""
    return _table("quack", _("The quack doctor"), "doctor", CATALOGUE.quack, (), _("d6"))


def henchmen() -> Section:
    """The d6 for henchmen and extras."""
    title = _("Return of the fallen: henchmen and extras")
    return _table("henchman-return", title, "bandage", CATALOGUE.henchman_return, (), _("d6"))


def setbacks() -> Section:
    """The d66 of a pulp campaign."""
    title = _("Pulp: the setback of the next battle")
    lead = (_("For leaders and lieutenants who were put out of action: they never die (M310)."),)
    return _table("setbacks", title, "bandage", CATALOGUE.pulp.setbacks, lead, _("d66"), PULP)


def _table(
    anchor: str,
    title: str,
    icon: str,
    rows: Iterable[InjuryResult],
    lead: tuple[str, ...],
    die: str,
    rule: str = RETURN,
) -> Section:
    return Section(
        anchor,
        title,
        rule,
        icon,
        (Column(die, number=True), Column(_("Effect"))),
        rows=tuple(
            ReferenceRow(
                injury_anchor(row.code),
                words(row.name),
                (Cell(_faces(row), number=True), Cell(words(row.effect))),
                (),
                both(row.name, row.effect),
            )
            for row in rows
        ),
        lead=lead,
        first=_("Result"),
        haystack=folded(title),
    )


def _faces(row: InjuryResult) -> str:
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
