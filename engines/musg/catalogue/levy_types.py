"""The shape of the advice by which drawn warbands are armed: ours, nothing of it stands in the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

type Rung = tuple[str, ...]
"""What is bought in one step: one of these codes, which are as good as each other."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a figure gets, in this order, as far as the money goes.

    ``core`` is what makes its style; ``more`` is what else is of use.
    """

    core: tuple[Rung, ...]
    more: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class Levy:
    """Ladders by style, then by the arms there are to be had (``levy.styles``).

    ``body``: what comes after all else, for heroes, and where there is more than bows for henchmen too.
    ``odds_and_ends``: what is bought for what is left. ``names``: beginnings and endings of names, by race.
    """

    heroes: Mapping[str, Mapping[str, Ladder]]
    henchmen: Mapping[str, Mapping[str, Ladder]]
    body: tuple[str, ...]
    odds_and_ends: tuple[str, ...]
    names: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
