"""How a captain uses vehicles: who drives where, what is rammed or run over, who shoots, and when one gets out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.musg.attacks import aim
from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.fighter import Gun
from engines.musg.battle.actions import Action, Custom, End, Strike
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Decision, Piece, Place
from engines.musg.battle.vehicles import arms, crew, fire
from engines.musg.battle.vehicles.driving import Preview, cost_of, preview, stretch
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride, Rides, beside
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground.oblong import EDGES, Oblong
from engines.musg.tactics.escapes import escaping, gates
from engines.musg.tactics.reckoning import blow_worth, shot_guess, stake
from engines.musg.tactics.roads import roads_to
from engines.musg.tactics.temper import Temperament

STRUCTURE: Final = 1.5
"""What a point of an enemy's structure is worth while somebody sits in it, in victory points: it scores nothing."""
WRECKING: Final = 2.0
"""What the last point is worth beyond that."""
EMPTY: Final = 0.3
"""The share of that where nobody is aboard."""
OWN: Final = 4.0
"""How much worse harm to one's own is than to the enemy: nobody likes to be run over by a friend."""
OFF_TABLE: Final = -50.0
ONWARD: Final = 0.15
"""What a pace nearer to the enemy is worth to those who shoot from aboard, and a driver with nobody ahead."""
NEAR: Final = 7.0
"""How near to the enemy a vehicle with guns likes to stop, in paces from its base."""
STUCK: Final = 0.6
"""What stopping at a wall costs: the next move has to be a reverse."""
TRIFLE: Final = 0.08
BOOST_RISK: Final = 0.4
"""What the chance of a mishap costs."""
CAR_FAR: Final = 14.0
"""Beyond it a driver presses the booster only to come on."""
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
HULL: Final = 0.25
"""What a shot or a blow at a vehicle must be worth at least."""
SPACING: Final = 2
"""How far apart across the table the places are that are weighed for a vehicle, in paces."""
ROAD: Final = 20.0
"""How much open road ahead is worth anything, in paces."""
NEARER: Final = 0.2
"""What a pace nearer to the middle of the table is worth, in paces of open road."""
BACKING: Final = 0.6
"""What backing off costs: it is for those whom nothing else brings on."""
TURNS: Final = (-45, -30, -15, 15, 30, 45)


def chance_of(need: int) -> float:
    """Return the chance that a die shows that face or a better one."""
    return max(0, 7 - need) / 6


def module_of(battle: Battle) -> Vehicles | None:
    """Return the module, if there are vehicles in this battle."""
    return next((one for one in battle.modules if isinstance(one, Vehicles)), None)


def place(battle: Battle, decision: Decision) -> Action:
    """Place a vehicle where the road straight ahead is longest, and of such places nearest to the enemy's side."""
    module = module_of(battle)
    offered = [one for known in battle.modules for one in known.replies(battle, decision)]
    if module is None:
        return offered[0]
    rides = module.rides(battle)
    ride = rides.all[decision.options[0]]
    facing = round(offered[0].way[0])
    best, found = offered[0], -1.0
    for x in range(1, int(battle.table.width), SPACING):
        for y in range(1, int(battle.table.depth)):
            action = Custom("vehicles.place", None, ride.index, x + 0.5, y + 0.5, (float(facing),))
            if not battle.can(action):
                continue
            base = Oblong(x + 0.5, y + 0.5, facing, ride.base.width, ride.base.length)
            road = stretch(battle, rides, ride, base, ROAD, ()).paces
            ahead, _ = base.local(battle.table.width / 2, battle.table.depth / 2)
            value = road - NEARER * abs(ahead)
            if value > found:
                best, found = action, value
    return best


def aboard(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Return what somebody in a vehicle does next."""
    module = module_of(battle)
    ride = module.rides(battle).of(piece) if module else None
    if module is None or ride is None:
        return End()
    rides = module.rides(battle)
    if piece.foes:
        return _brawl(battle, piece)
    if ride.wreck:
        return _out(battle, module, ride, piece) or End()
    if ride.pilot is None and piece.ap and module.can(battle, piece, Custom("vehicles.wheel")):
        return Custom("vehicles.wheel")
    shot, worth = _best_shot(battle, module, piece)
    if ride.pilot is piece:
        boost = _boost(battle, module, rides, ride, piece)
        if boost is not None:
            return boost
        drive, value = _drive(battle, module, rides, ride, piece)
        if drive is not None and value > worth:
            return drive
    if shot is not None and worth > TRIFLE:
        return shot
    if ride.pilot is not piece and piece.ap:
        leaving = _to_blows(battle, module, ride, piece, temper)
        if leaving is not None:
            return leaving
    return End()


def on_foot(battle: Battle, piece: Piece, worth: float) -> Action | None:
    """Return what somebody on foot does to a vehicle if that is worth more than all else; ``None`` for all else.

    Whoever has no enemy on foot left goes for the nearest enemy vehicle.
    """
    module = module_of(battle)
    if module is None or not piece.ap or piece.foes or piece.place is not Place.PLAY:
        return None
    rides = module.rides(battle)
    best, value = _best_shot(battle, module, piece)
    for ride in rides.on_table():
        blow = Custom("vehicles.strike", None, ride.index)
        if _hostile(ride, piece) and module.can(battle, piece, blow):
            edge = piece.sheet.strikes[0].blades[0]
            side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
            hurt = chance_of(CATALOGUE.wound_roll(edge.strength, ride.built.armour[side]))
            this = piece.sheet.strikes[0].dice * chance_of(piece.sheet.melee) * hurt * _point(ride)
            if this > max(value, HULL):
                best, value = blow, this
        if ride.side == piece.side and ride.pilot is None and ride.runs and battle.nearest(piece) > CAR_FAR:
            on = Custom("vehicles.get_on", None, ride.index)
            if crew.may_drive(piece) and module.can(battle, piece, on):
                return on
    if best is not None and value > max(worth, TRIFLE):
        return best
    if worth > TRIFLE or battle.enemies(piece):
        return None
    return _to_vehicle(battle, rides, piece)


def _to_vehicle(battle: Battle, rides: Rides, piece: Piece) -> Action | None:
    x, y, _, radius = piece.base
    hostile = [ride for ride in rides.on_table() if _hostile(ride, piece) and not ride.wreck]
    if not hostile:
        return None
    ride = min(hostile, key=lambda one: (one.base.gap_to(x, y, radius), one.index))
    for spot in beside(battle, ride, piece):
        way = battle.to_point(piece, spot[0], spot[1])
        if way is not None:
            return way
    return battle.towards(piece, ride.base.x, ride.base.y, run=piece.ap > 1)


def _hostile(ride: Ride, piece: Piece) -> bool:
    return any(one.side != piece.side for one in ride.crew)


def _point(ride: Ride) -> float:
    """Return what a point of a vehicle's structure is worth."""
    value = STRUCTURE + (WRECKING if ride.structure == 1 else 0.0)
    return value if ride.crew else value * EMPTY


def _brawl(battle: Battle, piece: Piece) -> Action:
    """Strike the one aboard whom it hurts most."""
    strikes = [(blow_worth(battle, piece, foe), foe.uid) for foe in piece.foes]
    if not piece.ap or not strikes:
        return End()
    (_, loadout), uid = max(strikes, key=lambda row: (row[0][0], -row[1]))
    return Strike(uid, loadout)


def _out(battle: Battle, module: Vehicles, ride: Ride, piece: Piece) -> Action | None:
    """Get out on the side away from the nearest enemy."""
    foes = battle.enemies(piece)
    found = []
    for spot in beside(battle, ride, piece):
        near = min(((spot[0] - f.base[0]) ** 2 + (spot[1] - f.base[1]) ** 2 for f in foes), default=0.0)
        found.append((-near, spot[0], spot[1]))
    for _, x, y in sorted(found):
        action = Custom("vehicles.get_off", x=x, y=y)
        if module.can(battle, piece, action):
            return action
    return None


def _to_blows(battle: Battle, module: Vehicles, ride: Ride, piece: Piece, temper: Temperament) -> Action | None:
    """Get out beside an enemy worth striking, with a point left to charge it."""
    if piece.ap < 2:
        return None
    best: Action | None = None
    value = 1.0 / max(0.2, temper.onward * 10)
    for foe in battle.enemies(piece):
        x, y, _, radius = foe.base
        if ride.base.gap_to(x, y, radius) > piece.sheet.movement * 1.2:
            continue
        worth = blow_worth(battle, piece, foe, charged=True)[0]
        if worth > value:
            spots = [(abs(s[0] - x) + abs(s[1] - y), s[0], s[1]) for s in beside(battle, ride, piece)]
            for _, sx, sy in sorted(spots)[:1]:
                best, value = Custom("vehicles.get_off", x=sx, y=sy), worth
    return best if isinstance(best, Custom) and module.can(battle, piece, best) else None


# --- shooting -------------------------------------------------------------------------------------------------------


def _best_shot(battle: Battle, module: Vehicles, piece: Piece) -> tuple[Custom | None, float]:
    """Return the best shot from a vehicle, at one, or at somebody in one, and what it is worth."""
    rides = module.rides(battle)
    own = rides.of(piece)
    best: Custom | None = None
    worth = 0.0
    for number in arms.weapons(own, piece) if piece.sheet.shooting is not None else ():
        way = (float(number),)
        for action, value in _shots(battle, rides, own, piece, number, way):
            if value > worth and module.can(battle, piece, action):
                best, worth = action, value
    return best, worth


def _shots(
    battle: Battle, rides: Rides, own: Ride | None, piece: Piece, number: int, way: tuple[float, ...]
) -> Iterator[tuple[Custom, float]]:
    if own is not None:
        for foe in battle.enemies(piece):
            gap = own.base.gap_to(foe.base[0], foe.base[1], foe.base[3])
            yield Custom("vehicles.fire", foe.uid, way=way), _guess(piece, _gun(own, piece, number), foe, gap)
    for ride in rides.on_table():
        if ride is own or ride.wreck or not _hostile(ride, piece):
            continue
        gun = _gun(own, piece, number)
        side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
        hurt = chance_of(CATALOGUE.wound_roll(gun.strength, ride.built.armour[side]))
        gap = fire.gap_between(own, piece, ride)
        value = _aimed(piece, gun, gap) * hurt * _point(ride)
        if value > HULL:
            yield Custom("vehicles.fire_at", None, ride.index, way=way), value
        for one in ride.crew:
            if one.side != piece.side:
                yield Custom("vehicles.pick", one.uid, way=way), shot_guess(battle, piece, one, gap, covered=True)


def _guess(piece: Piece, gun: Gun, foe: Piece, gap: float) -> float:
    """Return about what a shot from aboard at somebody on foot is worth."""
    hurt = chance_of(wound_need(gun.strength, foe.sheet.toughness))
    return stake(foe) * min(1.0, _aimed(piece, gun, gap) * hurt / foe.hp)


def _aimed(piece: Piece, gun: Gun, gap: float) -> float:
    """Return how many hits a shot brings on average at a distance; templates come down somewhere near."""
    if gun.template is not None:
        return 0.4 if gap <= gun.long else 0.0
    band = aim.band_of(gun, gap)
    needed = aim.to_hit(piece.sheet.shooting or 7, band) if band else None
    return gun.dice * chance_of(needed) if needed else 0.0


def _gun(own: Ride | None, piece: Piece, number: int) -> Gun:
    if own is not None and number >= arms.EMBARKED:
        return arms.gun_of(own, piece, number)
    return piece.sheet.guns[number]


# --- driving --------------------------------------------------------------------------------------------------------


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


def _drive(battle: Battle, module: Vehicles, rides: Rides, ride: Ride, piece: Piece) -> tuple[Custom | None, float]:
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
    if best is None or best[0] - here <= GAIN or not module.can(battle, piece, best[1]):
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


def _last(battle: Battle) -> str:
    """Return the code of the move just made in this activation, if that was what was done last."""
    last = battle.log[-1] if battle.log else None
    return last.code if isinstance(last, Custom) and last.code in ("vehicles.drive", "vehicles.reverse") else ""


def _boost(battle: Battle, module: Vehicles, rides: Rides, ride: Ride, piece: Piece) -> Custom | None:
    """Press the booster to run somebody over, to ram, or to come on over open ground."""
    if not ride.may_boost:
        return None
    here = _stand(rides, ride, ride.base, piece, battle)
    best: Custom | None = None
    worth = BOOST_RISK
    most = float(ride.built.booster)
    for way in ((most,), (most / 2,), (1.0, -30.0, most - 1.0), (1.0, 30.0, most - 1.0)):
        action = Custom("vehicles.boost", way=way)
        if not module.can(battle, piece, action):
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
    rules = CATALOGUE.vehicles.driving
    lost = rules.boosted_ram_loss if boosted else rules.ram_loss
    for one in seen.people:
        chance = chance_of(CATALOGUE.wound_roll(strength, one.sheet.toughness))
        harm = stake(one) * chance * min(1.0, lost / max(1, one.hp))
        value += -OWN * harm if one.side == piece.side else harm
    if seen.struck is not None:
        other, edges = seen.struck
        side = other.side_of([EDGES[number] for number in edges])
        if other.wreck:
            return value - STUCK
        chance = chance_of(CATALOGUE.wound_roll(strength, other.built.armour[side]))
        back = chance_of(CATALOGUE.wound_roll(other.built.strength[side], ride.built.armour[VehicleSide.FRONT]))
        mine = (1 - chance) * back * _point(ride)
        if other.side == piece.side:
            return value - OWN * chance * _point(other) - mine - STUCK
        value += chance * min(lost, other.structure) * _point(other) - mine
    elif seen.stopped:
        value -= STUCK
    return value


def _stand(rides: Rides, ride: Ride, base: Oblong, piece: Piece, battle: Battle) -> float:
    """Return what a place is worth: near the enemy by road, with guns no nearer than needed, the road ahead.

    Whoever may escape looks for the edge, not for the enemy.
    """
    out = gates(battle, piece)
    if out:
        roads = roads_to(battle, rides, ride, out)
        ahead = max(-1.0, min(1.0, (roads.paces(base.x, base.y) - roads.paces(*base.point(LOOK, 0.0))) / LOOK))
        return -ONWARD * roads.paces(base.x, base.y) + FACING * ahead
    marks = [foe.base[:2] for foe in battle.enemies(piece)]
    marks += [(one.base.x, one.base.y) for one in rides.on_table() if _hostile(one, piece)]
    if not marks:
        return 0.0
    roads = roads_to(battle, rides, ride, marks)
    paces = roads.paces(base.x, base.y)
    wanted = NEAR if ride.built.weapons or any(one.sheet.guns for one in ride.crew if one is not piece) else 0.0
    ahead = max(-1.0, min(1.0, (paces - roads.paces(*base.point(LOOK, 0.0))) / LOOK))
    return -ONWARD * (max(0.0, paces - wanted) + max(0.0, wanted - paces) / 3) + FACING * ahead
