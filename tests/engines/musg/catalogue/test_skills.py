"""The 23 skills, by hand from Musg, Tableau des améliorations disponibles via l'expérience."""

import pytest

from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier

SHOOTING = Modifier(Characteristic.SHOOTING, 1, limit=2)
MELEE = Modifier(Characteristic.MELEE, 1, limit=2)
LEADERSHIP = Modifier(Characteristic.LEADERSHIP, 1, limit=11)
STRENGTH = Modifier(Characteristic.STRENGTH, 1)
TOUGHNESS = Modifier(Characteristic.TOUGHNESS, 1)
MOVEMENT = Modifier(Characteristic.MOVEMENT, 1)
HIT_POINTS = Modifier(Characteristic.HIT_POINTS, 1)

# number, code, printed name, needs (by number), change
PRINTED: list[tuple[int, str, str, set[int], Modifier | None]] = [
    (1, "sharp_eye", "Bon œil", set(), SHOOTING),
    (2, "bronze_fists", "Poings de bronze", set(), STRENGTH),
    (3, "bronze_body", "Corps de bronze", set(), TOUGHNESS),
    (4, "brawler", "Bagarreur", set(), MELEE),
    (5, "strider", "Arpenteur", set(), MOVEMENT),
    (6, "brave", "Courageux", set(), LEADERSHIP),
    (7, "lynx_eye", "Œil de lynx", {1}, SHOOTING),
    (8, "iron_fists", "Poings de fer", {2}, STRENGTH),
    (9, "iron_body", "Corps de fer", {3}, TOUGHNESS),
    (10, "pugilist", "Pugiliste accompli", {4}, MELEE),
    (11, "woodsman", "Coureur des bois", {5}, None),
    (12, "fearless", "Intrépide", {6}, LEADERSHIP),
    (13, "eagle_eye", "Œil d’aigle", {7}, SHOOTING),
    (14, "steel_fists", "Poings d’acier", {8}, STRENGTH),
    (15, "steel_body", "Corps d’acier", {9}, TOUGHNESS),
    (16, "combat_master", "Maître de combat", {10}, MELEE),
    (17, "acrobat", "Voltigeur", {11}, None),
    (18, "steel_nerves", "Nerfs d’acier", {12}, None),
    (19, "improved_health", "Santé améliorée", {15}, HIT_POINTS),
    (20, "will_to_live", "Volonté de vivre", {19}, None),
    (21, "weak_points", "Points faibles", {13, 16}, None),
    (22, "vital_points", "Points vitaux", {21}, None),
    (23, "blade_catcher", "Attrape-lame", {15, 18}, None),
]


@pytest.mark.parametrize(("number", "code", "name", "needs", "change"), PRINTED)
def test_skill(number: int, code: str, name: str, needs: set[int], change: Modifier | None) -> None:
    """Number, name, prerequisites, change and cap as printed."""
    skill = CATALOGUE.skills[code]
    assert (skill.number, skill.name.fr) == (number, name)
    assert {CATALOGUE.skills[required].number for required in skill.requires} == needs
    assert skill.modifiers == (() if change is None else (change,))


def test_printed_order() -> None:
    assert list(CATALOGUE.skills) == [code for _, code, _, _, _ in PRINTED]


def test_what_skills_let_one_do() -> None:
    """Skills 11, 17, 18 and 20 to 23 change no figure of the profile (rulings M127, M268-M272)."""
    assert {code: skill.traits for code, skill in CATALOGUE.skills.items() if skill.traits} == {
        "woodsman": ("ignores_difficult_terrain",),
        "acrobat": ("climbs_rope_fast", "falls_two_dice"),
        "steel_nerves": ("leadership_three_dice",),
        "will_to_live": ("recovers",),
        "weak_points": ("melee_extra_die",),
        "vital_points": ("reroll_own_wound",),
        "blade_catcher": ("reroll_enemy_wound",),
    }


def test_unknown_skill_is_named() -> None:
    with pytest.raises(UnknownCode, match="no skill called 'flying'"):
        CATALOGUE.skill("flying")
