"""What a captain does in situations that leave a sensible player no choice."""

from __future__ import annotations

import pytest

from engines.core.dice import FastDice
from engines.musg.battle import damage
from engines.musg.battle.actions import (
    Action,
    Activate,
    Arrive,
    BreakOff,
    Charge,
    Decline,
    Deploy,
    End,
    FirstTarget,
    Intercept,
    Medikit,
    Recover,
    Reserve,
    Run,
    Shoot,
    Strike,
    Walk,
)
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Climb, Form, Piece as Terrain, Veil
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.sight import look
from engines.musg.ground.table import distance
from engines.musg.tactics import NAMES, Captain, RandomPlayer, player
from engines.musg.tactics.chance import Chance
from engines.musg.tactics.reckoning import passes, shot_worth
from engines.musg.tactics.temper import BOLD, CAUTIOUS, TEMPERAMENTS, Temperament
from engines.musg.trials import playout, trial
from engines.musg.trials.recruits import random_warband
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout

BOTH = pytest.mark.parametrize("temper", TEMPERAMENTS.values(), ids=TEMPERAMENTS)


def decides(scene: Scene, temper: Temperament) -> Action:
    return Captain(temper).decide(scene.battle)


def active(scene: Scene, number: int = 0) -> Scene:
    scene.activate(number)
    return scene


@BOTH
def test_shoots_whom_it_can_hurt(temper: Temperament) -> None:
    """Two henchmen equally far: S 4 wounds T 2 on 3+, T 2 + 2 in heavy armour on 4+ (Musg, Tableau des dommages)."""
    scene = active(
        Scene([fig(HENCHMAN, (10, 20), "rifle")], [fig(HENCHMAN, (18, 14), "heavy_armour"), fig(HENCHMAN, (18, 26))])
    )
    assert decides(scene, temper) == Shoot(0, 2)


@BOTH
def test_finishes_off_the_wounded(temper: Temperament) -> None:
    """The one with a single hit point left can be put out of action and is worth points at once (ruling M157)."""
    scene = active(Scene([fig(HENCHMAN, (10, 20), "rifle")], [fig(HENCHMAN, (18, 14)), fig(HENCHMAN, (18, 26))]))
    scene.piece(2).hp = 1
    assert decides(scene, temper) == Shoot(0, 2)


@BOTH
def test_prefers_the_leader_among_equals(temper: Temperament) -> None:
    """10 points for a leader, 5 for a henchman (Musg, Fin du tour), once both have one hit point left."""
    scene = active(Scene([fig(HENCHMAN, (10, 20), "rifle")], [fig(HENCHMAN, (18, 14)), fig(LEADER, (18, 26))]))
    scene.piece(1).hp = scene.piece(2).hp = 1
    assert decides(scene, temper) == Shoot(0, 2)


@BOTH
def test_strikes_whom_it_holds(temper: Temperament) -> None:
    scene = active(Scene([fig(LEADER, (10, 20), "two_handed_axe")], [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (30, 20))]))
    scene.touch(0, 1)
    assert decides(scene, temper) == Strike(1, 0)


@BOTH
def test_charges_when_it_pays(temper: Temperament) -> None:
    """A leader with a two-handed axe beside a lone rifleman: two attacks of three dice against one dagger's."""
    scene = active(Scene([fig(LEADER, (10, 20), "two_handed_axe")], [fig(HENCHMAN, (18, 20), "rifle")]))
    assert decides(scene, temper) == Charge((1,))


@BOTH
def test_does_not_charge_its_death(temper: Temperament) -> None:
    """A henchman's dagger against a leader in heavy armour with a two-handed power axe."""
    scene = active(
        Scene(
            [fig(HENCHMAN, (10, 20), "dagger", "rifle")],
            [fig(LEADER, (14, 20), "two_handed_power_axe", "heavy_armour")],
        )
    )
    assert not isinstance(decides(scene, temper), Charge)


@BOTH
def test_charges_rather_than_leave_the_charge_to_the_enemy(temper: Temperament) -> None:
    """An even fight of daggers in reach: who runs up and stops has given the enemy strength + 1 and the first blow."""
    men = [fig(LIEUTENANT, (10, 20), "dagger"), fig(LEADER, (2, 2))]
    scene = active(Scene(men, [fig(LIEUTENANT, (17, 20), "sword", "light_armour")]))
    assert decides(scene, temper) == Charge((2,))


@BOTH
def test_stops_beside_nobody_it_does_not_dare_to_charge(temper: Temperament) -> None:
    """A henchman's dagger, and a leader in heavy armour with a two-handed power axe within his own reach."""
    foe = fig(LEADER, (14, 20), "two_handed_power_axe", "heavy_armour")
    scene = active(Scene([fig(HENCHMAN, (10, 20), "dagger"), fig(LEADER, (2, 2))], [foe]))
    action = decides(scene, temper)
    assert not isinstance(action, Charge)
    scene.play(action)
    assert scene.battle.gap(scene.piece(0), scene.piece(2)) > 1


@BOTH
def test_does_not_go_back_to_whom_it_has_just_left(temper: Temperament) -> None:
    """Musg, Fuir un corps à corps: a point spent on getting away is not undone by the next one."""
    men = [fig(LIEUTENANT, (10, 20), "dagger"), fig(LEADER, (2, 2))]
    scene = Scene(men, [fig(LEADER, (20, 20), "two_handed_power_axe", "heavy_armour")])
    scene.touch(0, 2)
    scene.piece(0).hp = 2
    active(scene)
    action = decides(scene, temper)
    assert isinstance(action, BreakOff)
    scene.play(action)
    away = scene.battle.gap(scene.piece(0), scene.piece(2))
    while scene.piece(0).ap:
        scene.play(decides(scene, temper))
    assert scene.battle.gap(scene.piece(0), scene.piece(2)) >= away


@BOTH
def test_who_has_just_charged_strikes_before_it_thinks_of_leaving(temper: Temperament) -> None:
    """Musg, Charger: + 1 strength for the blows of this activation; a charge and a way back again strike nobody."""
    scene = Scene([fig(HENCHMAN, (10, 20), "dagger"), fig(LEADER, (2, 2))], [fig(LEADER, (15, 20), "two_handed_axe")])
    scene.piece(0).hp = 1
    active(scene).play(Charge((2,)))
    assert scene.piece(0).ap == 1
    assert isinstance(decides(scene, temper), Strike)


def fallen_leader(troll_at: tuple[float, float]) -> Scene:
    """A leader out of action at (8, 20), his troll, and an enemy far away."""
    men = [fig(LEADER, (8, 20)), hired("troll_bodyguard", (8, 21.5), "sword"), fig(HENCHMAN, (30, 5))]
    scene = Scene(men, [fig(LEADER, (55, 20)), fig(HENCHMAN, (55, 25))])
    scene.battle.put(scene.piece(1), (*troll_at, 0.0, 0.5))
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(3))
    return scene


@BOTH
def test_the_troll_goes_to_its_fallen_leader_and_brings_him_off_the_table(temper: Temperament) -> None:
    """Musg, Garde du corps Troll: it brings him off the table, and he cannot be robbed."""
    scene = active(fallen_leader((16, 20)), 1)
    for _ in range(2):
        while scene.battle.decision and scene.battle.decision.ask is Ask.ACT:
            scene.play(decides(scene, temper))
        if scene.piece(1).place is Place.PLAY:
            scene.skip_turn()
            scene.to_side(0).activate(1)
    assert scene.piece(1).place is Place.LEFT
    assert scene.battle.report().guarded == ("a",)


@BOTH
def test_nobody_else_is_sent_to_a_body(temper: Temperament) -> None:
    """Only the troll's care changes what becomes of the leader."""
    scene = active(fallen_leader((16, 20)), 2)
    action = decides(scene, temper)
    assert isinstance(action, Walk | Run)
    assert action.x > 30


@BOTH
def test_the_troll_strikes_before_it_carries(temper: Temperament) -> None:
    scene = fallen_leader((16, 20))
    scene.battle.put(scene.piece(4), (17.002, 20.0, 0.0, 0.5))
    assert decides(active(scene, 1), temper) == Strike(4, 0)


@BOTH
def test_leaves_a_fight_it_cannot_win(temper: Temperament) -> None:
    """A rifleman held by a leader with a two-handed power axe gets away if he can (Musg, Fuir un corps à corps)."""
    scene = Scene([fig(LIEUTENANT, (10, 20), "rifle")], [fig(LEADER, (20, 20), "two_handed_power_axe", "heavy_armour")])
    scene.touch(0, 1)
    scene.piece(0).hp = 2
    active(scene)
    assert isinstance(decides(scene, temper), BreakOff)


@BOTH
def test_goes_for_the_enemy_when_nothing_is_in_reach(temper: Temperament) -> None:
    scene = active(Scene([fig(HENCHMAN, (5, 20), "sword")], [fig(HENCHMAN, (50, 20), "sword")]))
    before = distance(scene.piece(0).base, scene.piece(1).base)
    action = decides(scene, temper)
    assert isinstance(action, Run)
    scene.play(action)
    assert distance(scene.piece(0).base, scene.piece(1).base) == pytest.approx(before - 9, abs=0.2)


def test_the_leader_stays_behind_his_men() -> None:
    men = [fig(LEADER, (8, 20), "rifle"), fig(HENCHMAN, (12, 16), "sword"), fig(HENCHMAN, (12, 24), "sword")]
    scene = active(Scene(men, [fig(HENCHMAN, (55, 20), "rifle")]))
    action = decides(scene, CAUTIOUS)
    if isinstance(action, Walk | Run):
        assert action.x < 12


@BOTH
def test_a_leader_without_a_gun_does_not_walk_round_the_corner_before_his_men(temper: Temperament) -> None:
    """One pace behind his man, an enemy whom nobody sees behind a wall: who loses the leader tests for rout (M149)."""
    wall = Terrain(
        kind="wall",
        shape=Rectangle(24.0, 12.0, 1.0, 16.0),
        form=Form.WALL,
        height=3.0,
        veil=Veil.SOLID,
        climb=Climb.NEVER,
    )
    men = [fig(LEADER, (15, 20), "sword"), fig(HENCHMAN, (16.5, 22), "sword")]
    scene = Scene(men, [fig(HENCHMAN, (28, 20), "rifle"), fig(HENCHMAN, (28, 22), "rifle")], table=layout(wall))
    active(scene)
    assert not scene.battle.sees(scene.piece(0), scene.piece(2))
    assert decides(scene, temper) == End()


def test_a_wounded_leader_hides() -> None:
    wall = Terrain(
        kind="wall",
        shape=Rectangle(12.0, 10.0, 1.0, 12.0),
        form=Form.WALL,
        height=3.0,
        veil=Veil.SOLID,
        climb=Climb.NEVER,
    )
    scene = Scene(
        [fig(LEADER, (15, 20)), fig(HENCHMAN, (5, 5))], [fig(HENCHMAN, (35, 16), "rifle")], table=layout(wall)
    )
    scene.piece(0).hp = 1
    active(scene)
    action = decides(scene, CAUTIOUS)
    assert isinstance(action, Walk | Run)
    scene.play(action)
    assert not scene.battle.sees(scene.piece(2), scene.piece(0))


def test_the_cautious_go_from_cover_to_cover() -> None:
    """A fence one pace high hides more than half of a figure close behind it (ruling M89)."""
    fence = Terrain(kind="barrier", shape=Rectangle(17.0, 14.0, 0.3, 8.0), form=Form.WALL, height=1.0, veil=Veil.SCREEN)
    foes = [fig(HENCHMAN, (38, y), "assault_rifle") for y in (16, 18, 20)]
    scene = active(Scene([fig(HENCHMAN, (8, 18), "sword")], foes, table=layout(fence)))
    action = decides(scene, CAUTIOUS)
    assert isinstance(action, Walk | Run)
    scene.play(action)
    assert look(scene.battle.table, scene.piece(2).base, scene.piece(0).base).covers


@BOTH
def test_throws_no_grenade_among_friends(temper: Temperament) -> None:
    """Blast radius 5 (ruling M78): friends all round the only target."""
    men = [fig(HENCHMAN, (10, 20), "grenade"), *[fig(LEADER, (16, 20 + d)) for d in (-2, 2)], fig(LIEUTENANT, (18, 20))]
    scene = active(Scene(men, [fig(HENCHMAN, (16, 20))]))
    made = scene.battle.shots(scene.piece(0))[0]
    assert shot_worth(scene.battle, scene.piece(0), made, scene.battle.plans[made]) < 0
    assert not isinstance(decides(scene, temper), Shoot)


@BOTH
def test_heals_itself_when_nothing_else_is_to_be_done(temper: Temperament) -> None:
    scene = Scene([fig(LIEUTENANT, (10, 20), "medikit")], [fig(HENCHMAN, (55, 20))])
    scene.piece(0).hp = 1
    assert decides(active(scene), temper) == Medikit(0)


def test_recovers_by_will_alone() -> None:
    skills = ("bronze_body", "iron_body", "steel_body", "improved_health", "will_to_live")
    scene = Scene([fig(LEADER, (3, 20), skills=skills)], [fig(HENCHMAN, (57, 20))])
    scene.piece(0).hp = 2
    assert decides(active(scene), BOLD) == Recover()


@BOTH
def test_those_in_contact_act_first_and_the_leader_late(temper: Temperament) -> None:
    men = [fig(LEADER, (5, 20)), fig(HENCHMAN, (10, 10)), fig(HENCHMAN, (10, 30))]
    scene = Scene(men, [fig(HENCHMAN, (40, 20))])
    scene.touch(2, 3)
    assert decides(scene, temper) == Activate(2)
    scene.battle.pieces[2].acted = True
    scene = Scene(men, [fig(HENCHMAN, (40, 20))])
    assert decides(scene, temper) in (Activate(1), Activate(2))


@BOTH
def test_the_troll_goes_with_its_leader(temper: Temperament) -> None:
    """Ruling M69: never more than 2 paces from the leader; so it acts after him, and catches up."""
    scene = Scene([fig(LEADER, (10, 20)), hired("troll_bodyguard", (10, 21.5))], [fig(HENCHMAN, (55, 20))])
    assert decides(scene, temper) == Activate(0)
    scene.battle.put(scene.piece(0), (20.0, 20.0, 0.0, 0.5))
    action = decides(active(scene, 1), temper)
    assert isinstance(action, Walk | Run)
    scene.play(action)
    assert scene.battle.gap(scene.piece(0), scene.piece(1)) <= 2


@BOTH
def test_extras_act_together(temper: Temperament) -> None:
    """Extras within 1 pace may act with one activation (Musg, Les figurants)."""
    crowd = [fig(EXTRA, (10 + 1.2 * n, 20)) for n in range(3)]
    scene = Scene([*crowd, fig(HENCHMAN, (30, 30))], [fig(HENCHMAN, (22, 20))])
    action = decides(scene, temper)
    assert isinstance(action, Activate)
    assert len(action.joined) == 2


@BOTH
def test_somebody_cheap_takes_the_shot_for_a_weak_leader(temper: Temperament) -> None:
    """Attention Chef (ruling M134): a leader with one hit point left is worth more than a whole henchman."""
    scene = Scene([fig(LEADER, (10, 20)), fig(HENCHMAN, (10, 21.2))], [fig(HENCHMAN, (20, 20), "rifle")])
    battle = scene.battle
    battle.decision = Decision(Ask.LOOK_OUT, 0, 0, options=(1,), threat=2)
    battle.pieces[0].hp = 1
    assert decides(scene, temper) == Intercept(1)
    battle.pieces[0].hp, battle.pieces[1].hp = 6, 1
    assert decides(scene, temper) == Decline()


def test_the_toughest_is_named_first_target() -> None:
    """Ruling M87: of those equally near, the defender chooses."""
    scene = Scene(
        [fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (10, 22), "heavy_armour")], [fig(HENCHMAN, (20, 21), "rifle")]
    )
    scene.battle.decision = Decision(Ask.FIRST_TARGET, 0, None, options=(0, 1))
    assert decides(scene, BOLD) == FirstTarget(1)


@BOTH
@pytest.mark.parametrize("code", ready_tables())
def test_deploys_apart_and_the_leader_not_in_front(temper: Temperament, code: str) -> None:
    """On every ready-made table: a legal place for everybody, in no cluster for one burst (ruling M85)."""
    table = ready_tables()[code]
    warband = random_warband(Chance(8), "Lot")
    battle = Battle.new(from_warbands({"a": warband, "b": warband}, table), FastDice(1))
    while battle.decision and battle.decision.ask is Ask.DEPLOY:
        action = Captain(temper).decide(battle)
        assert isinstance(action, Deploy | Reserve)
        battle.play(action)
    for band in battle.bands:
        standing = [p for p in band.pieces if p.place is Place.PLAY]
        assert len(standing) > 2
        plain = [p for p in standing if not p.traits & {"bodyguard", "deploys_forward", "deploys_anywhere"}]
        for one in plain:
            assert all(distance(one.base, other.base) > 1 for other in plain if other is not one)
        foes = [p for p in battle.pieces if p.side != band.index]
        nearest = {p.uid: min(distance(p.base, foe.base) for foe in foes) for p in standing}
        assert band.leader is not None
        assert nearest[band.leader.uid] > min(nearest.values())


@BOTH
def test_the_orc_hunter_waits_and_appears_beside_the_weak(temper: Temperament) -> None:
    """Ruling M275: anywhere but in contact, on the third turn."""
    scene = Scene([fig(LEADER, (10, 20)), hired("orc_hunter", None, "sword")], [fig(HENCHMAN, (40, 20), "rifle")])
    for _ in range(2):
        scene.skip_turn()
    battle = scene.battle
    assert battle.decision is not None
    assert battle.decision.ask is Ask.ARRIVE
    action = decides(scene, temper)
    assert isinstance(action, Arrive)
    assert (action.x - 40) ** 2 + (action.y - 20) ** 2 < 25


@pytest.mark.parametrize(("turns", "held"), [(1, False), (2, False), (3, False), (7, False), (8, True), (10, True)])
def test_a_hunter_is_kept_in_reserve_where_that_pays(turns: int, held: bool) -> None:
    """He comes on the third turn (ruling M275): never in a battle of two, and too late for much in a short one."""
    men = [fig(LEADER, (10, 20)), hired("orc_hunter", (12, 22))]
    scene = Scene(men, [fig(HENCHMAN, (40, 20))], turn_limit=turns)
    scene.piece(1).place = Place.WAITING
    scene.battle.turn = 0
    scene.battle.decision = Decision(Ask.DEPLOY, 0, None, options=(1,))
    assert isinstance(decides(scene, BOLD), Reserve if held else Deploy)


def test_chances_of_leadership_tests() -> None:
    assert passes(12) == 1
    assert passes(7) == 21 / 36
    assert passes(1) == 0


def test_players_have_names() -> None:
    assert NAMES == ("cautious", "bold", "random")
    assert isinstance(player("random", 3), RandomPlayer)
    with pytest.raises(ValueError, match="no player called 'mad'"):
        player("mad")


@pytest.mark.marathon
@pytest.mark.parametrize("name", NAMES)
def test_players_only_do_what_is_legal_and_the_same_again(name: str) -> None:
    setup, _ = trial.random_setup(Chance(77))
    names = (name,) * len(setup.sides)
    one, two = (playout.fight(setup, names, FastDice(5), seed=9, receipts=False) for _ in range(2))
    assert one.log == two.log
    assert one.outcome is not None


def test_temperaments_play_differently() -> None:
    setup, _ = trial.random_setup(Chance(12))
    logs = [
        playout.fight(setup, (name,) * len(setup.sides), FastDice(5), receipts=False).log
        for name in ("bold", "cautious")
    ]
    assert logs[0] != logs[1]
