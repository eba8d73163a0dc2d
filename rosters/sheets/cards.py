"""The figures and vehicles of a warband as cards to cut out, nine or four to a page of A4."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from club.paper import press
from club.paper.choices import PaperChoices
from rosters.gear_lines import in_few_words
from rosters.sheets.data import code_data, figure_data, named, vehicle_data, words_data
from rosters.sheets.page import Block, Sheet

TEMPLATE: Final = Path(__file__).parent / "cards.typ"


def pdf(sheet: Sheet, portraits: Mapping[int, bytes] | None = None) -> bytes:
    """Return the cards as a PDF, in the language that is active and as their reader wants them.

    ``portraits`` are JPEGs by the figures' numbers. Text is set smaller, and what gear does is left to the sheet,
    until all of it fits the card.
    """
    hung = portraits or {}
    return press.pdf(TEMPLATE, data(sheet, hung), pictures=named(hung))


def alone(blocks: Sequence[Block], choices: PaperChoices, *, ppi: float) -> tuple[bytes, ...]:
    """Return each figure's card as a picture by itself: a PNG of ``ppi`` pixels an inch."""
    read = {"title": "", "figures": [_figure(one, ()) for one in blocks], "vehicles": [], "code": None, "alone": True}
    return press.pages(TEMPLATE, {"look": choices.look, "words": words_data(), "sheet": read}, ppi=ppi)


def data(sheet: Sheet, portraits: Collection[int] = ()) -> dict[str, Any]:
    """Return what the template reads."""
    cards = {
        "title": _("Cards of “%(warband)s”") % {"warband": sheet.name},
        "figures": [_figure(block, portraits) for block in sheet.blocks],
        "vehicles": [vehicle_data(card) for card in sheet.vehicles],
        "code": code_data(sheet),
    }
    return {"look": sheet.choices.look, "words": words_data(), "sheet": cards}


def _figure(block: Block, portraits: Collection[int]) -> dict[str, Any]:
    card = block.card
    return figure_data(block, portraits) | {
        "ranged_short": [[arm.name, arm.numbers] for arm in in_few_words(card.ranged, (), ())],
        "melee_short": [[arm.name, arm.numbers] for arm in in_few_words((), card.melee, ())],
    }
