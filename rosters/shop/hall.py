"""Who may be hired: every profile with its numbers, its price and what is in the way, and another like whom one has."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from engines.musg import muster, purchase
from engines.musg.entries import AnyEntry, Engage
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.figure_card import figure_card
from rosters.forms.people import default_name
from rosters.forms.recruit import may_be_copied
from rosters.profiles import ProfileRow, headings, mercenary_rows, profile_rows
from rosters.shop.wish import fit


class Recruit(Struct, frozen=True):
    """Somebody to hire.

    ``code`` is what the form sends: a profile, or the number of the figure that is copied. ``facts`` are the numbers of
    the profile: heading, whole name, value. ``notes`` are special rules or what the copy carries. ``fit``, ``reasons``
    and ``open`` are as for wares.
    """

    code: str
    name: str
    cost: int
    facts: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]
    fit: str
    reasons: tuple[str, ...]
    open: bool


class Bench(Struct, frozen=True):
    """The recruits of a rank. ``count`` says how many there are and may be; ``full`` why nobody of it may be hired."""

    code: str
    title: str
    icon: str
    count: str
    full: tuple[str, ...]
    recruits: tuple[Recruit, ...]


class Hall(Struct, frozen=True):
    """Everybody who may be hired: copies of one's own first."""

    copies: tuple[Recruit, ...]
    benches: tuple[Bench, ...]


ICONS = {
    Rank.LEADER: "crown",
    Rank.LIEUTENANT: "medal",
    Rank.HENCHMAN: "sword",
    Rank.EXTRA: "users",
    Rank.MERCENARY: "mercenary",
}


def hall(roster: Warband) -> Hall:
    """Return who may be hired into a warband now."""
    ranks = (Rank.HENCHMAN, Rank.LIEUTENANT, Rank.LEADER, Rank.EXTRA, Rank.MERCENARY)
    played = (rank for rank in ranks if rank is not Rank.EXTRA or roster.rules.extras)
    return Hall(_copies(roster), tuple(_bench(roster, rank) for rank in played))


def another(roster: Warband, figure: Figure) -> Recruit | None:
    """Return what another like this figure would cost; ``None`` for whom there is no other."""
    if not may_be_copied(figure):
        return None
    card = figure_card(figure, roster)
    entries = purchase.another(roster, figure, default_name(roster, figure.rank))
    return _recruit(roster, str(figure.id), figure.name, entries, (), (" · ".join(str(arm) for arm in card.arms),))


def _copies(roster: Warband) -> tuple[Recruit, ...]:
    """Return one copy of each kind: several who are armed alike make one line."""
    kinds: dict[tuple[str, str, tuple[str, ...]], Figure] = {}
    for figure in roster.active:
        kinds.setdefault(
            (figure.rank.value, figure.non_player or figure.race, tuple(sorted(figure.item_codes))), figure
        )
    found = (another(roster, figure) for figure in kinds.values())
    return tuple(recruit for recruit in found if recruit is not None)


def _bench(roster: Warband, rank: Rank) -> Bench:
    if rank is Rank.MERCENARY:
        recruits = tuple(_mercenary(roster, row) for row in mercenary_rows(roster.catalogue))
    else:
        recruits = tuple(
            _recruit(roster, f"{rank.value}:{row.code}", row.name, _hiring(roster, rank, row), row.values, row.rules)
            for row in profile_rows(roster, rank)
        )
    # What keeps all of a rank out is said once, above them.
    shared = set.intersection(*(set(recruit.reasons) for recruit in recruits)) if recruits else set()
    full = tuple(reason for reason in recruits[0].reasons if reason in shared) if len(recruits) > 1 else ()
    return Bench(rank.value, wording.rank_name(rank), ICONS[rank], _count(roster, rank), full, recruits)


def _hiring(roster: Warband, rank: Rank, row: ProfileRow) -> list[AnyEntry]:
    return [purchase.recruit(roster, rank, row.code, default_name(roster, rank))]


def _mercenary(roster: Warband, row: ProfileRow) -> Recruit:
    entries: list[AnyEntry] = [Engage(mercenary=row.code, name=row.name)]
    return _recruit(roster, f"{Rank.MERCENARY.value}:{row.code}", row.name, entries, row.values, row.rules)


def _recruit(
    roster: Warband,
    code: str,
    name: str,
    entries: Sequence[AnyEntry],
    values: tuple[str, ...],
    notes: tuple[str, ...],
) -> Recruit:
    trial = purchase.trial(roster, entries)
    # An aftermath that waits is said once, for the whole hall.
    problems = () if roster.engagement is not None else (trial.refusals or trial.doubts)
    reasons = wording.problem_sentences(problems, roster.catalogue, roster, briefly=True)
    facts = tuple((short, whole, value) for (short, whole), value in zip(headings(), values, strict=False))
    return Recruit(code, name, trial.cost, facts, notes, fit(trial), reasons, not trial.refusals)


def _count(roster: Warband, rank: Rank) -> str:
    """Return how many of a rank there are, and may be where that has a limit."""
    limits = {
        Rank.LEADER: 1,
        Rank.LIEUTENANT: roster.most_lieutenants,
        Rank.EXTRA: muster.most_extras(roster),
    }
    count = len(roster.of_rank(rank))
    return _("%(count)s of %(most)s") % {"count": count, "most": limits[rank]} if rank in limits else str(count)
