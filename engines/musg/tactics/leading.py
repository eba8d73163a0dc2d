"""What a captain does with those it leads, and about those it might lead: civilians off the table, alive."""

from __future__ import annotations

from typing import Final

from engines.musg.battle import choices, moves
from engines.musg.battle.actions import Action, End, Strike, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.led import bystanders, touched
from engines.musg.battle.state import Piece
from engines.musg.ground.geometry import Point
from engines.musg.tactics.reckoning import blow_worth

AHEAD: Final = 12.0
"""Paces that an edge counts as farther off when an enemy would be there first."""
CLOSE: Final = 2.0
TAKING: Final = 1.5
"""What it is worth to take a civilian over, in victory points: the five it may bring, less what may happen to it."""


def act(battle: Battle, piece: Piece) -> Action:
    """Return what a led bystander does next: out of contact, to an edge where no enemy waits, and off the table."""
    if piece.foes:
        ways = choices.escapes(battle, piece) if piece.ap >= moves.break_off_cost(battle, piece) else []
        return ways[0] if ways else _strike(battle, piece)
    x, y = _way_out(battle, piece)
    step = choices.towards(battle, piece, x, y)
    end = (step.x, step.y) if step is not None else piece.base[:2]
    off = Walk(end[0], end[1], leave=True)
    if battle.can(off):
        return off
    return step or End()


def errand(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
    """Return the step to a bystander whom others lead, or nobody, and what it is worth: who stays takes it over.

    Only where that is a walk away, and for whoever it would follow: ``None`` for all others.
    """
    if not battle.bystanders or piece.is_leader or piece.foes or piece.routed or not piece.ap:
        return None
    others = [p for p in bystanders(battle) if p.side != piece.side and not _spurns(battle, p, piece.side)]
    if any(p in others for p in touched(battle, piece)):
        return End(), TAKING
    near = min(others, key=lambda p: (battle.gap(piece, p), p.uid), default=None)
    if near is None or battle.gap(piece, near) > piece.sheet.movement * piece.ap:
        return None
    step = battle.towards(piece, near.base[0], near.base[1])
    return (step, TAKING) if step is not None else None


def _spurns(battle: Battle, piece: Piece, side: int) -> bool:
    return any(battle.pieces[uid].side == side for uid in piece.provoked)


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
