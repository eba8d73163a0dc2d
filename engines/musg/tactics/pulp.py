"""When a captain spends a point of pulp: on dice that decide much and are likely to fall badly.

A throw has a weight in victory points: what falls with it. A point is worth spending where the pulp die turns enough of
that weight; the fewer turns are left, the less a point is worth by itself.
"""

from __future__ import annotations

from typing import Final

from engines.musg.attacks.attack import Stage
from engines.musg.battle.actions import Action, Decline, Keep, Pulp, Sacrifice
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Ask, Decision, Piece, Throw
from engines.musg.tactics.reckoning import stake

PRICE: Final = 1.1
"""What a point is worth to keep, in victory points, while many turns are left."""
CHEAP: Final = 0.35
"""What it is worth in the last turn."""
BLOOD: Final = 2.0
"""What a hit point is worth over and above a point of pulp."""
SAFE: Final = 3
"""A hero keeps at least so many hit points before giving one away."""
_HITS: Final = frozenset({Stage.TO_HIT, Stage.COVER, Stage.EXTRA_DIE, Stage.BUCKLER})
_WOUNDS: Final = frozenset({Stage.WOUND, Stage.VITAL_POINTS, Stage.POISON, Stage.BLADE_CATCHER, "head_shot"})
_FLIGHT: Final = frozenset({"rout", "rout_again"})
_NERVES: Final = frozenset({"rally", "nerve", "receive", "first_sight", "under_fire"})
_SCATTERS: Final = frozenset({"scatter", "drift"})


def decide(battle: Battle, decision: Decision) -> Action:
    """Return the answer to a question about dice: before they fall, or which of them the pulp die replaces."""
    throw = decision.throw
    if throw is None:
        return Decline()
    if decision.ask is Ask.PULP_STANDS:
        return _kept(battle, decision, throw)
    own = throw.side == decision.side
    gain = _gain(battle, throw, decision.side, own=own)
    price = _price(battle)
    if decision.options and gain > price:
        return Pulp(decision.options[-1])  # the group's point first: a hero's may save the hero
    if decision.threat is not None and gain > price + BLOOD and battle.pieces[decision.threat].hp >= SAFE:
        return Sacrifice(decision.threat)
    return Decline()


def _price(battle: Battle) -> float:
    left = battle.setup.turn_limit - battle.turn
    return max(CHEAP, PRICE * min(1.0, (left + 1) / 5))


def _gain(battle: Battle, throw: Throw, side: int, *, own: bool) -> float:
    """Return what a pulp die is expected to bring, in victory points."""
    weight = _weight(battle, throw, side)
    if not weight:
        return 0.0
    turned = turn(throw, better=own)
    return weight * turned


def turn(throw: Throw, *, better: bool) -> float:
    """Return the chance that a die more turns a throw: from failure to success, or the other way."""
    if throw.most:
        return _turned_sum(throw, better=better)
    if not throw.need:
        return 0.0
    hit = max(0, 7 - throw.need) / 6
    miss = 1 - hit
    if better:  # one of the dice fails and the pulp die is good
        return (1 - hit**throw.count) * hit
    return (1 - miss**throw.count) * miss


def _turned_sum(throw: Throw, *, better: bool) -> float:
    dice = throw.counted or throw.count
    if dice == 1:
        good = min(6, max(0, throw.most)) / 6
        return good * (1 - good)
    turned = 0
    for a in range(1, 7):
        for b in range(1, 7):
            passed = a + b <= throw.most
            for die in range(1, 7):
                with_die = min(die + min(a, b), a + b) if better else max(die + max(a, b), a + b)
                turned += passed is not (with_die <= throw.most)
    return turned / 216


def _weight(battle: Battle, throw: Throw, side: int) -> float:
    """Return what the throw decides, in victory points; 0 for what a captain never spends a point on."""
    figure = battle.pieces[throw.figure] if throw.figure is not None else None
    if figure is None:
        return 0.0
    if throw.reason in _FLIGHT:
        return stake(figure) * (1.3 if figure.is_leader else 0.6)
    if throw.reason in _NERVES:
        return 0.25 * stake(figure)
    if throw.reason in _WOUNDS:
        return _wound_weight(battle, throw, figure, side)
    if throw.reason in _HITS:
        foe = _foe_of(battle, throw, figure)
        return 0.45 * stake(foe) / max(1, foe.hp) if foe is not None else 0.0
    if throw.reason == "fall":
        return stake(figure) / max(1, figure.hp)
    return 0.0


def _wound_weight(battle: Battle, throw: Throw, victim: Piece, side: int) -> float:
    """Return what a wound takes: all that is left of the weak, a part of the strong."""
    if victim.side == throw.side:  # a weapon bursting, or a friend under the template: nobody wants it
        return 0.0
    worth = stake(victim)
    return worth * (1.0 if victim.hp <= 1 else 0.45 / (victim.hp - 1))


def _foe_of(battle: Battle, throw: Throw, striker: Piece) -> Piece | None:
    """Return the most precious enemy that a blow or shot under way may be meant for."""
    foes = striker.foes or [p for p in battle.enemies(striker) if p.side == throw.against]
    return min(foes, key=lambda p: (p.hp, -stake(p), p.uid)) if foes else None


def _kept(battle: Battle, decision: Decision, throw: Throw) -> Action:
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
        return sum(face >= throw.need for face in faces) + sum(faces) / 100
    return float(sum(faces))
