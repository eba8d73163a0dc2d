"""Where a captain sends a figure that has nothing better to do where it stands: nearer, behind something, or out."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from operator import itemgetter
from typing import Final

from engines.musg.battle.actions import Action, Run, Shoot, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.state import Piece
from engines.musg.ground import places, sight
from engines.musg.ground.geometry import thousandths
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, distance
from engines.musg.ground.ways import FREE, ways_of
from engines.musg.tactics.charging import instead_of
from engines.musg.tactics.reckoning import blow_worth, paces_between, shot_guess, stake
from engines.musg.tactics.temper import Temperament

SPOTS_WEIGHED: Final = 5
"""How many places beside terrain are weighed, the most promising first."""
LOOKERS: Final = 3
"""How many enemies, the nearest first, are asked what they see of such a place."""
SAFETY: Final = 1.5
WOUNDED: Final = 2
BEHIND: Final = 3.0
CLOSE: Final = 0.6
ELBOW: Final = 0.1
"""Room left to an enemy one walks up to: an ordinary move ends in contact with nobody (ruling M61)."""
ARMS_LENGTH: Final = 3.0
"""Shooters who look for an enemy behind something stay so many paces from it."""
GAIN: Final = 1.15
"""A shot after a walk must promise so much more than the shot at hand."""


def move(battle: Battle, piece: Piece, temper: Temperament, worth: float, shot: Shoot | None) -> Action | None:
    """Return a move worth more than ``worth``, the best thing to do on the spot; ``None`` to stay.

    ``shot`` is that best thing when it is a shot: then a place with cover from which it can still be made is sought.
    """
    foes = battle.enemies(piece)
    if not foes:
        return None
    if _fears_for_its_life(piece, temper) and _seen(battle, piece, foes):
        return battle.away(piece, run=piece.ap > 1) or battle.to_cover(piece)
    if shot is not None:
        return _shoot_from_cover(battle, piece, temper, shot)
    leader = battle.bands[piece.side].leader
    if "bodyguard" in piece.traits and leader is not None and leader.afoot:  # ruling M69
        far = battle.gap(piece, leader)
        return battle.towards(piece, *leader.base[:2], run=far > piece.sheet.movement) if far > CLOSE else None
    quarry, value = _quarry(battle, piece, foes, temper)
    if worth > max(value, 1.0):
        return None
    way = _approach(battle, piece, quarry, foes, temper)
    if isinstance(way, Walk | Run) and runs_ahead(battle, piece, foes, way, temper):
        return battle.to_cover(piece)
    return instead_of(battle, piece, temper, way) if isinstance(way, Walk | Run) else way


def has_hidden(battle: Battle, piece: Piece, temper: Temperament) -> bool:
    """Tell whether a figure has just run out of everybody's sight for its life: it does not come back at once."""
    if not _fears_for_its_life(piece, temper) or not battle.log or not isinstance(battle.log[-1], Run):
        return False
    return not _seen(battle, piece, battle.enemies(piece))


def _fears_for_its_life(piece: Piece, temper: Temperament) -> bool:
    return piece.is_leader and piece.hp <= WOUNDED and temper.leader_fear > 1


def _quarry(battle: Battle, piece: Piece, foes: list[Piece], temper: Temperament) -> tuple[Piece, float]:
    """Return the enemy worth going for, and what could be done to it this turn after a walk."""
    walk = piece.sheet.movement
    found, promise = -1e9, 0.0
    base = piece.base
    rows = [(distance(base, foe.base), foe) for foe in foes]
    if _wanted(battle, piece, min(rows, key=itemgetter(0))[1], temper):
        rows = [row for row in rows if not row[1].foes] or rows
    best = rows[0][1]
    for gap, foe in rows:
        near = max(1.0, gap - walk)
        shots = shot_guess(battle, piece, foe, near) * (piece.ap - 1) if not foe.foes else 0.0  # no shot into a fight
        blows = blow_worth(battle, piece, foe, charged=True)[0] * 2
        turns = gap / (1.5 * walk)
        value = max(shots, blows / (1 + turns)) + 0.05 * stake(foe) / foe.hp - temper.onward * gap
        if value > found:
            best, found, promise = foe, value, shots
    return best, promise


def _approach(battle: Battle, piece: Piece, quarry: Piece, foes: list[Piece], temper: Temperament) -> Action | None:
    """Go for an enemy: a shooter to its distance, others to contact; from cover to cover where that is no detour."""
    gap = battle.gap(piece, quarry)
    wanted = own = _wanted(battle, piece, quarry, temper)
    if piece.is_leader:
        wanted = max(wanted, _front(battle, piece, quarry, temper))
    run = piece.ap >= 2 and (wanted == 0.0 or gap - wanted > piece.sheet.movement)
    if gap <= wanted + CLOSE:
        if _under_guns(battle, piece.base, piece, foes[:LOOKERS]) > 0 and temper.cover > CLOSE:
            return battle.to_cover(piece)
        if battle.sees(piece, quarry) or (piece.is_leader and own == 0.0):  # others look round the corner first
            return None
        return _round_the_corner(battle, piece, quarry) if own else battle.towards(piece, *quarry.base[:2])
    covered = _covered_way(battle, piece, quarry, foes, temper, wanted, run=run)
    if covered is not None:
        return covered
    stop = max(wanted, ELBOW) + 2 * piece.base[3]
    reach = piece.sheet.movement * (RUN_FACTOR if run else 1.0)
    step = _straight(battle, piece, quarry, min(reach - ELBOW, gap - stop + 2 * piece.base[3]))
    if step is not None:
        way = battle.towards(piece, *step, run=run)
        if way is not None:
            return way
    return battle.towards(piece, quarry.base[0], quarry.base[1], run=run, stop_short=stop) or battle.towards(
        piece, quarry.base[0], quarry.base[1], run=run
    )


def _round_the_corner(battle: Battle, piece: Piece, quarry: Piece) -> Action | None:
    """Return the walk of a shooter to where it first sees an enemy near by; ``None`` to wait where it is not seen.

    Without a point left for the shot it would only be seen, and charged.
    """
    if piece.ap < 2 and battle.gap(piece, quarry) <= quarry.sheet.movement * RUN_FACTOR + SAFETY:
        return None
    step = battle.towards(piece, *quarry.base[:2])
    plan = battle.plans.get(step) if isinstance(step, Walk) else None
    if not isinstance(plan, Route):
        return step
    last: Base | None = None
    for x, y in _along(plan.points):
        base = battle.table.base_at(x, y, piece.base[3])
        if distance(base, quarry.base) < ARMS_LENGTH:
            break
        last = base
        if sight.sees(battle.table, base, quarry.base):
            break
    return battle.to_point(piece, *last[:2]) if last is not None else None


def _along(points: Sequence[Sequence[float]]) -> Iterator[Point]:
    """Give points of a way about a pace apart, the start left out, its end among them."""
    for before, after in pairwise(points):
        dx, dy = after[0] - before[0], after[1] - before[1]
        paces = max(1, round(sqrt(dx * dx + dy * dy)))
        for pace in range(1, paces + 1):
            yield before[0] + dx * pace / paces, before[1] + dy * pace / paces


def _straight(battle: Battle, piece: Piece, quarry: Piece, paces: float) -> Point | None:
    """Return the point so many paces straight towards an enemy if nothing is in the way, not even rough ground."""
    x, y, z, radius = piece.base
    dx, dy = quarry.base[0] - x, quarry.base[1] - y
    far = sqrt(dx * dx + dy * dy)
    if paces < ELBOW or far < ELBOW:
        return None
    gx, gy = thousandths(x + dx / far * paces), thousandths(y + dy / far * paces)
    mover = piece.mover()
    ways = ways_of(battle.table, radius, mover.ignores_difficult, mover.climb, mover.scales, mover.most)
    leg = ways.leg(x, y, z, gx, gy)
    return (gx, gy) if leg.blocked == FREE and not leg.dear and battle.table.can_stand(gx, gy, radius) else None


def _wanted(battle: Battle, piece: Piece, quarry: Piece, temper: Temperament) -> float:
    """Return the distance at which the figure likes to fight: 0 for close combat."""
    sheet = piece.sheet
    usable = [g for n, g in enumerate(sheet.guns) if n not in piece.burst and n not in piece.dry]
    if not usable or sheet.shooting is None:
        return 0.0
    blows = blow_worth(battle, piece, quarry, charged=True)[0]
    best = 0.0
    distance_wanted = 0.0
    for gun in usable:
        paces = float((gun.short, gun.medium)[temper.reach] or 6)
        value = shot_guess(battle, piece, quarry, paces)
        if value > best:
            best, distance_wanted = value, paces
    if blows > 2 * best:
        return 0.0
    if temper.reach:
        safe = quarry.sheet.movement * RUN_FACTOR + SAFETY
        distance_wanted = min(distance_wanted, max(safe, float(usable[0].short or 6)))
    return max(1.0, distance_wanted - CLOSE)


def _front(battle: Battle, leader: Piece, quarry: Piece, temper: Temperament) -> float:
    """Return how far from an enemy the leader stays so that somebody is in front of it."""
    friends = [battle.gap(p, quarry) for p in battle.friends(leader) if not p.routed]
    return min(friends) + BEHIND * temper.leader_fear if friends else 0.0


def _covered_way(
    battle: Battle, piece: Piece, quarry: Piece, foes: list[Piece], temper: Temperament, wanted: float, *, run: bool
) -> Action | None:
    """Return a move to a place beside terrain that brings the figure on and is safer than open ground, if any."""
    lookers = sorted(foes, key=lambda foe: (battle.gap(piece, foe), foe.uid))[:LOOKERS]
    bare = sum(_threat(battle, foe, piece) for foe in lookers)
    if bare <= 0:
        return None
    reach = piece.sheet.movement * (RUN_FACTOR if run else 1.0)
    x, y, _, radius = piece.base
    qx, qy = quarry.base[:2]
    here = paces_between(x, y, quarry)
    straight = max(0.0, min(reach, here - wanted))
    # A detour of more paces than the cover could ever be worth is not thought of.
    near = min(here - reach / 3, here - straight + temper.cover * bare / temper.onward)
    if here - reach / 3 <= wanted:
        return None
    rows: list[tuple[float, float, float]] = []
    square = reach * reach
    nearer = near * near
    for sx, sy in places.spots_about(battle.table, piece.base, reach):
        onward = (sx - qx) * (sx - qx) + (sy - qy) * (sy - qy)
        if onward < nearer and (sx - x) * (sx - x) + (sy - y) * (sy - y) <= square:
            minus = sqrt(onward)
            minus = (wanted if wanted > minus else minus) - here
            if len(rows) < SPOTS_WEIGHED or minus <= rows[-1][0]:
                insort(rows, (minus, sx, sy))
                del rows[SPOTS_WEIGHED:]
    if not rows:
        return None
    best: Point | None = None
    least = 0.0
    for minus, sx, sy in rows:
        onward = temper.onward * (-minus - straight)
        if temper.cover * bare + onward <= least:  # nor do those after it bring the figure as far
            break
        base = battle.table.base_at(sx, sy, radius)
        value = temper.cover * (bare - _under_guns(battle, base, piece, lookers)) + onward
        if value > least:
            least, best = value, (sx, sy)
    return battle.to_point(piece, *best, run=run) if best else None


def _shoot_from_cover(battle: Battle, piece: Piece, temper: Temperament, shot: Shoot) -> Action | None:
    """Return a walk to a place in cover from which the target is still in good sight; ``None`` to shoot from here."""
    gun = piece.sheet.guns[shot.weapon]
    if gun.template is not None or piece.ap < gun.action_points + 1 or temper.cover <= CLOSE:
        return None
    target = battle.pieces[shot.target]
    foes = [foe for foe in battle.enemies(piece) if foe.sheet.guns][:LOOKERS]
    risk = _under_guns(battle, piece.base, piece, foes)
    times = piece.ap // gun.action_points if not gun.slow else 1
    fewer = (piece.ap - 1) // gun.action_points if not gun.slow else 1
    now = shot_guess(battle, piece, target, battle.gap(piece, target)) * gun.action_points
    if temper.cover * risk <= now * (times - fewer) * GAIN:
        return None
    near = places.spots_within(battle.table, piece.base, float(piece.sheet.movement))
    for _, (sx, sy) in near[:SPOTS_WEIGHED]:
        base = battle.table.base_at(sx, sy, piece.base[3])
        if distance(base, target.base) > max(gun.short, gun.medium):
            continue
        if sight.look(battle.table, base, target.base) != sight.CLEAR:
            continue
        spared = risk - _under_guns(battle, base, piece, foes)
        if temper.cover * spared > now * (times - fewer) * GAIN:
            way = battle.to_point(piece, sx, sy)
            if way is not None:
                return way
    return None


def _under_guns(battle: Battle, base: Base, piece: Piece, foes: list[Piece]) -> float:
    """Return what enemies could do to the figure at a place by shooting, in points for one action point each."""
    total = 0.0
    here = 0
    for foe in foes:
        if foe.sheet.guns and not foe.foes and not foe.routed:
            here = here or sight.number_of(base)
            view = sight.look_from(battle.table, foe.at(), foe.base, here, base)
            if view.visible:
                total += shot_guess(battle, foe, piece, distance(foe.base, base), covered=bool(view.covers))
    return total


def _threat(battle: Battle, foe: Piece, piece: Piece) -> float:
    return shot_guess(battle, foe, piece, battle.gap(foe, piece)) if foe.sheet.guns and not foe.foes else 0.0


def _seen(battle: Battle, piece: Piece, foes: list[Piece]) -> bool:
    return any(battle.sees(foe, piece) for foe in foes)


SEVERAL: Final = 2
"""So many enemies more than friends about a figure are too many for it."""
PRICE: Final = 0.3
"""What a blow of each may cost at most, as a share of what the figure is worth: weak enemies keep nobody waiting."""


def runs_ahead(battle: Battle, piece: Piece, foes: list[Piece], move: Walk | Run, temper: Temperament) -> bool:
    """Tell whether a move ends where several enemies could charge a figure and too few friends could come to its aid.

    Nobody waits for friends who do not come any more, nor where a scenario's aims are a matter of time.
    """
    if battle.pursuit is not None:
        return False
    end = battle.table.base_at(move.x, move.y, piece.base[3])
    ready = [foe for foe in foes if not foe.foes and not foe.routed and distance(foe.base, end) <= _reach(foe)]
    if len(ready) < SEVERAL:
        return False
    friends = [p for p in battle.friends(piece) if not p.routed]
    company = sum(distance(p.base, end) <= _reach(p) for p in friends)
    if not friends or len(ready) - company < SEVERAL:
        return False
    danger = sum(blow_worth(battle, foe, piece, charged=True)[0] for foe in ready)
    return temper.fear * danger > PRICE * stake(piece)


def _reach(piece: Piece) -> float:
    return piece.sheet.open_ground_movement * RUN_FACTOR
