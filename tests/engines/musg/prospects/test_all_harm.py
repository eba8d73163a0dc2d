"""Everybody whom an attack may hurt is named with its odds: who stands by, who fires, who leaves no body."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Activate
from engines.musg.battle.events import Kind
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.neutral import stand
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.prospects import Harm, Option, OptionKind, way
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, layout
from tests.engines.musg.battle.road import LIGHT, Road
from tests.engines.musg.prospects.asking import asked, offered, one
from tests.engines.musg.prospects.test_moving import HOUSE


def harms(option: Option) -> dict[int, Harm]:
    assert option.chances is not None
    return {harm.figure: harm for harm in option.chances.harms}


def test_a_cannon_may_burst_among_its_crew() -> None:
    """Rulings M94, M95: scatter 1, then 1: all within 3 paces are hit. Strength 10 against 4 and 2 wounds on 2+.

    1/36 * 5/6 for who fires and for the henchman beside him; the one 7 paces off is safe.
    """
    scene = Scene(
        [fig(LEADER, (5, 20), "cannon"), fig(HENCHMAN, (8, 20)), fig(HENCHMAN, (12, 20))], [fig(HENCHMAN, (40, 20))]
    )
    scene.activate(0)
    found = harms(one(scene, OptionKind.SHOOT))
    assert found[0].wound == pytest.approx(5 / 216)
    assert found[1].wound == pytest.approx(5 / 216)
    assert found[1].friend
    assert 2 not in found
    assert found[3].wound == pytest.approx(5 / 6 * 5 / 6)


def test_who_fires_at_a_vehicle_is_hurt_by_a_weapon_that_bursts() -> None:
    """Rulings M93, M95: a 1 to hit, then a 1. Strength 5 against the leader's toughness 4 wounds on 4+: 1/36 * 1/2.

    At somebody in the vehicle the die has to pass its cover first, on 3+ (ruling M229).
    """
    scene = Road([(fig(LEADER, None, "black_powder_rifle")[0], (30, 20))], [None], [(1, LIGHT, (34, 20, 0), (1,))])
    scene.play(Activate(0))
    (hull,) = offered(scene, OptionKind.CUSTOM, code="vehicles.fire_at")
    assert harms(hull)[0].wound == pytest.approx(1 / 72)
    (pick,) = offered(scene, OptionKind.CUSTOM, code="vehicles.pick")
    assert harms(pick)[0].wound == pytest.approx(4 / 6 / 72)


def test_a_zombie_out_of_action_is_dead() -> None:
    """Musg, Invasion de Zombies: it leaves no body. A pistol hits on 2+ within 6 paces; 3 against 3 wounds on 4+."""
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (50, 20))], modules=("zombies",))
    battle = scene.battle
    sheet = sheet_of("zombie", Zombies.traits, CATALOGUE)
    stand(battle, len(battle.warbands), sheet, "zombie", (10.0, 20.0, 0.0, 0.5), Kind.APPEARED, "the test")
    scene.piece(2).hp = 1
    scene.activate(0)
    option = one(scene, OptionKind.SHOOT, target=2)
    assert option.chances is not None
    assert option.chances.out == pytest.approx(5 / 6 / 2)
    assert option.chances.dead == pytest.approx(5 / 6 / 2)


def test_whoever_a_grenade_may_reach_is_tested() -> None:
    """Ruling M143: the second stands 4 paces from where it is aimed, within 3 paces of it if it drifts that way."""
    scene = Scene(
        [fig(LEADER, (5, 20), "grenade")], [fig(HENCHMAN, (12, 20)), fig(HENCHMAN, (17, 20))], under_fire=True
    )
    scene.activate(0)
    (option,) = offered(scene, OptionKind.SHOOT, weapon="grenade", target=1)
    assert harms(option)[2].hit
    assert [test.figure for test in asked(option, "under_fire")] == [1, 2]


def test_whoever_stands_by_a_vehicle_is_tested_by_a_grenade_thrown_at_it() -> None:
    """Rulings M143, M350: the blast at the vehicle hits who stands beside it; the vehicle and its crew take no test."""
    scene = Road(
        [(fig(LEADER, None, "grenade")[0], (28, 20))],
        [None, (34, 23)],
        [(1, LIGHT, (34, 20, 0), (1,))],
        under_fire=True,
    )
    scene.play(Activate(0))
    (option,) = offered(scene, OptionKind.CUSTOM, code="vehicles.fire_at")
    assert harms(option)[2].hit
    assert [test.figure for test in asked(option, "under_fire")] == [2]


def test_a_flame_foretold_reaches_who_has_come_into_it() -> None:
    """Musg, Apercevoir l'ennemi; ruling M80: a free shot burns who comes into view where it stands by then.

    Strength 8 against the leader's toughness 4 wounds on 2+; no die to hit.
    """
    scene = Scene(
        [fig(LEADER, (18, 19))], [fig(HENCHMAN, (26, 16), "flamethrower")], table=layout(HOUSE), first_sight=True
    )
    scene.activate(0)
    found = way(scene.battle, 0, 24, 21.5, run=True)
    assert found is not None
    (test,) = found.tests
    assert test.shot is not None
    assert (test.weapon, test.shot.hit) == ("flamethrower", 1.0)
    assert test.shot.wound == pytest.approx(5 / 6)


def test_a_bystander_is_not_tested_because_of_who_leads_it() -> None:
    """Ruling M332: nobody fights a hostage, nor it anybody; a leader who comes round the house is no enemy to it."""
    scene = Scene([fig(LEADER, (18, 19))], [fig(HENCHMAN, (28, 15), "pistol")], table=layout(HOUSE), first_sight=True)
    scene.battle.bystanders = scene.piece(1).bystander = True
    scene.battle.changed()
    scene.activate(0)
    found = way(scene.battle, 0, 24, 21.5, run=True)
    assert found is not None
    assert not found.tests
    assert not [event for event in scene.play(found.action) if event.kind is Kind.FIRST_SIGHT]
