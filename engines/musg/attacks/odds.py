"""The exact chances of one attack: what ``attack`` rolls, computed instead of rolled.

Every answer is a distribution, not an estimate; repeated questions are answered from memory. Positions in the answers
follow the order of the targets asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod

from msgspec import Struct
from msgspec.structs import replace

from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.attack import AMMUNITION_NEED, LINE_NEED
from engines.musg.attacks.terms import Blow, Shot, Target
from engines.musg.ground.templates import (
    BACK,
    DUD,
    FORWARD,
    LEFT,
    ON_TARGET,
    RIGHT,
    Point,
    Scatter,
    blast_covers,
    impact,
)

type Chances = tuple[float, ...]
"""The chance of 0, 1, 2… of something."""

type _Body = tuple[int, int, bool]
"""A target without its name: the die that wounds it, its hit points, whether its first wound is ignored."""

type _Edge = tuple[int, int, int | None]
"""A weapon without its strength: the die that wounds, dice, the die that hits."""


class TargetOdds(Struct, frozen=True):
    """What may happen to one target: the chances of losing 0, 1, 2… hit points, of being out, of being dead.

    ``out`` counts the dead too, as a figure below 0 hit points is out of action as well.
    """

    lost: Chances
    out: float
    dead: float

    @property
    def expected(self) -> float:
        """Hit points lost on average."""
        return mean(self.lost)


class Odds(Struct, frozen=True):
    """The chances of an attack: of 0, 1, 2… hits and wounds in all, and for each target.

    ``wounds`` counts wound dice that succeed on the targets, ignored ones too. ``burst``: the weapon explodes.
    ``line``: for each figure between shooter and target, the chance that it takes the missile.
    """

    hits: Chances
    wounds: Chances
    targets: tuple[TargetOdds, ...]
    burst: float = 0.0
    line: Chances = ()

    @property
    def expected_hits(self) -> float:
        """Hits on average."""
        return mean(self.hits)

    @property
    def expected_wounds(self) -> float:
        """Successful wound dice on average."""
        return mean(self.wounds)


OUT_OF_AMMUNITION = (AMMUNITION_NEED - 1) / 6
"""The chance that a grenade or a rocket was the last, in the second battle in a row (ruling M104)."""


def undying(found: Odds, hit_points: int) -> Odds:
    """Return the chances about targets with so many hit points left who never die (ruling M360).

    Below 0 they lie out of action like those at 0: nothing more is lost.
    """
    targets = []
    for one in found.targets:
        lost = (*one.lost[:hit_points], sum(one.lost[hit_points:])) if len(one.lost) > hit_points else one.lost
        targets.append(TargetOdds(lost, one.out, 0.0))
    return replace(found, targets=tuple(targets))


def mean(chances: Chances) -> float:
    """Return the average of a distribution over 0, 1, 2…"""
    return sum(number * chance for number, chance in enumerate(chances))


def shot_odds(shot: Shot, targets: Sequence[Target]) -> Odds:
    """Return the chances of ``attack.shoot`` on ``targets``, nearest the shooter first."""
    return _shot(
        shot.dice,
        shot.to_hit,
        shot.cover,
        shot.bursts,
        len(shot.line) if shot.drawn and not shot.bursts else 0,
        shot.vital + shot.poison,
        tuple([_body(shot.strength, one) for one in targets]),
    )


def hits_odds(shot: Shot, hits: int, targets: Sequence[Target]) -> Odds:
    """Return the chances of ``attack.roll_wounds`` once so many hits are rolled, without what a 1 brings."""
    bodies, rolled = tuple([_body(shot.strength, one) for one in targets]), (*[0.0] * hits, 1.0)
    wounds = _pooled(rolled, bodies, shot.vital + shot.poison)
    return Odds(rolled, wounds, _shared_out(wounds, bodies))


def blow_odds(blow: Blow, target: Target) -> Odds:
    """Return the chances of ``attack.strike``."""
    edges = tuple([(wound_need(edge.strength, target.toughness), edge.dice, edge.to_hit) for edge in blow.edges])
    extra = blow.extra_die and edges[0][2] is not None
    return _blow(
        edges,
        extra,
        blow.vital + blow.poison,
        target.bucklers,
        target.catches_blade,
        target.hit_points,
        target.ignores_wound,
    )


def cover_odds(strength: int, targets: Sequence[Target], *, vital: bool = False) -> Odds:
    """Return the chances of ``attack.cover_all``: everybody is hit once."""
    return _cover(tuple([_body(strength, one) for one in targets]), vital)


def blast_odds(
    strength: int,
    radius: float,
    thrower: Point,
    aim: Point,
    bodies: Sequence[tuple[Point, float, Target]],
    *,
    vital: bool = False,
) -> Odds:
    """Return the chances of a template thrown at ``aim``, scatter included (rulings M74-M79).

    ``bodies``: place, base radius and sheet of everybody who may be covered. ``burst`` is 0: a cannon's second 1 is
    the caller's (ruling M94).
    """
    hits = [0.0] * (len(bodies) + 1)
    wounds = [0.0] * (len(bodies) + 1)
    lost = [[1.0, 0.0] for _ in bodies]
    out = [0.0] * len(bodies)
    dead = [0.0] * len(bodies)
    for roll, chance in _SCATTERS:
        centre = impact(roll, thrower, aim)
        covered = (
            [] if centre is None else [n for n, one in enumerate(bodies) if blast_covers(centre, radius, *one[:2])]
        )
        found = cover_odds(strength, [bodies[n][2] for n in covered], vital=vital)
        hits[len(covered)] += chance
        for number, part in enumerate(found.wounds):
            wounds[number] += chance * part
        for place, one in zip(covered, found.targets, strict=True):
            lost[place][0] -= chance * one.expected
            lost[place][1] += chance * one.expected
            out[place] += chance * one.out
            dead[place] += chance * one.dead
    each = tuple(TargetOdds(tuple(lost[n]), out[n], dead[n]) for n in range(len(bodies)))
    return Odds(tuple(hits), tuple(wounds), each)


_SCATTERS = (
    (Scatter(DUD), 1 / 6),
    (Scatter(ON_TARGET), 1 / 6),
    *((Scatter(face, drift), 1 / 18) for face in (FORWARD, RIGHT, BACK, LEFT) for drift in (1, 2, 3)),
)


def _body(strength: int, target: Target) -> _Body:
    return wound_need(strength, target.toughness), target.hit_points, target.ignores_wound


@lru_cache(maxsize=4096)
def _binomial(count: int, chance: float) -> Chances:
    """Return the chances of 0..``count`` successes."""
    return tuple(comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1))


@lru_cache(maxsize=16384)
def _shot(
    dice: int,
    to_hit: int,
    cover: tuple[int, ...],
    bursts: bool,
    line: int,
    rerolls: int,
    bodies: tuple[_Body, ...],
) -> Odds:
    through = _all_passed(cover)
    hits = _binomial(dice, through * _passed(to_hit))
    one = 1 - (1 - through / 6) ** dice  # some die shows a natural 1 (rulings M93, M96)
    reached = tuple(one * _passed(LINE_NEED) * (1 - _passed(LINE_NEED)) ** place for place in range(line))
    wounds = _pooled(hits, bodies, rerolls) if bodies else (1.0,)
    return Odds(hits, wounds, _shared_out(wounds, bodies), one / 6 if bursts else 0.0, reached)


def _pooled(hits: Chances, bodies: tuple[_Body, ...], rerolls: int) -> Chances:
    """Return the chances of wounds in all: one die after the other, each target until it has no hit points left.

    The number of wounds so far tells which target the next die is for. ``left[n]`` are the chances with ``n`` re-rolls
    still to be had.
    """
    size = len(hits)
    need, useful = _ladder(bodies, size)
    left = [[0.0] * (size + 1) for _ in range(rerolls + 1)]
    left[rerolls][0] = 1.0
    total = [0.0] * size
    for number, chance in enumerate(hits):
        for wounds in range(number + 1):
            total[wounds] += chance * sum([row[wounds] for row in left])
        for wounds in range(number, -1, -1):
            one = _passed(need[wounds])
            # From the last re-roll up: what one more of them brings is added to chances that are worked out already.
            for spare, row in enumerate(left):
                kept = row[wounds]
                row[wounds + 1] += kept * one
                if spare and useful[wounds]:
                    row[wounds] = 0.0
                    left[spare - 1][wounds + 1] += kept * (1 - one) * one
                    left[spare - 1][wounds] += kept * (1 - one) ** 2
                else:
                    row[wounds] = kept * (1 - one)
    return tuple(total)


def _ladder(bodies: tuple[_Body, ...], size: int) -> tuple[list[int], list[bool]]:
    """Return, for each number of wounds so far, the die that wounds next and whether a re-roll could matter."""
    need: list[int] = []
    useful: list[bool] = []
    for needed, hit_points, ignores in bodies:
        need += [needed] * (hit_points + ignores)
        useful += [True] * (hit_points + ignores)
    useful += [True]
    need += [bodies[-1][0]] * size
    useful += [False] * size
    return need, useful


def _shared_out(wounds: Chances, bodies: tuple[_Body, ...]) -> tuple[TargetOdds, ...]:
    """Return what a number of wounds in all does to each target."""
    found = []
    before = 0
    for place, (_, hit_points, ignores) in enumerate(bodies):
        room = hit_points + ignores
        last = place == len(bodies) - 1
        taken = [0.0] * len(wounds)
        for number, chance in enumerate(wounds):
            taken[max(0, number - before if last else min(number - before, room))] += chance
        found.append(_target(taken, hit_points, ignores))
        before += room
    return tuple(found)


def _target(taken: Sequence[float], hit_points: int, ignores: bool) -> TargetOdds:
    """Return the odds of a target from the chances of its wounds."""
    lost = (taken[0] + taken[1], *taken[2:]) if ignores and len(taken) > 1 else tuple(taken)
    return TargetOdds(lost, sum(lost[hit_points:], 0.0), sum(lost[hit_points + 1 :], 0.0))


@lru_cache(maxsize=16384)
def _blow(
    edges: tuple[_Edge, ...], extra: bool, rerolls: int, bucklers: int, catches: bool, hit_points: int, ignores: bool
) -> Odds:
    hands = _hits(edges, extra, bucklers)
    most = sum(dice for _, dice, _ in edges)
    hits = [0.0] * (most + 1)
    wounds = [0.0] * (most + 1)
    needs = tuple(need for need, _, _ in edges)
    for each, chance in hands.items():
        hits[sum(each)] += chance
        for number, part in enumerate(_wounds(needs, each, rerolls, catches, hit_points + 1 + ignores)):
            wounds[number] += chance * part
    return Odds(tuple(hits), tuple(wounds), (_target(wounds, hit_points, ignores),))


def _hits(edges: tuple[_Edge, ...], extra: bool, bucklers: int) -> dict[tuple[int, ...], float]:
    """Return the chances of each combination of hits, weapon by weapon, re-rolls included."""
    columns = [
        tuple(enumerate(_binomial(dice, 1.0 if to_hit is None else _passed(to_hit)))) for _, dice, to_hit in edges
    ]
    found: dict[tuple[int, ...], float] = {}
    for row in product(*columns):
        chance = 1.0
        for _, part in row:
            chance *= part
        if not chance:
            continue
        hits = tuple([number for number, _ in row])
        better = _bettered(hits, edges) if extra else None
        gained = _passed(edges[0][2] or 1) if better else 0.0
        if better and gained:
            _turned_aside(better, edges, bucklers, chance * gained, found)
        _turned_aside(hits, edges, bucklers, chance * (1 - gained), found)
    return found


def _bettered(hits: tuple[int, ...], edges: tuple[_Edge, ...]) -> tuple[int, ...] | None:
    """Return the hits when the extra die replaces a miss of the first weapon that has one (ruling M268)."""
    for place, (_, dice, _) in enumerate(edges):
        if hits[place] < dice:
            return (*hits[:place], hits[place] + 1, *hits[place + 1 :])
    return None


def _turned_aside(
    hits: tuple[int, ...], edges: tuple[_Edge, ...], bucklers: int, chance: float, found: dict[tuple[int, ...], float]
) -> None:
    """Add the hits left when each buckler has made one die roll again, the strongest weapon's first (ruling M120)."""
    rows: list[tuple[tuple[int, ...], float]] = [((), chance)]
    for place, (_, _, to_hit) in enumerate(edges):
        again = 0 if to_hit is None else min(bucklers, hits[place])
        bucklers -= again
        kept = hits[place] - again
        column = _binomial(again, 1.0 if to_hit is None else _passed(to_hit))
        rows = [((*row, kept + number), part * one) for row, part in rows for number, one in enumerate(column)]
    for row, part in rows:
        found[row] = found.get(row, 0.0) + part


@lru_cache(maxsize=16384)
def _wounds(needs: tuple[int, ...], hits: tuple[int, ...], rerolls: int, catches: bool, fatal: int) -> Chances:
    """Return the chances of wounds in all from hits weapon by weapon, with the re-rolls of single wound dice."""
    columns = [tuple(enumerate(_binomial(count, _passed(need)))) for need, count in zip(needs, hits, strict=True)]
    places = range(len(needs))
    total = [0.0] * (sum(hits) + 1)
    for row in product(*columns):
        chance = 1.0
        for _, part in row:
            chance *= part
        number = sum([one for one, _ in row])
        failed = sorted([need for place, need in enumerate(needs) for _ in range(hits[place] - row[place][0])])
        wounded = [needs[place] for place in places if row[place][0]]
        undone = 1 - _passed(max(wounded)) if catches and wounded else 0.0
        for gained, part in enumerate(_gained(tuple(failed[:rerolls]), fatal - number)):
            total[number + gained] += chance * part * (1 - undone)
            if undone:
                total[number + gained - 1] += chance * part * undone
    return tuple(total)


@lru_cache(maxsize=1024)
def _gained(needs: tuple[int, ...], room: int) -> Chances:
    """Return the chances of wounds that re-rolls add, one after the other, while fewer than ``room`` were added."""
    found = [1.0, *[0.0] * len(needs)]
    for need in needs:
        one = _passed(need)
        for number in range(min(len(needs), room) - 1, -1, -1):
            found[number + 1] += found[number] * one
            found[number] *= 1 - one
    return tuple(found)


@lru_cache(maxsize=16384)
def _cover(bodies: tuple[_Body, ...], vital: bool) -> Odds:
    size = len(bodies)
    fresh = [1.0 if vital else 0.0, *[0.0] * size]
    spent = [0.0 if vital else 1.0, *[0.0] * size]
    found = []
    for place, (need, hit_points, ignores) in enumerate(bodies):
        one = _passed(need)
        wounded = sum(fresh) * (1 - (1 - one) ** 2) + sum(spent) * one
        found.append(_target([1 - wounded, wounded], hit_points, ignores))
        for number in range(place, -1, -1):
            kept, gone = fresh[number], spent[number]
            fresh[number] = 0.0
            fresh[number + 1] += kept * one
            spent[number + 1] += kept * (1 - one) * one + gone * one
            spent[number] = kept * (1 - one) ** 2 + gone * (1 - one)
    hits = (*[0.0] * size, 1.0)
    return Odds(hits, tuple(a + b for a, b in zip(fresh, spent, strict=True)), tuple(found))


def _passed(need: int) -> float:
    """Return the chance that a die shows ``need`` or more."""
    return (7 - need) / 6


def _all_passed(needs: tuple[int, ...]) -> float:
    return prod([_passed(need) for need in needs], start=1.0)
