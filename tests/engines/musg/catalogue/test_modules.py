"""What the modules bring to the table, copied by hand from the rulebook a second time (Musg, Les Modules)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from engines.musg.attacks import fighter
from engines.musg.catalogue import UnknownCode, reader
from engines.musg.catalogue.module_types import CIVILIAN
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import MeleeWeapon, Profile, RangedWeapon, Reload, Template

ZOMBIES = """
11    1  1d3+3 zombie
12-13 1  1d3+1 zombie
14-15 1  1d3 zombie
16    1  1 civilian
21    1  3 zombie
22-23 1  2 zombie
24-25 1  1 zombie
26    1  2 civilian
31    2  1d3+3 zombie
32-33 2  1d3+1 zombie
34-35 2  1d3 zombie
36    2  1 civilian
41    2  3 zombie
42-43 2  2 zombie
44-45 2  1 zombie
46    2  2 civilian
51    3  1d3+3 zombie
52-53 3  1d3+1 zombie
54-55 3  1d3 zombie
56    3  1 civilian
61    3  3 zombie
62-63 3  2 zombie
64-65 3  1 zombie
66    3  2 civilian
"""
"""Musg, Invasion de Zombies, Mauvaise rencontre."""

ALIENS = """
11    1  1d3 invader_melee, 3 invader_shooting
12-13 1  1d3 invader_melee, 1 invader_shooting
14-15 1  1d3 invader_melee
16    1  1 civilian
21    1  3 invader_melee
22-23 1  2 invader_melee
24-25 1  1 invader_melee
26    1  2 civilian
31    2  1d3 invader_melee, 3 invader_shooting
32-33 2  1d3 invader_melee, 1 invader_shooting
34-35 2  1d3 invader_melee
36    2  1 civilian
41    2  3 invader_melee
42-43 2  2 invader_melee
44-45 2  1 invader_melee
46    2  2 civilian
51    3  1d3 invader_melee, 3 invader_shooting
52-53 3  1d3 invader_melee, 1 invader_shooting
54-55 3  1d3 invader_melee
56    3  1 civilian
61    3  3 invader_melee
62-63 3  2 invader_melee
64-65 3  1 invader_melee
66    3  2 civilian
"""
"""Musg, Invasion Alien, Mauvaises rencontres; "1d3 and 3" (ruling M200)."""

D66 = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]


def copied(table: str) -> dict[int, tuple[int, list[tuple[str, int, int]]]]:
    """Each d66 with its point and who comes: figure, d3 dice, fixed number."""
    found = {}
    for line in table.strip().splitlines():
        faces, point, rest = line.split(maxsplit=2)
        arrivals = []
        for dice, fixed, figure in re.findall(r"(1d3)?\+?(\d)? (\w+)(?:, |$)", rest):
            arrivals.append((figure, int(dice == "1d3"), int(fixed or 0)))
        low, _to, high = faces.partition("-")
        for face in range(int(low), int(high or low) + 1):
            assert face not in found
            found[face] = (int(point), arrivals)
    return found


@pytest.mark.parametrize(("code", "table"), [("zombies", ZOMBIES), ("aliens", ALIENS)])
def test_each_of_the_36_results_is_the_printed_one(code: str, table: str) -> None:
    expected = copied(table)
    assert sorted(expected) == D66
    for face in D66:
        row = CATALOGUE.encounter(code, face)
        assert (row.point, [(one.figure, one.d3, one.fixed) for one in row.arrivals]) == expected[face], face


@given(st.integers(-10, 120), st.sampled_from(["zombies", "aliens"]))
def test_a_d66_is_found_once_and_nothing_else_is_found(face: int, code: str) -> None:
    if face in D66:
        assert [row for row in CATALOGUE.encounters[code].rows if row.low <= face <= row.high] == [
            CATALOGUE.encounter(code, face)
        ]
    else:
        with pytest.raises(UnknownCode, match="d66 result"):
            CATALOGUE.encounter(code, face)


def test_a_table_that_there_is_not() -> None:
    with pytest.raises(UnknownCode, match="'dragons'"):
        CATALOGUE.encounter("dragons", 11)


def test_whoever_comes_is_in_the_catalogue() -> None:
    tables = CATALOGUE.encounters.values()
    figures = {one.figure for table in tables for row in table.rows for one in row.arrivals}
    assert figures == {"zombie", "invader_melee", "invader_shooting", CIVILIAN}
    assert figures - {CIVILIAN} <= CATALOGUE.non_players.keys()


@pytest.mark.parametrize("spoiled", [[11, 12], [11, 66], [12, 12]])
def test_a_table_with_a_hole_or_an_overlap_is_refused(spoiled: list[int]) -> None:
    document = reader.table("encounters")["zombies"]
    document["rows"][0]["faces"] = spoiled
    with pytest.raises(ValueError, match="'zombies' does not hold every d66 result once"):
        reader.encounters("zombies", document)


def cells(profile: Profile) -> tuple[int | None, ...]:
    return (
        profile.movement,
        profile.leadership,
        profile.shooting,
        profile.melee,
        profile.strength,
        profile.toughness,
        profile.hit_points,
        profile.cost,
    )


MAIN = {
    "zombie": (6, None, None, 4, 3, 3, 2, 4),  # Musg, Profil des zombies
    "invader_melee": (10, 8, None, 3, 5, 3, 2, 5),  # Musg, Profil des aliens; ruling M197
    "invader_shooting": (8, 8, 3, 5, 3, 3, 2, 10),
}
ANNEX = {
    "zombie": (6, None, None, 4, 3, 3, 2, 4),  # Musg, Annexes, Profil des zombies en « Invasion Zombies »
    "invader_melee": (10, 8, None, 3, 5, 3, 2, 5),  # Musg, Annexes, Profil des aliens en « Invasion Aliens »
    "invader_shooting": (8, 8, 3, 5, 3, 3, 2, 10),
}


@pytest.mark.parametrize("code", list(MAIN))
def test_both_copies_of_a_profile_say_the_same(code: str) -> None:
    assert cells(CATALOGUE.non_players[code].profile) == MAIN[code] == ANNEX[code]


@pytest.mark.parametrize(
    ("code", "attacks", "gun"),
    [
        ("zombie", 2, None),  # Musg, Profil des zombies; rulings M184, M185
        ("voodoo_zombie", 1, None),  # Musg, Exception de composition (pulp): no weapon; ruling M30
        ("invader_melee", 4, None),  # Musg, Profil des aliens; ruling M199
        ("invader_shooting", 2, "rifle"),  # rulings M198, M199
    ],
)
def test_attacks_and_guns(code: str, attacks: int, gun: str | None) -> None:
    figure = CATALOGUE.non_players[code]
    assert (figure.attacks, figure.gun) == (attacks, gun)
    assert gun is None or CATALOGUE.ranged[gun].force.own == 4  # Musg, Profil des aliens: its gun has strength 4


# Musg, Rencontre de civils: Mvt Cd CT CC F R PV (hit points: ruling M202), then the weapons of the card, with three
# targets for the pistols that are printed so (ruling M108)
CARDS = {
    "civilian_ashlee": ((6, 6, 5, 5, 3, 2, 3), ["6 12 18 F3 C3"], ["2d F3"]),
    "civilian_suzy_q": ((6, 6, 5, 5, 3, 2, 3), ["6 12 18 F3 C3"], []),  # the machine pistol of the table
    "civilian_three": ((6, 6, 5, 5, 3, 2, 3), ["6 12 18 F3 C3", "6 12 18 F3 C3"], []),
    "civilian_shaun": ((6, 7, 4, 5, 3, 2, 3), ["gabarit F4"], ["1d F1"]),
    "civilian_marvin": ((8, 8, 4, 4, 4, 3, 4), ["6 12 18 F4 C1"], []),
}


def card_of_gun(gun: RangedWeapon) -> str:
    assert gun.reload is Reload.FAST
    assert not gun.force.adds_bearer
    if gun.template is Template.FLAME:
        return f"gabarit F{gun.force.own}"
    return f"{gun.short} {gun.medium} {gun.long} F{gun.force.own} C{gun.targets}"


def card_of_blade(blade: MeleeWeapon) -> str:
    assert blade.force.adds_bearer
    return f"{blade.dice}d F{blade.force.own}"


def test_there_are_five_civilians() -> None:
    """Musg, Rencontre de civils, in printed order; the third one's name is lost (ruling M203)."""
    assert list(CATALOGUE.civilians) == list(CARDS)
    assert [civilian.name.en for civilian in CATALOGUE.civilians.values()] == [
        "Ashlee",
        "Suzy Q",
        "Third civilian",
        "Shaun",
        "Marvin",
    ]


@pytest.mark.parametrize("code", list(CARDS))
def test_a_civilian_is_the_printed_card(code: str) -> None:
    civilian = CATALOGUE.civilians[code]
    profile, guns, blades = CARDS[code]
    assert cells(civilian.profile) == (*profile, 0)
    assert [card_of_gun(gun) for gun in civilian.guns] == guns
    assert [card_of_blade(blade) for blade in civilian.blades] == blades


def test_what_only_civilians_carry_is_for_nobody_to_buy() -> None:
    own = CATALOGUE.guns.keys() - CATALOGUE.ranged.keys()
    assert own == {"civilian_pistol", "gladys"}
    assert not own & CATALOGUE.items.keys()
    assert {CATALOGUE.guns[code].cost for code in own} == {0}


def test_a_civilians_gun_is_shot_as_any_other() -> None:
    """Musg, Rencontre de civils: Marvin's pistol, F4, one target, whatever his own strength of 4."""
    gladys = fighter.gun("gladys", 4, CATALOGUE)
    assert (gladys.strength, gladys.dice, gladys.short, gladys.medium, gladys.long) == (4, 1, 6, 12, 18)


# Pulp


# Musg, Les héros ne meurent jamais; ruling M310: five results of a d66 for each, in the order of a profile
SETBACKS = {
    "movement": (11, 12, 13, 14, 15),
    "leadership": (16, 21, 22, 23, 24),
    "shooting": (25, 26, 31, 32, 33),
    "melee": (34, 35, 36, 41, 42),
    "strength": (43, 44, 45, 46, 51),
    "toughness": (52, 53, 54, 55, 56),
    "hit_points": (61, 62, 63, 64, 65),
}
WORST = {"movement": 1, "leadership": 4, "shooting": 6, "melee": 6, "strength": 1, "toughness": 1, "hit_points": 1}


@pytest.mark.parametrize("characteristic", list(SETBACKS))
def test_a_setback_takes_one_from_its_characteristic(characteristic: str) -> None:
    """Rulings M165, M310."""
    for face in SETBACKS[characteristic]:
        (modifier,) = CATALOGUE.setback(face).modifiers
        assert (modifier.characteristic.value, modifier.amount, modifier.limit) == (
            characteristic,
            -1,
            WORST[characteristic],
        )


def test_every_face_has_its_setback_and_66_is_rolled_again() -> None:
    assert sorted([*(face for faces in SETBACKS.values() for face in faces), 66]) == D66
    again = CATALOGUE.setback(66)
    assert (again.again_in_multiple, again.modifiers) == (True, ())


def test_points_of_pulp() -> None:
    """Musg, Le pulp, c'est le panache: 3 for hero and villain, 1 for all partners or lieutenants (ruling M163)."""
    assert {rank.value: points for rank, points in CATALOGUE.pulp.pools.items()} == {"leader": 3, "lieutenant": 1}


def test_a_primitive_tribe() -> None:
    """Musg, Exception de composition de bande pour le pulp: half price, poison 10; ruling M312: four weapons."""
    pulp = CATALOGUE.pulp
    assert pulp.tribe_divisor == 2
    assert pulp.tribe_ranged == {"bow", "crossbow", "throwing_stars", "throwing_knife"}
    assert pulp.tribe_ranged <= CATALOGUE.ranged.keys()
    assert (list(pulp.equipment), pulp.equipment["poison"].cost) == (["poison"], 10)


def test_extras() -> None:
    """Musg, Profil des figurants: 5 5 5+ 5+ 2 1 1 4; four for each henchman (rulings M174, M175)."""
    assert cells(CATALOGUE.extra) == (5, 5, 5, 5, 2, 1, 1, 4)
    assert CATALOGUE.muster.extras_per_henchman == 4


# Regroup team


def test_figures_of_the_anti_terrorists_game() -> None:
    """Musg, Regroup team !, by heading."""
    team = CATALOGUE.regroup_team
    assert (team.lieutenants, team.terrorist_lieutenants) == (4, 1)  # the introduction; ruling M207
    assert (team.alert, team.leash) == (6, 2)  # En alerte
    assert team.detector_zone == 3  # Matériel de détection
    assert (team.follows_within, team.hostage_penalty) == (2, 20)  # Délivrer un otage
    assert (team.place_action_points, team.fuse) == (1, 3)  # Amorcer - Désamorcer une bombe
    assert (team.defuse_action_points, team.defuse_action_points_with_kit, team.kit_cost) == (2, 1, 20)
    assert (team.blast, team.bomb_sites) == (20, 2)


def test_hostages() -> None:
    """Ruling M340: 5 5 - - - 1 1, worth 5 points."""
    hostage = CATALOGUE.regroup_team.hostage
    assert (hostage.movement, hostage.leadership, hostage.toughness, hostage.hit_points) == (5, 5, 1, 1)
    assert CATALOGUE.regroup_team.hostage_victory_points == 5


# What is said in short


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"(?<![M\d])\d+", text))


def test_both_languages_say_the_same_numbers() -> None:
    rules = [rule for module in CATALOGUE.modules.values() for rule in module.rules.values()]
    assert len(rules) == 60
    for rule in rules:
        assert numbers(rule.effect.fr) == numbers(rule.effect.en), rule.code
        assert set(re.findall(r"M\d+", rule.effect.fr)) == set(re.findall(r"M\d+", rule.effect.en)), rule.code


@pytest.mark.parametrize(
    ("module", "rule", "figures"),
    [
        ("pulp", "pools", [3, 3, 1, 1]),
        ("pulp", "sacrifice", [1, 2]),
        ("pulp", "pack", [4, 1]),
        ("pulp", "extras_group", [1, 1, 11]),
        ("zombies", "undead", [3, 2]),
        ("zombies", "infection", [2, 6, 7, 1, 6, 2]),
        ("zombies", "fear", [1, 5]),
        ("aliens", "attacks", [4, 5, 2, 3, 1, 4]),
        ("civilians", "saving", [5, 0]),
        ("regroup_team", "alert", [0, 6, 6, 1, 6]),
        ("regroup_team", "hostages", [5, 5, 1, 1, 2, 5, 20]),
        ("regroup_team", "bomb", [1, 2, 1, 20, 20]),
        ("vehicles", "moving", [1, 45, 1]),
        ("vehicles", "crew", [2, 4, 8, 1]),
        ("vehicles", "boarding", [3, 2, 6, 1]),
    ],
)
def test_the_figures_of_a_short_rule(module: str, rule: str, figures: list[int]) -> None:
    """By hand from the rulebook's own sentence about it."""
    assert numbers(CATALOGUE.modules[module].rules[rule].effect.en) == sorted(str(figure) for figure in figures)
