"""Every weapon, copied by hand from the annex (Musg, Annexes); the data were taken from the main text.

Where the annex has a hole or differs, the expected cell is the ruling's, named beside it.
"""

import pytest

from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Reload, Template

# PC PM PL Force Cibles Rechargement Coût. The grenade launcher's reload is "Rapide/Lent" in the annex: slow (M72).
RANGED = """
pistol               Pistolet                 6  12 18 3       1 Rapide  7
black_powder_pistol  Pistolet à poudre noire  4  8  12 4       1 Lent    7
rifle                Fusil                    10 20 30 4       1 Rapide 12
black_powder_rifle   Fusil à poudre noire     8  16 24 5       1 Lent   12
bow                  Arc                      10 20 30 3       1 Rapide  7
crossbow             Arbalète                 15 30 45 5       1 Lent   15
machine_pistol       Pistolet mitrailleur     6  12 18 3       3 Rapide 15
submachine_gun       Mitraillette             10 20 30 4       3 Rapide 20
assault_rifle        Fusil d’assaut           10 20 30 4       5 Rapide 30
machine_gun          Mitrailleuse             15 20 25 5       5 Rapide 35
grenade              Grenade                  3  5  8  10      X Rapide 12
grenade_launcher     Lance-grenades           10 20 30 8       X Lent   15
bazooka              Bazooka                  15 30 45 10      X Lent   30
cannon               Canon (à poudre)         30 40 50 10      X Lent   35
howitzer             Obusier                  50 60 70 10      X Lent   45
throwing_stars       Étoiles de jet           10 15 20 Pers.-1 1 Rapide  7
throwing_knife       Couteau de lancer        5  10 15 Pers.   1 Rapide  8
flamethrower         Lance-flammes            X  X  X  8       X Rapide 25
pump_shotgun         Fusil à pompe            X  X  X  4       X Rapide 15
"""

# Mains, dés par attaque, force, coût. Chainaxe: the annex lacks the force, 4 (M116).
MELEE = """
dagger                  Dague                        1 1 1  2
club                    Matraque – gourdin           1 1 1  3
sword                   Épée                         1 2 2  5
axe                     Hache une main               1 2 2  5
mace                    Masse d’armes                1 2 2  8
morningstar             Mörgensten (étoile du matin) 1 2 3 10
two_handed_sword        Épée à deux mains            2 3 3 10
two_handed_axe          Hache à deux mains           2 3 4 10
double_morningstar      Double Mörgensten            1 3 4 15
two_handed_mace         Masse d’armes à deux mains   2 3 5 15
pike                    Pique                        2 1 2  5
spear                   Lance                        2 1 3  5
halberd                 Hallebarde                   2 2 4  8
small_chainsaw          Petite tronçonneuse          1 2 3  8
large_chainsaw          Grande tronçonneuse          2 3 4 12
power_sword             Épée énergétique             1 2 4 12
two_handed_power_sword  Épée énergétique à deux mains 2 3 5 15
chainaxe                Hache tronçonneuse           1 2 4 12
two_handed_chainaxe     Hache tronçonneuse à deux mains 2 3 5 15
power_axe               Hache énergétique            1 2 5 15
two_handed_power_axe    Hache énergétique à deux mains 2 3 6 20
laser_sword             Épée laser                   1 2 7 22
power_claw              Griffe énergétique           1 2 5 15
nunchaku                Nunchaku                     1 2 3 10
whip                    Fouet                        1 2 4 15
"""


def rows(table: str, columns: int) -> list[tuple[str, str, tuple[str, ...]]]:
    found = []
    for line in table.strip().splitlines():
        (
            code,
            *name,
        ) = line.split()
        found.append((code, " ".join(name[:-columns]), tuple(name[-columns:])))
    return found


def paces(cell: str) -> int | None:
    return None if cell == "X" else int(cell)


@pytest.mark.parametrize(("code", "name", "printed"), rows(RANGED, 7), ids=lambda value: str(value))
def test_ranged_weapon_is_the_printed_row(code: str, name: str, printed: tuple[str, ...]) -> None:
    """Musg, Tableau des armes de tir."""
    short, medium, long, force, targets, reload, cost = printed
    weapon = CATALOGUE.ranged[code]
    assert weapon.name.fr == name
    assert (weapon.short, weapon.medium, weapon.long) == (paces(short), paces(medium), paces(long))
    assert weapon.targets == paces(targets)
    assert weapon.reload is {"Rapide": Reload.FAST, "Lent": Reload.SLOW}[reload]
    assert weapon.cost == int(cost)
    personal = force.startswith("Pers.")
    assert weapon.force.adds_bearer is personal
    assert weapon.force.own == int((force.removeprefix("Pers.") or "0") if personal else force)


@pytest.mark.parametrize(("code", "name", "printed"), rows(MELEE, 4), ids=lambda value: str(value))
def test_melee_weapon_is_the_printed_row(code: str, name: str, printed: tuple[str, ...]) -> None:
    """Musg, Tableau des armes de corps à corps; a blow adds the bearer's strength (Musg, Frapper)."""
    weapon = CATALOGUE.melee[code]
    assert weapon.name.fr == name
    assert (weapon.hands, weapon.dice, weapon.force.own, weapon.cost) == tuple(int(cell) for cell in printed)
    assert weapon.force.adds_bearer


def test_tail_weapon() -> None:
    """No hand, one die, the bearer's own strength (ruling M113), 5 points for a character (ruling M114)."""
    tail = CATALOGUE.melee["tail_weapon"]
    assert (tail.name.fr, tail.hands, tail.dice, tail.cost) == ("Arme de queue", 0, 1, 5)
    assert tail.force.against(4) == 4


def test_tables_hold_nothing_else_and_keep_the_printed_order() -> None:
    """19 ranged weapons; 26 close combat weapons, the tail weapon between laser sword and power claw."""
    assert list(CATALOGUE.ranged) == [code for code, _, _ in rows(RANGED, 7)]
    melee = [code for code, _, _ in rows(MELEE, 4)]
    melee.insert(melee.index("power_claw"), "tail_weapon")
    assert list(CATALOGUE.melee) == melee
    assert (len(CATALOGUE.ranged), len(CATALOGUE.melee)) == (19, 26)


def test_blast_radius() -> None:
    """Musg, Annexes, Tableau des armes de tir: 5 paces for the grenade, 3 for the others (ruling M78)."""
    blasts = {code: weapon.radius for code, weapon in CATALOGUE.ranged.items() if weapon.template is Template.BLAST}
    assert blasts == {"grenade": 5, "grenade_launcher": 3, "bazooka": 3, "cannon": 3, "howitzer": 3}


def test_flame_template() -> None:
    """Musg, Tableau des armes de tir: flamethrower and pump shotgun (ruling M80)."""
    flames = [code for code, weapon in CATALOGUE.ranged.items() if weapon.template is Template.FLAME]
    assert flames == ["flamethrower", "pump_shotgun"]
    assert all(CATALOGUE.ranged[code].radius is None for code in flames)


def test_black_powder() -> None:
    """Musg, Tirer: black powder pistol and rifle, cannon (ruling M94)."""
    powder = [code for code, weapon in CATALOGUE.ranged.items() if weapon.black_powder]
    assert powder == ["black_powder_pistol", "black_powder_rifle", "cannon"]


def test_drawn_or_thrown() -> None:
    """Musg, Tirer: bow and crossbow; stars and knives too (ruling M98)."""
    drawn = [code for code, weapon in CATALOGUE.ranged.items() if weapon.drawn]
    assert drawn == ["bow", "crossbow", "throwing_stars", "throwing_knife"]


def test_limited_ammunition() -> None:
    """Grenades and rockets may run out in battles fought back to back (ruling M104)."""
    limited = [code for code, weapon in CATALOGUE.ranged.items() if weapon.limited_ammunition]
    assert limited == ["grenade", "grenade_launcher", "bazooka"]


def test_action_points() -> None:
    """Musg, Tirer avec une arme à rechargement lent ou une arme lourde; rulings M70, M71."""
    two = {code for code, weapon in CATALOGUE.ranged.items() if weapon.action_points == 2}
    slow = {
        "black_powder_pistol",
        "black_powder_rifle",
        "crossbow",
        "grenade_launcher",
        "bazooka",
        "cannon",
        "howitzer",
    }
    assert two == slow | {"machine_gun"}
    assert [code for code, weapon in CATALOGUE.ranged.items() if weapon.heavy] == ["machine_gun", "bazooka"]


def test_free_first_dagger_and_pistol() -> None:
    """Musg, Dague (1ère gratuite); annex, Pistolet (moderne, 1er gratuit); ruling M29."""
    weapons = {**CATALOGUE.ranged, **CATALOGUE.melee}
    free = {code: weapon.first_free_in for code, weapon in weapons.items() if weapon.first_free_in}
    assert free == {"dagger": ("medieval", "modern", "futuristic"), "pistol": ("modern", "futuristic")}


@pytest.mark.parametrize(("bearer", "stars", "knife"), [(5, 4, 5), (2, 1, 2), (1, 1, 1)])
def test_thrown_blades_use_the_bearers_strength(bearer: int, stars: int, knife: int) -> None:
    """Musg, Pers. and Pers.-1; never below 1 (ruling M132)."""
    assert CATALOGUE.ranged["throwing_stars"].force.against(bearer) == stars
    assert CATALOGUE.ranged["throwing_knife"].force.against(bearer) == knife


def test_a_rifle_ignores_the_bearers_strength() -> None:
    assert CATALOGUE.ranged["rifle"].force.against(5) == 4


def test_a_blow_adds_the_bearers_strength() -> None:
    """Musg, Frapper: a leader's 5 and a two-handed sword's 3."""
    assert CATALOGUE.melee["two_handed_sword"].force.against(5) == 8


def test_item_finds_all_three_tables() -> None:
    assert CATALOGUE.item("bow") is CATALOGUE.ranged["bow"]
    assert CATALOGUE.item("axe") is CATALOGUE.melee["axe"]
    assert CATALOGUE.item("rope") is CATALOGUE.equipment["rope"]
    assert CATALOGUE.item("poison") is CATALOGUE.pulp.equipment["poison"]
    assert len(CATALOGUE.items) == 19 + 26 + 10 + 1


def test_unknown_code_is_named() -> None:
    with pytest.raises(UnknownCode, match="no item called 'longbow'") as raised:
        CATALOGUE.item("longbow")
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, KeyError)
