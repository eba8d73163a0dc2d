"""When a blade waits for company: who runs ahead of its friends into several enemies fights them all alone."""

from __future__ import annotations

from typing import Final

from engines.musg.battle.actions import Run, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.state import Piece
from engines.musg.ground.table import distance
from engines.musg.tactics.reckoning import blow_worth, stake
from engines.musg.tactics.temper import Temperament

SEVERAL: Final = 2
"""So many enemies more than friends about a figure are too many for it."""
PRICE: Final = 0.3
"""What a blow of each may cost at most, as a share of what the figure is worth: weak enemies keep nobody waiting."""


def runs_ahead(battle: Battle, piece: Piece, foes: list[Piece], move: Walk | Run, temper: Temperament) -> bool:
    """Tell whether a move ends where several enemies could charge a figure and too few friends could come to its aid.

    Nobody waits for friends who do not come any more, nor where a scenario's aims are a matter of time.
    """
    if battle.pursuit is not None:
        return False
    end = battle.table.place(move.x, move.y, piece.base[3])
    ready = [foe for foe in foes if not foe.foes and not foe.routed and distance(foe.base, end) <= _reach(foe)]
    if len(ready) < SEVERAL:
        return False
    friends = [p for p in battle.friends(piece) if not p.routed]
    company = sum(distance(p.base, end) <= _reach(p) for p in friends)
    if not friends or len(ready) - company < SEVERAL:
        return False
    danger = sum(blow_worth(battle, foe, piece, charged=True)[0] for foe in ready)
    return temper.fear * danger > PRICE * stake(piece)


def _reach(piece: Piece) -> float:
    return piece.sheet.open_ground_movement * RUN_FACTOR
