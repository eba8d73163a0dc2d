"""Rulings about the table that a campaign's sheets must know (M21, M22, M26, M150, M155, M283, M294)."""

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Engage, Hire
from engines.musg.profile import effective
from engines.musg.ranks import Rank
from tests.engines.musg.builders import figure, hire, mustered

GOBLIN = CATALOGUE.races["goblin"]


def test_goblins_and_only_goblins_take_heart_from_their_neighbours_m21() -> None:
    """Ruling M21: +1 leadership for each friend within 2 paces, in any warband; not for an orc who leads goblins."""
    assert [race.code for race in CATALOGUE.races.values() if race.neighbour_leadership] == ["goblin"]
    assert (GOBLIN.neighbour_leadership, GOBLIN.neighbour_range) == (1, 2)


def test_the_bonus_is_for_the_table_and_not_in_the_sheets_figure_m22() -> None:
    """Ruling M22: only figures present count, so the sheet shows the printed leadership."""
    goblins = mustered("goblin")
    leader = figure(goblins, 1)
    assert (
        effective(leader.profile(CATALOGUE), CATALOGUE, items=leader.item_codes, skills=(), injuries=()).leadership == 9
    )


def test_enlisted_goblins_count_as_henchmen_and_extras_do_not_m26() -> None:
    """Ruling M26: for the initiative total."""
    warband = mustered("orc", Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"), hire(Rank.EXTRA, "orc"))
    assert [f.race for f in warband.of_rank(Rank.HENCHMAN)] == ["orc", "orc", "goblin"]


def test_mercenaries_and_extras_count_in_the_starting_strength_m150() -> None:
    """Ruling M150: all figures of the warband."""
    warband = mustered("human", hire(Rank.EXTRA), Engage(mercenary="orc_hunter", name="X"))
    assert len(warband.active) == 6


def test_the_hardened_take_no_leadership_test_m155() -> None:
    """Ruling M155: rout included."""
    assert CATALOGUE.injury(62).traits == ("no_leadership_tests",)


def test_nothing_for_sale_spots_unseen_targets_m283() -> None:
    """Ruling M283: there is no such equipment."""
    traits = {trait for piece in CATALOGUE.equipment.values() for trait in piece.traits}
    assert traits == {"ignores_difficult_terrain_pair", "reroll_hits_received", "climbs", "heals", "jump"}


def test_the_armour_example_is_about_wounding_m294() -> None:
    """Ruling M294: strength 3 against toughness 4 in heavy armour wounds on 5+."""
    assert CATALOGUE.wound_roll(3, 4 + 2) == 5
