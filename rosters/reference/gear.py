"""Weapons and equipment in the rules reference."""

from __future__ import annotations

from django.utils.translation import gettext as _, pgettext

from club.folding import folded
from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Force, MeleeWeapon, RangedWeapon, Reload, Template
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.people import trait_notes


def item_anchor(code: str) -> str:
    """Return where a weapon or piece of equipment stands on the page."""
    return f"item-{code}"


def force_text(force: Force) -> str:
    """Return a weapon's strength as tables print it: "4", or "S +2" where the bearer's strength is added."""
    if not force.adds_bearer:
        return str(force.own)
    own = pgettext("strength of the bearer", "S")
    return f"{own} {force.own:+d}".replace("-", "−") if force.own else own


def reload_text(weapon: RangedWeapon) -> str:
    """Return how often a weapon fires, in a word."""
    return _("slow") if weapon.reload is Reload.SLOW else _("fast")


def range_text(weapon: RangedWeapon) -> str:
    """Return the three ranges in paces, or the template used instead."""
    if weapon.short is None:
        return template_text(weapon)
    return f"{weapon.short} / {weapon.medium} / {weapon.long}"


def template_text(weapon: RangedWeapon) -> str:
    """Return the template a weapon places; empty if it rolls to hit."""
    if weapon.template is Template.FLAME:
        return _("flame template")
    if weapon.template is Template.BLAST:
        return _("blast, radius %(radius)s") % {"radius": weapon.radius}
    return ""


def targets_text(weapon: RangedWeapon) -> str:
    """Return how many targets one shot has, or the template."""
    return str(weapon.targets) if weapon.targets is not None else template_text(weapon) or "–"


def hands_text(weapon: MeleeWeapon) -> str:
    """Return how many hands a weapon needs; a dash for none."""
    return str(weapon.hands) if weapon.hands else "–"


def ranged(catalogue: Catalogue = CATALOGUE) -> Section:
    """The ranged weapons."""
    title = _("Ranged weapons")
    return Section(
        "ranged",
        title,
        "Musg, Tableau des armes de tir",
        "bow",
        (
            Column(_("Ranges"), _("Short, medium and long range, in paces"), number=True),
            Column(_("Str."), _("Strength"), number=True),
            Column(_("Targets"), number=True),
            Column(_("Reload")),
            Column(_("AP"), _("Action points of one shot"), number=True),
            Column(_("Cost"), _("Cost in warband points"), number=True),
        ),
        rows=tuple(_ranged(weapon, catalogue) for weapon in catalogue.ranged.values()),
        lead=(
            _("Ranges in paces. A fast weapon fires once per action point, a slow or heavy one takes 2 (M70, M71)."),
            _("“S” stands for the bearer’s own strength, never below 1 in the sum (M132)."),
        ),
        first=_("Weapon"),
        haystack=folded(title),
    )


def _ranged(weapon: RangedWeapon, catalogue: Catalogue) -> ReferenceRow:
    marks = [
        *([_("Heavy weapon.")] if weapon.heavy else []),
        *([_("Black powder: may burst on a 1.")] if weapon.black_powder else []),
    ]
    notes = tuple(words(note) for note in weapon.notes)
    return ReferenceRow(
        item_anchor(weapon.code),
        words(weapon.name),
        (
            Cell(range_text(weapon), number=True),
            Cell(force_text(weapon.force), number=True),
            Cell(targets_text(weapon), number=True),
            Cell(reload_text(weapon)),
            Cell(str(weapon.action_points), number=True),
            Cell(str(weapon.cost), number=True),
        ),
        (*marks, *notes, *trait_notes(weapon, catalogue)),
        f"{both(weapon.name, *weapon.notes)} {folded(*marks)}",
    )


def melee(catalogue: Catalogue = CATALOGUE) -> Section:
    """The close combat weapons."""
    title = _("Close combat weapons")
    return Section(
        "melee",
        title,
        "Musg, Tableau des armes de corps à corps",
        "sword",
        (
            Column(_("Hands"), number=True),
            Column(_("Dice"), _("Dice of one attack"), number=True),
            Column(_("Str."), _("Strength"), number=True),
            Column(_("Cost"), _("Cost in warband points"), number=True),
        ),
        rows=tuple(_melee(weapon, catalogue) for weapon in catalogue.melee.values()),
        lead=(_("“S” stands for the bearer’s own strength."),),
        first=_("Weapon"),
        haystack=folded(title),
    )


def _melee(weapon: MeleeWeapon, catalogue: Catalogue) -> ReferenceRow:
    return ReferenceRow(
        item_anchor(weapon.code),
        words(weapon.name),
        (
            Cell(hands_text(weapon), number=True),
            Cell(str(weapon.dice), number=True),
            Cell(force_text(weapon.force), number=True),
            Cell(str(weapon.cost), number=True),
        ),
        (*(words(note) for note in weapon.notes), *trait_notes(weapon, catalogue)),
        both(weapon.name, *weapon.notes),
    )


def equipment(catalogue: Catalogue = CATALOGUE) -> Section:
    """Armour and other equipment."""
    title = _("Equipment")
    return Section(
        "equipment",
        title,
        "Musg, Tableau des équipements",
        "backpack",
        (Column(_("Effect")), Column(_("Cost"), _("Cost in warband points"), number=True)),
        rows=tuple(
            ReferenceRow(
                item_anchor(piece.code),
                words(piece.name),
                (Cell(words(piece.effect)), Cell(str(piece.cost), number=True)),
                (),
                both(piece.name, piece.effect),
            )
            for piece in (*catalogue.equipment.values(), *catalogue.pulp.equipment.values())
        ),
        first=_("Piece"),
        haystack=folded(title),
    )
