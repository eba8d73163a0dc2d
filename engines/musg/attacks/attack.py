"""One attack rolled: a shot, a blow, or what a template covers. ``odds`` computes the same exactly.

A die that was re-rolled stands, whoever asked for it. Where the rules let somebody choose a die, the choice is always
the sensible one: the attacker re-rolls the failed wound die most likely to succeed, and only while the target is not
dead, by poison before the re-roll that comes once a turn; the defender re-rolls the most dangerous hit, or the wound
most likely to fail. In close combat the attacker's re-rolls come before the defender's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from engines.core.dice import Dice
from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.result import AttackResult, Die, Loss, Stage, Volley
from engines.musg.attacks.terms import Blow, Shot, Target

MISFIRE_NEED: Final = 2
"""A second 1 bursts the weapon (ruling M93)."""
LINE_NEED: Final = 6
"""Who rolls it takes the missile instead of the target (Musg, Tirer; ruling M97)."""
AMMUNITION_NEED: Final = 3
"""On 1 or 2 the grenades or rockets are used up (ruling M104)."""


def roll_to_hit(shot: Shot, dice: Dice) -> Volley:
    """Roll cover, then hits, and what a 1 brings (rulings M88-M90, M93, M96, M97)."""
    rolled: list[Die] = []
    left = shot.dice
    for need in shot.cover:
        left = _throw(left, Stage.COVER, need, shot.figure, dice, rolled)
    before = len(rolled)
    hits = _throw(left, Stage.TO_HIT, shot.to_hit, shot.figure, dice, rolled)
    burst = False
    stray = None
    if (shot.bursts or shot.drawn) and any(die.face == 1 for die in rolled[before:]):
        if shot.bursts:
            burst = not _throw(1, Stage.MISFIRE, MISFIRE_NEED, shot.figure, dice, rolled)
        elif shot.drawn:
            for position, figure in enumerate(shot.line):
                if _throw(1, Stage.LINE, LINE_NEED, figure.figure, dice, rolled):
                    stray = position
                    break
    return Volley(hits, tuple(rolled), burst, stray)


def roll_wounds(shot: Shot, volley: Volley, targets: Sequence[Target], dice: Dice) -> AttackResult:
    """Roll the wounds of a volley, hits pooled: the first target until it has no hit points, then the next.

    ``targets`` nearest the shooter first (rulings M85-M87), at most as many as the weapon's dice. When nobody is left,
    what remains drives the last one below 0 (ruling M33). Whoever stands in for a leader takes the leader's place among
    them.
    """
    rolled = list(volley.dice)
    losses: list[Loss] = []
    vital_used = _pool(shot, volley.hits, targets, dice, rolled, losses)
    if volley.stray is not None:
        struck = shot.line[volley.stray]
        need = wound_need(shot.strength, struck.toughness)
        losses.append(_loss(struck, _throw(1, Stage.WOUND, need, struck.figure, dice, rolled)))
    return AttackResult(volley.hits, tuple(losses), tuple(rolled), vital_used=vital_used, burst=volley.burst)


def shoot(shot: Shot, targets: Sequence[Target], dice: Dice) -> AttackResult:
    """Roll a whole shot: to hit, then wounds."""
    return roll_wounds(shot, roll_to_hit(shot, dice), targets, dice)


def strike(blow: Blow, target: Target, dice: Dice) -> AttackResult:
    """Roll an attack in close combat, all its dice on one enemy, who may fall below 0 hit points (rulings M118, M119).

    In this order: the weapons' dice, the extra die (ruling M268), bucklers (ruling M120), wounds, the striker's poison
    (ruling M171) and vital points (ruling M269), the target's blade catcher (ruling M270). The extra die takes the
    place of a miss, of the strongest weapon that has one: all misses are equally bad. Bucklers turn nothing aside that
    hits without a roll.
    """
    rolled: list[Die] = []
    edges = blow.edges
    hits = _throw_all(
        [edge.dice for edge in edges], [edge.to_hit for edge in edges], Stage.TO_HIT, blow.figure, dice, rolled
    )
    need = edges[0].to_hit
    if blow.extra_die and need is not None and _throw(1, Stage.EXTRA_DIE, need, blow.figure, dice, rolled):
        for place, edge in enumerate(edges):
            if hits[place] < edge.dice:
                hits[place] += 1
                break
    bucklers = target.bucklers
    for place, edge in enumerate(edges):
        again = 0 if edge.to_hit is None else min(bucklers, hits[place])
        if again and edge.to_hit is not None:
            bucklers -= again
            hits[place] -= again - _throw(again, Stage.BUCKLER, edge.to_hit, target.figure, dice, rolled)
    return _wounds(blow, target, hits, dice, rolled)


def cover_all(strength: int, targets: Sequence[Target], dice: Dice, *, vital: bool = False) -> AttackResult:
    """Roll one wound die for everybody a blast, a flame or a burst covers, friend or foe (rulings M77, M80, M95).

    There is neither a roll to hit nor cover (ruling M79). ``vital``: the first failed die is re-rolled (ruling M269).
    """
    rolled: list[Die] = []
    losses: list[Loss] = []
    used = False
    for one in targets:
        need = wound_need(strength, one.toughness)
        wounds = _throw(1, Stage.WOUND, need, one.figure, dice, rolled)
        if not wounds and vital and not used:
            used = True
            wounds = _throw(1, Stage.VITAL_POINTS, need, one.figure, dice, rolled)
        losses.append(_loss(one, wounds))
    return AttackResult(len(targets), tuple(losses), tuple(rolled), vital_used=used)


def has_ammunition_left(figure: int, dice: Dice) -> Die:
    """Roll after a grenade or a rocket in the second battle in a row: on 1 or 2 they are used up (ruling M104)."""
    return Die(Stage.AMMUNITION, dice.throw(1, Stage.AMMUNITION, figure, AMMUNITION_NEED)[0], AMMUNITION_NEED, figure)


def bursts(figure: int, dice: Dice) -> Die:
    """Roll for a cannon whose scatter die shows a 1: not ``passed`` means that it bursts (rulings M93, M94)."""
    return Die(Stage.MISFIRE, dice.throw(1, Stage.MISFIRE, figure, MISFIRE_NEED)[0], MISFIRE_NEED, figure)


def _throw(count: int, stage: Stage, need: int, figure: int, dice: Dice, rolled: list[Die]) -> int:
    """Roll ``count`` dice, keep them, and return how many succeed."""
    passed = 0
    for face in dice.throw(count, stage, figure, need):
        rolled.append(Die(stage, face, need, figure))
        passed += face >= need
    return passed


def _throw_all(
    counts: Sequence[int], needs: Sequence[int | None], stage: Stage, figure: int, dice: Dice, rolled: list[Die]
) -> list[int]:
    """Roll the dice of several weapons, those in a row that need the same together; return how many of each succeed.

    What needs no roll (``None``) succeeds.
    """
    passed: list[int] = []
    while len(passed) < len(counts):
        first = len(passed)
        need = needs[first]
        if need is None:
            passed.append(counts[first])
            continue
        last = first + 1
        while last < len(counts) and needs[last] == need:
            last += 1
        faces = iter(dice.throw(sum(counts[first:last]), stage, figure, need))
        for count in counts[first:last]:
            dealt = list(islice(faces, count))
            rolled += [Die(stage, face, need, figure) for face in dealt]
            passed.append(sum(face >= need for face in dealt))
    return passed


def _pool(shot: Shot, hits: int, targets: Sequence[Target], dice: Dice, rolled: list[Die], losses: list[Loss]) -> bool:
    """Roll pooled wounds one by one and add the losses. Return whether the re-roll of the turn was spent."""
    again = _rerolls(shot)
    used = False
    place = 0
    wounds = 0
    while hits and place < len(targets):
        one = targets[place]
        need = wound_need(shot.strength, one.toughness)
        last = place == len(targets) - 1
        while hits and (last or wounds < one.hit_points + one.ignores_wound):
            hits -= 1
            wounded = _throw(1, Stage.WOUND, need, one.figure, dice, rolled)
            if not wounded and again and wounds < one.fatal:
                stage = again.pop(0)
                used = used or stage is Stage.VITAL_POINTS
                wounded = _throw(1, stage, need, one.figure, dice, rolled)
            wounds += wounded
        losses.append(_loss(one, wounds))
        place += 1
        wounds = 0
    return used


def _wounds(blow: Blow, target: Target, hits: Sequence[int], dice: Dice, rolled: list[Die]) -> AttackResult:
    """Roll the wounds of a blow, then the two re-rolls of one wound die."""
    needs = [wound_need(edge.strength, target.toughness) for edge in blow.edges]
    wounds = _throw_all(hits, needs, Stage.WOUND, target.figure, dice, rolled)
    places = range(len(needs))
    total = sum(wounds)
    used = caught = False
    failed = sorted(needs[place] for place in places for _ in range(hits[place] - wounds[place]))
    for stage, best in zip(_rerolls(blow), failed, strict=False):
        if total < target.fatal:
            used = used or stage is Stage.VITAL_POINTS
            total += _throw(1, stage, best, target.figure, dice, rolled)
    if target.catches_blade and any(wounds):  # a wound that was re-rolled stands: only first rolls count here
        caught = True
        hardest = max(needs[place] for place in places if wounds[place])
        total -= 1 - _throw(1, Stage.BLADE_CATCHER, hardest, target.figure, dice, rolled)
    losses = (_loss(target, total),) if any(hits) else ()
    return AttackResult(sum(hits), losses, tuple(rolled), vital_used=used, blade_caught=caught)


def _rerolls(made: Shot | Blow) -> list[Stage]:
    """Return the re-rolls of failed wound dice that an attack has, each of another die: poison first (ruling M171)."""
    return [Stage.POISON] * made.poison + [Stage.VITAL_POINTS] * made.vital


def _loss(target: Target, wounds: int) -> Loss:
    ignored = target.ignores_wound and wounds > 0
    return Loss(target.figure, wounds, target.hit_points - wounds + ignored, ignored)
