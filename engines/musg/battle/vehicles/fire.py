"""Shooting from vehicles, at them and at those aboard (Musg, Tirer ou frapper sur un véhicule)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.musg.attacks import aim, attack
from engines.musg.attacks.terms import Shot, Target
from engines.musg.battle import damage, shooting
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.shot_plan import ShotPlan
from engines.musg.battle.sightings import Sighting, sightings
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.arms import (
    HULL,
    Weapon,
    check_arc,
    check_range,
    muzzle_of,
    note,
    number_of,
    passing,
    pay,
    shot_of,
    weapon_of,
)
from engines.musg.battle.vehicles.collisions import wear
from engines.musg.battle.vehicles.crew import known
from engines.musg.battle.vehicles.ride import Ride, Rides, enemies_in, spots
from engines.musg.catalogue.types import Template
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground import sight
from engines.musg.ground.shapes import Point
from engines.musg.ground.sight import View
from engines.musg.ground.table import TOUCH

_ROUNDS: Final = 8
"""How often the nearest points of two bases are looked for, each from the other."""


class HullShot(NamedTuple):
    """A shot at a vehicle, or at somebody in it, that was found legal. ``shot`` is ``None`` for a template."""

    weapon: Weapon
    ride: Ride
    side: VehicleSide
    gap: float
    shot: Shot | None
    at: Point
    occupant: Piece | None = None
    through: int = 0


# --- at people on foot, from aboard -------------------------------------------------------------------------------


def seen_from(field: Field, rides: Rides, ride: Ride, piece: Piece) -> list[Sighting]:
    """Return the enemies on foot whom somebody aboard may aim at, measured from his vehicle's base (ruling M3).

    A bystander aims at those whom it would aim at on foot (rulings M332, M361).
    """
    found = [
        Sighting(
            ride.base.gap_to(one.piece.base[0], one.piece.base[1], one.piece.base[3]), one.piece, one.view, one.group
        )
        for one in sightings(rides.table(ride), field.pieces, piece, blind=field.led(piece.side))
        if fights(field, piece, one.piece)
    ]
    return sorted(found, key=lambda one: (one.gap, one.piece.uid))


def plan_from(field: Field, rides: Rides, piece: Piece, action: Custom) -> ShotPlan:
    """Check a shot from aboard at somebody on foot. Raises ``IllegalAction``."""
    ride = rides.of(piece)
    if ride is None:
        raise refuse("not_aboard", HULL, piece.uid)
    weapon = weapon_of(field, ride, piece, number_of(action))
    seen = seen_from(field, rides, ride, piece)
    mine = next((one for one in seen if one.piece.uid == action.figure), None)
    if mine is None:
        raise refuse("not_seen", HULL, piece.uid, value=-1 if action.figure is None else action.figure)
    check_arc(ride, piece, weapon.number, mine.piece.base[:2])
    gun = weapon.gun
    if gun.template is not None:
        check_range(piece, gun, mine.gap)
        muzzle = muzzle_of(rides, ride, mine.piece.base[:2])
        return ShotPlan(weapon.number, gun, weapon.cost, mine.gap, (mine.piece,), 1, None, False, muzzle=muzzle)
    chain = [one for one in seen if one.group == mine.group]
    first = chain[0]
    shot = shot_of(field, piece, gun, first.gap, [cover.distance for cover in first.view.covers])
    chain = [one for one in chain if one.gap <= gun.long]
    tied = len([one for one in chain if one.gap - first.gap <= shooting.TIE and one.piece.side == first.piece.side])
    return ShotPlan(weapon.number, gun, weapon.cost, first.gap, tuple([s.piece for s in chain]), tied, shot, False)


def fights(field: Field, piece: Piece, other: Piece) -> bool:
    """Tell whether somebody may aim at another: a bystander only at its enemies, and at who shot at it (M332)."""
    return not piece.bystander or field.hostile(piece, other) or other.uid in piece.provoked


def fire_from(field: Field, rides: Rides, piece: Piece, made: ShotPlan) -> Flow[None]:
    """Shoot from aboard."""
    ride = rides.of(piece)
    yield from shooting.shoot(field, piece, made)
    note(field, ride, piece, made.weapon, made.gun)


# --- at vehicles, and at those aboard -------------------------------------------------------------------------------


def view_of(rides: Rides, own: Ride | None, piece: Piece, ride: Ride) -> tuple[View, Point] | None:
    """Return how somebody sees a vehicle best, and where; ``None`` when it is out of sight."""
    table = rides.table(own, ride)
    best: tuple[View, Point] | None = None
    for spot in spots(ride.base):
        view = sight.look(table, piece.base, spot)
        if view.visible and (best is None or len(view.covers) < len(best[0].covers)):
            best = view, spot[:2]
            if not view.covers:
                break
    return best


def gap_between(own: Ride | None, piece: Piece, ride: Ride) -> float:
    """Return the paces from a shooter, or his vehicle, to another vehicle (ruling M3)."""
    return own.base.gap(ride.base) if own else ride.base.gap_to(piece.base[0], piece.base[1], piece.base[3])


def plan_at(field: Field, rides: Rides, piece: Piece, action: Custom) -> HullShot:
    """Check a shot at a vehicle: to hit as at anybody (ruling M228). Raises ``IllegalAction``."""
    own, ride = rides.of(piece), known(rides, piece, action.target)
    if ride is own or ride.wreck or (ride.side == piece.side and not enemies_in(ride, piece)):
        raise refuse("no_target", HULL, piece.uid, value=ride.index)
    if piece.bystander and not any(fights(field, piece, one) for one in ride.crew):
        raise refuse("bystander", "ruling M332", piece.uid, value=ride.index)
    weapon = weapon_of(field, own, piece, number_of(action))
    found = view_of(rides, own, piece, ride)
    if found is None:
        raise refuse("not_seen", HULL, piece.uid, value=ride.index)
    view, at = found
    check_arc(own, piece, weapon.number, at)
    gap = gap_between(own, piece, ride)
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    if weapon.gun.template is not None:
        check_range(piece, weapon.gun, gap)
        if weapon.gun.template is Template.FLAME:
            at = _facing_edge(own, piece, ride)
        return HullShot(weapon, ride, side, gap, None, at)
    shot = shot_of(field, piece, weapon.gun, gap, [cover.distance for cover in view.covers])
    return HullShot(weapon, ride, side, gap, replace(shot, poison=False), at)


def _facing_edge(own: Ride | None, piece: Piece, ride: Ride) -> Point:
    """Return the point of a vehicle nearest to a shooter, or to his own: a flame that reaches any point reaches it."""
    at = ride.base.nearest(*piece.base[:2])
    if own is None:
        return at
    for _ in range(_ROUNDS):
        at = ride.base.nearest(*own.base.nearest(*at))
    return (ride.base.x, ride.base.y) if own.base.gap_to(*at) < TOUCH else at


def plan_pick(field: Field, rides: Rides, piece: Piece, action: Custom) -> HullShot:
    """Check a shot at somebody in a vehicle, who is in its cover (rulings M229, M350). Raises ``IllegalAction``."""
    number = action.figure
    target = field.pieces[number] if number is not None and 0 <= number < len(field.pieces) else None
    ride = rides.of(target) if target is not None else None
    own = rides.of(piece)
    if target is None or ride is None or ride is own or target.side == piece.side:
        raise refuse("no_target", HULL, piece.uid, value=-1 if number is None else number)
    if not fights(field, piece, target):
        raise refuse("bystander", "ruling M332", piece.uid, value=target.uid)
    if any(foe.side == piece.side for foe in target.foes) and "shoots_into_melee" not in piece.traits:
        raise refuse("target_engaged", "ruling M99", piece.uid, value=target.uid)
    weapon = weapon_of(field, own, piece, number_of(action))
    found = view_of(rides, own, piece, ride)
    if found is None:
        raise refuse("not_seen", HULL, piece.uid, value=target.uid)
    view, at = found
    check_arc(own, piece, weapon.number, at)
    gap = gap_between(own, piece, ride)
    if weapon.gun.template is not None:
        raise refuse("cannot_pick_out", "ruling M350", piece.uid, item=weapon.gun.code)
    shot = shot_of(field, piece, weapon.gun, gap, [cover.distance for cover in view.covers])
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    through = aim.cover_needs(weapon.gun, [gap])[0]
    return HullShot(weapon, ride, side, gap, shot, at, target, through)


def fire_at(field: Field, rides: Rides, piece: Piece, made: HullShot) -> Flow[None]:
    """Shoot at a vehicle, or at somebody in it."""
    own, weapon, ride = rides.of(piece), made.weapon, made.ride
    if made.shot is None:
        muzzle = muzzle_of(rides, own, made.at)
        plan = ShotPlan(weapon.number, weapon.gun, weapon.cost, made.gap, (), 0, None, False, made.at, muzzle)
        yield from shooting.shoot(field, piece, plan)
        note(field, own, piece, weapon.number, weapon.gun)
        return
    pay(field, piece, weapon)
    if made.occupant is not None:
        burst = yield from _at_occupant(field, piece, made, made.shot, made.occupant)
    else:
        burst = yield from _at_hull(field, piece, made, made.shot)
    if made.occupant is not None:
        for module in field.modules:
            module.shot_at(field, made.occupant, piece)
    if burst:
        plan = ShotPlan(weapon.number, weapon.gun, weapon.cost, made.gap, (), 0, made.shot, False)
        yield from shooting.burst(field, piece, plan, [piece])
    if field.setup.back_to_back and weapon.gun.limited_ammunition:
        left = yield from field.cast(lambda dice: attack.has_ammunition_left(piece.uid, dice), piece.side)
        if not left.passed:
            piece.dry.add(weapon.number)
        field.emit(Kind.OUT_OF_AMMUNITION, "ruling M104", piece, weapon=weapon.gun.code, left=left.passed)
    note(field, own, piece, weapon.number, weapon.gun)
    if ride.wreck:
        rides.moved(field)


def _at_hull(field: Field, piece: Piece, made: HullShot, shot: Shot) -> Flow[bool]:
    """Roll to hit, then damage against the side in the attacker's quarter; surplus hits stay on it (ruling M350)."""
    against = made.ride.side
    volley = yield from field.cast(lambda dice: attack.roll_to_hit(shot, dice), piece.side, against)
    armour = made.ride.built.armour[made.side]
    target = Target(piece.uid, armour, made.ride.structure)
    result = yield from field.cast(lambda dice: attack.roll_wounds(shot, volley, [target], dice), piece.side, against)
    if result.vital_used:
        piece.used_vital = field.turn
    lost = sum(one.wounds for one in result.losses)
    _tell(field, piece, made, shot, hits=volley.hits, lost=lost, how="shot")
    wear(field, made.ride, lost)
    return result.burst


def _at_occupant(field: Field, piece: Piece, made: HullShot, shot: Shot, target: Piece) -> Flow[bool]:
    """Roll what lies before it, then its own cover: what passes is rolled to hit the occupant, the rest hits it."""
    dice = shot.dice
    for need in shot.cover:
        dice = yield from passing(field, piece, "cover", dice, need)
    through = yield from passing(field, piece, "cover", dice, made.through)
    armour = made.ride.built.armour[made.side]
    need = aim.wound_need(shot.strength, armour)
    lost = yield from passing(field, piece, "wound", dice - through, need)
    hits, burst, result = 0, False, None
    if through:
        clear = replace(shot, dice=through, cover=())
        body = target.target(field.turn)
        volley = yield from field.cast(lambda dice: attack.roll_to_hit(clear, dice), piece.side, target.side)
        result = yield from field.cast(
            lambda dice: attack.roll_wounds(clear, volley, [body], dice), piece.side, target.side
        )
        hits, burst = volley.hits, result.burst
        if result.vital_used:
            piece.used_vital = field.turn
    _tell(field, piece, made, shot, hits=hits, lost=lost, how="pick", target=target, through=through, dice=dice)
    wear(field, made.ride, lost)
    if result is not None:
        yield from damage.suffer(field, result.losses, piece, shot=False)
    return burst


def _tell(
    field: Field, piece: Piece, made: HullShot, shot: Shot, *, hits: int, lost: int, how: str, **data: Piece | int
) -> None:
    armour = made.ride.built.armour[made.side]
    target = data.pop("target", None)
    field.emit(
        Kind.VEHICLE_HIT,
        HULL if how == "shot" else "ruling M229",
        piece,
        target if isinstance(target, Piece) else None,
        vehicle=made.ride.index,
        how=how,
        weapon=made.weapon.gun.code,
        cost=made.weapon.cost,
        distance=made.gap,
        edge=made.side.value,
        to_hit=shot.to_hit,
        strength=shot.strength,
        armour=armour,
        need=aim.wound_need(shot.strength, armour),
        cover=[*shot.cover, made.through] if made.occupant else list(shot.cover),
        dice=shot.dice,
        hits=hits,
        lost=lost,
        **{key: value for key, value in data.items() if key == "through" and isinstance(value, int)},
    )
