"""A whole warband as pages show it, worked out once per request."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language, override
from msgspec import Struct

from club.words import words
from engines.core.problems import Problem
from engines.musg import muster
from engines.musg.muster import Totals
from engines.musg.ranks import Rank
from engines.musg.succession import heirs
from engines.musg.warband import Figure, Record, Warband
from rosters import wording
from rosters.figure_card import FigureCard, figure_card
from rosters.gear_lines import Carried, carried


class Fault(Struct, frozen=True):
    """One problem of the roster: a sentence, and the figure that causes it if one does."""

    code: str
    sentence: str
    figure: int | None
    figure_name: str


class Meter(Struct, frozen=True):
    """What has been spent of one limit, in points."""

    spent: int
    limit: int

    @property
    def left(self) -> int:
        """Points left; negative when overspent."""
        return self.limit - self.spent

    @property
    def over(self) -> bool:
        """Whether the limit is exceeded."""
        return self.spent > self.limit


class WarbandSheet(Struct, frozen=True):
    """A warband in one language.

    ``leader`` … ``extras`` are the cards of the active figures by rank; ``gone`` those of the dead and departed.
    ``faults`` is all that is wrong with the roster, ``excused`` what of it a referee allows, ``held`` whether a referee
    holds the warband back from battles, ``heirs`` who may replace a lost leader by choice. ``house`` are the packs it
    plays with, ``left_out`` the things of the rulebook it plays without. ``part`` is what it plays in a pulp campaign,
    in words; ``must_choose_part``: pulp is played and that is still to be chosen.
    """

    name: str
    race_name: str
    house: str
    left_out: str
    race_notes: tuple[str, ...]
    mustered: bool
    treasury: int
    value: int
    record: Record
    leader: tuple[FigureCard, ...]
    lieutenants: tuple[FigureCard, ...]
    hired: tuple[FigureCard, ...]
    henchmen: tuple[FigureCard, ...]
    extras: tuple[FigureCard, ...]
    gone: tuple[FigureCard, ...]
    stash: tuple[Carried, ...]
    total: Meter
    heroes_spent: Meter
    henchmen_spent: Meter
    faults: tuple[Fault, ...]
    excused: tuple[Fault, ...]
    held: bool
    heirs: tuple[FigureCard, ...]
    aftermath_of: str
    part: str
    must_choose_part: bool

    @property
    def active(self) -> tuple[FigureCard, ...]:
        """All on the roster: heroes first."""
        return self.leader + self.lieutenants + self.hired + self.henchmen + self.extras

    @property
    def waiting(self) -> tuple[FigureCard, ...]:
        """Who has a skill to choose: the departed may, too."""
        return tuple(card for card in self.active + self.gone if card.choices and card.standing in _CHOOSERS)

    @property
    def unpaid(self) -> tuple[FigureCard, ...]:
        """Hired figures who are still to be paid."""
        return tuple(card for card in self.hired if not card.paid_ahead)

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with the roster."""
        return not self.faults


_CHOOSERS = frozenset({"active", "for_hire"})


def warband_sheet(roster: Warband, language: str | None = None) -> WarbandSheet:
    """Return the warband as pages show it, in ``language`` (the reader's, if none is given)."""
    with override(language or get_language()):
        return _worked_out(roster)


def _worked_out(roster: Warband) -> WarbandSheet:
    race = roster.race_row
    spent: Totals = muster.totals(roster)
    ranks: dict[Rank, list[FigureCard]] = {rank: [] for rank in Rank}
    for figure in roster.active:
        ranks[Rank.MERCENARY if figure.hired else figure.rank].append(figure_card(figure, roster))
    next_leaders = () if roster.leader or not roster.mustered else heirs(roster)
    return WarbandSheet(
        name=roster.name,
        race_name=wording.marked_race(roster.race, roster.catalogue),
        house=wording.house_names(roster.rules),
        left_out=wording.left_out_told(roster.rules),
        race_notes=tuple(words(note) for note in race.notes),
        mustered=roster.mustered,
        treasury=roster.treasury,
        value=roster.value,
        record=roster.record,
        leader=tuple(ranks[Rank.LEADER]),
        lieutenants=tuple(ranks[Rank.LIEUTENANT]),
        hired=tuple(ranks[Rank.MERCENARY]),
        henchmen=tuple(ranks[Rank.HENCHMAN]),
        extras=tuple(ranks[Rank.EXTRA]),
        gone=tuple(figure_card(figure, roster) for figure in roster.gone),
        stash=tuple(carried(item, roster.catalogue) for item in roster.stash),
        total=Meter(spent.total, spent.total_limit),
        heroes_spent=Meter(spent.heroes, spent.heroes_limit),
        henchmen_spent=Meter(spent.henchmen, spent.henchmen_limit),
        faults=faults(roster, muster.problems(roster)),
        excused=faults(roster, muster.excused(roster)),
        held=roster.held_back,
        heirs=_cards(next_leaders, roster),
        aftermath_of=roster.engagement.title if roster.engagement else "",
        part=wording.part_name(wording.part_code(roster.part)) if roster.part else "",
        must_choose_part=roster.rules.plays_pulp and not roster.part,
    )


def faults(roster: Warband, problems: Iterable[Problem]) -> tuple[Fault, ...]:
    """Return problems as sentences beside the figures that cause them."""
    found = []
    for problem in problems:
        figure = roster.figure(problem.figure) if problem.figure is not None else None
        sentence = wording.problem_sentence(problem, roster.catalogue, roster)
        found.append(Fault(problem.code, sentence, problem.figure, figure.name if figure else ""))
    return tuple(found)


def _cards(figures: Iterable[Figure], roster: Warband) -> tuple[FigureCard, ...]:
    return tuple(figure_card(figure, roster) for figure in figures)
