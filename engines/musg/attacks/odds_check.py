"""The computed odds held against rolled attacks: ``python -m engines musg odds-check``.

Each case is rolled many times; every share is compared with its computed chance. What is impossible must never happen,
and nothing may lie farther off than ``TOLERANCE`` standard deviations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from engines.core.dice import Dice, FastDice
from engines.musg.attacks.attack import cover_all, shoot, strike
from engines.musg.attacks.odds import Odds, blow_odds, cover_odds, shot_odds
from engines.musg.attacks.result import AttackResult
from engines.musg.attacks.terms import Blow, Edge, Shot, Target

TOLERANCE: Final = 5.0
"""Standard deviations: among the few hundred shares of all cases, one in some thousand runs goes beyond by chance."""


class Case(NamedTuple):
    """One attack: its name, how it is rolled, what was computed, and the figures whose losses are compared."""

    name: str
    roll: Callable[[Dice], AttackResult]
    odds: Odds
    targets: tuple[Target, ...]


class Comparison(NamedTuple):
    """One compared number: the ``chance`` computed and the ``share`` of the rolled attacks; ``off`` in deviations."""

    what: str
    chance: float
    share: float
    off: float

    @property
    def good(self) -> bool:
        """Whether the two agree."""
        return self.off <= TOLERANCE


def shot_case(name: str, shot: Shot, *targets: Target) -> Case:
    """Return a shot as a case."""
    return Case(name, lambda dice: shoot(shot, targets, dice), shot_odds(shot, targets), targets)


def blow_case(name: str, blow: Blow, target: Target) -> Case:
    """Return an attack in close combat as a case."""
    return Case(name, lambda dice: strike(blow, target, dice), blow_odds(blow, target), (target,))


def cover_case(name: str, strength: int, vital: bool, *targets: Target) -> Case:
    """Return a template as a case."""
    odds = cover_odds(strength, targets, vital=vital)
    return Case(name, lambda dice: cover_all(strength, targets, dice, vital=vital), odds, targets)


def _cases() -> tuple[Case, ...]:
    plain, tough = Target(1, 3, 3), Target(2, 5, 2)
    weak, lucky = Target(3, 2, 1), Target(4, 4, 1, ignores_wound=True)
    other = Target(6, 2, 1)
    guarded = Target(5, 4, 2, bucklers=2, ignores_wound=True, catches_blade=True)
    bystanders = (Target(8, 3, 3), Target(9, 4, 2))
    sword, dagger = Edge(7, 2, 3), Edge(6, 1, 3)
    return (
        shot_case("a rifle", Shot(figure=0, to_hit=3, strength=4), plain),
        shot_case("a rifle behind two obstacles", Shot(figure=0, to_hit=4, strength=4, cover=(3, 5)), plain),
        shot_case("a burst at one", Shot(figure=0, to_hit=4, strength=3, dice=3, cover=(4,)), plain),
        shot_case("a burst at three", Shot(figure=0, to_hit=2, strength=5, dice=5), weak, lucky, tough),
        shot_case("a burst by an expert", Shot(figure=0, to_hit=3, strength=4, dice=5, vital=True), weak, lucky, other),
        shot_case("a musket", Shot(figure=0, to_hit=3, strength=5, cover=(4,), bursts=True), tough),
        shot_case("a bow", Shot(figure=0, to_hit=5, strength=3, drawn=True, line=bystanders, cover=(3,)), plain),
        blow_case("sword and dagger", Blow(figure=0, edges=(sword, dagger)), tough),
        blow_case("against bucklers", Blow(figure=0, edges=(sword, dagger)), Target(1, 6, 1, bucklers=1)),
        blow_case("weak points", Blow(figure=0, edges=(sword, dagger), extra_die=True), plain),
        blow_case("vital points", Blow(figure=0, edges=(sword, dagger), vital=True), tough),
        blow_case("poison", Blow(figure=0, edges=(sword, dagger), poison=True), tough),
        blow_case("poison and vital points", Blow(figure=0, edges=(sword, dagger), poison=True, vital=True), guarded),
        shot_case("poisoned darts", Shot(figure=0, to_hit=3, strength=4, dice=5, vital=True, poison=True), weak, other),
        blow_case("a blade caught", Blow(figure=0, edges=(Edge(5, 3, 4),)), Target(1, 4, 2, catches_blade=True)),
        blow_case("masters", Blow(figure=0, edges=(sword, Edge(3, 2, 3)), extra_die=True, vital=True), guarded),
        blow_case("a dive", Blow(figure=0, edges=(Edge(6, 2, None), Edge(5, 1, None))), guarded),
        cover_case("a blast", 8, False, plain, tough, lucky),
        cover_case("an expert's blast", 4, True, plain, tough, weak),
    )


CASES: Final = _cases()


def check(case: Case, rolls: int, seed: int) -> list[Comparison]:
    """Roll a case ``rolls`` times and return every comparison."""
    dice = FastDice(seed)
    odds = case.odds
    hits = [0] * len(odds.hits)
    wounds = [0] * len(odds.wounds)
    places = {target.figure: place for place, target in enumerate(case.targets)}
    lost = [[0] * len(one.lost) for one in odds.targets]
    out = [0] * len(odds.targets)
    dead = [0] * len(odds.targets)
    burst = 0
    for _ in range(rolls):
        result = case.roll(dice)
        hits[result.hits] += 1
        burst += result.burst
        number = 0
        for loss in result.losses:
            place = places.get(loss.figure)
            if place is not None:
                number += loss.wounds
                lost[place][loss.lost] += 1
                out[place] += loss.out
                dead[place] += loss.dead
        wounds[number] += 1
    for column in lost:  # no loss at all was recorded for those who were not struck
        column[0] = rolls - sum(column[1:])
    found = [*_compare("hits", odds.hits, hits, rolls), *_compare("wounds", odds.wounds, wounds, rolls)]
    for place, one in enumerate(odds.targets):
        found += _compare(f"target {place + 1} loses", one.lost, lost[place], rolls)
        found += _compare(f"target {place + 1} out", (one.out,), [out[place]], rolls)
        found += _compare(f"target {place + 1} dead", (one.dead,), [dead[place]], rolls)
    return found + _compare("burst", (odds.burst,), [burst], rolls)


def _compare(what: str, chances: Sequence[float], counts: Sequence[int], rolls: int) -> list[Comparison]:
    names = [f"{what} {number}" for number in range(len(chances))] if len(chances) > 1 else [what]
    return [_compared(name, chance, count, rolls) for name, chance, count in zip(names, chances, counts, strict=True)]


def _compared(what: str, chance: float, count: int, rolls: int) -> Comparison:
    """Compare one number. Half a roll of slack keeps certain and impossible things from dividing by nothing."""
    deviation = sqrt(max(chance * (1 - chance), 0.0) / rolls)
    gap = max(0.0, abs(count / rolls - chance) - 0.5 / rolls)
    if gap < 1e-12:
        return Comparison(what, chance, count / rolls, 0.0)
    return Comparison(what, chance, count / rolls, gap / deviation if deviation > 1e-9 else float("inf"))
