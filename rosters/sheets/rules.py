"""The rules of what these very figures know, bear and carry, in short: each once, in the order of the alphabet."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import slugify
from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from rosters.figure_card import FigureCard
from rosters.gear_lines import Known, MeleeLine, RangedLine

type Row = tuple[str, str]


class Explained(Struct, frozen=True):
    """What is explained under one heading: names, and what each does."""

    title: str
    rows: tuple[Row, ...]


def explained(cards: Iterable[FigureCard]) -> tuple[Explained, ...]:
    """Return what there is to explain about these figures; headings with nothing under them are left out."""
    all_of = tuple(cards)
    found = (
        Explained(
            pgettext("of a warband", "Weapons"), _sorted(_noted(line) for card in all_of for line in _arms(card))
        ),
        Explained(_("Equipment"), _sorted(_known(one) for card in all_of for one in card.equipment)),
        Explained(_("Skills"), _sorted(_known(one) for card in all_of for one in card.skills)),
        Explained(_("Injuries"), _sorted(_known(one) for card in all_of for one in card.injuries)),
    )
    return tuple(part for part in found if part.rows)


def _arms(card: FigureCard) -> tuple[RangedLine | MeleeLine, ...]:
    return (*card.ranged, *card.melee)


def _noted(line: RangedLine | MeleeLine) -> Row:
    return line.name, " ".join(line.notes)


def _known(one: Known) -> Row:
    return one.name, one.effect


def _sorted(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Each once, without those of whom nothing is to be said; accents do not count."""
    return tuple(sorted({row for row in rows if row[1]}, key=lambda row: slugify(row[0])))
