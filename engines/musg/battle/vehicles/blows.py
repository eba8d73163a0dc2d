"""What strikes a vehicle without being aimed at it: blows in contact, blasts and flames (rulings M228, M350)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.musg.attacks import aim, attack
from engines.musg.attacks.fighter import Gun
from engines.musg.attacks.terms import Target
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.shot_plan import Muzzle
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles.arms import HULL, number_of, passing
from engines.musg.battle.vehicles.collisions import wear
from engines.musg.battle.vehicles.crew import known
from engines.musg.battle.vehicles.fire import fights, view_of
from engines.musg.battle.vehicles.ride import HEIGHT, Ride, Rides, enemies_in
from engines.musg.ground import templates
from engines.musg.ground.oblong import Quarter
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import GAP, TOUCH


def plan_strike(field: Field, rides: Rides, piece: Piece, action: Custom) -> tuple[Ride, int]:
    """Check a blow at a vehicle in contact, from outside. Raises ``IllegalAction``."""
    ride = known(rides, piece, action.target)
    if piece.place is not Place.PLAY:
        raise refuse("aboard", HULL, piece.uid)
    if piece.foes:
        raise refuse("engaged", HULL, piece.uid, value=len(piece.foes))
    if ride.wreck or (ride.side == piece.side and not enemies_in(ride, piece)):
        raise refuse("no_target", HULL, piece.uid, value=ride.index)
    if piece.bystander and not any(fights(field, piece, one) for one in ride.crew):
        raise refuse("bystander", "ruling M332", piece.uid, value=ride.index)
    x, y, z, radius = piece.base
    if ride.base.gap_to(x, y, radius) > TOUCH or z >= HEIGHT:
        raise refuse("not_in_contact", HULL, piece.uid, value=ride.index)
    if piece.ap < 1:
        raise refuse("action_points", HULL, piece.uid, value=piece.ap, least=1)
    loadout = number_of(action)
    if not 0 <= loadout < len(piece.sheet.strikes):
        raise refuse("no_such_weapon", HULL, piece.uid, value=loadout, most=len(piece.sheet.strikes) - 1)
    return ride, loadout


def strike(field: Field, ride: Ride, piece: Piece, loadout: int) -> Flow[None]:
    """Strike a vehicle: to hit as in close combat, then damage against the side in whose quarter one stands (M228)."""
    piece.ap -= 1
    weapons_used = piece.sheet.strikes[loadout]
    vital = piece.used_vital != field.turn
    blow = replace(aim.blow(piece.sheet, weapons_used, charged=piece.charged, vital=vital), poison=False)
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    armour = ride.built.armour[side]
    target = Target(piece.uid, armour, ride.structure)
    result = yield from field.cast(lambda dice: attack.strike(blow, target, dice), piece.side, ride.side)
    if result.vital_used:
        piece.used_vital = field.turn
    lost = sum(one.wounds for one in result.losses)
    field.emit(
        Kind.VEHICLE_HIT,
        HULL,
        piece,
        vehicle=ride.index,
        how="strike",
        weapon=", ".join(weapons_used.codes),
        cost=1,
        edge=side.value,
        to_hit=blow.edges[0].to_hit,
        strength=blow.edges[0].strength,
        armour=armour,
        need=aim.wound_need(blow.edges[0].strength, armour),
        hits=result.hits,
        lost=lost,
    )
    wear(field, ride, lost)


def under_blast(field: Field, rides: Rides, piece: Piece, gun: Gun, centre: Point) -> Flow[None]:
    """Hit every vehicle under a blast once, without a roll; those aboard are safe (ruling M350)."""
    for ride in rides.on_table():
        if not ride.wreck and ride.base.gap_to(*centre) <= gun.radius + 1e-9:
            yield from _burn(field, ride, piece, gun, centre)


def shatter(field: Field, rides: Rides, centre: Point, paces: float) -> None:
    """Wreck every vehicle within so many paces of a point, the limit included, whatever its armour (M2, M341)."""
    for ride in rides.on_table():
        if ride.base.gap_to(*centre) <= paces + GAP:
            wear(field, ride, ride.structure)


def under_flame(field: Field, rides: Rides, piece: Piece, gun: Gun, muzzle: Muzzle, towards: Point) -> Flow[None]:
    """Hit every vehicle under a flame once, where the shooter can see it, but not the one he sits in (M80, M350)."""
    own = rides.of(piece)
    circles = list(templates.flame_circles(muzzle.at, muzzle.radius, towards))
    for ride in rides.on_table():
        if ride is own or ride.wreck or view_of(rides, own, piece, ride) is None:
            continue
        if any(ride.base.gap_to(x, y) <= radius + 1e-9 for (x, y), radius in circles):
            yield from _burn(field, ride, piece, gun, piece.base[:2])


def _burn(field: Field, ride: Ride, piece: Piece, gun: Gun, source: Point) -> Flow[None]:
    """Roll damage against the side in whose quarter it comes from (ruling M343)."""
    side = ride.side_of(ride.base.quarters(*source) or (Quarter.FRONT,))
    armour = ride.built.armour[side]
    need = aim.wound_need(gun.strength, armour)
    lost = yield from passing(field, piece, "wound", 1, need)
    field.emit(
        Kind.VEHICLE_HIT,
        "ruling M350",
        piece,
        vehicle=ride.index,
        how="template",
        weapon=gun.code,
        edge=side.value,
        strength=gun.strength,
        armour=armour,
        need=need,
        hits=1,
        lost=lost,
    )
    wear(field, ride, lost)
