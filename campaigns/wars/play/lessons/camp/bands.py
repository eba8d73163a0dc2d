"""The battle that the lesson begins after, always the same: who fought, and what came of it.

It is told as a report, the way a battle at the table is, so that no change of how bots fight ever changes the lesson.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from engines.musg.entries import AnyEntry, Award, Buy, Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules

AUDE, ODILE, LISON, BASILE = 1, 2, 3, 4
KROM, ZUG, HAK = 1, 2, 3
"""The figures, by their numbers."""
RACE, FOES_RACE = "human", "orc"
RULES: Final = Rules(points=150, hero_points=100, henchman_points=80)
"""So little that one has to choose in the shop."""
EARLIER: Final = 3
"""Aude's experience from before: what this battle brings her reaches the first grey box, the fifth."""
SEED: Final = 80
"""Of the site's dice: they show the faces of ``FACES``."""
FACES: Final = {"d66": (2, 2), "d6": (5,)}
"""What is rolled for whoever skips the dice, and for the others: Odile limps from now on, henchmen come back."""


def own_entries() -> tuple[AnyEntry, ...]:
    """Return how the learner's warband came to be, a leader, a lieutenant and two henchmen; words are translated."""
    return (
        Hire(rank=Rank.LEADER, race=RACE, name="Aude"),
        Hire(rank=Rank.LIEUTENANT, race=RACE, name="Odile"),
        Hire(rank=Rank.HENCHMAN, race=RACE, name="Lison"),
        Hire(rank=Rank.HENCHMAN, race=RACE, name="Basile"),
        Buy(item="submachine_gun", figure=AUDE),
        Buy(item="sword", figure=AUDE),
        Buy(item="pistol", figure=ODILE),
        Buy(item="rifle", figure=LISON),
        Buy(item="sword", figure=BASILE),
        Muster(),
        Award(figure=AUDE, points=EARLIER, reason=_("Earlier battles")),
    )


def foes_entries() -> tuple[AnyEntry, ...]:
    """Return how the others' came to be: a leader and two henchmen."""
    return (
        Hire(rank=Rank.LEADER, race=FOES_RACE, name="Krom"),
        Hire(rank=Rank.HENCHMAN, race=FOES_RACE, name="Zug"),
        Hire(rank=Rank.HENCHMAN, race=FOES_RACE, name="Hak"),
        Buy(item="axe", figure=KROM),
        Buy(item="bow", figure=ZUG),
        Buy(item="axe", figure=HAK),
        Muster(),
    )


def report(own: str, foes: str) -> Report:
    """Return the report of the battle between the warbands of these keys: won, with two of the learner's out."""

    def down(warband: str, victim: int, other: str, by: int) -> Down:
        return Down(Who(warband, victim), Who(other, by))

    return Report(
        downs=(
            down(foes, ZUG, own, LISON),
            down(own, ODILE, foes, KROM),
            down(own, BASILE, foes, HAK),
            down(foes, KROM, own, AUDE),
            down(foes, HAK, own, AUDE),
        )
    )
