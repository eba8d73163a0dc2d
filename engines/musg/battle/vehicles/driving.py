"""Driving: moves with turns, backwards, with the booster and its mishaps (Musg, Déplacement d'un véhicule)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Final, NamedTuple

from msgspec import Struct

from engines.musg.battle import morale
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles.collisions import ram, run_over
from engines.musg.battle.vehicles.ride import RIDE, Ride, Rides, leave, step_aside
from engines.musg.battle.vehicles.trail import driven
from engines.musg.fixed import DRIVING
from engines.musg.ground.geometry import clip, covered
from engines.musg.ground.layout import Ground
from engines.musg.ground.oblong import EDGES, Oblong
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import BODY, TOUCH, Table

MOVE: Final = "Musg, Déplacement d'un véhicule"
TURNS: Final = "Musg, Les virages"
BOOSTER: Final = "Musg, Utilisation du booster"
BOOST_TURN: Final = "Musg, Virer avec le booster"
MISHAPS: Final = "Musg, Tableau des problèmes de booster"
LEAST_BOOST: Final = 1
"""By so many paces a boost lengthens the move, or it is none (ruling M358)."""
_KEPT: Final = 0.003
"""What a vehicle keeps from what stopped it, so that rounding never puts one into the other."""
_SLACK: Final = 1e-6
_PITCH: Final = 15
"""How finely a preview looks at a turn, in degrees."""


class Trip(Struct):
    """A vehicle's move under way: whom it has run over, the places it came through, whether it is boosted or stopped.

    It stops for good at what it cannot pass.
    """

    boosted: bool = False
    stopped: bool = False
    hit: set[int] = set()
    places: list[list[float]] = []
    paces: float = 0.0


def check_wheel(ride: Ride | None, piece: Piece) -> Ride:
    """Return the vehicle somebody drives. Raises ``IllegalAction``."""
    if ride is None:
        raise refuse("not_aboard", RIDE, piece.uid)
    if ride.wreck:
        raise refuse("wrecked", "ruling M230", piece.uid)
    if ride.pilot is not piece:
        raise refuse("not_the_pilot", MOVE, piece.uid)
    if piece.foes:
        raise refuse("engaged", "ruling M348", piece.uid, value=len(piece.foes))
    return ride


def plan_drive(table: Table, ride: Ride | None, piece: Piece, action: Custom) -> Ride:
    """Check a drive: straight stretches with a turn between each two of them. Raises ``IllegalAction``."""
    ride = check_wheel(ride, piece)
    if piece.ap < 1:
        raise refuse("action_points", MOVE, piece.uid, value=piece.ap, least=1)
    check_way(piece, action.way, DRIVING.turns, TURNS)
    check_length(table, ride, piece, action.way, float(ride.built.speed), MOVE)
    return ride


def plan_reverse(table: Table, ride: Ride | None, piece: Piece, action: Custom) -> Ride:
    """Check a reverse: straight back, at most half the speed (ruling M344). Raises ``IllegalAction``."""
    ride = check_wheel(ride, piece)
    if piece.ap < 1:
        raise refuse("action_points", MOVE, piece.uid, value=piece.ap, least=1)
    check_way(piece, action.way, 0, "ruling M344")
    check_length(table, ride, piece, (-action.way[0],), ride.built.speed / 2, "ruling M344")
    return ride


def plan_boost(table: Table, ride: Ride | None, piece: Piece, action: Custom, turn: int) -> Ride:
    """Check a boost: after a drive, once a turn, by 1 pace at least (M223, M225, M358). Raises ``IllegalAction``."""
    ride = check_wheel(ride, piece)
    if ride.boosted_on == turn:
        raise refuse("boosted", "ruling M225", piece.uid)
    if not ride.may_boost:
        raise refuse("no_drive_before", BOOSTER, piece.uid)
    check_way(piece, action.way, 1, BOOST_TURN)
    paces = sum(action.way[::2])
    if paces < LEAST_BOOST - _SLACK:
        raise refuse("boost_too_short", "ruling M358", piece.uid, value=str(round(paces, 2)), least=LEAST_BOOST)
    check_length(table, ride, piece, action.way, float(ride.built.booster), "ruling M223")
    return ride


def check_way(piece: Piece, way: Sequence[float], turns: int, rule: str) -> None:
    """Check the form of a way: paces, degrees, paces, degrees, paces (Musg, Les virages; ruling M349)."""
    rules = DRIVING
    if len(way) % 2 == 0 or not all(-1e4 < number < 1e4 for number in way) or min(way[::2]) < 0:
        raise refuse("no_such_way", rule, piece.uid)
    if len(way) > 2 * turns + 1:
        raise refuse("too_many_turns", rule, piece.uid, value=len(way) // 2, most=turns)
    for degrees in way[1::2]:
        if not 1 <= abs(degrees) <= rules.turn_degrees or degrees != round(degrees):
            raise refuse("turn_too_sharp", rule, piece.uid, value=str(degrees), most=rules.turn_degrees)
    if len(way) > 1 and min(way[::2]) < rules.straight_paces - _SLACK:
        raise refuse("too_short_for_turn", rule, piece.uid, least=rules.straight_paces)


def check_length(table: Table, ride: Ride, piece: Piece, way: Sequence[float], most: float, rule: str) -> None:
    """Check that a way is not too long; difficult ground counts double (ruling M344)."""
    cost = cost_of(table, ride.base, way)
    if cost > most + _SLACK:
        raise refuse("out_of_reach", rule, piece.uid, value=str(round(cost, 2)), most=str(most))


def cost_of(table: Table, base: Oblong, way: Sequence[float]) -> float:
    """Return the paces that a way takes: its length, and that of the middle's way through difficult ground again."""
    points: list[Point] = [(base.x, base.y)]
    for number, step in enumerate(way):
        base = base.turned(round(step)) if number % 2 else base.moved(step)
        points.append((base.x, base.y))
    cost = sum(abs(step) for step in way[::2])
    rough = [part for index, part in table.parts if table.pieces[index].ground is Ground.DIFFICULT]
    for (ax, ay), (bx, by) in pairwise(points):
        spans = [span for part in rough if (span := clip(part, ax, ay, bx - ax, by - ay))]
        if spans:
            cost += covered(spans) * sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return cost


def drive(field: Field, rides: Rides, ride: Ride, piece: Piece, action: Custom) -> Flow[None]:
    """Drive (Musg, Déplacement d'un véhicule)."""
    piece.ap -= 1
    trip = _trip(ride)
    yield from _go(field, rides, ride, trip, action.way)
    yield from _arrive(field, rides, ride, piece, trip, cost=1, rule=MOVE)
    ride.may_boost = ride.runs and ride.pilot is piece


def reverse(field: Field, rides: Rides, ride: Ride, piece: Piece, action: Custom) -> Flow[None]:
    """Back off, as a whole move (ruling M344)."""
    piece.ap -= 1
    trip = _trip(ride)
    yield from _straight(field, rides, ride, trip, -action.way[0])
    yield from _arrive(field, rides, ride, piece, trip, cost=1, rule="ruling M344", reverse=True)


def boost(field: Field, rides: Rides, ride: Ride, piece: Piece, action: Custom) -> Flow[None]:
    """Use the booster: on a 1, and on a turn that fails, something goes wrong (Musg, Utilisation du booster)."""
    ride.boosted_on, ride.may_boost = field.turn, False
    need = DRIVING.booster_works_on
    face = yield from field.die("booster", piece, need)
    works = face >= need
    declared = sum(action.way[::2])
    field.emit(Kind.BOOSTER, BOOSTER, piece, vehicle=ride.index, face=face, works=works, paces=declared)
    trip = _trip(ride, boosted=True)
    fine = works
    if works:
        yield from _straight(field, rides, ride, trip, action.way[0])
        if len(action.way) > 1 and not trip.stopped and ride.runs:
            verdict = yield from morale.take(field, piece, "boost_turn", allies=False)
            fine = verdict.passed
            morale.tell(field, Kind.BOOST_TURN, BOOST_TURN, piece, None, verdict, vehicle=ride.index)
            if fine:
                yield from _go(field, rides, ride, trip, (0.0, *action.way[1:]))
    if not fine:
        yield from _mishap(field, rides, ride, piece, trip)
    yield from _arrive(field, rides, ride, piece, trip, cost=0, rule=BOOSTER)


def _mishap(field: Field, rides: Rides, ride: Ride, piece: Piece, trip: Trip) -> Flow[None]:
    """Roll on the table of mishaps, which ends the pilot's activation (rulings M217, M226, M227, M349, M352)."""
    row = None
    while row is None:
        row = field.catalogue.vehicles.mishap((yield from field.die("mishap", piece)))
    turn = advance = 0
    if row.turn:
        turn = row.turn if (yield from field.die("swerve", piece)) <= 3 else -row.turn
    if row.advance:
        for _ in range(row.advance):
            advance += yield from field.die("advance", piece)
    spin = (yield from _random_turn(field, piece)) if row.random_facing else 0
    field.emit(Kind.MISHAP, MISHAPS, piece, vehicle=ride.index, code=row.code, turn=turn, advance=advance, spin=spin)
    piece.ap = 0
    if turn:
        yield from _turn(field, rides, ride, trip, turn)
    if advance and not trip.stopped:
        yield from _straight(field, rides, ride, trip, float(advance))
    if spin and ride.on_table:
        trip.stopped = False
        yield from _turn(field, rides, ride, trip, spin)


def _random_turn(field: Field, piece: Piece) -> Flow[int]:
    """Return a turn by the scatter die: 2 none, 3 to the right, 4 back, 5 to the left (rulings M76, M227, M352)."""
    while True:
        face = yield from field.die("facing", piece)
        if face in _FACINGS:
            return _FACINGS[face]


_FACINGS: Final = {2: 0, 3: 90, 4: 180, 5: -90}


def _trip(ride: Ride, *, boosted: bool = False) -> Trip:
    return Trip(boosted=boosted, hit=set(), places=[_place(ride)])


def _place(ride: Ride) -> list[float]:
    return [ride.base.x, ride.base.y, ride.base.facing]


def _go(field: Field, rides: Rides, ride: Ride, trip: Trip, way: Sequence[float]) -> Flow[None]:
    for number, step in enumerate(way):
        if trip.stopped or not ride.runs:
            return
        if number % 2:
            yield from _turn(field, rides, ride, trip, round(step))
        elif step:
            yield from _straight(field, rides, ride, trip, step)


class Stretch(NamedTuple):
    """What a straight drive comes to: its paces, whom it rolls over in order, what vehicle it strikes on which edges.

    ``stopped``: something is in its way. ``left``: it ends over the table's edge.
    """

    paces: float
    people: list[Piece]
    struck: tuple[Ride, tuple[int, ...]] | None
    stopped: bool
    left: bool


def stretch(field: Field, rides: Rides, ride: Ride, base: Oblong, paces: float, spared: Container[int]) -> Stretch:
    """Return what a vehicle meets that drives straight on from a place, or back for a negative number of paces.

    ``spared`` are the numbers of those it has rolled over already.
    """
    sign = -1.0 if paces < 0 else 1.0
    limit, stopped = abs(paces), False
    for (x, y), radius, outline in rides.solid(base.x, base.y, base.width + base.length + abs(paces)):
        met = base.meets(outline, paces) if outline else None
        until = met[0] if met else None if outline else base.meets_round(x, y, radius, paces)
        if until is not None and until - _KEPT < limit:
            limit, stopped = max(0.0, until - _KEPT), True
    struck: tuple[Ride, tuple[int, ...]] | None = None
    for other in rides.on_table():
        met = base.meets(other.base.corners, paces) if other is not ride else None
        if met is not None and met[0] - _KEPT < limit:
            limit, struck, stopped = max(0.0, met[0] - _KEPT), (other, met[1]), True
    edge = _to_edge(field.table, base, sign)
    left = edge < limit
    if left:
        limit, struck, stopped = edge, None, True
    return Stretch(limit, _people(field, base, limit * sign, spared), struck if paces > 0 else None, stopped, left)


def _straight(field: Field, rides: Rides, ride: Ride, trip: Trip, paces: float) -> Flow[None]:
    """Drive straight on, or back for a negative number, over whoever stands there, until something stops it."""
    made = stretch(field, rides, ride, ride.base, paces, trip.hit)
    ride.base = ride.base.moved(-made.paces if paces < 0 else made.paces)
    trip.stopped, ride.left = made.stopped, made.left
    trip.paces += made.paces
    trip.places.append(_place(ride))
    pilot = ride.pilot
    for piece in made.people:
        yield from run_over(field, ride, pilot, piece, boosted=trip.boosted)
        trip.hit.add(piece.uid)
    if made.struck is not None and trip.paces > TOUCH:  # who stands against it already does not collide with it
        other, edges = made.struck
        yield from ram(field, ride, other, [EDGES[number] for number in edges], pilot, boosted=trip.boosted)


def _people(field: Field, base: Oblong, paces: float, spared: Container[int]) -> list[Piece]:
    """Return those whom a straight drive rolls over, in the order in which it comes to them; the hidden dodge it."""
    found = []
    for piece in field.pieces:
        if piece.place is Place.PLAY and not piece.hidden and piece.uid not in spared and piece.base[2] < BODY:
            until = base.meets_round(piece.base[0], piece.base[1], piece.base[3], paces)
            if until is not None and until < abs(paces):
                found.append((until, piece.uid, piece))
    return [row[2] for row in sorted(found, key=lambda row: row[:2])]


def _to_edge(table: Table, base: Oblong, sign: float) -> float:
    """Return after how many paces it reaches over the table's edge."""
    dx, dy = base.ahead[0] * sign, base.ahead[1] * sign
    found = 1e9
    for x, y in base.corners:
        if abs(dx) > _SLACK:
            found = min(found, ((table.width if dx > 0 else 0.0) - x) / dx)
        if abs(dy) > _SLACK:
            found = min(found, ((table.depth if dy > 0 else 0.0) - y) / dy)
    return max(0.0, found)


def _turn(field: Field, rides: Rides, ride: Ride, trip: Trip, degrees: int) -> Flow[None]:
    """Turn about the middle as far as only people are in the way: at the edge of the table, too, it stops."""
    for base in ride.base.turning(degrees):
        if rides.blocked(base, ride):
            trip.stopped = True
            break
        ride.base = base
        for piece in _under(field, base):
            if piece.uid not in trip.hit:
                yield from run_over(field, ride, ride.pilot, piece, boosted=trip.boosted)
                trip.hit.add(piece.uid)
    trip.places.append(_place(ride))


def _under(field: Field, base: Oblong) -> list[Piece]:
    """Return those who stand where a vehicle is; the hidden dodge it."""
    return [
        piece
        for piece in field.pieces
        if piece.place is Place.PLAY
        and not piece.hidden
        and piece.base[2] < BODY
        and base.covers(piece.base[0], piece.base[1], piece.base[3])
    ]


class Preview(NamedTuple):
    """What a way would come to if no die were rolled: where it ends, whom it rolls over, what it strikes."""

    base: Oblong
    people: list[Piece]
    struck: tuple[Ride, tuple[int, ...]] | None
    stopped: bool
    left: bool


def preview(field: Field, rides: Rides, ride: Ride, way: Sequence[float]) -> Preview:
    """Return what a way would come to."""
    base, people, struck, stopped, left = ride.base, list[Piece](), None, False, False
    for number, step in enumerate(way):
        if stopped:
            break
        if number % 2:
            for turned in base.turning(round(step), _PITCH):
                stopped = rides.blocked(turned, ride)
                if stopped:
                    break
                base = turned
                people += [one for one in _under(field, base) if one not in people]
        elif step:
            made = stretch(field, rides, ride, base, step, [piece.uid for piece in people])
            base = base.moved(-made.paces if step < 0 else made.paces)
            people += made.people
            struck, stopped, left = made.struck, made.stopped, made.left
    return Preview(base, people, struck, stopped, left)


def _arrive(
    field: Field, rides: Rides, ride: Ride, piece: Piece, trip: Trip, *, cost: int, rule: str, reverse: bool = False
) -> Flow[None]:
    """Record a move, take those off who drove over the edge (as ruling M154), and let people step aside."""
    ride.may_boost = False
    made = driven(rides, ride, piece, ride.crew, trip.places)
    more: dict[str, Any] = {"flees": True} if piece.routed else {}
    field.emit(
        Kind.DROVE,
        rule,
        piece,
        vehicle=ride.index,
        cost=cost,
        path=[*trip.places],
        paces=round(trip.paces, 3),
        reverse=reverse,
        boosted=trip.boosted,
        stopped=trip.stopped and not ride.left,
        **more,
    )
    if ride.left:
        leave(field, rides, ride)
    else:
        rides.moved(field)
    for module in field.modules:
        module.drove(field, made)
    if ride.on_table:
        step_aside(field, rides, ride)
    yield from ()
