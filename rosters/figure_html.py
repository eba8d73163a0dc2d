"""The unchanging part of a figure's card as markup, cached: it depends only on the figure and the language."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override
from msgspec import Struct

from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.figure_card import card_of


def row_html(figure: Figure, roster: Warband, pk: int, at: int | None = None) -> SafeString:
    """Return a figure of the warband ``pk`` as its row on the roster: all that counts at the table, the rest fetched.

    ``at`` is the entry as of which the roster is shown, if it is not the present one.
    """
    race = wording.race_name(roster.race)
    return _drawn("rosters/figure_row.html", figure, roster.boxes(figure), _language(), pk, race, at or "")


def more_html(figure: Figure, roster: Warband) -> SafeString:
    """Return what a row folds away: reasons, tables of weapons, what skills and injuries do."""
    return _drawn("rosters/figure_more.html", figure, roster.boxes(figure), _language(), None)


def unfolded_html(figure: Figure, roster: Warband) -> SafeString:
    """Return profile line, weapons and all the rest without the name, for a page of the figure's own."""
    return _drawn("rosters/figure_sheet.html", figure, roster.boxes(figure), _language(), None)


def muster_head(figure: Figure, roster: Warband, pk: int) -> SafeString:
    """Return who a figure of a muster is and what it carries, in short; ``pk`` is the warband's."""
    return _drawn("rosters/muster_head.html", figure, roster.boxes(figure), _language(), pk)


class MusterCard(Struct, frozen=True):
    """What a figure's row in the muster builder unfolds: its profile line, and what it carries."""

    profile: SafeString
    kit: SafeString


def muster_card(figure: Figure, roster: Warband, pk: int) -> MusterCard:
    """Return what the row of a figure of the warband ``pk`` unfolds while its muster is being drawn up."""
    boxes, language = roster.boxes(figure), _language()
    profile, kit = (
        _drawn(f"rosters/{part}.html", figure, boxes, language, pk) for part in ("stat_table", "figure_kit")
    )
    return MusterCard(profile, kit)


def _language() -> str:
    return get_language() or "en"


@lru_cache(maxsize=4096)
def _drawn(
    template: str, figure: Figure, boxes: int, language: str, pk: int | None, race: str = "", at: int | str = ""
) -> SafeString:
    with override(language):
        card = card_of(figure, boxes, language)
        return render_to_string(template, {"card": card, "pk": pk, "race": race, "at": str(at), "level": 4})
