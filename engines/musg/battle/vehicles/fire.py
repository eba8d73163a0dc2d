"""Shooting from vehicles, at them and at those aboard, and striking them (Musg, Tirer ou frapper sur un véhicule)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.musg.attacks import aim, attack, fighter
from engines.musg.attacks.aim import Shot, Target
from engines.musg.attacks.fighter import Gun
from engines.musg.battle import damage, shooting
from engines.musg.battle.actions import Custom
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field, Flow
from engines.musg.battle.shooting import ShotPlan
from engines.musg.battle.sightings import Sighting, sightings
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles.collisions import wear
from engines.musg.battle.vehicles.crew import known
from engines.musg.battle.vehicles.ride import HEIGHT, Ride, Rides
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.types import Template
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground import sight, templates
from engines.musg.ground.geometry import Point
from engines.musg.ground.oblong import Quarter
from engines.musg.ground.sight import View
from engines.musg.ground.table import RADIUS, TOUCH, Base

HULL: Final = "Musg, Tirer ou frapper sur un véhicule"
EMBARKED: Final = 100
"""Weapons from this number on are those built into the shooter's vehicle, in their order; below it are his own."""


class Weapon(NamedTuple):
    """A weapon about to be fired: its number, its figures, its action points."""

    number: int
    gun: Gun
    cost: int


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
    1 action point (M292), a slow one fires once a turn, a wreck's are silent (M351). Nobody fires a flame from aboard:
    he would stand in it.
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
    if ride is not None and gun.template is Template.FLAME:
        raise refuse("flame_aboard", "ruling M80", piece.uid, item=gun.code)
    return Weapon(number, gun, cost)


def gun_of(ride: Ride, piece: Piece, number: int) -> Gun:
    """Return an embarked weapon in somebody's hands."""
    return fighter.gun(ride.built.weapons[number - EMBARKED].weapon, piece.sheet.strength)


def check_arc(ride: Ride | None, piece: Piece, number: int, at: Point) -> None:
    """A fixed weapon reaches the front quarter only (ruling M351)."""
    if ride is None or number < EMBARKED or ride.built.weapons[number - EMBARKED].pivot:
        return
    if Quarter.FRONT not in ride.base.quarters(*at):
        raise refuse("not_in_front", "ruling M351", piece.uid)


# --- at people on foot, from aboard -------------------------------------------------------------------------------


def seen_from(field: Field, rides: Rides, ride: Ride, piece: Piece) -> list[Sighting]:
    """Return the enemies on foot whom somebody aboard may aim at, measured from his vehicle's base (ruling M3)."""
    found = [
        Sighting(
            ride.base.gap_to(one.piece.base[0], one.piece.base[1], one.piece.base[3]), one.piece, one.view, one.group
        )
        for one in sightings(rides.table(ride), field.pieces, piece)
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
        _check_range(piece, gun, mine.gap)
        return ShotPlan(weapon.number, gun, weapon.cost, mine.gap, (mine.piece,), 1, None, False)
    chain = [one for one in seen if one.group == mine.group]
    first = chain[0]
    shot = _shot(field, piece, gun, first.gap, [cover.distance for cover in first.view.covers])
    chain = [one for one in chain if one.gap <= gun.long]
    tied = len([one for one in chain if one.gap - first.gap <= shooting.TIE and one.piece.side == first.piece.side])
    return ShotPlan(weapon.number, gun, weapon.cost, first.gap, tuple([s.piece for s in chain]), tied, shot, False)


def fire_from(field: Field, rides: Rides, piece: Piece, made: ShotPlan) -> Flow[None]:
    """Shoot from aboard."""
    ride = rides.of(piece)
    yield from shooting.shoot(field, piece, made)
    _note(field, ride, piece, made.weapon, made.gun)


def _note(field: Field, ride: Ride | None, piece: Piece, number: int, gun: Gun) -> None:
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


def _check_range(piece: Piece, gun: Gun, gap: float) -> None:
    reach = shooting.reach_of(gun)
    if gap > reach + shooting.TIE:
        raise refuse("out_of_range", HULL, piece.uid, value=round(gap), most=round(reach))


def _shot(field: Field, piece: Piece, gun: Gun, gap: float, obstacles: list[float]) -> Shot:
    _check_range(piece, gun, gap)
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


# --- at vehicles, and at those aboard -------------------------------------------------------------------------------


def view_of(rides: Rides, own: Ride | None, piece: Piece, ride: Ride) -> tuple[View, Point] | None:
    """Return how somebody sees a vehicle best, and where; ``None`` when it is out of sight."""
    table = rides.table(own, ride)
    best: tuple[View, Point] | None = None
    half, wide = ride.base.length / 2 - RADIUS, ride.base.width / 2 - RADIUS
    for ahead, right in ((0.0, 0.0), (half, wide), (half, -wide), (-half, wide), (-half, -wide)):
        x, y = ride.base.point(ahead, right)
        spot: Base = (round(x, 3), round(y, 3), 0.0, RADIUS)
        view = sight.look(table, piece.base, spot)
        if view.visible and (best is None or len(view.covers) < len(best[0].covers)):
            best = view, (x, y)
            if not view.covers:
                break
    return best


def gap_between(own: Ride | None, piece: Piece, ride: Ride) -> float:
    """Return the paces from a shooter, or his vehicle, to another vehicle (ruling M3)."""
    return own.base.gap(ride.base) if own else ride.base.gap_to(piece.base[0], piece.base[1], piece.base[3])


def plan_at(field: Field, rides: Rides, piece: Piece, action: Custom) -> HullShot:
    """Check a shot at a vehicle: to hit as at anybody (ruling M228). Raises ``IllegalAction``."""
    own, ride = rides.of(piece), known(rides, piece, action.target)
    if ride is own or ride.wreck or (ride.side == piece.side and not _enemies_in(ride, piece)):
        raise refuse("no_target", HULL, piece.uid, value=ride.index)
    weapon = weapon_of(field, own, piece, number_of(action))
    found = view_of(rides, own, piece, ride)
    if found is None:
        raise refuse("not_seen", HULL, piece.uid, value=ride.index)
    view, at = found
    check_arc(own, piece, weapon.number, at)
    gap = gap_between(own, piece, ride)
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    if weapon.gun.template is not None:
        _check_range(piece, weapon.gun, gap)
        return HullShot(weapon, ride, side, gap, None, at)
    shot = _shot(field, piece, weapon.gun, gap, [cover.distance for cover in view.covers])
    return HullShot(weapon, ride, side, gap, replace(shot, poison=False), at)


def plan_pick(field: Field, rides: Rides, piece: Piece, action: Custom) -> HullShot:
    """Check a shot at somebody in a vehicle, who is in its cover (rulings M229, M350). Raises ``IllegalAction``."""
    number = action.figure
    target = field.pieces[number] if number is not None and 0 <= number < len(field.pieces) else None
    ride = rides.of(target) if target is not None else None
    own = rides.of(piece)
    if target is None or ride is None or ride is own or target.side == piece.side:
        raise refuse("no_target", HULL, piece.uid, value=-1 if number is None else number)
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
    shot = _shot(field, piece, weapon.gun, gap, [cover.distance for cover in view.covers])
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    through = aim.cover_needs(weapon.gun, [gap])[0]
    return HullShot(weapon, ride, side, gap, shot, at, target, through)


def _enemies_in(ride: Ride, piece: Piece) -> bool:
    return any(one.side != piece.side for one in ride.crew)


def fire_at(field: Field, rides: Rides, piece: Piece, made: HullShot) -> Flow[None]:
    """Shoot at a vehicle, or at somebody in it."""
    own, weapon, ride = rides.of(piece), made.weapon, made.ride
    if made.shot is None:
        plan = ShotPlan(weapon.number, weapon.gun, weapon.cost, made.gap, (), 0, None, False, made.at)
        yield from shooting.shoot(field, piece, plan)
        _note(field, own, piece, weapon.number, weapon.gun)
        return
    pay(field, piece, weapon)
    if made.occupant is not None:
        burst = yield from _at_occupant(field, piece, made, made.shot, made.occupant)
    else:
        burst = yield from _at_hull(field, piece, made, made.shot)
    if burst:
        plan = ShotPlan(weapon.number, weapon.gun, weapon.cost, made.gap, (), 0, made.shot, False)
        yield from shooting.burst(field, piece, plan, [piece])
    if field.setup.back_to_back and weapon.gun.limited_ammunition:
        left = yield from field.cast(lambda dice: attack.has_ammunition_left(piece.uid, dice), piece.side)
        if not left.passed:
            piece.dry.add(weapon.number)
        field.emit(Kind.OUT_OF_AMMUNITION, "ruling M104", piece, weapon=weapon.gun.code, left=left.passed)
    _note(field, own, piece, weapon.number, weapon.gun)
    if ride.wreck:
        rides.moved(field)


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
        dice = yield from _passing(field, piece, "cover", dice, need)
    through = yield from _passing(field, piece, "cover", dice, made.through)
    armour = made.ride.built.armour[made.side]
    need = CATALOGUE.wound_roll(shot.strength, armour)
    lost = yield from _passing(field, piece, "wound", dice - through, need)
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


def _passing(field: Field, piece: Piece, reason: str, count: int, need: int) -> Flow[int]:
    """Roll dice for a shooter and return how many of them are enough."""
    if not count:
        return 0
    faces = yield from field.cast(lambda dice: dice.throw(count, reason, piece.uid, need), piece.side)
    return sum(face >= need for face in faces)


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
        need=CATALOGUE.wound_roll(shot.strength, armour),
        cover=[*shot.cover, made.through] if made.occupant else list(shot.cover),
        dice=shot.dice,
        hits=hits,
        lost=lost,
        **{key: value for key, value in data.items() if key == "through" and isinstance(value, int)},
    )


# --- blows and templates --------------------------------------------------------------------------------------------


def plan_strike(field: Field, rides: Rides, piece: Piece, action: Custom) -> tuple[Ride, int]:
    """Check a blow at a vehicle in contact, from outside. Raises ``IllegalAction``."""
    ride = known(rides, piece, action.target)
    if piece.place is not Place.PLAY:
        raise refuse("aboard", HULL, piece.uid)
    if piece.foes:
        raise refuse("engaged", HULL, piece.uid, value=len(piece.foes))
    if ride.wreck or (ride.side == piece.side and not _enemies_in(ride, piece)):
        raise refuse("no_target", HULL, piece.uid, value=ride.index)
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
        need=CATALOGUE.wound_roll(blow.edges[0].strength, armour),
        hits=result.hits,
        lost=lost,
    )
    wear(field, ride, lost)


def under_template(field: Field, rides: Rides, piece: Piece, gun: Gun, at: Point, *, flame: bool) -> Flow[None]:
    """Hit every vehicle under a template once, without a roll; those aboard are safe (ruling M350)."""
    for ride in rides.on_table():
        if ride.wreck or not (_flame_covers(piece, at, ride) if flame else ride.base.gap_to(*at) <= gun.radius + 1e-9):
            continue
        side = ride.side_of(ride.base.quarters(*(piece.base[:2] if flame else at)) or (Quarter.FRONT,))
        armour = ride.built.armour[side]
        need = CATALOGUE.wound_roll(gun.strength, armour)
        lost = yield from _passing(field, piece, "wound", 1, need)
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


def _flame_covers(piece: Piece, at: Point, ride: Ride) -> bool:
    """Tell whether a flame reaches a vehicle: one of nine points spread over it, each half a pace wide."""
    half, wide = ride.base.length / 2, ride.base.width / 2
    spots = [ride.base.point(ahead * half, right * wide) for ahead in (-1, 0, 1) for right in (-1, 0, 1)]
    return any(templates.flame_covers(piece.base[:2], piece.base[3], at, spot, RADIUS / 2) for spot in spots)
