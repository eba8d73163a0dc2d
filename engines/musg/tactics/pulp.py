"""When a captain spends a point of pulp: on dice that decide much and are likely to fall badly.

A point is worth spending where the pulp die is expected to turn more, in victory points, than the point is worth by
itself; the fewer turns are left, or hit points of its holder, the less that is.
"""

from __future__ import annotations

from math import comb
from typing import Final

from engines.musg.attacks.result import Stage
from engines.musg.battle.actions import Action, Decline, Keep, Pulp, Sacrifice, Shoot, Strike
from engines.musg.battle.decision import Ask, Decision, Throw
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece
from engines.musg.tactics.reckoning import WORN, passes, stake

PRICE: Final = 1.5
"""What a point is worth to keep, in victory points, while many turns are left."""
CHEAP: Final = 0.4
"""What it is worth in the last turn, or to a hero about to fall: it is void with its holder (ruling M308)."""
DYING: Final = 0.6
"""What it is worth to a holder whom these very dice may put out of action."""
LONG: Final = 5
"""Turns after which a point is worth its whole price."""
BLOOD: Final = 2.0
"""What a hit point is worth over and above a point of pulp."""
SAFE: Final = 3
"""A hero keeps at least so many hit points before giving one away."""
WOUNDS: Final = 0.5
"""How many hits wound, about."""
_HITS: Final = frozenset({Stage.TO_HIT, Stage.COVER, Stage.EXTRA_DIE, Stage.BUCKLER})
_WOUNDS: Final = frozenset({Stage.WOUND, Stage.VITAL_POINTS, Stage.POISON, Stage.BLADE_CATCHER, "head_shot"})
_FLIGHT: Final = frozenset({"rout", "rout_again"})
_NERVES: Final = frozenset({"rally", "nerve", "receive", "first_sight", "under_fire"})


def decide(battle: Battle, decision: Decision) -> Action:
    """Return the answer to a question about dice: before they fall, or which of them the pulp die replaces."""
    throw = decision.throw
    if throw is None:
        return Decline()
    if decision.ask is Ask.PULP_STANDS:
        return _kept(decision, throw)
    gain = _gain(battle, throw, own=throw.side == decision.side)
    if not gain:
        return Decline()
    for uid in reversed(decision.options):  # the group's point first: the hero's may save the hero
        holder = battle.pieces[uid]
        price = DYING if _at_stake(holder, throw) else _price(battle, holder)
        if gain - _gift(throw, own=throw.side == decision.side) * price > price:
            return Pulp(uid)
    if decision.threat is not None and not decision.options:
        hero = battle.pieces[decision.threat]
        if hero.hp >= SAFE and gain > PRICE + BLOOD:
            return Sacrifice(hero.uid)
    return Decline()


def _at_stake(holder: Piece, throw: Throw) -> bool:
    """Tell whether the dice may put the holder out of action, and its points with it."""
    return throw.figure == holder.uid and throw.reason in _WOUNDS and throw.count >= holder.hp - 1


def _price(battle: Battle, holder: Piece) -> float:
    """Return what a point is worth to its holder by itself."""
    left = battle.setup.turn_limit - battle.turn
    share = min(1.0, left / LONG)
    if holder.hp < holder.sheet.hit_points and holder.hp <= 1:
        share *= 0.5
    return max(CHEAP, PRICE * share)


def _gain(battle: Battle, throw: Throw, *, own: bool) -> float:
    """Return what a pulp die is expected to bring, in victory points; 0 for what no captain spends a point on."""
    if throw.figure is None:
        return 0.0
    figure = battle.pieces[throw.figure]
    if throw.reason in _FLIGHT:
        return turned(throw, better=own) * stake(figure) * (1.0 if figure.is_leader else 0.4)
    if throw.reason in _NERVES:
        return turned(throw, better=own) * 0.2 * stake(figure)
    if throw.reason == "fall":
        return turned(throw, better=own) * stake(figure) / max(1, figure.hp)
    if throw.reason in _WOUNDS:
        # A weapon that bursts, or a friend under one's own template: nobody wants the wound.
        return 0.0 if figure.side == throw.side else _harm_turned(throw, figure, 1.0, better=own)
    if throw.reason in _HITS:
        meant = _meant(battle, throw)
        return 0.0 if meant is None else _harm_turned(throw, meant, WOUNDS, better=own)
    return 0.0


def _gift(throw: Throw, *, own: bool) -> float:
    """Return the chance that the point goes to the other side, the pulp die used as well as can be."""
    if throw.most:
        good = _passes(throw)
        return 1 - good - turned(throw, better=True) if own else good - turned(throw, better=False)
    miss = 1 - _hit(throw)
    return miss ** (throw.count + 1) if own else 1 - miss**throw.count - turned(throw, better=False)


def _hit(throw: Throw) -> float:
    return max(0, 7 - throw.need) / 6


def _harm_turned(throw: Throw, victim: Piece, share: float, *, better: bool) -> float:
    """Return what one success more, or one less, of a throw takes from a figure or spares it, on average.

    ``share``: how many of the successes cost a hit point.
    """
    hit, count = _hit(throw), throw.count
    total = 0.0
    for good in range(count + 1):
        chance = comb(count, good) * hit**good * (1 - hit) ** (count - good)
        if better and good < count:
            total += chance * hit * (_harm(victim, (good + 1) * share) - _harm(victim, good * share))
        elif not better and good:
            total += chance * (1 - hit) * (_harm(victim, good * share) - _harm(victim, (good - 1) * share))
    return total


def _harm(victim: Piece, wounds: float) -> float:
    """Return what so many wounds take from a figure: wear, and all of it once it is out."""
    left = max(1, victim.hp)
    return stake(victim) * (WORN * min(1.0, wounds / left) + (1 - WORN) * (wounds >= left))


def turned(throw: Throw, *, better: bool) -> float:
    """Return the chance that a die more turns a throw: from failure to success, or the other way."""
    if throw.most:
        return _turned_sum(throw, better=better)
    hit = _hit(throw)
    miss = 1 - hit
    if better:
        return miss**throw.count * hit
    return throw.count * hit * miss ** (throw.count - 1) * miss if throw.need else 0.0


def _passes(throw: Throw) -> float:
    if (throw.counted or throw.count) == 1:
        return min(6, max(0, throw.most)) / 6
    return passes(throw.most)


def _turned_sum(throw: Throw, *, better: bool) -> float:
    if (throw.counted or throw.count) == 1:
        good = _passes(throw)
        return good * (1 - good)
    found = 0
    for a in range(1, 7):
        for b in range(1, 7):
            passed = a + b <= throw.most
            for die in range(1, 7):
                with_die = min(die + min(a, b), a + b) if better else max(die + max(a, b), a + b)
                found += passed is not (with_die <= throw.most)
    return found / 216


def _meant(battle: Battle, throw: Throw) -> Piece | None:
    """Return whom the blow or shot under way is meant for."""
    for action in reversed(battle.log):
        if isinstance(action, Strike | Shoot):
            target = battle.pieces[action.target]
            return target if target.side != throw.side and target.in_play else None
    return None


def _kept(decision: Decision, throw: Throw) -> Action:
    """Return which die the pulp die replaces: the one with which the throw is best for the captain's side."""
    own = throw.side == decision.side
    low = bool(throw.most) or throw.reason in ("paces",)
    places = (-1, *decision.options)

    def value(place: int) -> float:
        faces = throw.standing(place)
        good = _goodness(throw, faces, low=low)
        return good if own else -good

    best = max(places, key=lambda place: (value(place), place == -1))
    return Keep(best)


def _goodness(throw: Throw, faces: tuple[int, ...], *, low: bool) -> float:
    if low:
        return -float(sum(sorted(faces)[: throw.counted or len(faces)]))
    if throw.need:
        ones = faces.count(1) if throw.reason == Stage.TO_HIT else 0  # they burst weapons, and miss into friends
        return sum(face >= throw.need for face in faces) - ones / 10
    return float(sum(faces))
