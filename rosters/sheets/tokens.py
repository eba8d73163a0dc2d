"""Tokens for what befalls a figure at the table: a row of each, to print on card and cut out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from club.paper import press
from club.paper.choices import PaperChoices

TEMPLATE: Final = Path(__file__).parent / "tokens.typ"


def pdf(choices: PaperChoices) -> bytes:
    """Return the tokens as a PDF: activated, wounded, routed, hidden, out of ammunition, to reload, infected."""
    return press.pdf(TEMPLATE, data(choices))


def data(choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads: of each token what it says, its sign, and whether it is dark."""
    rows = (
        (pgettext("token", "Activated"), "✓", False),
        (pgettext("token", "Wounded"), "✚", True),
        (pgettext("token", "Routed"), "!", True),
        (pgettext("token", "Hidden"), "?", True),
        (pgettext("token", "Out of ammunition"), "0", False),
        (pgettext("token", "To reload"), "↻", False),
        (pgettext("token", "Infected"), "☣", True),
        (pgettext("token", "Stunned"), "✶", False),
    )
    return {"look": choices.look, "words": {}, "title": _("Tokens for the table"), "rows": rows}
