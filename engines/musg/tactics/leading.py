"""What a captain does with those it leads, and about those it might lead: civilians off the table, alive."""

from __future__ import annotations

from math import hypot
from typing import Final

from engines.musg.battle import choices, moves, steps
from engines.musg.battle.actions import Action, End, Run, Strike, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.led import bystanders, touched
from engines.musg.battle.rescue import Rescue
from engines.musg.battle.state import Piece
from engines.musg.ground.geometry import ring
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import distance, touching
from engines.musg.tactics.reckoning import blow_worth

AHEAD: Final = 12.0
"""Paces that an edge counts as farther off when an enemy would be there first."""
CLOSE: Final = 2.0
PATIENCE: Final = 2
"""How many enemies for each of its own a lone warband faces while a captive may yet be brought home."""
SIDES: Final = 5
"""How many sides of a figure are tried for a way into contact, the nearest first."""
TOUCHING: Final = 0.002
GAIN: Final = 0.3
LEG: Final = 2.0
"""A step towards somebody brings a figure so many paces nearer, or leads it so far round something."""
HOME: Final = 12.0
"""What bringing a companion home is worth: more than most enemies."""
CIVILIAN: Final = 5.0
"""What freeing a civilian from the nest is worth: the victory points it brings off the table (ruling M205)."""
TAKING: Final = 1.5
"""What it is worth to take a civilian over, in victory points: the five it may bring, less what may happen to it."""


def act(battle: Battle, piece: Piece) -> Action:
    """Return what a led bystander does next: out of contact, to an edge where no enemy waits, and off the table."""
    if piece.foes:
        ways = choices.escapes(battle, piece) if piece.ap >= moves.break_off_cost(battle, piece) else []
        return ways[0] if ways else _strike(battle, piece)
    return off_table(battle, piece) or End()


def retreat(battle: Battle, piece: Piece) -> Action | None:
    """Return the way off the table of a warband alone against a horde, once that is wise; ``None`` to stay.

    Who walked off unhurt has not lost (ruling M325): outnumbered, a captain brings everybody home. While captives wait,
    or somebody is led out, it holds out against twice its number. What a scenario asks for goes before that.
    """
    alone = len(battle.warbands) == 1 and battle.open_edges and battle.pursuit is None
    if not alone or piece.foes or piece.routed or not piece.ap:
        return None
    own = sum(not p.bystander for p in battle.in_play(piece.side))
    horde = len(battle.enemies(piece))
    waiting = any(p.side == piece.side or _awaits(battle, p, piece.side) for p in bystanders(battle))
    return off_table(battle, piece) if horde > own * (PATIENCE if waiting else 1) else None


def off_table(battle: Battle, piece: Piece) -> Action | None:
    """Return the walk off the table, or towards the edge where no enemy would be first; ``None`` without a way."""
    x, y = _way_out(battle, piece)
    step = steps.towards(battle, piece, x, y)
    end = (step.x, step.y) if step is not None else piece.base[:2]
    off = Walk(end[0], end[1], leave=True)
    if battle.can(off):
        return off
    return step


def errand(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
    """Return the step to a bystander whom others lead, or nobody, and what it is worth: who stays takes it over.

    Only where that is a walk away, and for whoever it would follow: ``None`` for all others. Captives are sought from
    anywhere by their own warband, and by no other; civilians in the nest by all.
    """
    if not battle.bystanders or piece.is_leader or piece.foes or piece.routed or not piece.ap:
        return None
    led = [p for p in bystanders(battle) if p.side != piece.side]
    sought = {p.uid for p in led if _awaits(battle, p, piece.side)}
    others = [p for p in led if p.uid in sought or _follows(battle, p, piece.side)]
    if any(p in others for p in touched(battle, piece)):
        return End(), TAKING
    reach = piece.sheet.movement * piece.ap
    others = [p for p in others if p.uid in sought or battle.gap(piece, p) <= reach]
    near = min(others, key=lambda p: (battle.gap(piece, p), p.uid), default=None)
    if near is None:
        return None
    turns = battle.gap(piece, near) / reach
    run = turns > 1 and piece.ap > 1
    step = _beside(battle, piece, near) or battle.towards(piece, near.base[0], near.base[1], run=run)
    worth = TAKING
    if near.uid in sought:
        worth = (HOME if _is_companion(battle, near, piece.side) else CIVILIAN) / max(1.0, turns)
    return (step, worth) if step is not None and _gains(battle, piece, near, step) else None


def _gains(battle: Battle, piece: Piece, other: Piece, step: Walk | Run) -> bool:
    """Tell whether a step brings a figure nearer to another or well on its way, for nobody shuffles about."""
    end = battle.table.base_at(step.x, step.y, piece.base[3])
    return distance(piece.base, other.base) - distance(end, other.base) >= GAIN or distance(piece.base, end) >= LEG


def _beside(battle: Battle, piece: Piece, other: Piece) -> Walk | Run | None:
    """Return the walk into contact with a bystander, to the nearest side of it that is free, if one is in reach."""
    x, y, _, radius = piece.base
    if battle.gap(piece, other) > piece.sheet.movement:
        return None
    ox, oy = other.base[:2]
    reach = radius + other.base[3] + TOUCHING
    unit = [(px - ox, py - oy) for px, py in ring(ox, oy, 1.0)]
    around = [(ox + dx * reach / hypot(dx, dy), oy + dy * reach / hypot(dx, dy)) for dx, dy in unit]
    near = sorted(around, key=lambda at: (at[0] - x) * (at[0] - x) + (at[1] - y) * (at[1] - y))
    level = [at for at in near if touching(battle.table.base_at(*at, radius), other.base)]  # not below its hill
    free = [at for at in level if battle.table.can_stand(*at, radius)]
    for at in free[:SIDES]:
        step = battle.to_point(piece, *at)
        if step is not None:
            return step
    return None


def _awaits(battle: Battle, piece: Piece, side: int) -> bool:
    """Tell whether a touch of a side's figure would free a bystander from the aliens (ruling M330)."""
    return any(isinstance(module, Rescue) and module.sought_by(battle, piece, side) for module in battle.modules)


def _is_companion(battle: Battle, piece: Piece, side: int) -> bool:
    return any(isinstance(module, Rescue) and module.home_of(piece) == side for module in battle.modules)


def _follows(battle: Battle, piece: Piece, side: int) -> bool:
    """Tell whether a bystander may be led by a side: a captive by its companions, a civilian by whom it trusts."""
    for module in battle.modules:
        if isinstance(module, Rescue) and module.home_of(piece) is not None:  # two warbands may use the same numbers
            return module.home_of(piece) == side
    return not any(battle.pieces[uid].side == side for uid in piece.provoked)


def _strike(battle: Battle, piece: Piece) -> Action:
    if not piece.ap or battle.table.hangs(piece.base):
        return End()
    value, loadout, uid = max((*blow_worth(battle, piece, foe), -foe.uid) for foe in piece.foes)
    return Strike(-uid, loadout) if value >= 0 else End()


def _way_out(battle: Battle, piece: Piece) -> Point:
    x, y, _, radius = piece.base
    width, depth = battle.table.width, battle.table.depth
    exits = ((x, radius), (x, depth - radius), (radius, y), (width - radius, y))
    enemies = battle.enemies(piece)

    def price(out: Point) -> float:
        far = abs(out[0] - x) + abs(out[1] - y)
        first = any(abs(p.base[0] - out[0]) + abs(p.base[1] - out[1]) < far - CLOSE for p in enemies)
        return far + (AHEAD if first else 0.0)

    return min(exits, key=price)
