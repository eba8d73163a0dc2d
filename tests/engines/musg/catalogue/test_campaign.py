"""Injuries, experience, victory points and mercenaries, by hand from the rulebook (printed once)."""

import pytest

from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier, Profile
from engines.musg.ranks import Rank

# Musg, Retour des mis hors de combat: the row of each of the 36 results.
D66 = {
    11: "dead", 12: "dead", 13: "dead", 14: "dead", 15: "dead",
    16: "multiple", 21: "multiple",
    22: "hobbled", 23: "hobbled",
    24: "reroll", 25: "reroll",
    26: "shaken",
    31: "dimmed_sight",
    32: "erratic",
    33: "quack",
    34: "bruised", 35: "bruised",
    36: "robbed",
    41: "full_recovery", 42: "full_recovery", 43: "full_recovery",
    44: "full_recovery", 45: "full_recovery", 46: "full_recovery",
    51: "full_recovery", 52: "full_recovery", 53: "full_recovery",
    54: "full_recovery", 55: "full_recovery", 56: "full_recovery",
    61: "hatred",
    62: "hardened", 63: "hardened", 64: "hardened",
    65: "against_all_odds", 66: "against_all_odds",
}  # fmt: skip

NAMES = {
    "dead": "Mort",
    "multiple": "Blessures multiples",
    "hobbled": "Difficulté de déplacement",
    "reroll": "Relance",
    "shaken": "Traumatisme nerveux",
    "dimmed_sight": "Vision diminuée",
    "erratic": "Activité aléatoire",
    "quack": "Médecin marron",
    "bruised": "Meurtri",
    "robbed": "Dévalisé",
    "full_recovery": "Guérison complète",
    "hatred": "Haine implacable",
    "hardened": "Endurci",
    "against_all_odds": "Survit contre toute probabilité",
}

LOSSES = {
    "hobbled": Modifier(Characteristic.MOVEMENT, -1, limit=1),  # ruling M256
    "shaken": Modifier(Characteristic.LEADERSHIP, -1, limit=4),  # printed minimum
    "dimmed_sight": Modifier(Characteristic.SHOOTING, -1, limit=6),  # ruling M255
    "bruised": Modifier(Characteristic.MELEE, -1, limit=6),  # printed maximum
}


def test_d66_has_all_36_results() -> None:
    assert len(D66) == 36
    assert [row.code for row in CATALOGUE.injuries] == list(NAMES)


@pytest.mark.parametrize(("roll", "code"), list(D66.items()))
def test_injury_table(roll: int, code: str) -> None:
    """Musg, Retour des mis hors de combat."""
    assert CATALOGUE.injury(roll).code == code


@pytest.mark.parametrize("roll", [0, 7, 10, 17, 20, 37, 40, 60, 67, 70, 77, -11])
def test_what_is_no_d66_is_refused(roll: int) -> None:
    with pytest.raises(UnknownCode, match=str(roll)):
        CATALOGUE.injury(roll)


@pytest.mark.parametrize(("code", "name"), list(NAMES.items()))
def test_injury_names_and_losses(code: str, name: str) -> None:
    """Names as printed; only four results change the profile."""
    row = CATALOGUE.injury_called(code)
    assert row.name.fr == name
    assert row.modifiers == ((LOSSES[code],) if code in LOSSES else ())


def test_what_is_rolled_again_among_multiple_injuries() -> None:
    """Musg, Blessures Multiples; rulings M251, M252."""
    assert [row.code for row in CATALOGUE.injuries if row.again_in_multiple] == ["dead", "multiple", "full_recovery"]


def test_injury_traits() -> None:
    """Musg, Retour des mis hors de combat: what the other results do."""
    rows = (*CATALOGUE.injuries, *CATALOGUE.quack, *CATALOGUE.henchman_return)
    assert {row.code: row.traits for row in rows if row.traits} == {
        "dead": ("dies",),
        "gone": ("dies",),
        "multiple": ("several_injuries",),
        "reroll": ("roll_again",),
        "erratic": ("may_sit_out",),
        "quack": ("quack_roll",),
        "robbed": ("loses_gear",),
        "hatred": ("hates",),
        "hardened": ("no_leadership_tests",),
        "against_all_odds": ("gains_experience",),
        "quack_fraud": ("misses_next_game",),
        "quack_genuine": ("ignores_first_wound",),
    }


@pytest.mark.parametrize(
    ("die", "code"),
    [
        (1, "quack_fraud"),
        (2, "quack_fraud"),
        (3, "quack_harmless"),
        (4, "quack_harmless"),
        (5, "quack_harmless"),
        (6, "quack_genuine"),
    ],
)
def test_quack_doctor(die: int, code: str) -> None:
    """Musg, Tableau des soins du médecin marron: 1-2, 3-5, 6."""
    assert CATALOGUE.quack_result(die).code == code


@pytest.mark.parametrize(
    ("die", "code"), [(1, "gone"), (2, "gone"), (3, "back"), (4, "back"), (5, "back"), (6, "back")]
)
def test_fallen_henchman(die: int, code: str) -> None:
    """Musg, Retour des mis hors de combat: 1-2 gone, 3-6 back."""
    assert CATALOGUE.henchman_result(die).code == code


@pytest.mark.parametrize("die", [0, 7])
def test_what_is_no_d6_is_refused(die: int) -> None:
    with pytest.raises(UnknownCode):
        CATALOGUE.quack_result(die)
    with pytest.raises(UnknownCode):
        CATALOGUE.henchman_result(die)


def test_experience() -> None:
    """Musg, Gain d'expérience: 1 for surviving, 1 for winning; every other pair earns nothing (ruling M238)."""
    assert (CATALOGUE.survival_experience, CATALOGUE.victory_experience) == (1, 1)
    earned = {(by, victim): CATALOGUE.takedown_experience(by, victim) for by in Rank for victim in Rank}
    assert {pair: points for pair, points in earned.items() if points} == {
        (Rank.HENCHMAN, Rank.LIEUTENANT): 1,
        (Rank.HENCHMAN, Rank.LEADER): 2,
        (Rank.LIEUTENANT, Rank.LEADER): 1,
        (Rank.LEADER, Rank.LEADER): 1,
    }
    assert len(CATALOGUE.takedowns) == 4


def test_every_fifth_box_is_grey() -> None:
    """Musg, Utilisation de l'expérience; ruling M243."""
    assert CATALOGUE.grey_every == 5


def test_victory_points() -> None:
    """Musg, Fin du tour; the mercenary's 10 by ruling M156."""
    assert dict(CATALOGUE.victory_points) == {
        Rank.LEADER: 10,
        Rank.LIEUTENANT: 8,
        Rank.HENCHMAN: 5,
        Rank.EXTRA: 2,
        Rank.MERCENARY: 10,
    }


# Musg, Mercenaires: the leader's profile of the race; 50 to engage, 30 for each game.
MERCENARIES = [
    ("orc_hunter", "Chasseur orque", "orc", (9, 10, 3, 3, 5, 6, 6)),
    ("troll_bodyguard", "Garde du corps troll", "generic", (9, 11, 3, 3, 5, 4, 6)),  # ruling M27
    ("elf_sniper", "Sniper elfique", "elf", (9, 11, 3, 3, 5, 3, 6)),
    ("dwarf_gunsmith", "Armurier nain", "dwarf", (7, 11, 3, 3, 5, 4, 6)),
    ("human_commando", "Commando humain", "human", (9, 11, 2, 3, 5, 4, 6)),
    ("goblin_harasser", "Harceleur gobelin / snotling", "goblin", (11, 9, 2, 3, 4, 3, 6)),  # ruling M282
]


@pytest.mark.parametrize(("code", "name", "race", "profile"), MERCENARIES)
def test_mercenary(code: str, name: str, race: str, profile: tuple[int, ...]) -> None:
    mercenary = CATALOGUE.mercenary(code)
    assert (mercenary.name.fr, mercenary.race) == (name, race)
    assert mercenary.profile == Profile(*profile, cost=50)
    assert (mercenary.engagement, mercenary.fee) == (50, 30)
    assert not mercenary.ignores_difficult_terrain
    assert mercenary.rules


def test_there_are_six_mercenaries() -> None:
    assert list(CATALOGUE.mercenaries) == [code for code, *_ in MERCENARIES]


@pytest.mark.parametrize(
    ("find", "message"),
    [
        (lambda: CATALOGUE.race("troll"), "no race called 'troll'"),
        (lambda: CATALOGUE.mercenary("ninja"), "no mercenary called 'ninja'"),
        (lambda: CATALOGUE.injury_called("captured"), "no injury called 'captured'"),
    ],
)
def test_unknown_codes_are_named(find, message) -> None:
    with pytest.raises(UnknownCode, match=message):
        find()
