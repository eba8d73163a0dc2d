"""The roster sheet as a PDF, set by the press from ``roster.typ``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from club.paper import press
from rosters.sheets.data import code_data, figure_data, named, vehicle_data, words_data
from rosters.sheets.page import NOTE_LINES, Sheet

TEMPLATE: Final = Path(__file__).parent / "roster.typ"


def pdf(sheet: Sheet, portraits: Mapping[int, bytes] | None = None) -> bytes:
    """Return the sheet as a PDF, in the language that is active and as its reader wants it.

    ``portraits`` are JPEGs by the figures' numbers.
    """
    hung = portraits or {}
    return press.pdf(TEMPLATE, data(sheet, hung), pictures=named(hung))


def data(sheet: Sheet, portraits: Collection[int] = ()) -> dict[str, Any]:
    """Return what the template reads."""
    return {"look": sheet.choices.look, "words": words_data(), "sheet": _sheet(sheet, portraits)}


def _sheet(sheet: Sheet, portraits: Collection[int]) -> dict[str, Any]:
    return {
        "title": sheet.name,
        "moment": sheet.moment,
        "brought": sheet.brought,
        "facts": [[fact.label, fact.value] for fact in sheet.facts],
        "figures": [figure_data(block, portraits) for block in sheet.blocks],
        "vehicles": [vehicle_data(card) for card in sheet.vehicles],
        "resting": ", ".join(sheet.resting),
        "stash": ", ".join(sheet.stash),
        "rules": [[part.title, [list(row) for row in part.rows]] for part in sheet.rules],
        "gone": [
            [one.name, one.title, one.fate, _("%(points)s experience") % {"points": one.lifetime}] for one in sheet.gone
        ],
        "note_lines": NOTE_LINES,
        "code": code_data(sheet),
    }
