"""The score sheets of the games as PDFs, set by the press from ``score.typ``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.league.games import game_of
from campaigns.matches.paper.badass_force import BadassForceSheet
from campaigns.matches.paper.baf import BafSheet
from campaigns.matches.paper.bagarre import BagarreSheet
from campaigns.matches.paper.bebop import BebopSheet
from campaigns.matches.paper.parts import ScoreSheet
from club.paper import press
from club.paper.choices import PaperChoices

TEMPLATE: Final = Path(__file__).parent / "score.typ"
SHEETS: Final[Mapping[str, ScoreSheet]] = {
    sheet.code: sheet for sheet in (BagarreSheet(), BadassForceSheet(), BafSheet(), BebopSheet())
}
"""By the code of the game."""
NOTE_LINES: Final = 2
"""In large print there is no room for them: a page with nothing else would follow."""


def pdf(sheet: ScoreSheet, choices: PaperChoices) -> bytes:
    """Return the sheet as a PDF, in the language that is active and as its reader wants it."""
    return press.pdf(TEMPLATE, data(sheet, choices))


def data(sheet: ScoreSheet, choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads."""
    front = sheet.front().as_data()
    front["facts"] = [[_("Date"), ""], [_("Place"), ""], *front["facts"]]
    words = {"page": _("Page"), "rules": _("The rules in short"), "notes": _("Notes")}
    return {
        "look": choices.look,
        "words": words,
        "title": _("Score sheet: %(game)s") % {"game": game_of(sheet.code).name},
        "parts": [part.as_data() for part in sheet.parts()],
        "note_lines": 0 if choices.large else NOTE_LINES,
        **front,
    }
