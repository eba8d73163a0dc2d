"""Every weapon, piece of equipment, skill and lasting injury does in a battle what is printed of it."""

import pytest

from engines.core.problems import Illegal
from engines.musg.battle.actions import Charge, Run, Shoot, Strike, Walk
from engines.musg.battle.events import Kind
from engines.musg.battle.opening import from_warbands
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.layout import Climb, Form, Ground, Piece
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, layout, only
from tests.engines.musg.builders import changed, mustered

# Musg, Tableau des armes de tir; rulings M70, M71: code, distance, action points, dice (0: template), strength for a
# bearer of strength 5.
RANGED = [
    ("pistol", 10, 1, 1, 3),
    ("black_powder_pistol", 7, 2, 1, 4),
    ("rifle", 15, 1, 1, 4),
    ("black_powder_rifle", 12, 2, 1, 5),
    ("bow", 15, 1, 1, 3),
    ("crossbow", 20, 2, 1, 5),
    ("machine_pistol", 10, 1, 3, 3),
    ("submachine_gun", 15, 1, 3, 4),
    ("assault_rifle", 15, 1, 5, 4),
    ("machine_gun", 18, 2, 5, 5),
    ("throwing_stars", 12, 1, 1, 4),
    ("throwing_knife", 7, 1, 1, 5),
    ("grenade", 7, 1, 0, 10),
    ("grenade_launcher", 15, 2, 0, 8),
    ("bazooka", 20, 2, 0, 10),
    ("cannon", 35, 2, 0, 10),
    ("howitzer", 48, 2, 0, 10),
    ("flamethrower", 5, 1, 0, 8),
    ("pump_shotgun", 5, 1, 0, 4),
]

# Musg, Tableau des armes de corps à corps: code, dice, force.
MELEE = [
    ("dagger", 1, 1),
    ("club", 1, 1),
    ("sword", 2, 2),
    ("axe", 2, 2),
    ("mace", 2, 2),
    ("morningstar", 2, 3),
    ("two_handed_sword", 3, 3),
    ("two_handed_axe", 3, 4),
    ("double_morningstar", 3, 4),
    ("two_handed_mace", 3, 5),
    ("pike", 1, 2),
    ("spear", 1, 3),
    ("halberd", 2, 4),
    ("small_chainsaw", 2, 3),
    ("large_chainsaw", 3, 4),
    ("power_sword", 2, 4),
    ("two_handed_power_sword", 3, 5),
    ("chainaxe", 2, 4),
    ("two_handed_chainaxe", 3, 5),
    ("power_axe", 2, 5),
    ("two_handed_power_axe", 3, 6),
    ("laser_sword", 2, 7),
    ("power_claw", 2, 5),
    ("nunchaku", 2, 3),
    ("whip", 2, 4),
]


def test_no_ranged_weapon_is_forgotten() -> None:
    assert {row[0] for row in RANGED} == set(CATALOGUE.ranged)


@pytest.mark.parametrize(("code", "gap", "points", "dice", "strength"), RANGED)
def test_every_ranged_weapon(code: str, gap: float, points: int, dice: int, strength: int) -> None:
    """A leader (3+, 3 points) fires it at medium range at an orc leader (toughness 6)."""
    target = fig(LEADER, (6 + gap, 20), race="orc")
    scene = Scene([fig(LEADER, (5, 20), code)], [target])
    if dice:
        scene.roll(to_hit=[3] * dice, wound=[1] * dice)
    else:
        scene.roll(scatter=[6], wound=[1])
    events = scene.activate(0, Shoot(0, 1))
    assert scene.piece(0).ap == 3 - points
    if dice:
        assert only(events, Kind.SHOT).data["hits"] == dice
        need = CATALOGUE.wound_roll(strength, 6)
        assert only(events, Kind.WOUND_ROLL).data["needs"] == [need] * dice
    else:
        assert only(events, Kind.BLAST).data["strength"] == strength


def test_no_close_combat_weapon_is_forgotten() -> None:
    """The tail weapon takes no hand and comes on top: see below."""
    assert {row[0] for row in MELEE} == set(CATALOGUE.melee) - {"tail_weapon", "tail_weapon_mount"}


@pytest.mark.parametrize(("code", "dice", "force"), MELEE)
def test_every_close_combat_weapon(code: str, dice: int, force: int) -> None:
    """Musg, Frapper: the bearer's strength 5 and the weapon's."""
    scene = Scene([fig(LEADER, (5, 20), code)], [fig(HENCHMAN, (20, 20))])
    scene.touch(1, 0)
    scene.roll(to_hit=[1] * dice)
    struck = only(scene.activate(0, Strike(1)), Kind.STRUCK)
    assert (struck.data["dice"], struck.data["strengths"]) == ([dice], [5 + force])


def test_a_tail_strikes_beside_both_hands() -> None:
    """Rulings M113, M114: one die at the bearer's own strength, no hand."""
    scene = Scene([fig(LEADER, (5, 20), "sword", "sword", "tail_weapon")], [fig(HENCHMAN, (20, 20))])
    scene.touch(1, 0)
    scene.roll(to_hit=[1] * 5)
    assert only(scene.activate(0, Strike(1)), Kind.STRUCK).data["strengths"] == [7, 7, 5]


def test_bare_hands() -> None:
    """Ruling M30: one die at the bearer's strength."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (20, 20))])
    scene.touch(1, 0)
    scene.roll(to_hit=[1])
    assert only(scene.activate(0, Strike(1)), Kind.STRUCK).data["strengths"] == [5]


@pytest.mark.parametrize(
    ("gear", "toughness", "strength"),
    [
        ((), 2, 3),
        (("light_armour",), 3, 3),
        (("heavy_armour",), 4, 3),
        (("shield",), 3, 3),
        (("cyber_arm",), 3, 4),
        (("cyber_arm", "cyber_arm"), 4, 5),
        (("cyber_leg",), 3, 3),
        (("cyber_leg", "cyber_leg"), 4, 3),
    ],
)
def test_protections_and_limbs(gear: tuple[str, ...], toughness: int, strength: int) -> None:
    """Musg, Tableau des équipements; rulings M105, M121, M123: a generic henchman has toughness 2, strength 3."""
    scene = Scene([fig(HENCHMAN, (5, 20), *gear)], [fig(HENCHMAN, (20, 20))])
    assert scene.piece(0).target(1).toughness == toughness
    assert scene.piece(0).sheet.strength == strength


@pytest.mark.parametrize(
    ("skills", "field", "value"),
    [
        (("sharp_eye",), "shooting", 4),
        (("sharp_eye", "lynx_eye"), "shooting", 3),
        (("sharp_eye", "lynx_eye", "eagle_eye"), "shooting", 2),
        (("bronze_fists",), "strength", 4),
        (("bronze_fists", "iron_fists"), "strength", 5),
        (("bronze_fists", "iron_fists", "steel_fists"), "strength", 6),
        (("bronze_body",), "toughness", 3),
        (("bronze_body", "iron_body"), "toughness", 4),
        (("bronze_body", "iron_body", "steel_body"), "toughness", 5),
        (("brawler",), "melee", 4),
        (("brawler", "pugilist"), "melee", 3),
        (("brawler", "pugilist", "combat_master"), "melee", 2),
        (("strider",), "movement", 7),
        (("brave",), "leadership", 7),
        (("brave", "fearless"), "leadership", 8),
        (("improved_health",), "hit_points", 4),
    ],
)
def test_skills_that_change_the_profile(skills: tuple[str, ...], field: str, value: int) -> None:
    """Musg, Tableau des améliorations: from a generic henchman, 6 6 5+ 5+ 3 2 3."""
    scene = Scene([fig(HENCHMAN, (5, 20), skills=skills)], [fig(HENCHMAN, (20, 20))])
    assert getattr(scene.piece(0).sheet, field) == value


@pytest.mark.parametrize(
    ("injury", "field", "value"),
    [("hobbled", "movement", 5), ("shaken", "leadership", 5), ("dimmed_sight", "shooting", 6), ("bruised", "melee", 6)],
)
def test_lasting_injuries(injury: str, field: str, value: int) -> None:
    """Musg, Retour des mis hors de combat."""
    scene = Scene([fig(HENCHMAN, (5, 20), injuries=(injury,))], [fig(HENCHMAN, (20, 20))])
    assert getattr(scene.piece(0).sheet, field) == value


def test_who_misses_the_battle_or_is_not_paid_stays_at_home() -> None:
    """Musg, Médecin marron; Musg, Mercenaires."""
    warband = changed(mustered("human"), 3, misses_next=True)
    setup = from_warbands({"a": warband, "b": mustered("orc")}, ready_tables()["open_field"])
    assert [figure.id for figure in setup.sides[0].figures] == [1, 2, 4]
    assert setup.rules == warband.rules


def test_nobody_who_misses_the_battle_can_be_set_up() -> None:
    """Musg, Tableau des soins du médecin marron: on 1 or 2 he misses the next battle."""
    ours, theirs = [fig(LEADER, (5, 20)), fig(HENCHMAN, (5, 25), misses_next=True)], [fig(HENCHMAN, (20, 20))]
    with pytest.raises(Illegal) as refused:
        Scene(ours, theirs)
    assert [(problem.code, problem.figure) for problem in refused.value.problems] == [("misses_battle", 2)]
    assert [p.number for p in Scene(ours[:1], theirs).battle.pieces] == [1, 1]
    Scene(ours, theirs, absent={0: (2,)})


def test_difficult_terrain_halves_a_charge() -> None:
    """Ruling M56: 13.5 paces of movement are 6.75 of marsh; the other end of the table decides nothing."""
    marsh = Piece(kind="marsh", shape=Rectangle(0, 0, 60, 40), ground=Ground.DIFFICULT)
    near = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (12.7, 20))], table=layout(marsh))
    only(near.activate(0, Charge((1,))), Kind.CHARGED)
    far = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (12.9, 20))], table=layout(marsh))
    only(far.activate(0, Charge((1,))), Kind.CHARGE_FAILED)


def test_climbing_takes_two_paces_a_pace_and_one_with_a_jump_pack() -> None:
    """Ruling M55; Musg, Pack de saut. A ledge 2 paces high: 4 of 9 paces, or 2 of 9 + 3."""
    ledge = Piece(kind="hill", shape=Rectangle(8, 0, 52, 40), form=Form.LEVEL, height=2.0, climb=Climb.CLIMB)
    plain = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (50, 2))], table=layout(ledge))
    plain.activate(0)
    assert plain.battle.can(Walk(9.9, 20))
    assert not plain.battle.can(Walk(10.5, 20))
    jumping = Scene([fig(LEADER, (5, 20), "jump_pack")], [fig(HENCHMAN, (50, 2))], table=layout(ledge))
    jumping.activate(0)
    assert jumping.battle.can(Walk(14.9, 20))
    assert not jumping.battle.can(Walk(15.3, 20))


def test_a_rope_takes_nobody_higher_than_ten_paces() -> None:
    """Musg, Corde et grappin: the obstacle is 10 paces high at most."""
    for height, led in ((10.0, True), (10.1, False)):
        tower = Piece(kind="tower", shape=Rectangle(10, 0, 10, 40), form=Form.LEVEL, height=height, climb=Climb.GEAR)
        scene = Scene([fig(LEADER, (9.4, 20), "rope")], [fig(LEADER, (40, 2))], table=layout(tower))
        scene.activate(0)
        step = scene.battle.towards(scene.piece(0), 12, 20)
        if step is not None:
            scene.play(step)
        assert scene.battle.table.hangs(scene.piece(0).base) is led


def test_a_run_is_half_as_much_again_of_what_a_jump_pack_adds_too() -> None:
    """Musg, Pack de saut; Musg, Courir: 9 + 3 = 12 paces of movement on open ground, 18 for a run."""
    scene = Scene([fig(LEADER, (5, 20), "jump_pack")], [fig(LEADER, (50, 35))])
    scene.activate(0)
    assert scene.refused(Run(23.1, 20)) == "out_of_reach"
    assert scene.battle.can(Run(22.9, 20))


def test_less_than_a_pace_is_no_height() -> None:
    """Ruling M102."""
    step = Piece(kind="hill", shape=Rectangle(0, 10, 10, 20), form=Form.LEVEL, height=0.9)
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(HENCHMAN, (25, 20))], table=layout(step))
    scene.roll(to_hit=[1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.SHOT).data["to_hit"] == 3


def test_nobody_left_to_fight_is_no_battle() -> None:
    with pytest.raises(Illegal):
        Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (20, 20))], absent={1: (1,)})
