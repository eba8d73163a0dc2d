"""Warbands to start from: drawn in a style, taken over from an earlier one, and kits to arm a figure with in one go.

All of them are ordinary entries of a journal, in the order in which somebody would make them by hand; nothing is closed
and everything can be changed afterwards. Chance is an argument: the same dice draw the same warband.

>>> from engines.core.dice import Dice
>>> from engines.musg import journal, levy, muster
>>> from engines.musg.warband import Setup
>>> warband = journal.begin(Setup(race="orc", name="The Tusks"))
>>> for entry in levy.draw(warband, levy.Style.BRAWLERS, Dice.of(1)):
...     warband = journal.apply(warband, entry, fresh=True).warband
>>> muster.problems(warband), warband.treasury < 50
([], True)
"""

from __future__ import annotations

from engines.musg.levy.again import again
from engines.musg.levy.draw import dismissals, draw, reachable
from engines.musg.levy.kits import Kit, equip, kits
from engines.musg.levy.names import band_name, figure_name
from engines.musg.levy.styles import Style

__all__ = ["Kit", "Style", "again", "band_name", "dismissals", "draw", "equip", "figure_name", "kits", "reachable"]
