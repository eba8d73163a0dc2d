"""What a player holds dear: the weights by which cards, tokens and fuel are compared at first sight.

The unit is about one Woolong a turn. Two players look at a table with the same eyes and weigh it differently: ``PLAIN``
are round numbers that whoever reads the cards would choose, ``SEASONED`` those that won most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Leanings:
    """The weights. Two of them are the same only if they are one object.

    ``woolongs``, ``fuel``, ``force`` and ``clues`` are what a unit is worth on a card, ``draw`` and ``trash`` a card
    drawn or put out, ``travel`` a free move, ``team`` how often a team zone finds its partner, ``against`` another's
    loss beside one's own gain, ``damage`` what a damage card in the hand costs by taking another's place.
    ``late_woolongs`` and ``late_trash`` are what the two come to when the end is near; in between it is interpolated.

    ``neutral`` is what a card must bring to be bought, ``kept`` what it must bring not to be put out. ``fuel_kept`` is
    what a unit of fuel is kept for. ``token`` and ``vicious_token`` are what a token is worth before its criminal is
    caught, for others may let it escape; ``wound`` is what a damage card takes away, ``star`` what a star is worth.
    """

    woolongs: float = 1.0
    fuel: float = 0.8
    force: float = 1.5
    clues: float = 1.9
    draw: float = 1.4
    trash: float = 1.1
    travel: float = 0.9
    team: float = 0.45
    against: float = 0.25
    damage: float = -0.3
    late_woolongs: float = 1.0
    late_trash: float = 1.1
    neutral: float = 1.0
    kept: float = 1.2
    fuel_kept: float = 0.35
    token: float = 0.75
    vicious_token: float = 0.6
    wound: float = 0.3
    star: float = 1.0

    def resource(self, name: str) -> float:
        """Return what a unit of a resource is worth. Raises ``AttributeError`` for another."""
        return float(getattr(self, name))


PLAIN: Final = Leanings()
"""Whoever plays by rule of thumb."""

SEASONED: Final = Leanings(
    fuel=0.75,
    force=0.45,
    clues=1.8,
    draw=2.2,
    trash=1.25,
    travel=0.75,
    team=0.65,
    against=0.4,
    damage=-0.05,
    late_woolongs=0.5,
    late_trash=0.35,
    neutral=1.4,
    kept=1.35,
    fuel_kept=0.33,
    token=0.8,
    vicious_token=0.53,
    wound=0.2,
)
"""Whoever has played thousands of games: an evolution strategy moved all weights at once, in some 13,000 games of the
training set between two players against ``PLAIN``, and kept what won most. Force is worth little to it, for it is paid
in damage cards; cards that draw others are worth a lot, Woolongs little in the end."""
