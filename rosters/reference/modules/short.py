"""What every module's page has: what it says in short, and profiles of the figures it brings."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from club.folding import folded
from club.words import words
from engines.musg.catalogue.module_types import ModuleRules
from engines.musg.catalogue.printed import CATALOGUE
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.people import profile_cells, profile_columns


def in_short(module: ModuleRules) -> Section:
    """Return a module's rules that are no table."""
    return Section(
        f"{module.code}-short",
        _("%(module)s, in short") % {"module": words(module.name)},
        module.heading,
        "scroll",
        (),
        rows=tuple(
            ReferenceRow(
                f"rule-{module.code}-{rule.code}",
                words(rule.name),
                (Cell(words(rule.effect)),),
                haystack=both(rule.name, rule.effect),
            )
            for rule in module.rules.values()
        ),
        page=module.code,
        prose=True,
    )


def figures(page: str, title: str, source: str, codes: Iterable[str]) -> Section:
    """Return the profiles of figures that nobody musters, with what they cost where a module counts it."""
    rows = (CATALOGUE.non_players[code] for code in codes)
    return Section(
        f"{page}-figures",
        title,
        source,
        "helmet",
        (*profile_columns(), Column(_("Cost"), _("Cost in warband points"), number=True)),
        rows=tuple(
            ReferenceRow(
                f"module-{figure.code}",
                words(figure.name),
                (*profile_cells(figure.profile), Cell(str(figure.profile.cost), number=True)),
                tuple(words(note) for note in figure.notes),
                both(figure.name, *figure.notes),
            )
            for figure in rows
        ),
        first=_("Figure"),
        haystack=folded(title),
        page=page,
    )
