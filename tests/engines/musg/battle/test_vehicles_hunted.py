"""Vehicles among zombies and aliens (rulings M327, M328); all places and needs are worked out by hand.

A light vehicle stands at (30, 10), 2 paces wide and 4 long, its front towards greater y, which maps count downwards:
what comes from greater x comes from its left. Its armour is 4 2 3 3 (front, rear, right, left), its structure 3. A
zombie has movement 6, two dice of strength 3, and hits on a 4; a hunter of the aliens has movement 10.
"""

from __future__ import annotations

from engines.musg.battle.actions import Activate, End
from engines.musg.battle.aliens import Aliens
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.invasion import Invasion, sheet_of
from engines.musg.battle.neutral import stand
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.table import TOUCH
from tests.engines.musg.battle.road import LIGHT, Given, Road


def road(module: type[Invasion], *others: Given, crew: tuple[int, ...] = (1,)) -> Road:
    """Those of the crew in a vehicle, then the others on foot; a lone enemy in a corner."""
    aboard: list[Given] = [None for _ in crew]
    return Road([*aboard, *others], [(58, 39)], [(0, LIGHT, (30, 10, 0), crew)], modules=("vehicles", module.code))


def comer(scene: Road, module: type[Invasion], code: str, x: float, y: float) -> Piece:
    battle, sheet = scene.battle, sheet_of(code, module.traits, CATALOGUE)
    return stand(battle, len(battle.warbands), sheet, code, (x, y, 0.0, 0.5), Kind.APPEARED, "the test")


def of(scene: Road, kind: Kind, piece: Piece) -> list[Event]:
    return [event for event in scene.events(kind) if event.figure == piece.uid]


def test_a_zombie_strikes_the_side_it_touches_for_both_its_points() -> None:
    """Rulings M318 and M327; strength 3 against armour 3 wounds on a 4."""
    scene = road(Zombies)
    biter = comer(scene, Zombies, "zombie", 31.502, 10)
    scene.roll(to_hit=[6, 6, 6, 6], wound=[4, 3, 3, 3])
    scene.skip_turn()
    told = [event.data for event in of(scene, Kind.VEHICLE_HIT, biter)]
    assert [(one["how"], one["edge"], one["need"], one["lost"]) for one in told] == [
        ("strike", "left", 4, 1),
        ("strike", "left", 4, 0),
    ]
    assert scene.car().structure == 2
    assert scene.piece(0).hp == 3, "the occupant is attacked through the vehicle"
    assert not scene.piece(0).foes


def test_a_zombie_walks_up_to_a_vehicle_with_somebody_in_it() -> None:
    """From (36, 10) it is 4.5 paces to the left side: a walk, and a point is left for a blow."""
    scene = road(Zombies)
    biter = comer(scene, Zombies, "zombie", 36, 10)
    scene.roll(to_hit=[1, 1])
    scene.skip_turn()
    x, y, _, radius = biter.base
    assert scene.car().base.gap_to(x, y, radius) <= TOUCH
    assert len(of(scene, Kind.VEHICLE_HIT, biter)) == 1


def test_the_nearer_one_on_foot_comes_first() -> None:
    """Ruling M319: 4.5 paces to the vehicle, 3 to the one at (36, 14), who is reached and bitten at."""
    scene = road(Zombies, (36, 14))
    biter = comer(scene, Zombies, "zombie", 36, 10)
    scene.roll(to_hit=[1, 1])
    scene.skip_turn()
    assert biter.foes == [scene.piece(1)]
    assert not of(scene, Kind.VEHICLE_HIT, biter)


def test_an_empty_vehicle_and_a_wreck_are_no_prey() -> None:
    """Ruling M327 speaks of attacks on occupants; a wreck's are unharmed and get off (M230)."""
    empty = road(Zombies, (1, 39), crew=())
    biter = comer(empty, Zombies, "zombie", 31.502, 10)
    empty.skip_turn()
    assert not of(empty, Kind.VEHICLE_HIT, biter)
    wreck = road(Zombies)
    wreck.car().structure, wreck.car().pilot = 0, None
    other = comer(wreck, Zombies, "zombie", 31.502, 10)
    wreck.skip_turn()
    assert not of(wreck, Kind.VEHICLE_HIT, other)


def test_a_hunter_walks_to_a_vehicle_it_could_have_charged_on_foot() -> None:
    """A charge goes at characters (Musg, Charger au corps à corps): 13.5 paces are two walks of 10 (M328)."""
    scene = road(Aliens)
    hunter = comer(scene, Aliens, "invader_melee", 45, 10)
    scene.skip_turn()
    assert not of(scene, Kind.CHARGED, hunter)
    x, y, _, radius = hunter.base
    assert scene.car().base.gap_to(x, y, radius) <= TOUCH


def test_a_shooter_aims_at_an_occupant_in_the_vehicles_cover() -> None:
    """Rulings M229, M328: 8.5 paces; a cover die of 1 does not pass, and the shot strikes the side."""
    scene = road(Aliens)
    shooter = comer(scene, Aliens, "invader_shooting", 40, 10)
    scene.roll(cover=[1, 1, 1, 1], wound=[1, 1, 1, 1])
    scene.skip_turn()
    told = of(scene, Kind.VEHICLE_HIT, shooter)
    assert told
    assert {event.data["how"] for event in told} == {"pick"}
    assert {event.data["edge"] for event in told} == {"left"}


def test_who_turns_aboard_stands_beside_the_vehicle() -> None:
    """Rulings M182, M320: at the end of the last activation left; the wheel is free then (M348)."""
    scene = road(Zombies, (1, 39))
    infected = next(one for one in scene.battle.modules if isinstance(one, Zombies)).infections
    infected._left[0], infected._counted[0] = 1, 0
    scene.play(Activate(0), End())
    assert scene.piece(0).place is Place.DEAD
    assert scene.car().crew == []
    assert scene.car().pilot is None
    [risen] = [scene.piece(event.figure or 0) for event in scene.events(Kind.ROSE)]
    x, y, z, radius = risen.base
    assert z == 0
    assert not scene.car().base.covers(x, y, radius)
    assert scene.car().base.gap_to(x, y, radius) < 1


def test_a_warband_that_sits_in_a_vehicle_meets_others_too() -> None:
    """Ruling M188: every warband on the table rolls; those aboard are on it (M344)."""
    scene = road(Zombies)
    assert [event.side for event in scene.events(Kind.ENCOUNTER)] == [0, 1]
