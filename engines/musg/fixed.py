"""What no catalogue changes: numbers and words of the rules themselves, which the rulebook prints as tables.

Whatever warbands bring (``Rules.catalogue``), a strength meets a toughness, a vehicle turns and a raid goes as printed,
and a leader is called a leader.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.musg.catalogue.printed import CATALOGUE

wounds_on: Final[Callable[[int, int], int]] = CATALOGUE.wound_roll
"""The lowest die that wounds, by strength and toughness (Musg, Tableau des dommages; rulings M130-M133)."""

DRIVING: Final = CATALOGUE.vehicles.driving
"""How vehicles are driven (Musg, Do you need a ride?)."""

RANK_NAMES: Final = CATALOGUE.rank_names
"""What the ranks are called, as the profile tables print them."""

REGROUP_TEAM: Final = CATALOGUE.regroup_team
"""The numbers of a raid (Musg, Regroup team !)."""
