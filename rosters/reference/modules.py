"""Who comes with the modules, in the rules reference."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from club.folding import folded
from club.words import words
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.types import Civilian, MeleeWeapon, RangedWeapon
from rosters.reference.gear import force_text, range_text, template_text
from rosters.reference.model import ReferenceRow, Section, both
from rosters.reference.people import profile_cells, profile_columns


def non_players() -> Section:
    """Profiles that only the modules use."""
    title = _("Figures of the modules")
    return Section(
        "modules",
        title,
        "Musg, Les Modules",
        "torch",
        profile_columns(),
        rows=tuple(
            ReferenceRow(
                f"module-{figure.code}",
                words(figure.name),
                profile_cells(figure.profile),
                tuple(words(note) for note in figure.notes),
                both(figure.name, *figure.notes),
            )
            for figure in CATALOGUE.non_players.values()
        ),
        first=_("Figure"),
        haystack=folded(title),
    )


def civilians() -> Section:
    """The five civilians, with what they carry."""
    title = _("Civilians")
    return Section(
        "civilians",
        title,
        "Musg, Rencontre de civils",
        "torch",
        profile_columns(),
        rows=tuple(_civilian(civilian) for civilian in CATALOGUE.civilians.values()),
        lead=(_("Drawn evenly, none twice before all five were met (M204); their hit points are a reading (M202)."),),
        first=_("Civilian"),
        haystack=folded(title),
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
        figures = _("%(weapon)s: %(template)s, strength %(strength)s.")
    else:
        figures = ngettext(
            "%(weapon)s: %(ranges)s paces, strength %(strength)s, %(targets)s target.",
            "%(weapon)s: %(ranges)s paces, strength %(strength)s, %(targets)s targets.",
            weapon.targets,
        )
    told = figures % {
        "weapon": words(weapon.name),
        "ranges": range_text(weapon),
        "template": template_text(weapon),
        "strength": force_text(weapon.force),
        "targets": weapon.targets,
    }
    return " ".join((told, *(words(note) for note in weapon.notes if weapon.code not in CATALOGUE.ranged)))


def _blade(weapon: MeleeWeapon) -> str:
    figures = ngettext(
        "%(weapon)s: %(count)s die, strength %(strength)s.",
        "%(weapon)s: %(count)s dice, strength %(strength)s.",
        weapon.dice,
    )
    return figures % {"weapon": words(weapon.name), "count": weapon.dice, "strength": force_text(weapon.force)}
