"""The effective profile: expectations worked out by hand from the rulebook and the rulings."""

import pytest

from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier, Profile
from engines.musg.profile import Effective, Step, StepKind, effective
from engines.musg.ranks import Rank

MOVEMENT, LEADERSHIP = Characteristic.MOVEMENT, Characteristic.LEADERSHIP
SHOOTING, MELEE = Characteristic.SHOOTING, Characteristic.MELEE
STRENGTH, TOUGHNESS = Characteristic.STRENGTH, Characteristic.TOUGHNESS
HIT_POINTS = Characteristic.HIT_POINTS

# Musg, Les personnages, Sous chef: 8 8 4+ 4+ 4 3 4
LIEUTENANT = CATALOGUE.races["generic"].profiles[Rank.LIEUTENANT]


def of(
    profile: Profile = LIEUTENANT,
    items: tuple[str, ...] = (),
    skills: tuple[str, ...] = (),
    injuries: tuple[str, ...] = (),
    temporary: tuple[tuple[str, Modifier], ...] = (),
) -> Effective:
    return effective(profile, CATALOGUE, items=items, skills=skills, injuries=injuries, temporary=temporary)


def row(result: Effective) -> tuple[int | None, ...]:
    return tuple(line.value for line in result.lines)


def race(code: str, rank: Rank) -> Profile:
    return CATALOGUE.races[code].profiles[rank]


def test_bare_profile_is_the_printed_one() -> None:
    result = of()
    assert row(result) == (8, 8, 4, 4, 4, 3, 4)
    assert all(line.steps == () for line in result.lines)
    assert result.traits == frozenset()
    assert result.open_ground_movement == 8


@pytest.mark.parametrize(
    ("skills", "expected"),
    [
        # Mvt Cd CT CC F R PV; numbers are those of Musg, Tableau des améliorations
        (("sharp_eye",), (8, 8, 3, 4, 4, 3, 4)),  # 1
        (("bronze_fists",), (8, 8, 4, 4, 5, 3, 4)),  # 2
        (("bronze_body",), (8, 8, 4, 4, 4, 4, 4)),  # 3
        (("brawler",), (8, 8, 4, 3, 4, 3, 4)),  # 4
        (("strider",), (9, 8, 4, 4, 4, 3, 4)),  # 5
        (("brave",), (8, 9, 4, 4, 4, 3, 4)),  # 6
        (("sharp_eye", "lynx_eye"), (8, 8, 2, 4, 4, 3, 4)),  # 7
        (("bronze_fists", "iron_fists"), (8, 8, 4, 4, 6, 3, 4)),  # 8
        (("bronze_body", "iron_body"), (8, 8, 4, 4, 4, 5, 4)),  # 9
        (("brawler", "pugilist"), (8, 8, 4, 2, 4, 3, 4)),  # 10
        (("strider", "woodsman"), (9, 8, 4, 4, 4, 3, 4)),  # 11
        (("brave", "fearless"), (8, 10, 4, 4, 4, 3, 4)),  # 12
        (("sharp_eye", "lynx_eye", "eagle_eye"), (8, 8, 2, 4, 4, 3, 4)),  # 13: 2+ at best
        (("bronze_fists", "iron_fists", "steel_fists"), (8, 8, 4, 4, 7, 3, 4)),  # 14
        (("bronze_body", "iron_body", "steel_body"), (8, 8, 4, 4, 4, 6, 4)),  # 15
        (("brawler", "pugilist", "combat_master"), (8, 8, 4, 2, 4, 3, 4)),  # 16: 2+ at best
        (("acrobat",), (8, 8, 4, 4, 4, 3, 4)),  # 17
        (("steel_nerves",), (8, 8, 4, 4, 4, 3, 4)),  # 18
        (("improved_health",), (8, 8, 4, 4, 4, 3, 5)),  # 19
        (("will_to_live",), (8, 8, 4, 4, 4, 3, 4)),  # 20
        (("weak_points",), (8, 8, 4, 4, 4, 3, 4)),  # 21
        (("vital_points",), (8, 8, 4, 4, 4, 3, 4)),  # 22
        (("blade_catcher",), (8, 8, 4, 4, 4, 3, 4)),  # 23
    ],
)
def test_each_skill(skills: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert row(of(skills=skills)) == expected


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        # Musg, Tableau des équipements
        (("cyber_arm",), (8, 8, 4, 4, 5, 4, 4)),
        (("cyber_arm", "cyber_arm"), (8, 8, 4, 4, 6, 5, 4)),  # ruling M123
        (("cyber_leg",), (8, 8, 4, 4, 4, 4, 4)),
        (("cyber_leg", "cyber_leg"), (8, 8, 4, 4, 4, 5, 4)),
        (("light_armour",), (8, 8, 4, 4, 4, 4, 4)),
        (("heavy_armour",), (8, 8, 4, 4, 4, 5, 4)),
        (("shield",), (8, 8, 4, 4, 4, 4, 4)),
        (("buckler", "buckler"), (8, 8, 4, 4, 4, 3, 4)),
        (("sight",), (8, 8, 3, 4, 4, 3, 4)),
        (("sight", "sight"), (8, 8, 3, 4, 4, 3, 4)),  # ruling M124
        (("rope",), (8, 8, 4, 4, 4, 3, 4)),
        (("medikit",), (8, 8, 4, 4, 4, 3, 4)),
        (("jump_pack",), (8, 8, 4, 4, 4, 3, 4)),
        # ruling M121: armour, shield, buckler and cybernetics add up: 3 + 2 + 1 + 2 + 2
        (("heavy_armour", "shield", "buckler", "cyber_arm", "cyber_arm", "cyber_leg", "cyber_leg"),
         (8, 8, 4, 4, 6, 10, 4)),
        # weapons change no characteristic
        (("dagger", "sword", "pistol"), (8, 8, 4, 4, 4, 3, 4)),
    ],
)  # fmt: skip
def test_each_piece_of_equipment(items: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert row(of(items=items)) == expected


@pytest.mark.parametrize(
    ("items", "paces"),
    [
        ((), 8),
        (("cyber_leg",), 8),
        (("cyber_leg", "cyber_leg"), 10),  # the pair: 2 more
        (("jump_pack",), 11),  # 3 more
        (("jump_pack", "jump_pack"), 11),
        (("cyber_leg", "jump_pack", "cyber_leg"), 13),
    ],
)
def test_open_ground(items: tuple[str, ...], paces: int) -> None:
    """Musg, Jambe techno-organique, Pack de saut: on open ground only."""
    result = of(items=items)
    assert result.open_ground_movement == paces
    assert result.movement == 8


@pytest.mark.parametrize(
    ("injuries", "expected"),
    [
        (("hobbled",), (7, 8, 4, 4, 4, 3, 4)),
        (("shaken",), (8, 7, 4, 4, 4, 3, 4)),
        (("dimmed_sight",), (8, 8, 5, 4, 4, 3, 4)),
        (("bruised",), (8, 8, 4, 5, 4, 3, 4)),
        (("erratic", "hatred", "hardened"), (8, 8, 4, 4, 4, 3, 4)),
        # duplicates stand (ruling M252)
        (("hobbled", "hobbled", "bruised", "bruised"), (6, 8, 4, 6, 4, 3, 4)),
        (("shaken",) * 6, (8, 4, 4, 4, 4, 3, 4)),  # printed minimum of 4
        (("dimmed_sight",) * 3, (8, 8, 6, 4, 4, 3, 4)),  # ruling M255
        (("bruised",) * 3, (8, 8, 4, 6, 4, 3, 4)),  # printed maximum of 6+
        (("hobbled",) * 9, (1, 8, 4, 4, 4, 3, 4)),  # ruling M256
    ],
)
def test_each_injury(injuries: tuple[str, ...], expected: tuple[int, ...]) -> None:
    """Musg, Retour des mis hors de combat."""
    assert row(of(injuries=injuries)) == expected


def test_dwarf_henchman_hobbled_thrice_still_moves_one_pace() -> None:
    """Ruling M256's own case: movement 3."""
    assert of(race("dwarf", Rank.HENCHMAN), injuries=("hobbled",) * 3).movement == 1


def test_leadership_is_eleven_at_most() -> None:
    """Musg, Courageux (max 11): a leader has 11 already; an elf lieutenant's 10 takes one of the two."""
    leader = race("human", Rank.LEADER)
    assert of(leader, skills=("brave", "fearless")).leadership == 11
    assert of(race("elf", Rank.LIEUTENANT), skills=("brave", "fearless")).leadership == 11


def test_courage_makes_up_for_a_shock() -> None:
    """11 - 2 + 1 = 10."""
    assert of(race("human", Rank.LEADER), skills=("brave",), injuries=("shaken", "shaken")).leadership == 10


def test_skill_after_a_limited_injury_counts() -> None:
    """5+ made 6+ at worst by three losses (ruling M255), then improved by Bon œil."""
    assert of(race("generic", Rank.HENCHMAN), skills=("sharp_eye",), injuries=("dimmed_sight",) * 3).shooting == 5


def test_a_surplus_skill_stores_nothing() -> None:
    """Musg, Bon œil (max 2+): at 2+ it gives nothing, and a sight still stands above it."""
    line = of(race("human", Rank.LEADER), skills=("sharp_eye",)).line(SHOOTING)
    assert (line.value, line.uncapped) == (2, 2)


def test_sight_at_two_plus_makes_up_for_a_penalty() -> None:
    """Ruling M267: 2+ with a sight shows 2+, but a shot at long range (+1) still needs 2+."""
    line = of(race("human", Rank.LEADER), items=("sight",)).line(SHOOTING)
    assert (line.base, line.value, line.uncapped) == (2, 2, 1)
    assert line.steps == (
        Step(StepKind.GEAR, "sight", 1),
        Step(StepKind.CAP, "at_best", -1, "ruling M82"),
    )
    assert of(race("human", Rank.LEADER), items=("sight",), injuries=("dimmed_sight",)).shooting == 2


def test_sight_helps_a_snakefolk_henchman_with_dimmed_sight() -> None:
    """6+ stays 6+ (ruling M255); the sight then makes it 5+."""
    henchman = race("snakefolk", Rank.HENCHMAN)
    assert of(henchman, injuries=("dimmed_sight",)).shooting == 6
    assert of(henchman, items=("sight",), injuries=("dimmed_sight",)).shooting == 5


def test_second_sight_is_explained() -> None:
    """Ruling M124."""
    assert of(items=("sight", "sight")).line(SHOOTING).steps == (
        Step(StepKind.GEAR, "sight", 1),
        Step(StepKind.GEAR, "sight", 0, "ruling M124"),
    )


def test_third_arm_adds_nothing() -> None:
    """Ruling M123: two arms at most."""
    assert of(items=("cyber_arm",) * 3).strength == 6


def test_every_step_is_told_in_order() -> None:
    """Injury, skill, gear, temporary: 3 + 1 + 2 + 1 - 1."""
    charged = ("receive_charge", Modifier(TOUGHNESS, -1))  # Musg, Test « Subir une charge »
    result = of(items=("shield", "heavy_armour"), skills=("bronze_body",), temporary=(charged,))
    assert result.line(TOUGHNESS).steps == (
        Step(StepKind.SKILL, "bronze_body", 1),
        Step(StepKind.GEAR, "shield", 1),
        Step(StepKind.GEAR, "heavy_armour", 2),
        Step(StepKind.TEMPORARY, "receive_charge", -1),
    )
    assert result.toughness == 6


def test_capped_steps_are_told() -> None:
    """4+ with all three eyes: 1+ cut back to 2+ (Musg, Œil d'aigle)."""
    assert of(skills=("sharp_eye", "lynx_eye", "eagle_eye")).line(SHOOTING).steps == (
        Step(StepKind.SKILL, "sharp_eye", 1),
        Step(StepKind.SKILL, "lynx_eye", 1),
        Step(StepKind.SKILL, "eagle_eye", 1),
        Step(StepKind.CAP, "at_best", -1, "Musg, Tableau des améliorations"),
    )
    assert of(injuries=("bruised",) * 3).line(MELEE).steps[-1] == Step(
        StepKind.CAP, "at_worst", 1, "Musg, Retour des mis hors de combat"
    )


def test_rally_stops_at_eleven() -> None:
    """Musg, Fuir: +1 leadership for each rally; ruling M52: 11 at most."""
    rally = ("rally", Modifier(LEADERSHIP, 1))
    assert of(temporary=(rally,)).leadership == 9
    assert of(temporary=(rally,) * 5).leadership == 11


def test_fear_may_go_below_four() -> None:
    """Musg, Peur: -1 near zombies; the minimum of 4 is Traumatisme nerveux's own."""
    fear = ("fear", Modifier(LEADERSHIP, -1))
    assert of(injuries=("shaken",) * 6, temporary=(fear,)).leadership == 3


def test_goblin_charged_keeps_toughness_one() -> None:
    """Ruling M133: a goblin henchman has 1 already."""
    charged = ("receive_charge", Modifier(TOUGHNESS, -1))
    assert of(race("goblin", Rank.HENCHMAN), temporary=(charged,)).toughness == 1


@pytest.mark.parametrize(
    ("characteristic", "amount", "expected"),
    [(MOVEMENT, -20, 1), (STRENGTH, -20, 1), (TOUGHNESS, -20, 1), (HIT_POINTS, -20, 1), (LEADERSHIP, -20, 1),
     (SHOOTING, -20, 6), (MELEE, -20, 6), (SHOOTING, 20, 2), (MELEE, 20, 2), (LEADERSHIP, 20, 11)],
)  # fmt: skip
def test_limits_of_the_sum(characteristic: Characteristic, amount: int, expected: int) -> None:
    """Rulings M52, M82, M112, M132, M133, M256."""
    assert of(temporary=(("spell", Modifier(characteristic, amount)),)).value(characteristic) == expected


def test_what_has_no_value_stays_without() -> None:
    """Musg, Profil des zombies: neither leadership nor shooting."""
    zombie = of(CATALOGUE.non_players["zombie"].profile, items=("sight",), skills=("brave",))
    assert (zombie.leadership, zombie.shooting) == (None, None)
    assert zombie.line(SHOOTING).steps == ()


@pytest.mark.parametrize(
    ("arguments", "trait"),
    [
        ({"skills": ("woodsman",)}, "ignores_difficult_terrain"),
        ({"items": ("cyber_leg", "cyber_leg")}, "ignores_difficult_terrain"),
        ({"items": ("buckler",)}, "reroll_hits_received"),
        ({"items": ("rope",)}, "climbs"),
        ({"items": ("medikit",)}, "heals"),
        ({"items": ("jump_pack",)}, "jump"),
        ({"skills": ("steel_nerves",)}, "leadership_three_dice"),
        ({"skills": ("weak_points",)}, "melee_extra_die"),
        ({"skills": ("vital_points",)}, "reroll_own_wound"),
        ({"skills": ("blade_catcher",)}, "reroll_enemy_wound"),
        ({"skills": ("will_to_live",)}, "recovers"),
        ({"injuries": ("hardened",)}, "no_leadership_tests"),
        ({"injuries": ("hatred",)}, "hates"),
        ({"injuries": ("erratic", "erratic")}, "may_sit_out"),
    ],
)
def test_traits(arguments: dict[str, tuple[str, ...]], trait: str) -> None:
    assert of(**arguments).traits == {trait}  # type: ignore[arg-type]


def test_acrobat_has_two_traits() -> None:
    """Musg, Voltigeur; ruling M127."""
    assert of(skills=("acrobat",)).traits == {"climbs_rope_fast", "falls_two_dice"}


def test_one_leg_does_not_ignore_terrain() -> None:
    """Musg, Jambe techno-organique: by the pair only."""
    assert not of(items=("cyber_leg",)).ignores_difficult_terrain


def test_ratfolk_ignore_terrain_by_race() -> None:
    """Musg, Race des hommes-rats."""
    result = effective(
        race("ratfolk", Rank.HENCHMAN), CATALOGUE, items=(), skills=(), injuries=(), ignores_difficult_terrain=True
    )
    assert result.ignores_difficult_terrain


@pytest.mark.parametrize("field", ["items", "skills", "injuries"])
def test_unknown_codes_are_refused_by_name(field: str) -> None:
    with pytest.raises(UnknownCode, match="'nonsense'"):
        of(**{field: ("nonsense",)})  # type: ignore[arg-type]


def test_a_veteran() -> None:
    """Human leader 9 11 2+ 3+ 5 4 6, with everything at once.

    Mvt 9 - 1 + 1; Cd 11 - 1 + 1; CT 2+ - 1 + sight; CC 3+ - 1 + 2; F 5 + 1 + 1; R 4 + 1 + 2 + 1 + 1; open ground + 3.
    """
    result = of(
        race("human", Rank.LEADER),
        items=("sword", "cyber_arm", "heavy_armour", "shield", "sight", "jump_pack"),
        skills=("strider", "brave", "brawler", "pugilist", "bronze_fists", "bronze_body"),
        injuries=("hobbled", "shaken", "dimmed_sight", "bruised"),
    )
    assert row(result) == (9, 11, 2, 2, 7, 9, 6)
    assert result.open_ground_movement == 12
