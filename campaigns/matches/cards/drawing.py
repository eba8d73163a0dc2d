"""A card as it would be, before it is kept: what stands on it, what its texts say, what is odd about it."""

from __future__ import annotations

from typing import Any

from campaigns.matches.cards.forms import CardForm
from campaigns.matches.cards.kinds import Kind
from campaigns.matches.cards.page import CardLine
from campaigns.matches.cards.play import card_warnings, read_slots
from campaigns.matches.cards.problems import said


def drawn(game: str, kind: Kind, form: CardForm) -> dict[str, Any]:
    """Return what the drawing shows; nothing as long as the form cannot be read."""
    if not form.is_valid():
        return {}
    row = {**form.row(), **kind.fixed, "code": ""}
    wrong = list(read_slots(game, kind, row)[1].problems) if kind.slots else []
    odd = [] if wrong else list(card_warnings(game, kind, row))
    return {
        "preview": CardLine.of(game, kind, row),
        "words": kind.words(row),
        "warnings": [said(problem) for problem in (*wrong, *odd)],
    }
