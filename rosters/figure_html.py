"""The unchanging part of a figure's card as markup, remembered: it depends on the figure and the language alone."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from engines.musg.warband import Figure, Warband
from rosters.figure_card import card_of


def figure_html(figure: Figure, roster: Warband, *, unfolded: bool = False) -> SafeString:
    """Return the sheet of a figure: profile line, weapons, and behind a fold (open, if asked for) everything else."""
    return _drawn(figure, roster.rules.boxes(figure.rank), get_language() or "en", unfolded)


@lru_cache(maxsize=1024)
def _drawn(figure: Figure, boxes: int, language: str, unfolded: bool) -> SafeString:
    with override(language):
        context = {"card": card_of(figure, boxes, language), "unfolded": unfolded}
        return render_to_string("rosters/figure_sheet.html", context)
