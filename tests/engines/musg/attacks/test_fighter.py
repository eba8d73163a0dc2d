"""Combat sheets: what a figure brings to the table (Musg, Les personnages; Tableaux des armes et des équipements)."""

import msgspec
import pytest

from engines.musg.attacks.fighter import BARE_HANDS, Fighter, gun, of_figure, of_profile, strikes
from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Template
from engines.musg.engagement import Foe
from engines.musg.entries import Buy, Engage
from engines.musg.ranks import Rank
from engines.musg.warband import Injury
from tests.engines.musg.builders import LEADER, LIEUTENANT, armed, changed, figure, mustered


def sheet(rank: Rank, race: str = "human", **given: object) -> Fighter:
    return of_profile(CATALOGUE.races[race].profiles[rank], CATALOGUE, rank=rank, race=race, **given)  # type: ignore[arg-type]


def used(*codes: str, strength: int = 3, **worn: bool) -> list[tuple[str, ...]]:
    """The codes of every useful strike, best first."""
    return [strike.codes for strike in strikes(codes, strength, CATALOGUE, **worn)]  # type: ignore[arg-type]


def test_the_human_leader_as_printed() -> None:
    """Musg, Race humaine: 9 11 2+ 3+ 5 4 6."""
    leader = sheet(Rank.LEADER)
    assert (leader.movement, leader.leadership, leader.shooting, leader.melee) == (9, 11, 2, 3)
    assert (leader.strength, leader.toughness, leader.hit_points) == (5, 4, 6)


@pytest.mark.parametrize(
    ("rank", "points", "level", "victory"),
    [
        (Rank.LEADER, 3, 3, 10),
        (Rank.LIEUTENANT, 2, 2, 8),
        (Rank.HENCHMAN, 2, 1, 5),
        (Rank.EXTRA, 2, 0, 2),
    ],
)
def test_action_points_level_and_victory_points(rank: Rank, points: int, level: int, victory: int) -> None:
    """Musg, Les personnages; Fin du tour; rulings M31, M137."""
    profile = CATALOGUE.extra if rank is Rank.EXTRA else CATALOGUE.races["generic"].profiles[rank]
    one = of_profile(profile, CATALOGUE, rank=rank)
    assert (one.action_points, one.level, one.victory_points) == (points, level, victory)


def test_two_one_handed_weapons_strike_together_each_with_its_own_strength() -> None:
    """Ruling M110; Musg, Frapper: the character's strength plus the weapon's."""
    (both,) = strikes(("dagger", "sword"), 5, CATALOGUE)
    assert [(blade.code, blade.dice, blade.strength) for blade in both.blades] == [("sword", 2, 7), ("dagger", 1, 6)]
    assert both.dice == 3


def test_two_daggers_are_two_weapons() -> None:
    assert used("dagger", "dagger") == [("dagger", "dagger")]


def test_of_three_swords_two_are_held() -> None:
    assert used("sword", "sword", "sword") == [("sword", "sword")]


def test_a_two_handed_weapon_is_used_alone() -> None:
    """Musg, Tableau des armes de corps à corps, Nombre de mains.

    Bearer of strength 3 against toughness 4: the axe's 3 dice of strength 7 wound on 3+, 12 sixths; the sword's 2 of
    strength 5 and the dagger's 1 of strength 4 wound on 4+, 9 sixths. The axe comes first.
    """
    assert used("dagger", "sword", "two_handed_axe") == [("two_handed_axe",), ("sword", "dagger")]


def test_a_tail_strikes_on_top_of_both_hands_at_the_bearers_strength() -> None:
    """Rulings M113, M114."""
    (strike,) = strikes(("sword", "sword", "tail_weapon"), 4, CATALOGUE)
    assert strike.codes == ("sword", "sword", "tail_weapon")
    assert strike.blades[-1].strength == 4
    assert used("tail_weapon") == [("tail_weapon",)]


def test_a_double_morning_star_takes_one_hand() -> None:
    """Ruling M115: two of them give six dice."""
    (strike,) = strikes(("double_morningstar", "double_morningstar"), 3, CATALOGUE)
    assert strike.dice == 6


def test_a_shield_leaves_one_one_handed_weapon() -> None:
    """Musg, Tableau des équipements, Bouclier: neither two-handed nor two one-handed weapons."""
    assert used("dagger", "sword", "halberd", bars_two_handed=True, bars_two_one_handed=True) == [
        ("sword",),
        ("dagger",),
    ]


def test_bucklers_leave_one_handed_weapons() -> None:
    """Musg, Tableau des équipements, Rondache: the hand may hold a weapon, but no two-handed one."""
    assert used("dagger", "sword", "halberd", bars_two_handed=True) == [("sword", "dagger")]


def test_the_unarmed_strike_once_at_their_own_strength() -> None:
    """Ruling M30."""
    (strike,) = strikes((), 3, CATALOGUE)
    assert [(blade.code, blade.dice, blade.strength) for blade in strike.blades] == [(BARE_HANDS, 1, 3)]


def test_a_shield_and_only_a_halberd_leave_bare_hands() -> None:
    assert used("halberd", bars_two_handed=True, bars_two_one_handed=True) == [(BARE_HANDS,)]


def test_cybernetic_arms_strengthen_every_blow() -> None:
    """Musg, Tableau des équipements: S +1 and T +1 for each arm; ruling M123."""
    leader = sheet(Rank.LEADER, items=("sword", "cyber_arm", "cyber_arm"))
    assert leader.strength == 7
    assert leader.strikes[0].blades[0].strength == 9
    assert leader.toughness == 6


def test_armour_shield_and_skills_add_to_toughness() -> None:
    """Ruling M105: human leader 4, heavy armour 2, shield 1, body of bronze 1."""
    assert sheet(Rank.LEADER, items=("heavy_armour", "shield"), skills=("bronze_body",)).toughness == 8


def test_a_sight_is_kept_beyond_the_limit_to_make_up_for_penalties() -> None:
    """Ruling M267: 2+ with a sight counts as 1 before range and height."""
    assert sheet(Rank.LEADER, items=("sight",)).shooting == 1
    assert sheet(Rank.LEADER, items=("sight", "sight")).shooting == 1, "only one counts (ruling M124)"


def test_guns_as_the_table_prints_them() -> None:
    """Musg, Tableau des armes de tir; rulings M70-M73."""
    rifle, musket, machine_gun = (
        gun("rifle", 3, CATALOGUE),
        gun("black_powder_rifle", 3, CATALOGUE),
        gun("machine_gun", 3, CATALOGUE),
    )
    assert (rifle.short, rifle.medium, rifle.long, rifle.strength, rifle.dice) == (10, 20, 30, 4, 1)
    assert (rifle.action_points, rifle.slow) == (1, False)
    assert (musket.action_points, musket.slow, musket.black_powder) == (2, True, True)
    assert (machine_gun.action_points, machine_gun.slow, machine_gun.dice) == (2, False, 5)
    assert gun("grenade", 3, CATALOGUE).action_points == 1
    assert gun("grenade_launcher", 3, CATALOGUE).slow


def test_thrown_blades_use_the_throwers_strength() -> None:
    """Musg, Tableau des armes de tir, « Pers. »; ruling M132: 1 at least."""
    assert gun("throwing_knife", 5, CATALOGUE).strength == 5
    assert gun("throwing_stars", 5, CATALOGUE).strength == 4
    assert gun("throwing_stars", 1, CATALOGUE).strength == 1


def test_which_weapons_are_templates_artillery_or_limited() -> None:
    """Rulings M74, M75, M80 (templates), M94, M95 (the cannon), M104 (ammunition)."""
    weapons = [gun(code, 3, CATALOGUE) for code in CATALOGUE.ranged]
    flames = {one.code for one in weapons if one.template is Template.FLAME}
    assert flames == {"flamethrower", "pump_shotgun"}
    assert {one.code for one in weapons if one.artillery} == {"cannon"}
    assert {one.code for one in weapons if one.limited_ammunition} == {"grenade", "grenade_launcher", "bazooka"}


def test_open_ground_and_difficult_terrain() -> None:
    """Musg, Tableau des équipements: jump pack 3 more paces on open ground; a pair of legs 2, and no slowing."""
    walker = sheet(Rank.HENCHMAN, items=("jump_pack", "cyber_leg", "cyber_leg"))
    assert (walker.movement, walker.open_ground_movement) == (6, 11)
    assert walker.ignores_difficult_terrain
    assert sheet(Rank.HENCHMAN, "ratfolk").ignores_difficult_terrain
    assert not sheet(Rank.HENCHMAN).ignores_difficult_terrain


def test_skills_show_as_what_they_let_one_do() -> None:
    """Musg, Tableau des améliorations, 21 to 23."""
    master = sheet(Rank.LEADER, skills=("weak_points", "vital_points", "blade_catcher"))
    assert (master.weak_points, master.vital_points, master.blade_catcher) == (True, True, True)
    nobody = sheet(Rank.LEADER)
    assert (nobody.weak_points, nobody.vital_points, nobody.blade_catcher) == (False, False, False)


def test_lasting_injuries_act() -> None:
    """Musg, Retour des mis hors de combat; rulings M155, M257, M259, M260."""
    foe = Foe("orcs", "The Orcs")
    injuries = (Injury("hardened"), Injury("erratic"), Injury("hatred", foe), Injury("bruised"))
    band = changed(mustered(), LIEUTENANT, injuries=injuries, ignores_first_wound=True, misses_next=True)
    one = of_figure(figure(band, LIEUTENANT), CATALOGUE)
    assert not one.tests_leadership
    assert one.erratic
    assert one.hates == {"orcs"}
    assert one.melee == 5, "human lieutenant 4+, bruised"
    assert (one.ignores_first_wound, one.misses_battle) == (True, True)


def test_a_figure_of_a_roster_brings_what_it_bought() -> None:
    leader = of_figure(
        figure(armed(mustered(), LEADER, "sword", "rifle", "buckler", "medikit", "medikit"), LEADER), CATALOGUE
    )
    assert (leader.number, leader.rank, leader.bucklers, leader.medikits) == (LEADER, Rank.LEADER, 1, 2)
    assert "rifle" in {one.code for one in leader.guns}
    assert "sword" in leader.strikes[0].codes


def test_mercenaries_fight_as_leaders_and_never_jump_in_front_of_anybody() -> None:
    """Musg, Mercenaires; rulings M32, M136, M137, M156."""
    band = mustered("human", Engage(mercenary="elf_sniper", name="Lyn"), Buy(item="rifle", figure=5))
    sniper = of_figure(figure(band, 5), CATALOGUE)
    assert (sniper.action_points, sniper.level, sniper.victory_points) == (3, 3, 10)
    assert (sniper.mercenary, sniper.shooting, sniper.hit_points) == ("elf_sniper", 3, 6)
    assert not sniper.may_look_out
    assert "shoots_into_melee" in sniper.traits


def test_orcs_never_jump_in_front_of_their_leader() -> None:
    """Musg, Race orque; rulings M23, M24."""
    assert not sheet(Rank.HENCHMAN, "orc").may_look_out
    assert sheet(Rank.HENCHMAN, "goblin").may_look_out


def test_goblins_take_heart_from_neighbours() -> None:
    """Musg, Race gobeline: +1 for each within 2 paces."""
    goblin = sheet(Rank.HENCHMAN, "goblin")
    assert (goblin.neighbour_leadership, goblin.neighbour_range) == (1, 2)


def test_an_unknown_code_is_named() -> None:
    with pytest.raises(UnknownCode, match="'blunderbuss'"):
        sheet(Rank.LEADER, items=("blunderbuss",))


def test_a_sheet_survives_json() -> None:
    one = sheet(Rank.LEADER, items=("sword", "machine_gun", "shield"), skills=("weak_points",))
    assert msgspec.json.decode(msgspec.json.encode(one), type=Fighter) == one
