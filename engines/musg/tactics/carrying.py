"""What a captain does about a fallen leader: the one whose care spares the leader harm brings the body off the table.

Only a troll bodyguard's care changes what becomes of a leader (Musg, Garde du corps Troll); nobody else is sent.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from engines.musg.battle import choices
from engines.musg.battle.actions import Action, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import places
from engines.musg.ground.table import touching
from engines.musg.tactics.reckoning import stake

CARE: Final = 0.25
"""What it is worth to save a fallen leader from harm, as a share of the leader."""


def errand(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
    """Return the next step to a fallen leader or with the body, and what it is worth; ``None`` if it is not its task.

    The whole errand is worth a share of the leader, divided by the turns it takes: whoever has something better to do
    on the way does that first.
    """
    leader = battle.bands[piece.side].leader
    if leader is None or leader.place is not Place.OUT or "carries_leader" not in piece.traits or piece.foes:
        return None
    if not piece.ap:
        return None
    if touching(piece.base, leader.base):
        step = _carried(battle, piece, leader)
    else:
        run = piece.ap > 1 and battle.gap(piece, leader) > piece.sheet.movement
        step = battle.towards(piece, *leader.base[:2], run=run)
    return (step, CARE * stake(leader) / _turns(battle, piece, leader)) if step is not None else None


def _carried(battle: Battle, piece: Piece, leader: Piece) -> Action | None:
    for action in choices.burdens(battle, piece):
        if isinstance(action, Walk) and action.carrying == leader.uid and battle.can(action):
            return action
    return None


def _turns(battle: Battle, piece: Piece, leader: Piece) -> int:
    """Return about how many turns it takes to reach a fallen leader and bring the body to the nearest edge."""
    sheet = piece.sheet
    there = battle.gap(piece, leader) / (sheet.movement * RUN_FACTOR)
    off = places.nearest_edge(battle.table, leader.base)[1] / (sheet.movement * max(1, sheet.action_points))
    return max(1, ceil(there + off))
