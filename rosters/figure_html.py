"""The unchanging part of a figure's card as markup, cached: it depends only on the figure and the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from engines.musg.warband import Figure, Warband
from rosters.figure_card import card_of


def figure_html(figure: Figure, roster: Warband, pk: int) -> SafeString:
    """Return the card of a figure of the warband ``pk``: name, profile line, weapons, and all the rest folded away."""
    return _drawn("rosters/figure_card.html", figure, roster.rules.boxes(figure.rank), get_language() or "en", pk)


def unfolded_html(figure: Figure, roster: Warband) -> SafeString:
    """Return the same without the name and with nothing folded away, for a page of the figure's own."""
    return _drawn("rosters/figure_sheet.html", figure, roster.rules.boxes(figure.rank), get_language() or "en", None)


@dataclass(frozen=True, slots=True)
class MusterCard:
    """The parts of a figure's card in the muster builder: its head, its profile line, what it carries."""

    header: SafeString
    profile: SafeString
    kit: SafeString


def muster_card(figure: Figure, roster: Warband, pk: int) -> MusterCard:
    """Return the card of a figure of the warband ``pk`` whose muster is being drawn up."""
    boxes, language = roster.rules.boxes(figure.rank), get_language() or "en"
    header, profile, kit = (
        _drawn(f"rosters/{part}.html", figure, boxes, language, pk)
        for part in ("figure_header", "stat_table", "figure_kit")
    )
    return MusterCard(header, profile, kit)


@lru_cache(maxsize=4096)
def _drawn(template: str, figure: Figure, boxes: int, language: str, pk: int | None) -> SafeString:
    with override(language):
        card = card_of(figure, boxes, language)
        return render_to_string(template, {"card": card, "pk": pk, "unfolded": pk is None})
