"""Whom a captain lets a figure charge: blows now, and the shooter it ties down, against what comes back."""

from __future__ import annotations

from typing import Final

from engines.musg.battle.actions import Charge, Run, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.moves import ChargePlan
from engines.musg.battle.reach import LEASH, RUN_FACTOR, WALK_FACTOR, leashed
from engines.musg.battle.state import Piece
from engines.musg.ground import movement, sight
from engines.musg.ground.table import Base, distance
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.tactics.reckoning import blow_worth, passes, put_out_chance, shot_guess
from engines.musg.tactics.temper import Temperament

ENEMY_BLOWS: Final = 2
"""Blows a figure strikes in its own activation: what answers a charge."""
TIES: Final = 0.25
"""What holding a shooter in close combat is worth, beside the blows."""
CHARGES_WEIGHED: Final = 3
BESIDE: Final = 2.1
"""How much nearer than an enemy somebody in contact with it may be to a third figure, in paces, heights included."""
ALLY_PACES: Final = 3
CHARGED: Final = 1.4
"""What an enemy's charge is counted for, in blows: one at once, and the fight that goes on."""
BESIDE_A_FOE: Final = 1.0
"""Who ends a move so near an enemy, in paces, has given the enemy the first blow."""


def best_charge(battle: Battle, piece: Piece, temper: Temperament, least: float) -> tuple[Charge | Walk | None, float]:
    """Return the charge that pays most, if it pays more than ``least``: blows now against blows in return.

    Who never charges walks into contact instead (ruling M61).
    """
    if piece.ap < 1 or piece.routed:
        return None, 0.0
    walks = NEVER_CHARGES in piece.traits
    reach = piece.sheet.open_ground_movement * (WALK_FACTOR if walks else RUN_FACTOR)
    rows: list[tuple[float, int]] = []
    base = piece.base
    for foe in battle.enemies(piece):
        if distance(base, foe.base) <= reach and not _off_the_leash(battle, piece, foe):
            value = charge_worth(battle, piece, foe, temper, least)
            if value > least:
                rows.append((-value, foe.uid))
    rows.sort()
    for value, uid in rows[:CHARGES_WEIGHED]:
        foe = battle.pieces[uid]
        if walks:
            step = _step_into_contact(battle, piece, foe)
            if step is not None:
                return step, -value
            continue
        made = charge_plan(battle, piece, foe) if battle.sees(piece, foe) else None
        if made is not None:
            action = Charge((uid,))
            if battle.restricted and battle.forbidden(piece, action) is not None:
                continue
            battle.plans[action] = made
            return action, -value
    return None, 0.0


def _step_into_contact(battle: Battle, piece: Piece, foe: Piece) -> Walk | None:
    _, friends = battle.around(piece)
    others = [p.base for p in battle.enemies(piece) if p is not foe]
    route = movement.charge_within(
        battle.table, piece.base, foe.base, piece.mover(WALK_FACTOR), foes=others, friends=friends
    )
    step = Walk(route.end[0], route.end[1]) if route is not None and not route.hanging else None
    return step if step is not None and battle.can(step) else None


def _off_the_leash(battle: Battle, piece: Piece, foe: Piece) -> bool:
    """Tell whether a bodyguard would certainly be too far from its leader beside an enemy (ruling M69)."""
    leader = battle.bands[piece.side].leader
    if "bodyguard" not in piece.traits or leader is None or leader is piece or not leader.afoot:
        return False
    return battle.gap(foe, leader) > max(LEASH, battle.gap(piece, leader)) + BESIDE


def charge_plan(battle: Battle, piece: Piece, foe: Piece) -> ChargePlan | None:
    """Return the plan of a charge at a figure in sight if it reaches contact, else ``None``.

    As long as everybody stands where they stood, the answer is the same.
    """
    if piece.laden or NEVER_CHARGES in piece.traits:
        return None
    key = ("charge", piece.uid, foe.uid)
    if key not in battle.ideas:
        battle.ideas[key] = _charge_plan(battle, piece, foe)
    found: ChargePlan | None = battle.ideas[key]
    return found


def _charge_plan(battle: Battle, piece: Piece, foe: Piece) -> ChargePlan | None:
    _, friends = battle.around(piece)
    others = [p.base for p in battle.enemies(piece) if p is not foe]
    mover = piece.mover(RUN_FACTOR)
    route = movement.charge_within(
        battle.table, piece.base, foe.base, mover, foes=others, friends=friends, thorough=False
    )
    if route is None or not leashed(battle, piece, route.end):
        return None
    return ChargePlan((foe,), None, route)


def charge_worth(battle: Battle, piece: Piece, foe: Piece, temper: Temperament, least: float = -1e9) -> float:
    """Return what a charge is worth: its blows, the shooter it ties down, less what comes back and lack of nerve.

    When that is certainly not more than ``least``, no more is worked out.
    """
    blows = piece.ap - 1
    gain = blow_worth(battle, piece, foe, charged=NEVER_CHARGES not in piece.traits)[0]
    value = gain * (blows + 0.4)
    guns = shot_guess(battle, foe, piece, 5.0)
    if value + TIES * guns <= least:
        return least
    back = blow_worth(battle, foe, piece)[0] * ENEMY_BLOWS / (1 + sum(one is not piece for one in foe.foes))
    fear = temper.leader_fear if piece.is_leader else temper.fear
    value += TIES * guns
    if foe.routed:
        back = 0.0
    value -= fear * max(0.0, back - guns) * max(0.2, 1 - put_out_chance(battle, piece, foe) * blows)
    if battle.rules.nerve_to_charge and foe.level > piece.level and piece.sheet.tests_leadership:
        allies = len(battle.allies_near(piece, ALLY_PACES))
        value *= passes((piece.sheet.leadership or 0) + allies)
    return value


def instead_of(battle: Battle, piece: Piece, temper: Temperament, move: Walk | Run) -> Walk | Run | Charge | None:
    """Return what to do instead of a move that ends beside an enemy: to charge, or to stay (``None``); else the move.

    Who walks up to an enemy leaves the charge to it: that is weighed against charging at once. A charge without a
    blow to follow is none, and who could not charge anyway may stand there.
    """
    best, possible = _first_blow(battle, piece, temper, battle.table.base_at(move.x, move.y, piece.base[3]))
    return best or (None if possible else move)


def close_by(battle: Battle, piece: Piece, temper: Temperament) -> Walk | Run | Charge | None:
    """Return what to do beside an enemy when there is nothing better: to get out of its reach, else the first blow.

    ``None`` when nobody stands so near, or all who do are busy with others.
    """
    if piece.ap < 2 or piece.routed:
        return None
    best, possible = _first_blow(battle, piece, temper, piece.base)
    near = [foe for foe in battle.enemies(piece) if distance(piece.base, foe.base) <= BESIDE_A_FOE and not foe.foes]
    if best is not None or not possible or not near:
        return best
    away = battle.away(piece, run=True)
    if away is not None and not any(_reaches(battle, foe, piece, away) for foe in near):
        return away
    made = [_blow_at(battle, piece, foe) for foe in near]
    return next((one for one in made if one is not None), None)


def _reaches(battle: Battle, foe: Piece, piece: Piece, move: Walk | Run) -> bool:
    """Tell whether an enemy sees and can charge a figure where a move ends."""
    end = battle.table.base_at(move.x, move.y, piece.base[3])
    near = distance(foe.base, end) <= foe.sheet.open_ground_movement * RUN_FACTOR
    return near and sight.sees(battle.table, foe.base, end)


def _first_blow(battle: Battle, piece: Piece, temper: Temperament, at: Base) -> tuple[Walk | Charge | None, bool]:
    """Return the charge, or walk into contact, at an enemy beside a place that beats waiting there for the enemy's.

    And whether anybody there could be charged.
    """
    near = [foe for foe in battle.enemies(piece) if distance(at, foe.base) <= BESIDE_A_FOE]
    fear = temper.leader_fear if piece.is_leader else temper.fear
    best: Walk | Charge | None = None
    possible = False
    gain = -1e9
    for foe in near:
        made = _blow_at(battle, piece, foe)
        if made is None:
            continue
        possible = True
        value = charge_worth(battle, piece, foe, temper) if piece.ap > 1 else -1e9
        suffered = fear * CHARGED * blow_worth(battle, foe, piece, charged=True)[0]
        if value > max(gain, -suffered):
            best, gain = made, value
    return best, possible


def _blow_at(battle: Battle, piece: Piece, foe: Piece) -> Walk | Charge | None:
    """Return the charge at an enemy in sight, or the walk into contact of those who never charge."""
    if NEVER_CHARGES in piece.traits:
        near = battle.gap(piece, foe) <= piece.sheet.open_ground_movement
        return _step_into_contact(battle, piece, foe) if near else None
    made = charge_plan(battle, piece, foe) if battle.sees(piece, foe) else None
    if made is None:
        return None
    action = Charge((foe.uid,))
    if battle.restricted and battle.forbidden(piece, action) is not None:
        return None
    battle.plans[action] = made
    return action
