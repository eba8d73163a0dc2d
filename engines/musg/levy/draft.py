"""A muster being drawn up entry by entry: only what the rules take without a doubt is kept."""

from __future__ import annotations

from collections.abc import Sequence

from engines.musg import muster, purchase
from engines.musg.entries import AnyEntry
from engines.musg.warband import Figure, Warband


class Draft:
    """``warband`` as it stands, and the ``entries`` that brought it there."""

    def __init__(self, warband: Warband) -> None:
        self.warband = warband
        self.entries: list[AnyEntry] = []
        self.most_heroes = warband.rules.hero_points
        self.most_henchmen = warband.rules.henchman_points
        """What may be spent on either for now, in points: the ceilings, or less while the points are shared out."""

    def take(self, entries: Sequence[AnyEntry]) -> bool:
        """Make these entries, all or none; say whether they were made."""
        trial = purchase.trial(self.warband, entries)
        if trial.after is None or trial.refusals or trial.doubts:
            return False
        spent = muster.totals(trial.after)
        if spent.heroes > self.most_heroes or spent.henchmen > self.most_henchmen:
            return False
        self.warband = trial.after
        self.entries += entries
        return True

    def can_pay(self, figure: Figure, cost: int) -> bool:
        """Say whether so many points may be spent on a figure: most of what is tried out is simply too dear."""
        spent, hero = muster.totals(self.warband), muster.is_hero(figure)
        left = self.most_heroes - spent.heroes if hero else self.most_henchmen - spent.henchmen
        return cost <= min(left, spent.total_limit - spent.total)

    def member(self, number: int) -> Figure:
        """Return the figure of a number as it stands now."""
        figure = self.warband.figure(number)
        if figure is None:
            raise LookupError(f"no figure {number} in {self.warband!r}")
        return figure
