"""Vehicles as targets and at the wheel: what shots, blows and drives may do to them and to those in their way."""

from __future__ import annotations

from math import comb

from msgspec.structs import replace

from engines.musg.attacks import aim, odds
from engines.musg.attacks.terms import Shot, Target
from engines.musg.battle import damage
from engines.musg.battle.actions import Custom
from engines.musg.battle.shot_plan import Muzzle, ShotPlan
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles import arms, collisions, driving
from engines.musg.battle.vehicles.fire import HullShot
from engines.musg.battle.vehicles.ride import Ride, Rides
from engines.musg.catalogue.types import Template
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.fixed import DRIVING
from engines.musg.ground import templates
from engines.musg.ground.oblong import EDGES, Quarter
from engines.musg.prospects import nerves, shots
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, Harm, How, Leads, Term, Test

HULL = arms.HULL


def shot_chances(known: Known, rides: Rides, piece: Piece, made: HullShot) -> Chances:
    """Return the chances of a shot at a vehicle, or at somebody in it, who is then the one that they are about."""
    if made.shot is None:
        return _template(known, rides, piece, made)
    if made.occupant is not None:
        return _occupant(known, piece, made, made.shot, made.occupant)
    target = Target(piece.uid, made.ride.built.armour[made.side], made.ride.structure)
    found = odds.shot_odds(made.shot, [target])
    return replace(_of_hull(found), harms=tuple(shots.backfire(known, piece, made.shot.strength, [piece], found.burst)))


def _of_hull(found: odds.Odds) -> Chances:
    one = found.targets[0]
    return Chances(
        hit=1 - found.hits[0],
        wound=1 - one.lost[0],
        out=one.out,
        expected_hits=found.expected_hits,
        expected_wounds=found.expected_wounds,
        burst=found.burst,
    )


def _occupant(known: Known, piece: Piece, made: HullShot, shot: Shot, target: Piece) -> Chances:
    """Count the dice that pass what covers somebody in a vehicle; the others hit it (``fire._at_occupant``; M229)."""
    passed = 1.0
    for need in (*shot.cover, made.through):
        passed *= (7 - need) / 6
    body = target.target(known.battle.turn)
    hit = wound = out = dead = hits = wounds = burst = 0.0
    for count in range(1, shot.dice + 1):
        chance = comb(shot.dice, count) * passed**count * (1 - passed) ** (shot.dice - count)
        found = odds.shot_odds(replace(shot, dice=count, cover=()), [body])
        harm = shots.harm_of(known, target, found.targets[0], 1 - found.hits[0], piece, shot=False)
        hit += chance * (harm.hit or 0.0)
        wound, out, dead = wound + chance * harm.wound, out + chance * harm.out, dead + chance * harm.dead
        hits, wounds = hits + chance * found.expected_hits, wounds + chance * found.expected_wounds
        burst += chance * found.burst
    first = Harm(target.uid, hit, wound, out, dead, friend=target.side == piece.side)
    harms = (first, *shots.backfire(known, piece, shot.strength, [piece], burst))
    return Chances(
        hit=hit,
        wound=wound,
        out=out,
        dead=dead,
        harms=harms,
        expected_hits=hits,
        expected_wounds=wounds,
        burst=burst,
    )


def _template(known: Known, rides: Rides, piece: Piece, made: HullShot) -> Chances:
    """Return the chances of a blast or a flame at a vehicle, for it and for everybody on foot (ruling M350)."""
    gun, ride = made.weapon.gun, made.ride
    plan = _laid(rides, piece, made)
    found = shots.chances_of(known, piece, plan)
    hit = hurt = 0.0
    if gun.template is Template.FLAME:
        start = plan.muzzle or Muzzle(piece.base[:2], piece.base[3], known.battle.table)
        circles = templates.flame_circles(start.at, start.radius, made.at)
        if any(ride.base.gap_to(x, y) <= radius + 1e-9 for (x, y), radius in circles):
            hit, hurt = 1.0, _burns(ride, gun.strength, piece.base[:2])
    else:
        for roll, chance in shots.SCATTERS:
            centre = templates.impact(roll, piece.base[:2], made.at)
            if centre is not None and ride.base.gap_to(*centre) <= gun.radius + 1e-9:
                hit, hurt = hit + chance, hurt + chance * _burns(ride, gun.strength, centre)
    return replace(
        found,
        hit=hit,
        wound=hurt,
        out=hurt if ride.structure == 1 else 0.0,
        dead=None,
        expected_hits=(found.expected_hits or 0.0) + hit,
        expected_wounds=(found.expected_wounds or 0.0) + hurt,
    )


def _laid(rides: Rides, piece: Piece, made: HullShot) -> ShotPlan:
    """Return the plan of a template that is laid at a vehicle (``fire.fire_at``)."""
    weapon, muzzle = made.weapon, arms.muzzle_of(rides, rides.of(piece), made.at)
    return ShotPlan(weapon.number, weapon.gun, weapon.cost, made.gap, (), 0, None, False, made.at, muzzle)


def shot_tests(known: Known, rides: Rides, piece: Piece, made: HullShot) -> tuple[Test, ...]:
    """Return the tests of those on foot under a template; nobody tests because of a shot at a vehicle itself."""
    return shots.tests_of(known, piece, _laid(rides, piece, made)) if made.shot is None else ()


def _burns(ride: Ride, strength: int, source: tuple[float, float]) -> float:
    """Return the chance that a template damages a vehicle (``blows._burn``; ruling M343)."""
    side = ride.side_of(ride.base.quarters(*source) or (Quarter.FRONT,))
    return (7 - aim.wound_need(strength, ride.built.armour[side])) / 6


def shot_terms(piece: Piece, made: HullShot) -> tuple[Term, ...]:
    """Return what goes into a shot at a vehicle, or at somebody in it."""
    gun, shot, armour = made.weapon.gun, made.shot, made.ride.built.armour[made.side]
    terms = [Term("weapon", rule=shots.RANGES, item=gun.code), Term("distance", round(made.gap, 2), shots.RANGES)]
    if shot is not None:
        band = aim.band_of(gun, made.gap)
        if piece.sheet.shooting is not None:
            terms.append(Term("shooting", piece.sheet.shooting, HULL))
        if band is not None:
            terms.append(Term("range", aim.BAND_PENALTY[band], shots.RANGES, band.value))
        terms.append(Term("to_hit", shot.to_hit, "ruling M82"))
        terms += [Term("cover", need, shots.COVER) for need in shot.cover]
        if shot.dice > 1:
            terms.append(Term("dice", shot.dice, "ruling M84"))
        if shot.bursts:
            terms.append(Term("may_burst", rule="ruling M93"))
    if made.occupant is not None:
        terms.append(Term("cover", made.through, "ruling M229", "vehicle"))
        terms += shots.wound_terms(gun.strength, made.occupant.sheet.toughness, made.occupant)
        return tuple(terms)
    terms.append(Term("strength", gun.strength, HULL))
    terms.append(Term("armour", armour, HULL, made.side.value))
    terms.append(Term("to_wound", aim.wound_need(gun.strength, armour), shots.DAMAGE))
    terms.append(Term("structure", made.ride.structure, HULL))
    return tuple(terms)


def blow(known: Known, ride: Ride, piece: Piece, loadout: int) -> tuple[Chances, tuple[Term, ...]]:
    """Return the chances of a blow at a vehicle, and what goes into it (``blows.strike``; ruling M228)."""
    vital = piece.used_vital != known.battle.turn
    made = replace(
        aim.blow(piece.sheet, piece.sheet.strikes[loadout], charged=piece.charged, vital=vital), poison=False
    )
    side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
    armour = ride.built.armour[side]
    found = odds.blow_odds(made, Target(piece.uid, armour, ride.structure))
    first = made.edges[0]
    terms = [Term("melee", first.to_hit, HULL)] if first.to_hit is not None else []
    terms.append(Term("strength", first.strength, HULL))
    terms.append(Term("armour", armour, HULL, side.value))
    terms.append(Term("to_wound", aim.wound_need(first.strength, armour), shots.DAMAGE))
    terms.append(Term("structure", ride.structure, HULL))
    return _of_hull(found), tuple(terms)


def drive(known: Known, rides: Rides, ride: Ride, action: Custom) -> tuple[Chances, Leads]:
    """Return whom a drive rolls over, what it rams, and where it leads if no die stops it (rulings M231, M353)."""
    way = (-action.way[0],) if action.code == "vehicles.reverse" else action.way
    boosted = action.code == "vehicles.boost"
    found = driving.preview(known.battle, rides, ride, way)
    points = collisions.loss(boosted=boosted)
    strength = ride.built.strength[VehicleSide.FRONT]
    harms = tuple(_rolled_over(known, ride, p, strength, points) for p in found.people if known.knows(p))
    rammed: float | None = None
    wreck: float | None = None
    if found.struck is not None and not found.struck[0].wreck:
        other, edges = found.struck
        side = other.side_of([EDGES[number] for number in edges])
        rammed = (7 - aim.wound_need(strength, other.built.armour[side])) / 6
        wreck = rammed if other.structure <= points else 0.0
    base = found.base
    leads = Leads(
        to=(base.x, base.y),
        length=round(sum(abs(step) for step in action.way[::2]), 2),
        paces=round(sum(abs(step) for step in action.way[::2]), 2),
        points=((ride.base.x, ride.base.y), (base.x, base.y)),
        edge=found.left,
    )
    return Chances(wound=rammed, out=wreck, harms=harms), leads


def _rolled_over(known: Known, ride: Ride, piece: Piece, strength: int, points: int) -> Harm:
    """Return what being rolled over does: one wound die, for so many hit points (``collisions.run_over``)."""
    body = piece.target(known.battle.turn)
    chance = (7 - aim.wound_need(strength, body.toughness)) / 6
    lost = points - body.ignores_wound
    out = chance if lost >= body.hit_points else 0.0
    dead = chance if lost > body.hit_points and not damage.spared(known.battle, piece) else 0.0
    if damage.NO_BODY in piece.traits:
        dead = out
    return Harm(piece.uid, 1.0, chance if lost > 0 else 0.0, out, dead, friend=piece.side == ride.side)


def drive_tests(known: Known, piece: Piece, action: Custom) -> tuple[Test, ...]:
    """Return what is rolled for a boost: that the booster works, and that its turn succeeds."""
    if action.code != "vehicles.boost":
        return ()
    need = DRIVING.booster_works_on
    works = Test(
        code="booster",
        rule=driving.BOOSTER,
        figure=piece.uid,
        chance=(7 - need) / 6,
        how=How.ROLLED,
        terms=(Term("die", need, driving.BOOSTER),),
    )
    if len(action.way) < 2:
        return (works,)
    return works, nerves.test(known, "boost_turn", driving.BOOST_TURN, piece, None, allies=False)
