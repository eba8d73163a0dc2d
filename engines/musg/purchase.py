"""What a purchase would come to, before it is made: what forbids it, and what somebody should be asked about first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from engines.core.problems import Problem
from engines.musg import journal, muster
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Equipment
from engines.musg.entries import AnyEntry, Buy, Hire, RaiseZombie
from engines.musg.items import count_items
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

HANDS: Final = 2


class Trial(Struct, frozen=True):
    """What would become of a warband.

    ``refusals`` is what the rules forbid: with any, nothing can be bought. ``doubts`` is what would be wrong or useless
    afterwards and is not now. ``cost`` in points. ``after`` is the warband as it would be, ``None`` where an entry
    makes no sense at all.
    """

    refusals: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    cost: int
    after: Warband | None

    @property
    def too_dear(self) -> bool:
        """Whether money is all that is in the way: the treasury's, or a ceiling of the muster."""
        found = self.refusals or self.doubts
        return bool(found) and all(problem.code in MONEY for problem in found)


MONEY: Final = frozenset({"too_expensive", "over_total", "over_heroes", "over_henchmen"})


def order(item: str, figures: Sequence[int | None], quantity: int = 1) -> list[Buy]:
    """Return the entries by which each of the figures (``None``: the stash) gets ``quantity`` of an item."""
    return [Buy(item=item, figure=figure) for figure in figures for _ in range(quantity)]


def recruit(warband: Warband, rank: Rank, code: str, name: str) -> AnyEntry:
    """Return the entry that hires somebody of a rank by the code of a race, or of a zombie that a villain raises."""
    if code == warband.catalogue.roles.raised:
        return RaiseZombie(name=name)
    return Hire(rank=rank, race=warband.race if rank is Rank.EXTRA else code, name=name)


def another(warband: Warband, model: Figure, name: str) -> list[AnyEntry]:
    """Return the entries that hire and arm a figure like ``model``: same rank, race and gear, nothing learned.

    The dagger that everybody brings along is not bought (rulings M29, M30).
    """
    wanted = list(model.item_codes)
    for code in warband.catalogue.carried_by_all:
        if code in wanted:
            wanted.remove(code)
    number = warband.next_figure
    return [
        recruit(warband, model.origin, model.non_player or model.race, name),
        *(Buy(item=code, figure=number) for code in wanted),
    ]


def trial(warband: Warband, entries: Sequence[AnyEntry]) -> Trial:
    """Return what these entries, one after the other, would come to."""
    after = warband
    for entry in entries:
        found, change = journal.made(after, entry, fresh=True)
        if change is None:
            return Trial(tuple(found), (), warband.treasury - after.treasury, None)
        after = change.warband
    cost = warband.treasury - after.treasury
    if warband.mustered and cost > 0 > after.treasury:
        short = Problem("too_expensive", None, {"needs": cost, "has": max(0, warband.treasury)})
        return Trial((short,), (), cost, after)
    added = tuple(muster.added(warband, after))
    if warband.mustered and added:
        return Trial(added, (), cost, after)
    return Trial((), (*added, *_idle(warband, after)), cost, after)


def _idle(before: Warband, after: Warband) -> Iterator[Problem]:
    """Give what a figure would carry more of than it can use at once.

    Of a weapon it uses one in each hand; of a piece that counts only once, one (ruling M124).
    """
    for figure in after.active:
        had = before.figure(figure.id)
        if had is figure:
            continue
        known = count_items(had.items) if had else {}
        for code, count in count_items(figure.items).items():
            most = _usable(code, after.catalogue)
            if most is not None and count > most and count > known.get(code, 0):
                yield Problem("idle_copies", figure.id, {"item": code, "count": count, "most": most})


def _usable(code: str, catalogue: Catalogue) -> int | None:
    piece = catalogue.item(code)
    if not isinstance(piece, Equipment):
        return HANDS
    return 1 if any(modifier.once for modifier in piece.modifiers) else None
