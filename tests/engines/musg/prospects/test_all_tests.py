"""Every test that an action brings is named beforehand, and whom a shot meets first."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.musg.battle.actions import Activate
from engines.musg.battle.events import Kind
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.neutral import stand
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.shapes import Rectangle
from engines.musg.prospects import OptionKind, options, way
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, LIEUTENANT, Scene, fig, layout
from tests.engines.musg.battle.road import LIGHT, Road
from tests.engines.musg.battle.test_regroup import OPEN, WALL, raid
from tests.engines.musg.prospects.asking import asked, offered, one, term
from tests.engines.musg.prospects.test_all_harm import harms
from tests.engines.musg.prospects.test_moving import HOUSE


def test_who_gets_off_is_seen() -> None:
    """Musg, Apercevoir l'ennemi: a henchman sees a leader for the first time, who gets off; his pistol hits by then."""
    scene = Road([(fig(LEADER)[0], None)], [fig(HENCHMAN, (40, 20), "pistol")], [(0, LIGHT, (30, 20, 0), (1,))])
    scene.battle.rules = replace(scene.battle.rules, first_sight=True)
    scene.piece(1).unseen.add(0)
    scene.play(Activate(0))
    places = offered(scene, OptionKind.CUSTOM, code="vehicles.get_off")
    option = next(one for one in places if one.leads and one.leads.to[0] > 31)  # not behind the vehicle
    (test,) = asked(option, "first_sight")
    assert (test.figure, test.foe, test.weapon) == (1, 0, "pistol")
    assert test.shot is not None
    assert test.shot.wound
    scene.roll(first_sight=[1, 1])
    (event,) = [event for event in scene.play(option.action) if event.kind is Kind.FIRST_SIGHT]
    assert (event.figure, event.target) == (1, 0)


def test_a_guard_on_its_round_is_tested() -> None:
    """Musg, Apercevoir l'ennemi; ruling M338: on its way along the wall a guard sees past its end whom it did not.

    The wall ends at x = 29. A leader is of a higher level than an extra.
    """
    table = replace(OPEN, pieces=(replace(WALL, shape=Rectangle(0.0, 9.0, 29.0, 1.0)),))
    found = raid(
        anti=[fig(LEADER, (31, 5)), fig(LIEUTENANT, (2, 2))],
        terrorists=[fig(LEADER, (59, 39)), fig(EXTRA, (24, 14), "pistol")],
        table=table,
        first_sight=True,
        rounds=([(28.0, 14.0)],),
    )
    found.battle.play(Activate(3))
    (option,) = [one for one in options(found.battle, 1) if one.code == "regroup_team.walk"]
    assert [(test.figure, test.foe) for test in asked(option, "first_sight")] == [(3, 0)]
    found.dice.left["first_sight"] = [1, 1]
    (event,) = [event for event in found.battle.play(option.action) if event.kind is Kind.FIRST_SIGHT]
    assert (event.figure, event.target) == (3, 0)


def test_whoever_stands_by_a_vehicle_under_a_grenade_is_tested() -> None:
    """Ruling M143: strength 4 or more at who has no gun; a shot that is no template brings no test (ruling M350)."""
    scene = Road(
        [fig(LEADER, (20, 20), "cannon", "pistol")],
        [None, (30, 25.6), (30, 34)],
        [(1, LIGHT, (30, 20, 0), (1,))],
    )
    scene.battle.rules = replace(scene.battle.rules, under_fire=True)
    scene.play(Activate(0))
    cannon = one(scene, OptionKind.CUSTOM, code="vehicles.fire_at", weapon="cannon")
    assert [(test.figure, test.foe) for test in asked(cannon, "under_fire")] == [(2, 0)]
    assert not one(scene, OptionKind.CUSTOM, code="vehicles.fire_at", weapon="pistol").tests


def test_of_two_zombies_as_near_the_first_is_hit() -> None:
    """Rulings M87, M319: nobody leads them, so the first in order of placing; the other is nearer by nothing."""
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (50, 20))], modules=("zombies",))
    battle = scene.battle
    sheet = sheet_of("zombie", Zombies.traits, CATALOGUE)
    for spot in ((10.0 + 1e-10, 19.2, 0.0, 0.5), (10.0, 20.8, 0.0, 0.5)):
        stand(battle, len(battle.warbands), sheet, "zombie", spot, Kind.APPEARED, "the test")
    scene.activate(0)
    option = next(found for found in offered(scene, OptionKind.SHOOT) if found.target in (2, 3))
    assert option.target == 2
    assert list(harms(option)) == [2]
    scene.roll(to_hit=[6], wound=[6], stun=[1])
    (shot,) = [event for event in scene.play(option.action) if event.kind is Kind.SHOT]
    assert shot.target == 2


def test_a_bow_foretold_may_hit_who_stands_in_the_line_by_then() -> None:
    """Rulings M96, M97: on a 1 to hit, then a 6 for whoever stands before the target, friend or foe: 1/36.

    He does not stand in the line to where the leader is now, but to where it comes into view; to hit on 4+ there.
    """
    scene = Scene(
        [fig(LEADER, (18, 19)), fig(HENCHMAN, (25, 17.4))],
        [fig(HENCHMAN, (26, 16), "bow")],
        table=layout(HOUSE),
        first_sight=True,
    )
    scene.activate(0)
    found = way(scene.battle, 0, 24, 21.5, run=True)
    assert found is not None
    (test,) = found.tests
    assert test.shot is not None
    leader, other = test.shot.harms
    assert (leader.figure, leader.hit) == (0, pytest.approx(1 / 2))
    assert (other.figure, other.hit) == (1, pytest.approx(1 / 36))


def test_a_blast_at_a_vehicle_hits_it_and_who_stands_by() -> None:
    """Rulings M74-M77, M350: a cannonball, radius 3, covers the vehicle wherever it drifts to, unless it is a dud.

    Who stands 5.6 paces aside is covered where it drifts 3 that way: 1/6 * 1/3. Strength 10 wounds both on 2+.
    """
    scene = Road([fig(LEADER, (10, 20), "cannon")], [None, (30, 25.6)], [(1, LIGHT, (30, 20, 0), (1,))])
    scene.play(Activate(0))
    option = one(scene, OptionKind.CUSTOM, code="vehicles.fire_at", weapon="cannon")
    assert option.chances is not None
    assert option.chances.hit == pytest.approx(5 / 6)
    assert option.chances.wound == pytest.approx(5 / 6 * 5 / 6)
    assert harms(option)[2].hit == pytest.approx(1 / 18)
    assert option.chances.expected_hits == pytest.approx(5 / 6 + 1 / 18)
    assert option.chances.expected_wounds == pytest.approx((5 / 6 + 1 / 18) * 5 / 6)


def test_extras_who_shoot_together_each_put_to_the_test() -> None:
    """Rulings M143, M284: the second extra has no gun, so two fire: being as good, by number."""
    scene = Scene(
        [fig(EXTRA, (5, 20), "rifle"), fig(EXTRA, (5, 21.2)), fig(EXTRA, (5, 18.8), "rifle")],
        [fig(HENCHMAN, (20, 20))],
        under_fire=True,
    )
    scene.activate(0, joined=(1, 2))
    option = one(scene, OptionKind.SHOOT, code="together")
    assert option.joined == (2,)
    assert term(option, "together") == 2
    assert [(test.figure, test.foe) for test in asked(option, "under_fire")] == [(3, 0), (3, 2)]
