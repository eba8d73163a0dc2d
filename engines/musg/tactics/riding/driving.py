"""How a captain drives: who goes where, what is rammed or run over, and when the booster is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.musg.attacks.aim import wound_need
from engines.musg.battle.actions import Custom
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.driving import Preview, cost_of, preview
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride, Rides
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.fixed import DRIVING
from engines.musg.ground.oblong import EDGES, Oblong
from engines.musg.ground.shapes import Point
from engines.musg.tactics.reckoning import stake
from engines.musg.tactics.riding.escapes import escaping, gates
from engines.musg.tactics.riding.hulls import chance_of, hostile, point_worth
from engines.musg.tactics.riding.roads import roads_to
from engines.musg.tactics.riding.travel import stops

OWN: Final = 4.0
"""How much worse harm to one's own is than to the enemy: nobody likes to be run over by a friend."""
OFF_TABLE: Final = -50.0
ONWARD: Final = 0.15
"""What a pace nearer to the enemy is worth to those who shoot from aboard, and a driver with nobody ahead."""
NEAR: Final = 7.0
"""How near to the enemy a vehicle with guns likes to stop, in paces from its base."""
STUCK: Final = 0.6
"""What stopping at a wall costs: the next move has to be a reverse."""
BOOST_RISK: Final = 0.4
"""What the chance of a mishap costs."""
GAIN: Final = 0.3
"""A way that brings less leads nowhere."""
WEIGHED: Final = 6
"""How many ways to drive are weighed by what the move after them could be."""
NEXT: Final = 0.7
"""How much of what the move after the next brings counts now."""
FACING: Final = 1.2
"""What it is worth to look at the enemy."""
LOOK: Final = 3.0
"""How far a driver looks ahead, in paces from the middle of the vehicle."""
BACKING: Final = 0.6
"""What backing off costs: it is for those whom nothing else brings on."""
TURNS: Final = (-45, -30, -15, 15, 30, 45)


def _ways(most: float) -> Iterator[tuple[float, ...]]:
    """Give ways of different lengths and bends."""
    for share in (1.0, 0.75, 0.5, 0.25):
        yield (most * share,)
    if most < 2.0:
        return
    for turn in TURNS:
        yield (1.0, turn, most - 1.0)
        yield (1.0, turn, max(1.0, most / 2 - 1.0))
        if most >= 4.0:
            yield (most / 2, turn, most / 2)
    if most >= 3.0:
        for turn in TURNS:
            yield (1.0, turn, 1.0, turn, most - 2.0)
            yield (1.0, turn, most - 2.0, -turn, 1.0)


def best_drive(battle: Battle, module: Vehicles, rides: Rides, ride: Ride, piece: Piece) -> tuple[Custom | None, float]:
    """Return the best way to drive with the next action point, and its worth: by where the next leads from there."""
    if not piece.ap:
        return None, 0.0
    start = ride.base
    here = _stand(rides, ride, start, piece, battle)
    options = sorted(_moves(battle, rides, ride, piece), key=lambda row: -row[0])
    backwards = [row for row in options[WEIGHED:] if row[1].code == "vehicles.reverse"]
    best: tuple[float, Custom] | None = None
    for value, action, base in (*options[:WEIGHED], *backwards):
        ride.base = base
        onward = max((row[0] for row in _moves(battle, rides, ride, piece, after=action.code)), default=value)
        ride.base = start
        score = value + NEXT * (max(onward, _stand(rides, ride, base, piece, battle)) - here)
        if best is None or score > best[0]:
            best = score, action
    if best is None or best[0] - here <= GAIN or not battle.allows(module, piece, best[1]):
        return None, 0.0
    return best[1], best[0] - here


def _moves(
    battle: Battle, rides: Rides, ride: Ride, piece: Piece, *, after: str = ""
) -> Iterator[tuple[float, Custom, Oblong]]:
    """Give the ways to drive and to back off from where a vehicle stands: worth, action, and where they end.

    ``after``: what the next move is to be; those of the move after it only show where that leads. Nobody goes to and
    fro: after a drive he does not back off at once, after a reverse he turns.
    """
    table, speed = battle.prepared.table, float(ride.built.speed)
    before = after or _last(battle)
    forth = [way for way in _ways(speed) if len(way) > 1 or before != "vehicles.reverse"]
    back = [(speed / 2,), (speed / 4,)] if not before else []
    for code, most, sign, ways in (
        ("vehicles.drive", speed, 1.0, forth[:: 2 if after else 1]),
        ("vehicles.reverse", speed / 2, -1.0, back),
    ):
        for way in ways:
            signed = (way[0] * sign, *way[1:])
            if cost_of(table, ride.base, signed) > most:
                continue
            seen = preview(battle, rides, ride, signed)
            if not seen.left or escaping(battle, ride, seen.base):
                if after and not seen.left:
                    value = _stand(rides, ride, seen.base, piece, battle)
                else:
                    value = _outcome(battle, rides, ride, piece, seen, boosted=False)
                    value -= BACKING if sign < 0 else 0.0
                yield value, Custom(code, way=way), seen.base


def _errands(battle: Battle, ride: Ride, piece: Piece) -> list[Point]:
    """Return where passengers are wanted, remembered until somebody moves."""
    if battle.pursuit is None or len(ride.crew) < 2:
        return []
    key = ("errands", ride.index)
    found: list[Point] | None = battle.ideas.get(key)
    if found is None:
        found = battle.ideas[key] = [(goal.x, goal.y) for goal in stops(battle, piece)]
    return found


def _last(battle: Battle) -> str:
    """Return the code of the move just made in this activation, if that was what was done last."""
    last = battle.log[-1] if battle.log else None
    return last.code if isinstance(last, Custom) and last.code in ("vehicles.drive", "vehicles.reverse") else ""


def best_boost(battle: Battle, module: Vehicles, rides: Rides, ride: Ride, piece: Piece) -> Custom | None:
    """Press the booster to run somebody over, to ram, or to come on over open ground."""
    if not ride.may_boost:
        return None
    here = _stand(rides, ride, ride.base, piece, battle)
    best: Custom | None = None
    worth = BOOST_RISK
    most = float(ride.built.booster)
    for way in ((most,), (most / 2,), (1.0, -30.0, most - 1.0), (1.0, 30.0, most - 1.0)):
        action = Custom("vehicles.boost", way=way)
        if not battle.allows(module, piece, action):
            continue
        seen = preview(battle, rides, ride, way)
        value = _outcome(battle, rides, ride, piece, seen, boosted=True) - here - (0.5 if len(way) > 1 else 0.0)
        if value > worth:
            best, worth = action, value
    return best


def _outcome(battle: Battle, rides: Rides, ride: Ride, piece: Piece, seen: Preview, *, boosted: bool) -> float:
    """Return what a way is worth: those run over, what is rammed, and where it ends."""
    if seen.left:
        return escaping(battle, ride, seen.base) or OFF_TABLE
    value = _stand(rides, ride, seen.base, piece, battle)
    strength = ride.built.strength[VehicleSide.FRONT]
    rules = DRIVING
    lost = rules.boosted_ram_loss if boosted else rules.ram_loss
    for one in seen.people:
        chance = chance_of(wound_need(strength, one.sheet.toughness))
        harm = stake(one) * chance * min(1.0, lost / max(1, one.hp))
        value += -OWN * harm if one.side == piece.side else harm
    if seen.struck is not None:
        other, edges = seen.struck
        side = other.side_of([EDGES[number] for number in edges])
        if other.wreck:
            return value - STUCK
        chance = chance_of(wound_need(strength, other.built.armour[side]))
        back = chance_of(wound_need(other.built.strength[side], ride.built.armour[VehicleSide.FRONT]))
        mine = (1 - chance) * back * point_worth(ride)
        if other.side == piece.side:
            return value - OWN * chance * point_worth(other) - mine - STUCK
        value += chance * min(lost, other.structure) * point_worth(other) - mine
    elif seen.stopped:
        value -= STUCK
    return value


def _stand(rides: Rides, ride: Ride, base: Oblong, piece: Piece, battle: Battle) -> float:
    """Return what a place is worth: near the enemy by road, with guns no nearer than needed, the road ahead.

    Whoever may escape looks for the edge, not for the enemy, and who has passengers for where they are wanted.
    """
    out = gates(battle, piece) or _errands(battle, ride, piece)
    if out:
        roads = roads_to(battle, rides, ride, out)
        ahead = max(-1.0, min(1.0, (roads.paces(base.x, base.y) - roads.paces(*base.point(LOOK, 0.0))) / LOOK))
        return -ONWARD * roads.paces(base.x, base.y) + FACING * ahead
    marks = [foe.base[:2] for foe in battle.enemies(piece)]
    marks += [(one.base.x, one.base.y) for one in rides.on_table() if hostile(one, piece)]
    if not marks:
        return 0.0
    roads = roads_to(battle, rides, ride, marks)
    paces = roads.paces(base.x, base.y)
    wanted = NEAR if ride.built.weapons or any(one.sheet.guns for one in ride.crew if one is not piece) else 0.0
    ahead = max(-1.0, min(1.0, (paces - roads.paces(*base.point(LOOK, 0.0))) / LOOK))
    return -ONWARD * (max(0.0, paces - wanted) + max(0.0, wanted - paces) / 3) + FACING * ahead
