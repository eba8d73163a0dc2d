"""What a captain does for the objectives of a scenario: who goes where, picks up, brings home, holds, leaves.

Each objective says where a figure might go and what that is worth (``Goal``). A captain sends as many as a goal takes,
those who are nearest, and weighs the way there against what else the figure could do: worth by the turns it takes.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.battle.actions import Action, End, Run, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.objectives import Goal
from engines.musg.battle.state import Piece

ARRIVED: Final = 0.02
LEADERS: Final = 0.45
"""Leaders leave errands to others where they can: an errand is worth so much less to them."""
IN_TIME: Final = 1.0
"""A way that takes a turn less than all that are left is begun now or never."""
PRESSING: Final = 2.0
SHORT: Final = 0.6
"""How far inside a round place a figure stops: room for those who come after it."""
NEARER: Final = 0.5
OTHERS: Final = 2
"""A leader does not leave the table before all but so many others have."""
GAIN: Final = 0.3
"""A step must bring a figure so many paces nearer: nobody shuffles before a wall."""


def errand(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
    """Return what the figure does next for the goal that is worth most to it, and what that is worth; else ``None``.

    Whoever has to stay where it is gets ``End`` with the worth of staying.
    """
    pursuit = battle.pursuit
    if pursuit is None or piece.foes or piece.routed or not piece.ap:
        return None
    best: tuple[Action, float] | None = None
    for goal in pursuit.goals(battle, piece):
        if not _wanted(battle, piece, goal) or (goal.leave and _stays_for_the_others(battle, piece)):
            continue
        worth = goal.worth * (LEADERS if piece.is_leader and goal.hands < 2 and not piece.laden else 1.0)
        if goal.leave:
            off = Walk(round(goal.x, 3), round(goal.y, 3), leave=True)
            if _far(piece, goal) <= piece.sheet.open_ground_movement and battle.can(off):
                return off, 10 * worth
        elif _far(piece, goal) <= ARRIVED:
            if goal.act is not None and battle.can(goal.act):
                return goal.act, 10 * worth
            if goal.lasting and (best is None or worth > best[1]):
                best = End(), worth
            continue
        value = _value(battle, piece, goal, worth)
        if best is None or value > best[1]:
            step = _step(battle, piece, goal)
            if step is not None and _gains(piece, goal, step):
                best = step, value
    return best


def _value(battle: Battle, piece: Piece, goal: Goal, worth: float) -> float:
    """Return the worth of a goal for each turn of the way; more when there is just time enough, little when not."""
    stride = piece.sheet.movement * max(1, piece.sheet.action_points)
    turns = max(1.0, (_far(piece, goal) + (0 if piece.ap > 1 else stride / 2)) / stride)
    left = battle.setup.turn_limit - battle.turn + 1
    if turns > left + IN_TIME:
        return 0.0
    value = worth / turns
    return value * PRESSING if turns + IN_TIME >= left else value


def _wanted(battle: Battle, piece: Piece, goal: Goal) -> bool:
    """Tell whether a figure is among those nearest to a goal that it takes."""
    far = _far(piece, goal)
    rivals = [p for p in battle.friends(piece) if not (p.routed or p.foes or p.laden)]
    ahead = sum(_far(p, goal) < far - (NEARER if p.acted else 0.0) for p in rivals if not p.is_leader or goal.hands > 1)
    return piece.laden or ahead < goal.hands


def _stays_for_the_others(battle: Battle, piece: Piece) -> bool:
    """Tell whether a leader sees the others off first: when it goes, they test for rout (ruling M151)."""
    if not piece.is_leader or piece.laden or battle.turn >= battle.setup.turn_limit - 1:
        return False
    return sum(not p.routed for p in battle.friends(piece)) >= OTHERS


def _far(piece: Piece, goal: Goal) -> float:
    """Return how many paces a figure has to go until it is where a goal wants it."""
    return _far_from(piece.base[0], piece.base[1], piece.base[3], goal)


def _far_from(x: float, y: float, radius: float, goal: Goal) -> float:
    away = sqrt((goal.x - x) * (goal.x - x) + (goal.y - y) * (goal.y - y))
    return max(0.0, away + goal.within if goal.within < 0 else away - radius - goal.within)


def _gains(piece: Piece, goal: Goal, step: Walk | Run) -> bool:
    """Tell whether a step brings a figure there, nearer by the way the crow flies, or well round something."""
    x, y = piece.base[:2]
    if _far_from(step.x, step.y, piece.base[3], goal) <= ARRIVED:
        return True
    before = sqrt((goal.x - x) ** 2 + (goal.y - y) ** 2)
    after = sqrt((goal.x - step.x) ** 2 + (goal.y - step.y) ** 2)
    return before - after >= GAIN or sqrt((step.x - x) ** 2 + (step.y - y) ** 2) >= 2.0


def _step(battle: Battle, piece: Piece, goal: Goal) -> Walk | Run | None:
    """Return the walk that brings a figure nearer; straight to it, for places are crowded."""
    short = goal.within + piece.base[3] if goal.within > 0 else -goal.within * SHORT
    far = sqrt((goal.x - piece.base[0]) ** 2 + (goal.y - piece.base[1]) ** 2)
    return battle.towards(piece, goal.x, goal.y, stop_short=short if far > short else 0.0) or battle.towards(
        piece, goal.x, goal.y
    )
