"""What a roster sheet says, once for both of its forms: the page to print and the PDF."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _, ngettext, pgettext
from msgspec import Struct, field
from msgspec.structs import replace

from club.dates import date_text
from club.paper.choices import PaperChoices, Rules
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, RangedWeapon
from engines.musg.pulp import pool
from engines.musg.report import unable
from engines.musg.warband import Figure, Warband as Roster
from rosters import wording
from rosters.figure_card import UNPAID, FigureCard, figure_card
from rosters.gear_lines import Known, MeleeLine, RangedLine
from rosters.reference.gear import template_text
from rosters.sheets.order import in_order
from rosters.vehicle_card import VehicleCard, vehicle_card

NOTE_LINES: Final = 2


class Shot(Struct, frozen=True):
    """A ranged weapon, with what its shooter must remember about it."""

    line: RangedLine
    marks: str


class Block(Struct, frozen=True):
    """One figure's part of the sheet. ``hit_points`` counts the boxes to tick when it is wounded.

    ``pulp`` counts the points of pulp that stand beside it at the start of a game; ``told``: what it knows and carries
    is explained here, not elsewhere; ``portrait``: where a page finds its picture.
    """

    card: FigureCard
    shots: tuple[Shot, ...]
    hit_points: int
    remarks: tuple[str, ...]
    pulp: int = 0
    told: bool = True
    portrait: str = ""

    @property
    def wounds(self) -> range:
        """One for each box to tick."""
        return range(self.hit_points)

    @property
    def pulp_points(self) -> range:
        """One for each point of pulp to cross out."""
        return range(self.pulp)

    @property
    def notes(self) -> range:
        """One for each line to write on."""
        return range(NOTE_LINES)

    @property
    def ticked(self) -> str:
        """How many boxes of experience are ticked, and of how many ("12 / 40")."""
        return f"{self.card.ticked} / {len(self.card.boxes)}"


class Gone(Struct, frozen=True):
    """One line of the graveyard, or of those who left."""

    name: str
    title: str
    fate: str
    lifetime: int


class Fact(Struct, frozen=True):
    """One of the facts at the head of the sheet."""

    label: str
    value: str


class Sheet(Struct, frozen=True):
    """A warband on paper. ``moment`` says in words as of which ``entry``, when it is not the present.

    ``brought`` says what it brought from elsewhere, if anything; ``vehicles`` are those it has. ``pulp`` counts points
    of pulp by figure. ``resting`` names who is left out because they cannot fight the next battle, and why; ``rules``
    explains under headings what the figures know and carry, where that is wanted at the end. ``code`` stands for this
    state of this warband (``rosters.sheets.code``), ``address`` is what a camera reads for it. ``portraits``
    tells where a page finds those of the figures.
    """

    name: str
    entry: str | None
    moment: str
    facts: tuple[Fact, ...]
    cards: tuple[FigureCard, ...]
    stash: tuple[str, ...]
    gone: tuple[Gone, ...]
    catalogue: Catalogue
    brought: str = ""
    vehicles: tuple[VehicleCard, ...] = ()
    pulp: Mapping[int, int] = field(default_factory=dict)
    resting: tuple[str, ...] = ()
    rules: tuple[Explained, ...] = ()
    choices: PaperChoices = field(default_factory=PaperChoices)
    code: str = ""
    address: str = ""
    portraits: Mapping[int, str] = field(default_factory=dict)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The figures, as the page and the PDF show them."""
        return tuple(self._block(card) for card in self.cards)

    def _block(self, card: FigureCard) -> Block:
        told, portrait = self.choices.rules == Rules.FIGURE, self.portraits.get(card.number, "")
        return replace(block(card, self.catalogue, self.pulp.get(card.number, 0), told=told), portrait=portrait)


def sheet(
    roster: Roster,
    *,
    owner: str,
    entry: str | None = None,
    at: dt.datetime | None = None,
    brought: str = "",
    choices: PaperChoices | None = None,
    code: str = "",
    address: str = "",
    portraits: Mapping[int, str] | None = None,
) -> Sheet:
    """Lay out a roster in the active language.

    ``owner`` is the name this reader may see; ``entry`` and ``at`` tell which step it is the state after, and when
    that was; ``brought`` what came from elsewhere (``rosters.provenance``); ``choices`` how the reader wants it;
    ``code`` and ``address`` what brings it back; ``portraits`` where a page finds them.
    """
    wanted = choices or PaperChoices()
    figures = in_order(roster)
    shown = [figure for figure in figures if not (wanted.ready and unable(figure))]
    cards = tuple(figure_card(figure, roster) for figure in shown)
    return Sheet(
        name=roster.name,
        entry=entry,
        moment=_moment(entry, at),
        facts=_facts(roster, owner),
        cards=cards,
        stash=_counted((item.code for item in roster.stash), roster.catalogue),
        gone=tuple(_gone(figure, roster) for figure in roster.gone),
        catalogue=roster.catalogue,
        brought=brought,
        vehicles=tuple(vehicle_card(vehicle, roster) for vehicle in roster.rides),
        pulp={figure.id: points for figure in shown if (points := pool(roster, figure))},
        resting=tuple(_resting(figure) for figure in figures if figure not in shown),
        rules=explained(cards) if wanted.rules == Rules.END else (),
        choices=wanted,
        code=code,
        address=address,
        portraits=portraits or {},
    )


def _facts(roster: Roster, owner: str) -> tuple[Fact, ...]:
    record = roster.record
    return (
        Fact(_("Race"), wording.marked_race(roster.race, roster.catalogue)),
        *([Fact(_("Packs"), house)] if (house := wording.house_names(roster.rules)) else []),
        *([Fact(_("Left out of the rulebook"), gone)] if (gone := wording.left_out_told(roster.rules)) else []),
        *_part(roster),
        Fact(_("Player"), owner),
        Fact(_("Warband value"), str(roster.value)),
        Fact(_("Treasury"), str(roster.treasury)),
        Fact(_("Battles"), str(record.battles)),
        Fact(_("Won – drawn – lost"), f"{record.won} – {record.drawn} – {record.lost}"),
        Fact(_("Victory points"), str(record.victory_points)),
    )


def _resting(figure: Figure) -> str:
    """Say who does not fight the next battle, and why."""
    why = {
        "captive": _("captive of the aliens"),
        "misses_battle": _("misses the next battle"),
        "not_paid": _("next battle not paid"),
    }[unable(figure) or ""]
    return f"{figure.name} ({why})"


def _part(roster: Roster) -> tuple[Fact, ...]:
    """Return what the warband plays, where pulp is played."""
    return (Fact(_("Pulp"), capfirst(wording.part_name(wording.part_code(roster.part)))),) if roster.part else ()


def block(card: FigureCard, catalogue: Catalogue, pulp: int = 0, *, told: bool = True) -> Block:
    """Return one figure's part of the sheet."""
    hit_points = next(stat.value for stat in card.stats if stat.code == Characteristic.HIT_POINTS)
    remarks = []
    if card.hired:
        paid = _("The next battle is paid.") if card.paid_ahead else _("The next battle is not paid.")
        remarks += [card.hire, paid]
    if card.choices:
        waiting = ngettext("%(count)s skill to choose", "%(count)s skills to choose", card.choices)
        remarks.append(waiting % {"count": card.choices})
    remarks += [effect.effect for effect in card.next_battle if effect.code != UNPAID]
    return Block(
        card=card,
        shots=tuple(Shot(line, _marks(catalogue.ranged[line.code])) for line in card.ranged),
        hit_points=int(hit_points),
        remarks=tuple(_sentence(remark) for remark in (*remarks, *card.traits)),
        pulp=pulp,
        told=told,
    )


def _sentence(remark: str) -> str:
    """End a remark as a sentence does, so that what follows does not run into it."""
    return remark if remark.endswith((".", "!", "?", "…")) else f"{remark}."


def _moment(entry: str | None, at: dt.datetime | None) -> str:
    if entry is None:
        return ""
    if at is None:
        return _("As of journal entry %(entry)s") % {"entry": entry}
    return _("As of journal entry %(entry)s, %(date)s") % {"entry": entry, "date": date_text(at, "DATE_FORMAT")}


def _marks(weapon: RangedWeapon) -> str:
    marks = (
        template_text(weapon),
        _("heavy") if weapon.heavy else "",
        _("black powder") if weapon.black_powder else "",
    )
    return ", ".join(mark for mark in marks if mark)


def _counted(codes: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    found = ((wording.marked_item(code, catalogue), count) for code, count in Counter(codes).items())
    return tuple(f"{count} × {name}" if count > 1 else name for name, count in found)


def _gone(figure: Figure, roster: Roster) -> Gone:
    card = figure_card(figure, roster)
    return Gone(card.name, card.title, card.standing_name, card.lifetime)


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
