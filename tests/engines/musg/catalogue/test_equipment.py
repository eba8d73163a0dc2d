"""Every piece of equipment, by hand from the annex (Musg, Annexes, Tableau des équipements)."""

import pytest

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier

TOUGHNESS, STRENGTH = Characteristic.TOUGHNESS, Characteristic.STRENGTH
MOVEMENT, SHOOTING = Characteristic.MOVEMENT, Characteristic.SHOOTING

PRINTED = [
    ("cyber_arm", "Bras techno-organique ou cybernétique", 10),
    ("cyber_leg", "Jambe techno-organique ou cybernétique", 15),
    ("light_armour", "Armure légère", 20),
    ("heavy_armour", "Armure lourde", 30),
    ("shield", "Bouclier", 20),
    ("buckler", "Rondache / protège avant-bras / bracelets renforcés", 8),
    ("sight", "Organe de visée", 8),
    ("rope", "Corde et grappin", 12),
    ("medikit", "Médikit, potion de soin, parchemin de soins, etc.", 10),
    ("jump_pack", "Pack de saut", 20),
]


@pytest.mark.parametrize(("code", "name", "cost"), PRINTED)
def test_name_and_cost(code: str, name: str, cost: int) -> None:
    """Musg, Tableau des équipements."""
    assert (CATALOGUE.equipment[code].name.fr, CATALOGUE.equipment[code].cost) == (name, cost)


def test_there_are_ten_pieces_in_printed_order() -> None:
    """Ruling M129: what only the preamble names (night sights, implants, potions of strength) cannot be bought."""
    assert list(CATALOGUE.equipment) == [code for code, _, _ in PRINTED]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("cyber_arm", {Modifier(TOUGHNESS, 1), Modifier(STRENGTH, 1)}),
        ("cyber_leg", {Modifier(TOUGHNESS, 1), Modifier(MOVEMENT, 2, pair=True, open_ground=True)}),
        ("light_armour", {Modifier(TOUGHNESS, 1)}),
        ("heavy_armour", {Modifier(TOUGHNESS, 2)}),
        ("shield", {Modifier(TOUGHNESS, 1)}),
        ("buckler", set()),
        ("sight", {Modifier(SHOOTING, 1, once=True, limit=2)}),
        ("rope", set()),
        ("medikit", set()),
        ("jump_pack", {Modifier(MOVEMENT, 3, open_ground=True, once=True)}),
    ],
)
def test_what_it_changes(code: str, expected: set[Modifier]) -> None:
    """Musg, Tableau des équipements, column Action."""
    assert set(CATALOGUE.equipment[code].modifiers) == expected


def test_one_suit_of_armour() -> None:
    """Ruling M121: light or heavy; shield, bucklers and cybernetics beside it."""
    assert [code for code, piece in CATALOGUE.equipment.items() if piece.slot == "armour"] == [
        "light_armour",
        "heavy_armour",
    ]


def test_how_many_of_a_piece() -> None:
    """Two arms, two legs (ruling M123), a buckler per arm (Musg, Rondache), one armour and one shield (M121)."""
    most = {code: piece.most for code, piece in CATALOGUE.equipment.items() if piece.most is not None}
    assert most == {"cyber_arm": 2, "cyber_leg": 2, "light_armour": 1, "heavy_armour": 1, "shield": 1, "buckler": 2}


def test_what_weapons_bar() -> None:
    """Musg, Bouclier: no two-handed weapon and no two one-handed ones; Rondache: no two-handed weapon."""
    two_handed = [code for code, piece in CATALOGUE.equipment.items() if piece.bars_two_handed]
    two_one_handed = [code for code, piece in CATALOGUE.equipment.items() if piece.bars_two_one_handed]
    assert (two_handed, two_one_handed) == (["shield", "buckler"], ["shield"])


def test_only_the_medikit_is_used_up() -> None:
    """Ruling M40."""
    assert [code for code, piece in CATALOGUE.equipment.items() if piece.single_use] == ["medikit"]


def test_traits() -> None:
    """What pieces let their bearers do (Musg, Tableau des équipements)."""
    assert {code: piece.traits for code, piece in CATALOGUE.equipment.items() if piece.traits} == {
        "cyber_leg": ("ignores_difficult_terrain_pair",),
        "buckler": ("reroll_hits_received",),
        "rope": ("climbs",),
        "medikit": ("heals",),
        "jump_pack": ("jump",),
    }
