"""Sheets and cards of a race to fill in with a pencil: printed are its profiles, its boxes and who may be hired."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.utils.translation import get_language, gettext as _

from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure
from rosters import wording
from rosters.figure_card import card_of
from rosters.sheets.data import figure_data, words_data
from rosters.sheets.page import NOTE_LINES, block

SHEET: Final = Path(__file__).parent / "roster.typ"
CARDS: Final = Path(__file__).parent / "cards.typ"
HENCHMEN: Final = 8
RANGED_ROWS: Final = 2
MELEE_ROWS: Final = 2


def sheet_pdf(race: str, choices: PaperChoices) -> bytes:
    """Return an empty roster sheet of a race as a PDF: a leader, its lieutenants, eight henchmen."""
    return press.pdf(SHEET, sheet_data(race, choices))


def cards_pdf(race: str, choices: PaperChoices) -> bytes:
    """Return the same figures as empty cards."""
    return press.pdf(CARDS, cards_data(race, choices))


def sheet_data(race: str, choices: PaperChoices) -> dict[str, Any]:
    """Return what the sheet's template reads."""
    heads = (_("Name"), _("Player"), _("Warband value"), _("Treasury"), _("Battles"), _("Victory points"))
    empty: dict[str, Any] = dict.fromkeys(("moment", "brought", "resting", "stash"), "")
    sheet = empty | {
        "title": _("Roster sheet: %(race)s") % {"race": wording.race_name(race, CATALOGUE)},
        "facts": [[head, ""] for head in heads],
        "figures": _figures(race),
        "vehicles": [],
        "rules": [],
        "gone": [],
        "code": None,
        "note_lines": NOTE_LINES,
    }
    return {"look": choices.look, "words": words_data(), "sheet": sheet}


def cards_data(race: str, choices: PaperChoices) -> dict[str, Any]:
    """Return what the cards' template reads."""
    shorter = {"ranged_short": [["", ""]] * RANGED_ROWS, "melee_short": [["", ""]] * MELEE_ROWS}
    cards = {
        "title": _("Cards: %(race)s") % {"race": wording.race_name(race, CATALOGUE)},
        "figures": [figure | shorter for figure in _figures(race)],
        "vehicles": [],
        "code": None,
    }
    return {"look": choices.look, "words": words_data(), "sheet": cards}


def _figures(race: str) -> list[dict[str, Any]]:
    row = CATALOGUE.races[race]
    ranks = [Rank.LEADER, *[Rank.LIEUTENANT] * row.max_lieutenants, *[Rank.HENCHMAN] * HENCHMEN]
    return [_figure(race, rank) for rank in ranks if rank in row.profiles]


def _figure(race: str, rank: Rank) -> dict[str, Any]:
    cost = CATALOGUE.races[race].profiles[rank].cost
    nobody = Figure(id=0, name="", rank=rank, race=race, origin=rank, cost=cost)
    boxes = Rules().boxes(rank)
    printed = figure_data(block(card_of(nobody, boxes, CATALOGUE, get_language() or "en"), CATALOGUE))
    return printed | {
        "blank": True,
        "experience": f"… / {boxes}",
        "ranged": [[""] * 7] * RANGED_ROWS,
        "melee": [[""] * 4] * MELEE_ROWS,
    }
