"""What a captain makes a figure do in its activation: the action that is worth most in victory points."""

from __future__ import annotations

from typing import Final

from engines.musg.battle import choices, combat, moves
from engines.musg.battle.actions import Action, Charge, End, Medikit, Recover, Shoot, Strike
from engines.musg.battle.game import Battle
from engines.musg.battle.moves import ChargePlan
from engines.musg.battle.reach import LEASH, RUN_FACTOR, leashed
from engines.musg.battle.shooting import ShotPlan
from engines.musg.battle.state import Piece
from engines.musg.ground import movement
from engines.musg.tactics import going
from engines.musg.tactics.reckoning import blow_worth, passes, put_out_chance, shot_guess, shot_worth, stake
from engines.musg.tactics.temper import Temperament

ENEMY_BLOWS: Final = 2
"""Blows a figure strikes in its own activation: what answers a charge."""
TIES: Final = 0.25
"""What holding a shooter in close combat is worth, beside the blows."""
CHARGES_WEIGHED: Final = 3
BESIDE: Final = 2.1
"""How much nearer than an enemy somebody in contact with it may be to a third figure, in paces, heights included."""
HEALING: Final = 0.6
ALLY_PACES: Final = 3
WEAK: Final = 2
TRIFLE: Final = 0.05


def act(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Return what the active figure does next."""
    if piece.foes:
        return _in_contact(battle, piece, temper)
    shot, shooting_worth = best_shot(battle, piece)
    if piece.ap == 0:  # the gunsmith's second shot is all that is left (ruling M278)
        return shot if shot is not None and shooting_worth > 0 else End()
    best: Action | None = shot if shooting_worth > TRIFLE else None
    if best is not None and _has_just_shot(battle, piece):
        return best
    worth = max(shooting_worth, TRIFLE)
    charge, value = best_charge(battle, piece, temper, worth)
    if charge is not None and value > worth:
        best, worth = charge, value
    healing = _heal(battle, piece)
    if healing is not None and healing[1] > worth:
        best, worth = healing
    move = going.move(battle, piece, temper, worth, shot if best is shot else None)
    return move or best or End()


def _has_just_shot(battle: Battle, piece: Piece) -> bool:
    """Tell whether the last thing done was a shot of this activation: who has one point left then shoots on."""
    return piece.ap == 1 < piece.sheet.action_points and bool(battle.log) and isinstance(battle.log[-1], Shoot)


def best_shot(battle: Battle, piece: Piece) -> tuple[Shoot | None, float]:
    """Return the shot with which the figure does most in the points it has left, and what all of it is worth."""
    best: Shoot | None = None
    worth = 0.0
    for action in battle.shots(piece):
        made = battle.plans[action]
        value = shot_worth(battle, piece, action, made) * _times(piece, made)
        if value > worth:
            best, worth = action, value
    return best, worth


def _times(piece: Piece, made: ShotPlan) -> int:
    """Return how often a weapon can still be fired in this activation."""
    if made.gun.slow or not made.cost:
        return 1
    return max(1, piece.ap // made.cost)


def best_charge(battle: Battle, piece: Piece, temper: Temperament, least: float) -> tuple[Charge | None, float]:
    """Return the charge that pays most, if it pays more than ``least``: blows now against blows in return."""
    if piece.ap < 1 or piece.routed:
        return None, 0.0
    reach = piece.sheet.open_ground_movement * RUN_FACTOR
    rows: list[tuple[float, int]] = []
    for foe in battle.enemies(piece):
        if battle.gap(piece, foe) <= reach and not _off_the_leash(battle, piece, foe):
            value = charge_worth(battle, piece, foe, temper, least)
            if value > least:
                rows.append((-value, foe.uid))
    rows.sort()
    for value, uid in rows[:CHARGES_WEIGHED]:
        foe = battle.pieces[uid]
        made = charge_plan(battle, piece, foe) if battle.sees(piece, foe) else None
        if made is not None:
            action = Charge((uid,))
            battle.plans[action] = made
            return action, -value
    return None, 0.0


def _off_the_leash(battle: Battle, piece: Piece, foe: Piece) -> bool:
    """Tell whether a bodyguard would certainly be too far from its leader beside an enemy (ruling M69)."""
    leader = battle.bands[piece.side].leader
    if "bodyguard" not in piece.traits or leader is None or leader is piece or not leader.in_play:
        return False
    return battle.gap(foe, leader) > max(LEASH, battle.gap(piece, leader)) + BESIDE


def charge_plan(battle: Battle, piece: Piece, foe: Piece) -> ChargePlan | None:
    """Return the plan of a charge at a figure in sight if it reaches contact, else ``None``.

    As long as everybody stands where they stood, the answer is the same.
    """
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
    gain = blow_worth(battle, piece, foe, charged=True)[0]
    value = gain * (blows + 0.4)
    guns = shot_guess(battle, foe, piece, 5.0)
    if value + TIES * guns <= least:
        return least
    back = blow_worth(battle, foe, piece)[0] * ENEMY_BLOWS
    fear = temper.leader_fear if piece.is_leader else temper.fear
    value += TIES * guns
    if foe.routed:
        back = 0.0
    value -= fear * max(0.0, back - guns) * max(0.2, 1 - put_out_chance(battle, piece, foe) * blows)
    if battle.rules.nerve_to_charge and foe.level > piece.level and piece.sheet.tests_leadership:
        allies = len(battle.allies_near(piece, ALLY_PACES))
        value *= passes((piece.sheet.leadership or 0) + allies)
    return value


def _in_contact(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Strike the enemy that matters most, or leave a fight that cannot be won."""
    best: Strike | None = None
    worth = -1.0
    hanging = battle.table.hangs(piece.base)  # nobody fights from a rope
    for foe in () if hanging else piece.foes:
        value, loadout = blow_worth(battle, piece, foe)
        if value > worth:
            best, worth = Strike(foe.uid, loadout), value
    danger = sum(blow_worth(battle, foe, piece)[0] for foe in piece.foes) * ENEMY_BLOWS
    fear = temper.leader_fear if piece.is_leader else temper.fear
    cost = moves.break_off_cost(battle, piece)
    if fear * danger > 2 * worth * max(1, piece.ap) and cost <= piece.ap:
        left = piece.ap - cost
        shots = max((shot_guess(battle, piece, foe, 4.0) for foe in piece.foes), default=0.0) * left
        if shots + 0.4 * fear * danger > worth * piece.ap:
            ways = choices.escapes(battle, piece)
            if ways:
                return ways[0]
    if piece.ap and best is not None:
        healing = _heal(battle, piece)
        if healing is not None and piece.hp <= 1 and healing[1] > worth:
            return healing[0]
        return best
    return End()


def _heal(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
    """Return the best use of a medikit or of the will to live, and what it is worth."""
    best: tuple[Action, float] | None = None
    hurt = piece.hp < piece.sheet.hit_points
    if hurt and "recovers" in piece.traits and piece.ap >= combat.RECOVERY_COST:
        best = Recover(), _healed(piece)
    if not piece.medikits or not piece.ap:
        return best
    for friend in (piece, *battle.friends(piece)):
        if friend.hp >= friend.sheet.hit_points or (friend is not piece and battle.gap(piece, friend) > TRIFLE):
            continue
        value = _healed(friend)
        action = Medikit(friend.uid)
        if (best is None or value > best[1]) and battle.can(action):
            best = action, value
    return best


def _healed(piece: Piece) -> float:
    """Return what a hit point given back is worth, twice as much to the weak."""
    return HEALING * stake(piece) / piece.sheet.hit_points * (2 if piece.hp <= WEAK else 1)
