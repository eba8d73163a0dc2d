"""What a roster sheet says, once for both of its forms: the page to print and the PDF."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _, ngettext, override

from club.dates import date_text
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.types import Characteristic
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband as Roster
from rosters import wording
from rosters.figure_card import FigureCard, figure_card
from rosters.gear_lines import RangedLine
from rosters.reference.gear import template_text
from rosters.vehicle_card import VehicleCard, vehicle_card

NOTE_LINES: Final = 2
_ORDER: Final = (Rank.LEADER, Rank.LIEUTENANT, Rank.MERCENARY, Rank.HENCHMAN, Rank.EXTRA)


@dataclass(frozen=True, slots=True)
class Shot:
    """A ranged weapon, with what its shooter must remember about it."""

    line: RangedLine
    marks: str


@dataclass(frozen=True, slots=True)
class Block:
    """One figure's part of the sheet. ``hit_points`` counts the boxes to tick when it is wounded."""

    card: FigureCard
    shots: tuple[Shot, ...]
    hit_points: int
    remarks: tuple[str, ...]

    @property
    def wounds(self) -> range:
        """One for each box to tick."""
        return range(self.hit_points)


@dataclass(frozen=True, slots=True)
class Gone:
    """One line of the graveyard, or of those who left."""

    name: str
    title: str
    fate: str
    lifetime: int


@dataclass(frozen=True, slots=True)
class Fact:
    """One of the facts at the head of the sheet."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A warband on paper. ``moment`` says in words as of which ``entry``, when it is not the present.

    ``brought`` says what it brought from elsewhere, if anything; ``vehicles`` are those it has.
    """

    name: str
    entry: int | None
    moment: str
    facts: tuple[Fact, ...]
    cards: tuple[FigureCard, ...]
    stash: tuple[str, ...]
    gone: tuple[Gone, ...]
    brought: str = ""
    vehicles: tuple[VehicleCard, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The active figures, for the PDF."""
        return tuple(block(card) for card in self.cards)

    @property
    def blocks_html(self) -> tuple[SafeString, ...]:
        """The active figures, for the page."""
        language = get_language() or "en"
        return tuple(_block_html(card, language) for card in self.cards)


def sheet(
    roster: Roster, *, owner: str, entry: int | None = None, at: dt.datetime | None = None, brought: str = ""
) -> Sheet:
    """Lay out a roster in the reader's language.

    ``owner`` is the name this reader may see; ``entry`` and ``at`` tell which step it is the state after, and when
    that was; ``brought`` what came from elsewhere (``rosters.provenance``).
    """
    record = roster.record
    return Sheet(
        name=roster.name,
        entry=entry,
        moment=_moment(entry, at),
        facts=(
            Fact(_("Race"), wording.race_name(roster.race)),
            *_part(roster),
            Fact(_("Player"), owner),
            Fact(_("Warband value"), str(roster.value)),
            Fact(_("Treasury"), str(roster.treasury)),
            Fact(_("Battles"), str(record.battles)),
            Fact(_("Won – drawn – lost"), f"{record.won} – {record.drawn} – {record.lost}"),
            Fact(_("Victory points"), str(record.victory_points)),
        ),
        cards=tuple(figure_card(figure, roster) for figure in sorted(roster.active, key=_precedence)),
        stash=_counted(item.code for item in roster.stash),
        gone=tuple(_gone(figure, roster) for figure in roster.gone),
        brought=brought,
        vehicles=tuple(vehicle_card(vehicle, roster) for vehicle in roster.rides),
    )


def _part(roster: Roster) -> tuple[Fact, ...]:
    """Return what the warband plays, where pulp is played."""
    return (Fact(_("Pulp"), capfirst(wording.part_name(wording.part_code(roster.part)))),) if roster.part else ()


def _precedence(figure: Figure) -> int:
    """Leaders first, hired figures after the lieutenants, extras last."""
    return _ORDER.index(Rank.MERCENARY if figure.hired else figure.rank)


def block(card: FigureCard) -> Block:
    """Return one figure's part of the sheet."""
    hit_points = next(stat.value for stat in card.stats if stat.code == Characteristic.HIT_POINTS)
    remarks = []
    if card.hired:
        paid = _("next battle paid") if card.paid_ahead else _("next battle not paid")
        remarks.append(f"{card.hire} ({paid})")
    if card.choices:
        waiting = ngettext("%(count)s skill to choose", "%(count)s skills to choose", card.choices)
        remarks.append(waiting % {"count": card.choices})
    return Block(
        card=card,
        shots=tuple(Shot(line, _marks(line.code)) for line in card.ranged),
        hit_points=int(hit_points),
        remarks=(*remarks, *(effect.effect for effect in card.next_battle), *card.traits),
    )


def _moment(entry: int | None, at: dt.datetime | None) -> str:
    if entry is None:
        return ""
    if at is None:
        return _("As of journal entry %(entry)s") % {"entry": entry}
    return _("As of journal entry %(entry)s, %(date)s") % {"entry": entry, "date": date_text(at, "DATE_FORMAT")}


def _marks(code: str) -> str:
    weapon = CATALOGUE.ranged[code]
    marks = (
        template_text(weapon),
        _("heavy") if weapon.heavy else "",
        _("black powder") if weapon.black_powder else "",
    )
    return ", ".join(mark for mark in marks if mark)


def _counted(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        f"{count} × {wording.item_name(code)}" if count > 1 else wording.item_name(code)
        for code, count in Counter(codes).items()
    )


def _gone(figure: Figure, roster: Roster) -> Gone:
    card = figure_card(figure, roster)
    return Gone(card.name, card.title, card.standing_name, card.lifetime)


@lru_cache(maxsize=1024)
def _block_html(card: FigureCard, language: str) -> SafeString:
    """Draw a figure once: like its card it is a pure function of the figure and the language."""
    with override(language):
        return render_to_string(
            "rosters/sheet_figure.html", {"block": block(card), "card": card, "notes": range(NOTE_LINES)}
        )
