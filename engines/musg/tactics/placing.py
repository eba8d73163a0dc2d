"""Where a captain puts figures before the first turn, and where an orc hunter appears."""

from __future__ import annotations

from bisect import insort
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.battle import deployment
from engines.musg.battle.actions import Action, Arrive, Deploy, Reserve
from engines.musg.battle.decision import Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import places, sight
from engines.musg.ground.table import Base, Table, distance
from engines.musg.tactics.reckoning import blow_worth, stake
from engines.musg.tactics.temper import Temperament

APART: Final = 1.1
"""Paces kept between friends, so that one burst does not reach two (ruling M85)."""
CROWDED: Final = 6.0
LENDING: Final = 4.0
SPOTS_WEIGHED: Final = 60
"""How many places, the best in themselves first, are weighed against those of friends."""
TRIED: Final = 6
BEHIND: Final = 4.0
"""How far behind the front a leader stands."""
HOLD_BACK: Final = 8
"""In battles of so many turns a hunter may miss the first ones; in shorter ones that costs more than it brings."""
_RING: Final[tuple[tuple[float, float], ...]] = (
    (1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7),
)  # fmt: skip


class Spot(NamedTuple):
    """A place in a zone: how far it is from the enemy's zones, and whether something covers it from there."""

    base: Base
    far: float
    covered: bool


class _Merit(NamedTuple):
    merit: float
    base: Base


def spots_of(table: Table, zone: int) -> tuple[Spot, ...]:
    """Return the places of a zone, judged once for a table."""
    key = ("tactics", zone)
    found: tuple[Spot, ...] | None = table.memory.get(key)
    if found is None:
        watchers = [
            places.deployment_spots(table, other)[0]
            for other in range(len(table.zones))
            if other != zone and places.deployment_spots(table, other)
        ]
        rows = []
        for base in places.deployment_spots(table, zone):
            far = min((distance(base, one) for one in watchers), default=0.0)
            views = [sight.look(table, one, base) for one in watchers]
            rows.append(Spot(base, far, all(not view.visible or bool(view.covers) for view in views)))
        found = table.memory[key] = tuple(rows)
    return found


def deploy(battle: Battle, decision: Decision, temper: Temperament) -> Action:
    """Return the next deployment: the shields first, the leader last, apart from each other and behind something."""
    waiting = sorted((battle.pieces[uid] for uid in decision.options), key=_turn)
    for piece in waiting:
        if "arrives_later" in piece.traits and _may_wait(battle):
            return Reserve(piece.uid)
    piece = waiting[0]
    if "bodyguard" not in piece.traits:
        friends = [p.base for p in battle.bands[piece.side].pieces if p.place is Place.PLAY]
        spots = _ranked(battle.table, battle.setup.sides[piece.side].zone, temper, leader=piece.is_leader)
        for base in _best(spots, friends):
            action = Deploy(piece.uid, base[0], base[1])
            if battle.can(action):
                return action
    base = deployment.spots(battle, piece, 1)[0]
    return Deploy(piece.uid, base[0], base[1])


def _may_wait(battle: Battle) -> bool:
    """Tell whether a hunter held back still comes, with turns enough to make up for those missed (ruling M275)."""
    return battle.setup.turn_limit >= HOLD_BACK


def _best(spots: tuple[_Merit, ...], friends: list[Base]) -> list[Base]:
    """Return the places that are best now, given where friends stand."""
    found: list[tuple[float, int, Base]] = []
    for number, spot in enumerate(spots[:SPOTS_WEIGHED]):
        if len(found) == TRIED and -spot.merit >= found[-1][0]:  # company makes none better
            break
        value = _company(spot.base, friends) - spot.merit
        if len(found) < TRIED or value < found[-1][0]:
            insort(found, (value, number, spot.base))
            del found[TRIED:]
    return [base for _, _, base in found]


def _turn(piece: Piece) -> tuple[bool, bool, int, int]:
    return piece.is_leader, bool(piece.sheet.guns), -piece.sheet.toughness, piece.uid


def _ranked(table: Table, zone: int, temper: Temperament, *, leader: bool) -> tuple[_Merit, ...]:
    """Return the places of a zone with their merit for the leader or for others, the best first. Remembered."""
    key = ("tactics", zone, temper.cover, leader)
    found: tuple[_Merit, ...] | None = table.memory.get(key)
    if found is None:
        spots = spots_of(table, zone)
        nearest = min((spot.far for spot in spots), default=0.0)
        rows = [_Merit(_merit(spot, nearest, temper, leader=leader), spot.base) for spot in spots]
        rows.sort(key=lambda row: -row.merit)
        found = table.memory[key] = tuple(rows)
    return found


def _merit(spot: Spot, nearest: float, temper: Temperament, *, leader: bool) -> float:
    """Return what a place is worth by itself: near the enemy for most, behind the front for the leader, in cover."""
    depth = spot.far - nearest
    cover = 2 * temper.cover if spot.covered else 0.0
    return 2 * cover - 0.3 * abs(depth - BEHIND) if leader else cover - 0.25 * depth


def _company(base: Base, friends: list[Base]) -> float:
    """Return what is wrong with a place because of friends: too near for a burst, too far to lend leadership."""
    if not friends:
        return 0.0
    x, y, _, radius = base
    square = 1e9
    for fx, fy, _, _ in friends:
        away = (x - fx) * (x - fx) + (y - fy) * (y - fy)
        if away < square:
            square = away
    closest = sqrt(square) - 2 * radius
    return (CROWDED if closest < APART else 0.0) + 0.15 * max(0.0, closest - LENDING)


def arrive(battle: Battle, decision: Decision) -> Action:
    """Return where the orc hunter appears: beside the enemy it can hurt most, away from the others (ruling M275)."""
    hunter = battle.pieces[decision.figure or 0]
    side = hunter.side
    foes = [p for p in battle.pieces if p.side != side and p.place is Place.PLAY and not p.hidden]
    best: tuple[float, Arrive] | None = None
    for foe in foes:
        crowd = sum(distance(foe.base, other.base) < 5 for other in foes) - 1
        value = blow_worth(battle, hunter, foe, charged=True)[0] + 0.1 * stake(foe) - 0.5 * crowd
        if best is not None and value <= best[0]:
            continue
        for dx, dy in _RING:
            action = Arrive(hunter.uid, round(foe.base[0] + 3 * dx, 3), round(foe.base[1] + 3 * dy, 3))
            if battle.can(action):
                best = value, action
                break
    return best[1] if best else battle.actions()[0]
