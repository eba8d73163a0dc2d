"""A captain who knows when to act: first whoever gains most by it, and nobody before there is something to gain.

He weighs every figure and its moves as any captain does; what he does better is the order of things. In the first wave
a side need activate nobody (ruling M44): who has nobody to hurt yet waits until the enemy has come nearer, and then
strikes first. Who can hurt somebody goes before those who cannot, the sooner the more it is worth, and the sooner the
more is to be feared for it from enemies who have yet to act.
"""

from __future__ import annotations

from typing import Final

from engines.musg.battle import turn
from engines.musg.battle.actions import Action, Pass
from engines.musg.battle.decision import Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.state import Piece, Place
from engines.musg.tactics.captain import Captain, ambush, together, urgency
from engines.musg.tactics.reckoning import blow_worth, shot_guess, stake

WAITS: Final = 0.15
"""Who can gain no more than this, in victory points, can wait."""
FEAR: Final = 0.5
"""How much of what a figure stands to lose before its next activation makes it act sooner."""
CHARGED: Final = 1.4
"""Blows that an enemy's charge comes to: one at once, and the fight that goes on."""
ANSWER: Final = 2
"""Blows or shots in an enemy's activation."""
AWAY: Final = 0.6
"""Blows that getting into contact costs, of those a figure has points for."""
ELSEWHERE: Final = 0.1
"""What the urgency of those aboard something counts beside gains in victory points."""


class Veteran(Captain):
    """Plays every decision by what it is worth on average, and chooses well who acts when."""

    def _activate(self, battle: Battle, decision: Decision) -> Action:
        pieces = [battle.pieces[uid] for uid in decision.options]
        ready = [p for p in pieces if not p.hidden or ambush(battle, p)]
        may_pass = turn.may_pass(battle, decision, first=battle.first_wave)
        if not ready and may_pass:
            return Pass()
        rows = [(gain(battle, p), -p.uid, p) for p in ready or pieces]
        most, _, piece = max(rows, key=lambda row: row[:2])
        if may_pass and battle.first_wave and most < WAITS:
            return Pass()
        return together(battle, piece, pieces)


def gain(battle: Battle, piece: Piece) -> float:
    """Return what it is worth to activate a figure now, in victory points; nothing if it can hurt nobody yet."""
    if piece.routed:
        return -1.0
    if piece.place is not Place.PLAY:
        return ELSEWHERE * urgency(battle, piece)
    points = piece.sheet.action_points
    best = danger = 0.0
    if piece.foes:
        for foe in piece.foes:
            best = max(best, blow_worth(battle, piece, foe)[0] * points)
            danger += 0.0 if foe.acted else blow_worth(battle, foe, piece)[0] * ANSWER
    else:
        for foe in battle.enemies(piece):
            if battle.sees(piece, foe):
                best = max(best, _attack(battle, piece, foe, points))
                danger += 0.0 if foe.acted or foe.foes else _threat(battle, foe, piece)
    return best + FEAR * min(danger, stake(piece)) if best > 0 else 0.0


def _attack(battle: Battle, piece: Piece, foe: Piece, points: int) -> float:
    """Return what a figure can do to an enemy in view with all its points: shoot, or charge and strike."""
    gap = battle.gap(piece, foe)
    best = shot_guess(battle, piece, foe, gap) * points if piece.sheet.guns and not foe.foes else 0.0
    if gap <= piece.sheet.open_ground_movement * RUN_FACTOR:
        best = max(best, blow_worth(battle, piece, foe, charged=True)[0] * (points - AWAY))
    return best


def _threat(battle: Battle, foe: Piece, piece: Piece) -> float:
    """Return what an enemy who sees a figure may do to it in an activation."""
    gap = battle.gap(foe, piece)
    worst = shot_guess(battle, foe, piece, gap) * ANSWER if foe.sheet.guns else 0.0
    if gap <= foe.sheet.open_ground_movement * RUN_FACTOR:
        worst = max(worst, blow_worth(battle, foe, piece, charged=True)[0] * CHARGED)
    return worst
