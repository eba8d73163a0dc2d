"""Every profile, copied by hand from the annex (Musg, Annexes, Les personnages); the data are the main text's."""

import pytest

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Profile
from engines.musg.ranks import Rank

# Mvt Cd CT CC F R PV Coût
ANNEX = """
generic             Chef        9  11  3+  3+  5  4  6  40
generic             Sous-chef   8   8  4+  4+  4  3  4  20
generic             Sous-fifre  6   6  5+  5+  3  2  3   8
human               Chef        9  11  2+  3+  5  4  6  40
human               Sous-chef   8   8  3+  4+  4  3  4  20
human               Sous-fifre  6   7  4+  5+  3  2  3   8
orc                 Chef        9  10  3+  3+  5  6  6  40
orc                 Sous-chef   8   7  4+  3+  4  4  4  20
orc                 Sous-fifre  6   6  5+  4+  3  3  3   8
elf                 Chef        9  11  3+  3+  5  3  6  40
elf                 Sous-chef   8  10  3+  4+  4  2  4  20
elf                 Sous-fifre  6   8  3+  5+  3  2  3   8
dwarf               Chef        7  11  3+  3+  5  4  6  40
dwarf               Sous-chef   6   8  4+  4+  4  4  4  20
dwarf               Sous-fifre  3   6  4+  4+  3  4  3   8
ratfolk             Chef        11 10  2+  2+  4  4  6  40
ratfolk             Sous-chef   10  7  3+  3+  3  3  4  20
ratfolk             Sous-fifre  8   5  3+  4+  2  2  3   8
goblin              Chef        11  9  2+  3+  4  3  6  20
goblin              Sous-chef   10  7  2+  4+  3  2  4  10
goblin              Sous-fifre  8   5  3+  5+  2  1  3   4
snakefolk           Chef        8  11  4+  3+  5  6  6  40
snakefolk           Sous-chef   7  10  5+  4+  4  5  4  20
snakefolk           Sous-fifre  5   9  6+  5+  3  3  3   8
alien_melee         Chef        12 11  3+  2+  5  6  6  40
alien_melee         Sous-chef   10  8  4+  3+  5  5  4  20
alien_melee         Sous-fifre  8   6  5+  4+  5  4  3   8
alien_shooting      Chef        10 11  3+  4+  5  5  6  40
alien_shooting      Sous-chef   8   8  4+  4+  4  4  4  20
alien_shooting      Sous-fifre  6   6  5+  5+  3  3  3   8
alien_technorganic  Chef        11 11  4+  4+  5  6  6  40
alien_technorganic  Sous-chef   9   8  4+  4+  5  5  4  20
alien_technorganic  Sous-fifre  7   6  5+  5+  4  4  3   8
"""

RANKS = {"Chef": Rank.LEADER, "Sous-chef": Rank.LIEUTENANT, "Sous-fifre": Rank.HENCHMAN}

NAMES = {
    "generic": "Profils type",
    "human": "Race humaine",
    "orc": "Race orque",
    "elf": "Race elfique",
    "dwarf": "Race naine",
    "ratfolk": "Race des hommes-rats",
    "goblin": "Race gobeline — Snotling",
    "snakefolk": "Race des hommes-serpents",
    "alien_melee": "Aliens orientés CC",
    "alien_shooting": "Aliens orientés tir",
    "alien_technorganic": "Aliens techno-organiques",
}


def printed_rows() -> list[tuple[str, Rank, tuple[int, ...]]]:
    rows = []
    for line in ANNEX.strip().splitlines():
        race, rest = line.split(maxsplit=1)
        name = next(name for name in RANKS if rest.startswith(name))
        cells = tuple(int(cell.rstrip("+")) for cell in rest.removeprefix(name).split())
        rows.append((race, RANKS[name], cells))
    return rows


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


@pytest.mark.parametrize(("race", "rank", "expected"), printed_rows(), ids=lambda value: str(value))
def test_profile_is_the_printed_row(race: str, rank: Rank, expected: tuple[int, ...]) -> None:
    """Musg, Annexes, Les personnages; dwarf henchmen move 3 (ruling M25), goblins are halved once (M18)."""
    assert cells(CATALOGUE.races[race].profiles[rank]) == expected


def test_there_are_eleven_races_of_three_ranks() -> None:
    """Musg, Listes facultatives: the generic table and ten races."""
    assert len(printed_rows()) == 33
    assert {code: race.name.fr for code, race in CATALOGUE.races.items()} == NAMES
    assert list(CATALOGUE.races) == list(NAMES)
    for race in CATALOGUE.races.values():
        assert list(race.profiles) == [Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN]


def test_extra() -> None:
    """Musg, Profil des figurants: 5 5 5+ 5+ 2 1 1 4."""
    assert cells(CATALOGUE.extra) == (5, 5, 5, 5, 2, 1, 1, 4)


def test_who_enlists_goblins() -> None:
    """Musg, Race humaine, orque, des hommes-rats; as henchmen only (ruling M17)."""
    assert {code for code, race in CATALOGUE.races.items() if race.enlists == ("goblin",)} == {
        "human",
        "orc",
        "ratfolk",
    }
    assert all(not race.enlists for code, race in CATALOGUE.races.items() if code not in {"human", "orc", "ratfolk"})
    assert [code for code, race in CATALOGUE.races.items() if race.henchmen_only] == ["goblin"]


def test_only_the_generic_list_mixes_freely() -> None:
    """Ruling M16."""
    assert [code for code, race in CATALOGUE.races.items() if race.enlists_any] == ["generic"]


def test_goblin_muster() -> None:
    """Musg, Race Gobeline: 3 lieutenants, an orc leader, Ld +1 for each neighbour within 2 paces."""
    goblin = CATALOGUE.races["goblin"]
    assert goblin.max_lieutenants == 3
    assert goblin.leader_from == ("orc",)
    assert (goblin.neighbour_leadership, goblin.neighbour_range) == (1, 2)


@pytest.mark.parametrize("race", [code for code in NAMES if code != "goblin"])
def test_other_races_have_two_lieutenants_and_no_neighbours(race: str) -> None:
    """Musg, Composition d'une bande: 0 to 2 lieutenants."""
    of = CATALOGUE.races[race]
    assert (of.max_lieutenants, of.leader_from, of.neighbour_leadership) == (2, (), 0)


def test_only_ratfolk_ignore_difficult_terrain() -> None:
    """Musg, Race des hommes-rats."""
    assert [code for code, race in CATALOGUE.races.items() if race.ignores_difficult_terrain] == ["ratfolk"]


def test_only_orcs_may_not_look_out() -> None:
    """Musg, Race orque; rulings M23, M24."""
    assert [code for code, race in CATALOGUE.races.items() if not race.may_look_out] == ["orc"]


def test_muster_figures() -> None:
    """Musg, Composition d'une bande (500, 300, 200; 1, 0-2, 1 or more); Profil des figurants (4 each)."""
    muster = CATALOGUE.muster
    assert (muster.total, muster.heroes, muster.henchmen) == (500, 300, 200)
    assert (muster.minimum[Rank.LEADER], muster.maximum[Rank.LEADER]) == (1, 1)
    assert (muster.minimum[Rank.LIEUTENANT], muster.maximum[Rank.LIEUTENANT]) == (0, 2)
    assert muster.minimum[Rank.HENCHMAN] == 1
    assert Rank.HENCHMAN not in muster.maximum
    assert Rank.MERCENARY not in muster.maximum  # ruling M15
    assert muster.extras_per_henchman == 4


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("zombie", (6, None, None, 4, 3, 3, 2, 4)),  # Musg, Profil des zombies
        ("voodoo_zombie", (6, None, None, 5, 3, 2, 3, 4)),  # Musg, Exception de composition (pulp): a henchman, halved
        ("invader_melee", (10, 8, None, 3, 5, 3, 2, 5)),  # Musg, Profil des aliens; ruling M197
        ("invader_shooting", (8, 8, 3, 5, 3, 3, 2, 10)),  # Musg, Profil des aliens
    ],
)
def test_module_profile(code: str, expected: tuple[int | None, ...]) -> None:
    assert cells(CATALOGUE.non_players[code].profile) == expected


def test_there_are_no_other_module_profiles() -> None:
    assert len(CATALOGUE.non_players) == 4
