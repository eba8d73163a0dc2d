"""The module "vehicles": what a side may do with them, and when (Musg, Do you need a ride?)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Final, Self

from engines.core.problems import Problem
from engines.musg.attacks.fighter import Gun
from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Ask, Decision, Flow
from engines.musg.battle.errors import IllegalAction, refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.modules import Lure, Module, register
from engines.musg.battle.setup import Setup
from engines.musg.battle.shot_plan import Muzzle, ShotPlan
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles import arms, blows, bringing, crew, driving, fire, flight, prey
from engines.musg.battle.vehicles.ride import RIDE, Ride, Rides, beside, spots, spread
from engines.musg.battle.views import VehicleView
from engines.musg.ground.geometry import Part, inside
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, Table
from engines.musg.report import Broken

DEPLOY: Final = "Musg, Déploiement"
PLACE_ONE: Final = "vehicles.place"
"""The question where a vehicle is deployed, and the answer's code."""
DRIVES: Final = ("vehicles.drive", "vehicles.reverse", "vehicles.boost")
SHOTS: Final = ("vehicles.fire", "vehicles.fire_at", "vehicles.pick")
_GRID: Final = 1.0
_PLACES: Final = 6
"""How many places for a vehicle are offered as examples."""


class Vehicles(Module[Field]):
    """Vehicles of the warbands, with those who sit in them. Their actions are numbered as the fields of ``Custom``:

    ``place`` (target the vehicle, x, y, way the facing) · ``drive`` (way: paces, degrees, paces…) · ``reverse`` (way:
    paces) · ``boost`` (way) · ``get_on`` (target) · ``get_off`` (x, y) · ``wheel`` · ``jump`` (target) · ``fire``
    (figure on foot; way: the weapon) · ``pick`` (figure aboard; way: the weapon) · ``fire_at`` (target; way: the
    weapon) · ``strike`` (target; way: the loadout).
    """

    code = "vehicles"

    def __init__(self) -> None:
        self._rides: Rides | None = None

    def enter(self) -> Self:
        """Return a new one: it remembers where they are."""
        return type(self)()

    def rides(self, field: Field) -> Rides:
        """Return the vehicles of the battle."""
        if self._rides is None:
            self._rides = Rides(field)
        return self._rides

    def problems(self, setup: Setup) -> list[Problem]:
        """Return what is wrong with the vehicles of a setup."""
        return [wrong for side in setup.sides for wrong in bringing.problems(side, setup.catalogue)]

    # --- deployment -------------------------------------------------------------------------------------------------

    def deploying(self, field: Field, side: int) -> Flow[None]:
        """Let a side place its vehicles, with those who begin in them."""
        rides = self.rides(field)
        for ride in rides.all:
            if ride.home != side:
                continue
            decision = Decision(Ask.CUSTOM, side, options=(ride.index,), about=PLACE_ONE)
            if not self.replies(field, decision):
                continue
            _, base = yield decision
            self._place(field, rides, ride, base)

    def _place(self, field: Field, rides: Rides, ride: Ride, base: Oblong) -> None:
        ride.base, ride.placed = base, True
        brought = next(one for one in field.setup.sides[ride.home].rides or () if one.number == ride.number)
        here = {p.number: p for p in field.bands[ride.home].pieces if p.place is Place.WAITING}
        ride.crew = [here[number] for number in brought.crew if number in here]
        for piece in ride.crew:
            piece.place, piece.hidden = Place.ABOARD, False
        if ride.crew and crew.may_drive(ride.crew[0]):
            ride.pilot = ride.crew[0]
        rides.moved(field)
        field.emit(
            Kind.VEHICLE_PLACED,
            DEPLOY,
            side=ride.side,
            vehicle=ride.index,
            number=ride.number,
            name=ride.name,
            type=ride.type,
            place=[base.x, base.y, base.facing],
            size=[base.width, base.length],
            structure=ride.structure,
            crew=[piece.uid for piece in ride.crew],
        )

    def replies(self, field: Field, decision: Decision) -> list[Custom]:
        """Return examples of places for a vehicle: all over the zone, its front towards the middle of the table."""
        rides = self.rides(field)
        ride = rides.all[decision.options[0]]
        found: list[Custom] = []
        table = field.table
        rows = [
            (x * _GRID + _GRID / 2, y * _GRID + _GRID / 2)
            for x in range(int(table.width / _GRID))
            for y in range(int(table.depth / _GRID))
        ]
        middle = table.width / 2, table.depth / 2
        zone = table.zones[field.setup.sides[ride.home].zone]
        rows = [(x, y) for x, y in rows if any(inside(part, x, y) for part in zone)]
        for facing in _facings(zone, middle):
            for x, y in sorted(rows, key=lambda spot: (_far(spot, middle), spot)):
                base = Oblong(x, y, facing, ride.base.width, ride.base.length)
                if self._forbidden(field, rides, ride, base) is None:
                    if all(_far((x, y), (one.x or 0.0, one.y or 0.0)) > ride.base.length for one in found):
                        found.append(Custom(PLACE_ONE, None, ride.index, x, y, (float(base.facing),)))
                    if len(found) >= _PLACES:
                        return found
        return found

    def check_answer(self, field: Field, decision: Decision, action: Custom) -> Any:
        """Return where a vehicle is deployed. Raises ``IllegalAction``."""
        rides = self.rides(field)
        if action.code != PLACE_ONE or action.target not in decision.options:
            raise refuse("not_asked", DEPLOY, item=action.code)
        ride = rides.all[action.target or 0]
        facing = action.way[0] if action.way else 0.0
        if action.x is None or action.y is None or facing != round(facing) or not 0 <= facing < 360:
            raise refuse("no_room", DEPLOY)
        base = Oblong(round(action.x, 3), round(action.y, 3), round(facing), ride.base.width, ride.base.length)
        wrong = self._forbidden(field, rides, ride, base)
        if wrong is not None:
            raise wrong
        return base

    def _forbidden(self, field: Field, rides: Rides, ride: Ride, base: Oblong) -> IllegalAction | None:
        """Return why a vehicle may not be deployed at a place: outside the zone, or where something stands."""
        zone = field.table.zones[field.setup.sides[ride.home].zone]
        spots = (
            (base.x, base.y),
            *[(base.x + (x - base.x) * 0.99, base.y + (y - base.y) * 0.99) for x, y in base.corners],
        )
        if not all(any(inside(part, x, y) for part in zone) for x, y in spots):
            return refuse("outside_zone", DEPLOY)
        standing = (p.base for p in field.pieces if p.afoot and not p.hidden)
        if rides.blocked(base, ride) or any(base.covers(x, y, radius) for x, y, _, radius in standing):
            return refuse("no_room", DEPLOY)
        return None

    # --- in play ----------------------------------------------------------------------------------------------------

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """A booster follows a drive of the same activation."""
        self._settle(field)
        yield from ()

    def turn_started(self, field: Field) -> Flow[None]:
        """Whom nobody leads any more waits beside the vehicle."""
        for ride in self.rides(field).on_table() if field.bystanders else ():
            yield from crew.set_down(field, ride)

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """See who is still aboard what."""
        for ride in self.rides(field).all:
            if any(one.place is not Place.ABOARD for one in ride.crew):
                spread(field, ride)
        yield from self.turn_started(field)

    def flees(self, field: Field, piece: Piece) -> Flow[None]:
        """Who flees aboard gets off, or drives home (ruling M356)."""
        return flight.flee(field, self.rides(field), piece)

    def activation_ended(self, field: Field, piece: Piece) -> Flow[None]:
        """Nobody boosts later on."""
        self._settle(field)
        yield from ()

    def _settle(self, field: Field) -> None:
        for ride in self.rides(field).all:
            ride.may_boost = False

    def put_out(self, field: Field, piece: Piece, by: Piece | None) -> None:
        """Who went out of action aboard holds no wheel any more."""
        for ride in self.rides(field).all:
            if piece in ride.crew:
                ride.crew.remove(piece)
                spread(field, ride)

    def blast(self, field: Field, piece: Piece, gun: Gun, centre: Point) -> Flow[None]:
        """Hit the vehicles under a blast (ruling M350)."""
        yield from blows.under_blast(field, self.rides(field), piece, gun, centre)

    def shattered(self, field: Field, centre: Point, paces: float) -> None:
        """Wreck the vehicles any part of which is within that (rulings M2, M341)."""
        blows.shatter(field, self.rides(field), centre, paces)

    def flame(self, field: Field, piece: Piece, gun: Gun, muzzle: Muzzle, towards: Point) -> Flow[None]:
        """Hit the vehicles under a flame (ruling M350)."""
        yield from blows.under_flame(field, self.rides(field), piece, gun, muzzle, towards)

    def lures(self, field: Field, piece: Piece) -> list[Lure]:
        """Return the vehicles in view with enemies aboard: struck on the side that is touched (ruling M327)."""
        return prey.lures(self, field, self.rides(field), piece)

    def weapon_of(self, field: Field, piece: Piece, action: Custom) -> str:
        """Return the weapon that is fired from aboard, or at a vehicle."""
        number = arms.number_of(action)
        if action.code not in SHOTS or number < 0:
            return ""
        guns = piece.sheet.guns
        return guns[number].code if number < len(guns) else "embarked"

    def bound_for(self, field: Field, piece: Piece, action: Custom) -> Point | None:
        """Return where a drive, getting on or a jump brings somebody; getting off takes nobody anywhere."""
        rides = self.rides(field)
        own, way = rides.of(piece), action.way
        if own is not None and way and action.code in DRIVES:
            signed = (-way[0],) if action.code == "vehicles.reverse" else way
            end = driving.preview(field, rides, own, signed).base
            return end.x, end.y
        number = -1 if action.target is None else action.target
        if action.code in ("vehicles.get_on", "vehicles.jump") and 0 <= number < len(rides.all):
            base = rides.all[number].base
            return base.x, base.y
        return None

    def looks(self, field: Field, piece: Piece) -> tuple[Base, ...]:
        """Return where the vehicle is to be seen in which somebody sits."""
        own = self.rides(field).of(piece)
        return tuple(spots(own.base)) if own is not None else ()

    def table_between(self, field: Field, pieces: Sequence[Piece]) -> Table | None:
        """Return the table without the vehicles in which these sit."""
        rides = self.rides(field)
        return rides.table(*[rides.of(piece) for piece in pieces])

    def vehicles(self, field: Field) -> list[VehicleView]:
        """Return the vehicles that were placed."""
        return self.rides(field).views()

    def broken(self, field: Field) -> list[Broken]:
        """Return what they lost, as the campaign's report has it."""
        return [
            Broken(field.bands[ride.home].key, ride.number, ride.built.structure - ride.structure)
            for ride in self.rides(field).all
            if ride.structure < ride.built.structure
        ]

    # --- actions ----------------------------------------------------------------------------------------------------

    def plan(self, field: Field, piece: Piece, action: Custom) -> Any:
        """Return what an action's execution needs. Raises ``IllegalAction``."""
        rides = self.rides(field)
        own, table = rides.of(piece), field.prepared.table
        plans: dict[str, Callable[[], Any]] = {
            "drive": lambda: driving.plan_drive(table, own, piece, action),
            "reverse": lambda: driving.plan_reverse(table, own, piece, action),
            "boost": lambda: driving.plan_boost(table, own, piece, action, field.turn),
            "get_on": lambda: crew.plan_get_on(field, rides, piece, action),
            "get_off": lambda: crew.plan_get_off(field, rides, piece, action),
            "wheel": lambda: crew.plan_wheel(rides, piece),
            "jump": lambda: crew.plan_jump(field, rides, piece, action),
            "fire": lambda: fire.plan_from(field, rides, piece, action),
            "fire_at": lambda: fire.plan_at(field, rides, piece, action),
            "pick": lambda: fire.plan_pick(field, rides, piece, action),
            "strike": lambda: blows.plan_strike(field, rides, piece, action),
        }
        made = plans.get(action.code.removeprefix("vehicles."))
        if made is None:
            raise refuse("no_such_action", RIDE, piece.uid, item=action.code)
        return made()

    def problem(self, field: Field, piece: Piece, action: Custom) -> str | None:
        """Refuse with the rule and the numbers."""
        self.plan(field, piece, action)
        return None

    def perform(self, field: Field, piece: Piece, action: Custom) -> Flow[None]:
        """Do it; after a drive with the last action point the booster may still be used, for nothing."""
        rides, made = self.rides(field), self.plan(field, piece, action)
        name = action.code.removeprefix("vehicles.")
        boosting = rides.of(piece)
        if boosting is not None and name != "boost":
            boosting.may_boost = False
        if name == "drive":
            yield from driving.drive(field, rides, made, piece, action)
            if not piece.ap and self.boosts(field, piece):
                more, _ = yield Decision(Ask.ACT, piece.side, piece.uid)
                if isinstance(more, Custom):
                    yield from self.perform(field, piece, more)
        elif name == "reverse":
            yield from driving.reverse(field, rides, made, piece, action)
        elif name == "boost":
            yield from driving.boost(field, rides, made, piece, action)
        elif name == "get_on":
            crew.get_on(field, made, piece)
        elif name == "get_off":
            yield from crew.get_off(field, made[0], piece, made[1])
        elif name == "wheel":
            crew.take_wheel(field, made, piece)
        elif name == "jump":
            yield from crew.jump(field, rides, made[0], made[1], piece)
        elif name == "fire":
            yield from fire.fire_from(field, rides, piece, made)
        elif name in ("fire_at", "pick"):
            yield from fire.fire_at(field, rides, piece, made)
        else:
            yield from blows.strike(field, made[0], piece, made[1])

    def actions(self, field: Field, piece: Piece) -> list[Custom]:
        """Return what somebody may do: all of it, but ways to drive and places to get off are examples."""
        rides = self.rides(field)
        own = rides.of(piece)
        if own is None and (piece.foes or piece.place is not Place.PLAY):
            return []
        found = [*self._shots(field, piece, own), *self.boosts(field, piece)]
        if own is not None:
            found += self._aboard(field, rides, own, piece)
        else:
            for ride in rides.on_table():
                found += [Custom("vehicles.get_on", None, ride.index), Custom("vehicles.strike", None, ride.index)]
        return [action for action in found if field.allows(self, piece, action)]

    def cost_of(self, field: Field, piece: Piece, action: Custom) -> int:
        """Return what a shot with that weapon, getting off among enemies, or the booster takes."""
        made = self.plan(field, piece, action)
        if action.code in SHOTS:
            return int(made.cost if isinstance(made, ShotPlan) else made.weapon.cost)
        if action.code in ("vehicles.get_off", "vehicles.jump"):
            return crew.price_of_leaving(piece)
        return 0 if action.code == "vehicles.boost" else 1

    def boosts(self, field: Field, piece: Piece) -> list[Custom]:
        """Return examples of boosts."""
        own = self.rides(field).of(piece)
        if own is None or not own.may_boost:
            return []
        most = float(own.built.booster)
        ways = ((most,), (most / 2,), (most / 2, 45.0, most / 2), (most / 2, -45.0, most / 2))
        return [one for way in ways if field.allows(self, piece, one := Custom("vehicles.boost", way=way))]

    def _aboard(self, field: Field, rides: Rides, ride: Ride, piece: Piece) -> list[Custom]:
        speed = float(ride.built.speed)
        straight = dict.fromkeys((speed, speed / 2, 1.0))
        found = [Custom("vehicles.wheel"), *[Custom("vehicles.drive", way=(paces,)) for paces in straight]]
        if speed >= 2.0:
            for degrees in (-45.0, 45.0):
                found.append(Custom("vehicles.drive", way=(1.0, degrees, speed - 1.0)))
                found.append(Custom("vehicles.drive", way=(speed / 2, degrees, speed / 2)))
        if speed >= 3.0:
            for one, two in ((45.0, 45.0), (-45.0, -45.0), (45.0, -45.0), (-45.0, 45.0)):
                found.append(Custom("vehicles.drive", way=(1.0, one, 1.0, two, speed - 2.0)))
        found.append(Custom("vehicles.reverse", way=(speed / 2,)))
        found += [Custom("vehicles.get_off", x=place[0], y=place[1]) for place in beside(field, ride, piece)]
        found += [Custom("vehicles.jump", None, other.index) for other in rides.on_table() if other is not ride]
        return found

    def _shots(self, field: Field, piece: Piece, own: Ride | None) -> list[Custom]:
        if piece.foes or not (piece.ap or piece.reserve_shot):
            return []
        rides = self.rides(field)
        found: list[Custom] = []
        for number in arms.weapons(own, piece):
            way = (float(number),)
            if own is not None:
                foes = [p for p in field.pieces if p.uid in piece.provoked and p.afoot] if piece.bystander else []
                found += [Custom("vehicles.fire", foe.uid, way=way) for foe in (*field.enemies(piece), *foes)]
            for ride in rides.on_table():
                if ride is own or ride.wreck:
                    continue
                found.append(Custom("vehicles.fire_at", None, ride.index, way=way))
                found += [Custom("vehicles.pick", one.uid, way=way) for one in ride.crew if one.side != piece.side]
        return found


def _far(one: Point, other: Point) -> float:
    dx, dy = one[0] - other[0], one[1] - other[1]
    return sqrt(dx * dx + dy * dy)


def _facings(zone: tuple[Part, ...], middle: Point) -> tuple[int, ...]:
    """Return four facings, from the zone towards the middle of the table first."""
    dx = middle[0] - (min(part.left for part in zone) + max(part.right for part in zone)) / 2
    dy = middle[1] - (min(part.top for part in zone) + max(part.bottom for part in zone)) / 2
    first = (0 if dy >= 0 else 180) if abs(dy) >= abs(dx) else (90 if dx > 0 else 270)
    return first, (first + 180) % 360, (first + 90) % 360, (first + 270) % 360


register(Vehicles())
