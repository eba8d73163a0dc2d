"""Getting on and off, taking the wheel, and jumping from one vehicle to another (Musg, Passagers et abordage)."""

from __future__ import annotations

from typing import Final

from engines.musg.attacks.result import Loss
from engines.musg.battle import damage, morale, reactions
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.neutral import room
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles.ride import Ride, Rides, beside, enemies_in, spread
from engines.musg.fixed import DRIVING
from engines.musg.ground.table import RADIUS, TOUCH, Base, touching
from engines.musg.pulp import ZOMBIE_TRAITS

ABOARD: Final = "Musg, Passagers et abordage"


def may_drive(piece: Piece) -> bool:
    """Tell whether somebody may hold a wheel: any character, but no zombie, no civilian (rulings M348, M361)."""
    return not piece.bystander and not (piece.traits & ZOMBIE_TRAITS)


def price_of_leaving(piece: Piece) -> int:
    """Return the action points of getting off or over: 1, more among several enemies as in breaking off (M65, M235)."""
    return max(1, len(piece.foes))


def _check_points(piece: Piece, cost: int, rule: str) -> None:
    if piece.ap < cost:
        raise refuse("action_points", rule, piece.uid, value=piece.ap, least=cost)


def _check_led(field: Field, ride: Ride, piece: Piece) -> None:
    """A civilian rides where somebody of the warband that leads it sits, or is in contact with it (ruling M361)."""
    if any(one.side == piece.side and not one.bystander for one in ride.crew):
        return
    near = field.afoot(piece.side) if field.led(piece.side) and piece.place is Place.PLAY else []
    if not any(not one.bystander and touching(one.base, piece.base) for one in near):
        raise refuse("not_led", "ruling M361", piece.uid, value=ride.index)


def plan_get_on(field: Field, rides: Rides, piece: Piece, action: Custom) -> Ride:
    """Check getting on: on foot, in contact, where there is room and no enemy sits (M235, M348, M361)."""
    ride = known(rides, piece, action.target)
    if piece.place is not Place.PLAY:
        raise refuse("aboard", ABOARD, piece.uid)
    if piece.foes:
        raise refuse("engaged", ABOARD, piece.uid, value=len(piece.foes))
    if piece.laden:
        raise refuse("laden", ABOARD, piece.uid)
    _check_points(piece, 1, "ruling M235")
    if ride.wreck:
        raise refuse("wrecked", "ruling M230", piece.uid)
    x, y, z, radius = piece.base
    if ride.base.gap_to(x, y, radius) > TOUCH or z > RADIUS:
        raise refuse("not_in_contact", "ruling M348", piece.uid, value=ride.index)
    if enemies_in(ride, piece):
        raise refuse("enemies_aboard", "ruling M348", piece.uid)
    if piece.bystander:
        _check_led(field, ride, piece)
    if ride.room < 1:
        raise refuse("no_room_aboard", "ruling M348", piece.uid, most=ride.built.passengers + 1)
    return ride


def get_on(field: Field, ride: Ride, piece: Piece) -> None:
    """Get on; who finds nobody at the wheel of a vehicle without anybody takes it at once."""
    piece.ap -= 1
    field.lift(piece)
    piece.place = Place.ABOARD
    piece.base = (ride.base.x, ride.base.y, 0.0, RADIUS)
    ride.crew.append(piece)
    alone = len(ride.crew) == 1 and may_drive(piece)
    if alone:
        ride.pilot = piece
    spread(field, ride)
    field.settled = None
    field.moved()
    field.emit(Kind.GOT_ON, "ruling M235", piece, vehicle=ride.index, cost=1, wheel=alone)


def plan_get_off(field: Field, rides: Rides, piece: Piece, action: Custom) -> tuple[Ride, Base]:
    """Check getting off: to free ground in contact with the vehicle, beside no enemy (M230, M235, M348)."""
    ride = rides.of(piece)
    if ride is None:
        raise refuse("not_aboard", ABOARD, piece.uid)
    _check_points(piece, price_of_leaving(piece), "ruling M235")
    if action.x is None or action.y is None:
        raise refuse("no_room", ABOARD, piece.uid)
    place = field.table.base_at(action.x, action.y)
    if ride.base.gap_to(place[0], place[1], place[3]) > TOUCH or place[2] > RADIUS:
        raise refuse("not_in_contact", "ruling M348", piece.uid, value=ride.index)
    if not field.table.fits(place, field.in_the_way(piece)):
        raise refuse("no_room", ABOARD, piece.uid)
    if any(touching(place, foe.base) for foe in field.enemies(piece)):
        raise refuse("in_contact", ABOARD, piece.uid)
    return ride, place


def get_off(field: Field, ride: Ride, piece: Piece, place: Base) -> Flow[None]:
    """Get off, and look about."""
    cost = price_of_leaving(piece)
    piece.ap -= cost
    ride.crew.remove(piece)
    field.lift(piece)
    spread(field, ride)
    piece.place = Place.PLAY
    field.put(piece, place)
    field.emit(Kind.GOT_OFF, "ruling M235", piece, vehicle=ride.index, cost=cost, end=list(place[:3]))
    yield from reactions.sighted(field, piece)


def plan_wheel(rides: Rides, piece: Piece) -> Ride:
    """Check taking the wheel: nobody holds it (ruling M348)."""
    ride = rides.of(piece)
    if ride is None:
        raise refuse("not_aboard", ABOARD, piece.uid)
    if ride.wreck:
        raise refuse("wrecked", "ruling M230", piece.uid)
    if ride.pilot is not None:
        raise refuse("wheel_taken", "ruling M348", piece.uid)
    if piece.foes:
        raise refuse("engaged", "ruling M348", piece.uid, value=len(piece.foes))
    if not may_drive(piece):
        raise refuse("bystander" if piece.bystander else "zombie_drives", "ruling M348", piece.uid)
    _check_points(piece, 1, "ruling M348")
    return ride


def take_wheel(field: Field, ride: Ride, piece: Piece) -> None:
    """Take the wheel."""
    piece.ap -= 1
    ride.pilot = piece
    field.emit(Kind.TOOK_WHEEL, "ruling M348", piece, vehicle=ride.index, cost=1)


def plan_jump(field: Field, rides: Rides, piece: Piece, action: Custom) -> tuple[Ride, Ride]:
    """Check a jump: from a vehicle to another that runs, 3 paces off at most (Musg, Passagers et abordage)."""
    ride = rides.of(piece)
    if ride is None:
        raise refuse("not_aboard", ABOARD, piece.uid)
    other = known(rides, piece, action.target)
    if other is ride or other.wreck:
        raise refuse("no_such_vehicle", ABOARD, piece.uid, value=other.index)
    _check_points(piece, price_of_leaving(piece), "ruling M235")
    most = DRIVING.jump_paces
    gap = ride.base.gap(other.base)
    if gap > most + TOUCH:
        raise refuse("out_of_reach", ABOARD, piece.uid, value=str(round(gap, 2)), most=str(most))
    if piece.bystander:  # it boards nobody, and goes where it is led (ruling M361)
        if enemies_in(other, piece):
            raise refuse("enemies_aboard", "ruling M361", piece.uid)
        _check_led(field, other, piece)
    if other.room < 1 and not enemies_in(other, piece):
        raise refuse("no_room_aboard", "ruling M348", piece.uid, most=other.built.passengers + 1)
    return ride, other


def jump(field: Field, rides: Rides, ride: Ride, other: Ride, piece: Piece) -> Flow[None]:
    """Jump over; who fails a test of leadership falls beside the vehicle he left, and loses a hit point (M348).

    A wreck does not move: from there he jumps as he would get off, without a test (ruling M364).
    """
    cost = price_of_leaving(piece)
    piece.ap -= cost
    still = ride.wreck
    verdict = (
        morale.Verdict(True, 0, 0, "still") if still else (yield from morale.take(field, piece, "jump", allies=False))
    )
    ride.crew.remove(piece)
    field.lift(piece)
    spread(field, ride)
    morale.tell(field, Kind.JUMPED, ABOARD, piece, None, verdict, vehicle=ride.index, other=other.index, cost=cost)
    if verdict.passed:
        other.crew.append(piece)
        piece.base = (other.base.x, other.base.y, 0.0, RADIUS)
        spread(field, other)
        field.settled = None
        field.moved()
        return
    place = next(beside(field, ride, piece), None) or _nearest(field, ride, piece)
    piece.place = Place.PLAY
    field.put(piece, place)
    field.emit(Kind.GOT_OFF, ABOARD, piece, vehicle=ride.index, cost=0, end=list(place[:3]), fell=True)
    yield from damage.suffer(field, [Loss(piece.uid, 1, piece.hp - 1)], None, shot=False)
    yield from reactions.sighted(field, piece)


def set_down(field: Field, ride: Ride) -> Flow[None]:
    """Let those stand beside a vehicle whom no warband leads any more: they wait there (rulings M332, M361)."""
    for piece in [one for one in ride.crew if one.bystander and not field.led(one.side)]:
        place = next(beside(field, ride, piece), None) or _nearest(field, ride, piece)
        ride.crew.remove(piece)
        field.lift(piece)
        spread(field, ride)
        piece.place = Place.PLAY
        field.put(piece, place)
        field.emit(Kind.GOT_OFF, "ruling M332", piece, vehicle=ride.index, cost=0, end=list(place[:3]))
        yield from reactions.sighted(field, piece)


def _nearest(field: Field, ride: Ride, piece: Piece) -> Base:
    """Return free ground near a vehicle that nobody can stand beside."""
    return room(field, piece.side, ride.base.x, ride.base.y) or piece.base


def known(rides: Rides, piece: Piece, number: int | None) -> Ride:
    """Return the vehicle of that number that stands on the table. Raises ``IllegalAction``."""
    if number is None or not 0 <= number < len(rides.all) or not rides.all[number].on_table:
        raise refuse("no_such_vehicle", ABOARD, piece.uid, value=-1 if number is None else number)
    return rides.all[number]
