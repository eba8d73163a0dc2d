"""What may be fired from a vehicle, and at one: own and embarked weapons, their price, reach and arcs."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.musg.attacks import aim, fighter
from engines.musg.attacks.fighter import Gun
from engines.musg.attacks.terms import Shot
from engines.musg.battle import shooting
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.field import Field
from engines.musg.battle.shot_plan import Muzzle
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.ride import Ride, Rides
from engines.musg.ground.oblong import Quarter
from engines.musg.ground.shapes import Point

HULL: Final = "Musg, Tirer ou frapper sur un véhicule"
EMBARKED: Final = 100
"""Weapons from this number on are those built into the shooter's vehicle, in their order; below it are his own."""


class Weapon(NamedTuple):
    """A weapon about to be fired: its number, its figures, its action points."""

    number: int
    gun: Gun
    cost: int


def number_of(action: Custom) -> int:
    """Return which weapon an action names, the first of his own by default."""
    return int(action.way[0]) if action.way else 0


def weapons(ride: Ride | None, piece: Piece) -> list[int]:
    """Return the numbers of what somebody may fire where he is, leaving aside whether he may fire it now."""
    own = list(range(len(piece.sheet.guns)))
    if ride is None:
        return own
    return own + [EMBARKED + n for n, mount in enumerate(ride.built.weapons) if mount.pivot != (ride.pilot is piece)]


def weapon_of(field: Field, ride: Ride | None, piece: Piece, number: int) -> Weapon:
    """Return a weapon that somebody may fire now. Raises ``IllegalAction``.

    The pilot fires what is fixed, the others what turns (Musg, Déplacement d'un véhicule); each embarked weapon takes
    1 action point (M292), a slow one fires once a turn, a wreck's are silent (M351).
    """
    if number not in weapons(ride, piece) or piece.sheet.shooting is None:
        raise refuse("no_such_weapon", HULL, piece.uid, value=number, most=len(piece.sheet.guns) - 1)
    if piece.foes:
        raise refuse("engaged", "ruling M100", piece.uid)
    if piece.routed:
        raise refuse("routed", "Musg, Fin du tour", piece.uid)
    if ride is not None and ride.wreck:
        raise refuse("wrecked", "ruling M230", piece.uid)
    if ride is not None and number >= EMBARKED:
        place = number - EMBARKED
        gun = gun_of(ride, piece, number)
        burst, dry, fired, cost = place in ride.burst, place in ride.dry, ride.fired.get(place) == field.turn, 1
    else:
        gun = piece.sheet.guns[number]
        burst, dry, fired = number in piece.burst, number in piece.dry, number in piece.fired
        cost = shooting.cost_of(piece, gun)
    if burst:
        raise refuse("weapon_burst", "ruling M95", piece.uid, item=gun.code)
    if dry:
        raise refuse("no_ammunition", "ruling M104", piece.uid, item=gun.code)
    if fired:
        raise refuse("slow_weapon_fired", "ruling M70", piece.uid, item=gun.code)
    if cost > piece.ap:
        raise refuse("action_points", HULL, piece.uid, value=piece.ap, least=cost)
    return Weapon(number, gun, cost)


def gun_of(ride: Ride, piece: Piece, number: int) -> Gun:
    """Return an embarked weapon in somebody's hands."""
    return fighter.gun(ride.built.weapons[number - EMBARKED].weapon, piece.sheet.strength, ride.catalogue)


def muzzle_of(rides: Rides, ride: Ride | None, at: Point) -> Muzzle | None:
    """Return where a flame from aboard begins: at the edge of the vehicle's base, nearest to what is aimed at (M3).

    The vehicle hides nothing from those in it, and its flame never covers it. ``None`` for somebody on foot.
    """
    return Muzzle(ride.base.nearest(*at), 0.0, rides.table(ride)) if ride is not None else None


def check_arc(ride: Ride | None, piece: Piece, number: int, at: Point) -> None:
    """A fixed weapon reaches the front quarter only (ruling M351)."""
    if ride is None or number < EMBARKED or ride.built.weapons[number - EMBARKED].pivot:
        return
    if Quarter.FRONT not in ride.base.quarters(*at):
        raise refuse("not_in_front", "ruling M351", piece.uid)


def note(field: Field, ride: Ride | None, piece: Piece, number: int, gun: Gun) -> None:
    """Keep with the vehicle what was done to its weapons."""
    if ride is None or number < EMBARKED:
        return
    place = number - EMBARKED
    if gun.slow:
        ride.fired[place] = field.turn
    for own, theirs in ((piece.burst, ride.burst), (piece.dry, ride.dry)):
        if number in own:
            own.discard(number)
            theirs.add(place)
    piece.fired.discard(number)


def check_range(piece: Piece, gun: Gun, gap: float) -> None:
    reach = shooting.reach_of(gun)
    if gap > reach + shooting.TIE:
        raise refuse("out_of_range", HULL, piece.uid, value=round(gap), most=round(reach))


def shot_of(field: Field, piece: Piece, gun: Gun, gap: float, obstacles: list[float]) -> Shot:
    check_range(piece, gun, gap)
    shot = aim.shot(
        piece.sheet,
        gun,
        gap,
        obstacles=obstacles,
        may_burst=not gun.black_powder or not field.no_misfires(piece.side),
        vital=piece.used_vital != field.turn,
    )
    if shot is None:
        raise refuse("cannot_hit", "ruling M81", piece.uid, value=7, most=6)
    return shot


def pay(field: Field, piece: Piece, weapon: Weapon) -> None:
    """Pay for a shot, and let it be heard; a hidden shooter shows himself (ruling M280)."""
    for module in field.modules:
        module.shot_fired(field, piece)
    piece.ap -= weapon.cost
    if weapon.gun.action_points == 1 and "double_fire" in piece.traits and weapon.number < EMBARKED:
        piece.reserve_shot = weapon.cost > 0
    if weapon.gun.slow:
        piece.fired.add(weapon.number)
    if piece.hidden:
        field.reveal(piece)


def passing(field: Field, piece: Piece, reason: str, count: int, need: int) -> Flow[int]:
    """Roll dice for a shooter and return how many of them are enough."""
    if not count:
        return 0
    faces = yield from field.cast(lambda dice: dice.throw(count, reason, piece.uid, need), piece.side)
    return sum(face >= need for face in faces)
