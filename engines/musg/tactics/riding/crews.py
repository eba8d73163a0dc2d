"""How a captain uses vehicles: where they are placed, who gets on and off, who drives and who shoots."""

from __future__ import annotations

from typing import Final

from engines.musg.attacks.aim import wound_need
from engines.musg.battle.actions import Action, Custom, End, Strike
from engines.musg.battle.decision import Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles import crew
from engines.musg.battle.vehicles.driving import stretch
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride, Rides, beside
from engines.musg.ground.oblong import Oblong
from engines.musg.tactics.reckoning import blow_worth
from engines.musg.tactics.riding.driving import best_boost, best_drive
from engines.musg.tactics.riding.gunning import HULL, best_shot
from engines.musg.tactics.riding.hulls import chance_of, hostile, module_of, point_worth
from engines.musg.tactics.riding.travel import alight, lift
from engines.musg.tactics.temper import Temperament

TRIFLE: Final = 0.08
CAR_FAR: Final = 14.0
"""Beyond it a driver presses the booster only to come on."""
SPACING: Final = 2
"""How far apart across the table the places are that are weighed for a vehicle, in paces."""
ROAD: Final = 20.0
"""How much open road ahead is worth anything, in paces."""
NEARER: Final = 0.2
"""What a pace nearer to the middle of the table is worth, in paces of open road."""

ASIDE: Final = 0.05
"""What a pace nearer to the middle across the way it looks is worth, in paces of open road: of like roads the inner."""

ELBOW: Final = 1.5
"""How far from others, and from the table's edge beside it, a vehicle is placed, in paces: else it could not turn."""
CROWDED: Final = 8.0
"""What it costs to stand against another, in paces of open road."""
HEMMED: Final = 16.0
"""What it costs to stand along the table's edge, in paces of open road: that road leads nowhere but straight on."""


def place_vehicle(battle: Battle, decision: Decision) -> Action:
    """Place a vehicle where the road straight ahead is longest, and of such places nearest to the enemy's side.

    Vehicles keep from each other, and from the edges beside them, as far as they need to turn.
    """
    module = module_of(battle)
    if module is None:
        return battle.actions()[0]
    offered = module.replies(battle, decision)
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
            ahead, aside = base.local(battle.table.width / 2, battle.table.depth / 2)
            near = min((base.gap(other.base) for other in rides.on_table()), default=ELBOW)
            value = road - NEARER * abs(ahead) - ASIDE * abs(aside) - CROWDED * max(0.0, 1 - near / ELBOW)
            value -= HEMMED * max(0.0, 1 - _room_beside(battle, base) / ELBOW)
            if value > found:
                best, found = action, value
    return best


def _room_beside(battle: Battle, base: Oblong) -> float:
    """Return the paces between a vehicle's sides and the table's edges."""
    wide, deep = battle.table.width, battle.table.depth
    sides = [base.point(0.0, base.width / 2), base.point(0.0, -base.width / 2)]
    return min([min(x, y, wide - x, deep - y) for x, y in sides])


def aboard(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Return what somebody in a vehicle does next."""
    module = module_of(battle)
    ride = module.rides(battle).of(piece) if module else None
    if module is None or ride is None:
        return End()
    rides = module.rides(battle)
    if piece.bystander:  # it sits there as long as somebody drives
        return End() if ride.runs and ride.pilot is not None else _out(battle, module, ride, piece) or End()
    if piece.foes:
        return _brawl(battle, piece)
    if ride.wreck:
        return _out(battle, module, ride, piece) or End()
    if ride.pilot is None and piece.ap and battle.allows(module, piece, Custom("vehicles.wheel")):
        return Custom("vehicles.wheel")
    shot, worth = best_shot(battle, module, piece)
    if ride.pilot is piece:
        boost = best_boost(battle, module, rides, ride, piece)
        if boost is not None:
            return boost
        drive, value = best_drive(battle, module, rides, ride, piece)
        if drive is not None and value > worth:
            return drive
    leaving = alight(battle, module, ride, piece, worth) if ride.pilot is not piece and piece.ap else None
    if leaving is not None:
        return leaving
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
    best, value = best_shot(battle, module, piece)
    for ride in rides.on_table():
        blow = Custom("vehicles.strike", None, ride.index)
        if hostile(ride, piece) and battle.allows(module, piece, blow):
            edge = piece.sheet.strikes[0].blades[0]
            side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
            hurt = chance_of(wound_need(edge.strength, ride.built.armour[side]))
            this = piece.sheet.strikes[0].dice * chance_of(piece.sheet.melee) * hurt * point_worth(ride)
            if this > max(value, HULL):
                best, value = blow, this
        if ride.side == piece.side and ride.pilot is None and ride.runs and battle.nearest(piece) > CAR_FAR:
            on = Custom("vehicles.get_on", None, ride.index)
            if crew.may_drive(piece) and battle.allows(module, piece, on):
                return on
    if best is not None and value > max(worth, TRIFLE):
        return best
    if worth > TRIFLE:
        return None
    ride_along = lift(battle, piece)
    if ride_along is not None or battle.enemies(piece):
        return ride_along
    return _to_vehicle(battle, rides, piece)


def _to_vehicle(battle: Battle, rides: Rides, piece: Piece) -> Action | None:
    x, y, _, radius = piece.base
    theirs = [ride for ride in rides.on_table() if hostile(ride, piece) and not ride.wreck]
    if not theirs:
        return None
    ride = min(theirs, key=lambda one: (one.base.gap_to(x, y, radius), one.index))
    for spot in beside(battle, ride, piece):
        way = battle.to_point(piece, spot[0], spot[1])
        if way is not None:
            return way
    return battle.towards(piece, ride.base.x, ride.base.y, run=piece.ap > 1)


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
        if battle.allows(module, piece, action):
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
    return best if isinstance(best, Custom) and battle.allows(module, piece, best) else None
