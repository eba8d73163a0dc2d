"""The order of the sheet: whoever ticks boxes on paper finds the figures in the same order on every page to report."""

from __future__ import annotations

from typing import Final

from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

_ORDER: Final = (Rank.LEADER, Rank.LIEUTENANT, Rank.MERCENARY, Rank.HENCHMAN, Rank.EXTRA)


def in_order(roster: Warband) -> list[Figure]:
    """Return the active figures: leaders first, hired figures after the lieutenants, extras last."""
    return sorted(roster.active, key=_precedence)


def _precedence(figure: Figure) -> int:
    return _ORDER.index(Rank.MERCENARY if figure.hired else figure.rank)
