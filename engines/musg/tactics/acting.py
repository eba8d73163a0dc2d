"""What a captain makes a figure do in its activation: the action that is worth most in victory points."""

from __future__ import annotations

from math import ceil
from typing import Final

from engines.musg.battle import choices, combat, moves
from engines.musg.battle.actions import Action, Activate, BreakOff, End, Medikit, Recover, Run, Shoot, Strike, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.shot_plan import ShotPlan
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import places
from engines.musg.ground.table import touching
from engines.musg.tactics import aims, going, leading, riding
from engines.musg.tactics.charging import ENEMY_BLOWS, best_charge, close_by
from engines.musg.tactics.reckoning import blow_worth, shot_guess, shot_worth, stake
from engines.musg.tactics.temper import Temperament

HEALING: Final = 0.6
WEAK: Final = 2
TRIFLE: Final = 0.05


def act(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Return what the active figure does next."""
    if piece.place is Place.ABOARD:
        return riding.aboard(battle, piece, temper)
    if piece.bystander:
        return leading.act(battle, piece)
    if piece.foes:
        return _in_contact(battle, piece, temper)
    away = leading.retreat(battle, piece)
    if away is not None:
        return away
    shot, shooting_worth = best_shot(battle, piece)
    if piece.ap == 0:  # the gunsmith's second shot is all that is left (ruling M278)
        return shot if shot is not None and shooting_worth > 0 else End()
    best: Action | None = shot if shooting_worth > TRIFLE else None
    if best is not None and _has_just_shot(battle, piece):
        return best
    worth = max(shooting_worth, TRIFLE)
    fled = _has_broken_off(battle, piece)
    charge, value = best_charge(battle, piece, temper, worth)
    if charge is not None and not (fled and piece.ap <= 1) and value > worth:
        best, worth = charge, value
    healing = _heal(battle, piece)
    if healing is not None and healing[1] > worth:
        best, worth = healing
    if going.has_hidden(battle, piece, temper):
        return best or End()
    for duty in (carry_errand(battle, piece), leading.errand(battle, piece)):
        if duty is not None and duty[1] > worth:
            return duty[0]
    aim = aims.errand(battle, piece)
    if aim is not None and aim[1] > worth:
        if isinstance(aim[0], End):
            return best or aim[0]
        return (riding.lift(battle, piece) if battle.modules else None) or aim[0]
    if fled:  # nobody goes back to whom it has just got away from
        return best or battle.away(piece, run=piece.ap > 1) or End()
    ridden = riding.on_foot(battle, piece, worth) if battle.modules else None
    if ridden is not None:
        return ridden
    move = going.move(battle, piece, temper, worth, shot if best is shot else None)
    return move or best or close_by(battle, piece, temper) or End()


def _has_broken_off(battle: Battle, piece: Piece) -> bool:
    """Tell whether a figure left a fight in this activation."""
    if piece.ap >= piece.sheet.action_points:
        return False
    last = next((one for one in reversed(battle.log) if isinstance(one, Activate | BreakOff)), None)
    return isinstance(last, BreakOff)


def _has_just_shot(battle: Battle, piece: Piece) -> bool:
    """Tell whether the last thing done was a shot of this activation: who has one point left then shoots on."""
    return piece.ap == 1 < piece.sheet.action_points and bool(battle.log) and isinstance(battle.log[-1], Shoot)


def best_shot(battle: Battle, piece: Piece) -> tuple[Shoot | None, float]:
    """Return the shot with which the figure does most in the points it has left, and what all of it is worth."""
    best: Shoot | None = None
    worth = 0.0
    for action in battle.shots(piece):
        made = battle.plans[action]
        if battle.bystanders and any(one.bystander for one in made.targets[: max(1, made.gun.dice)]):
            continue  # nobody aims where those would be hit whom nobody fights
        value = shot_worth(battle, piece, action, made) * _times(piece, made)
        if value > worth:
            best, worth = action, value
    return best, worth


def _times(piece: Piece, made: ShotPlan) -> int:
    """Return how often a weapon can still be fired in this activation."""
    if made.gun.slow or not made.cost:
        return 1
    return max(1, piece.ap // made.cost)


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
    walked_up = bool(battle.log) and isinstance(battle.log[-1], Walk | Run)  # as those do who never charge
    came_to_strike = walked_up or (piece.charged and not isinstance(battle.log[-1], Strike))  # no blow: all was wasted
    if fear * danger > 2 * worth * max(1, piece.ap) and cost <= piece.ap and not came_to_strike:
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


CARE: Final = 0.25
"""What it is worth to save a fallen leader from harm, as a share of the leader."""


def carry_errand(battle: Battle, piece: Piece) -> tuple[Action, float] | None:
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
