"""What a card says about a figure: effective values and their reasons, worked out by hand from the rulebook."""

import pytest

from engines.musg import journal
from engines.musg.engagement import Foe
from engines.musg.entries import AnyEntry, Buy, Engage, Hire
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Contract, Figure, Injury, Item, Setup, Warband
from rosters.figure_card import FigureCard, experience_boxes, figure_card
from rosters.sheet_model import warband_sheet

RICH = Rules(points=2000, hero_points=1500, henchman_points=1000)


def roster(race: str, *entries: AnyEntry) -> Warband:
    warband = journal.begin(Setup(race, "The Blades", RICH))
    for entry in entries:
        warband = journal.apply(warband, entry).warband
    return warband


def leader(race: str, *items: str) -> FigureCard:
    hire = Hire(rank=Rank.LEADER, race=race, name="Ada")
    warband = roster(race, hire, *(Buy(figure=1, item=item) for item in items))
    return figure_card(warband.figures[0], warband, "en")


def stat(card: FigureCard, code: str) -> str:
    return next(stat.value for stat in card.stats if stat.code == code)


def test_an_unchanged_profile_is_the_printed_one() -> None:
    # Musg, Race humaine: chef 9, 11, 2+, 3+, 5, 4, 6.
    card = leader("human")
    assert [s.value for s in card.stats] == ["9", "11", "2+", "3+", "5", "4", "6"]
    assert not card.explained
    assert card.title == "Leader · Humans"


def test_gear_changes_the_numbers_and_says_so() -> None:
    # Musg, Tableau des équipements: heavy armour R +2; a techno-organic arm R +1 and F +1.
    card = leader("human", "heavy_armour", "cyber_arm")
    toughness = card.stats[5]
    assert (toughness.value, toughness.base, toughness.mark) == ("7", "4", "is-better")
    assert {(reason.source, reason.change) for reason in toughness.reasons} == {
        ("Heavy armour", "+2"),
        ("Techno-organic or cybernetic arm", "+1"),
    }
    assert stat(card, "strength") == "6"


def test_close_combat_weapons_add_their_strength_to_the_bearers() -> None:
    # Musg, Tableau des armes de corps à corps: sword 2 dice, strength 2; dagger 1 die, strength 1; leader's strength 5.
    lines = {line.code: line for line in leader("human", "sword").melee}
    assert (lines["sword"].dice, lines["sword"].strength, lines["sword"].hands) == (2, 7, "1")
    assert (lines["dagger"].dice, lines["dagger"].strength) == (1, 6)


def test_ranged_weapons_have_their_own_strength_or_the_bearers() -> None:
    # Musg, Tableau des armes de tir: pistol 6/12/18, strength 3, one target, fast.
    pistol = leader("human", "pistol").ranged[0]
    assert (pistol.short, pistol.medium, pistol.long, pistol.strength) == ("6", "12", "18", 3)
    assert (pistol.targets, pistol.reload, pistol.action_points) == ("1", "fast", 1)


def test_a_pair_of_legs_is_explained_on_open_ground() -> None:
    # Musg, Tableau des équipements: the pair gives 2 paces on open ground; a human leader walks 9.
    card = leader("human", "cyber_leg", "cyber_leg")
    assert card.open_ground is not None
    assert card.open_ground.value == "11"
    assert "Difficult terrain does not slow the figure." in card.traits
    assert card.equipment[0].count == 2


def test_every_fifth_box_is_grey() -> None:
    boxes = experience_boxes(15, 6, 5)
    assert [box.number for box in boxes if box.grey] == [5, 10, 15]
    assert [box.number for box in boxes if box.ticked] == [1, 2, 3, 4, 5, 6]


def test_a_card_tells_injuries_effects_and_contracts() -> None:
    warband = roster("human", Engage(mercenary="elf_sniper", name="Dru"))
    hurt = Figure(
        id=1,
        name="Dru",
        rank=Rank.MERCENARY,
        race="elf",
        origin=Rank.LEADER,
        cost=0,
        mercenary="elf_sniper",
        contract=Contract(50, 30, 0),
        injuries=(Injury("hatred", Foe("0" * 16, "The Others")), Injury("hobbled")),
        misses_next=True,
        ignores_first_wound=True,
    )
    card = figure_card(hurt, warband, "en")
    assert card.title == "Mercenary · Elf sniper"
    assert [injury.name for injury in card.injuries] == ["Implacable hatred (The Others)", "Hobbled"]
    assert stat(card, "movement") == "8", "an elf leader walks 9, hobbled 8 (Musg, Retour des mis hors de combat)"
    assert len(card.next_battle) == 3
    assert card.hire == "50 points to engage, 30 for each battle"
    assert not card.paid_ahead
    assert card.boxes == ()


@pytest.mark.parametrize(
    ("race", "trait"),
    [
        ("ratfolk", "Difficult terrain does not slow the figure."),
        ("goblin", "Ld +1 for each friend within 2 paces, up to 11 (ruling M21)."),
        ("orc", "Never jumps in front of the leader: no “Look out, boss!” (ruling M23)."),
    ],
)
def test_what_is_special_about_a_race_stands_on_the_card(race: str, trait: str) -> None:
    assert trait in leader(race).traits


def test_an_orc_leads_goblins_without_their_leadership() -> None:
    warband = roster("goblin", Hire(rank=Rank.LEADER, race="orc", name="Ug"))
    card = figure_card(warband.figures[0], warband, "en")
    assert not any("Ld +1" in trait for trait in card.traits), "ruling M22"


def test_a_promoted_henchman_is_called_so() -> None:
    warband = roster("human")
    risen = Figure(id=1, name="Bo", rank=Rank.LIEUTENANT, race="human", origin=Rank.HENCHMAN, cost=8)
    card = figure_card(risen, warband, "en")
    assert card.title == "Lieutenant (formerly henchman) · Humans"
    assert stat(card, "movement") == "6", "profile and skills stay (ruling M244)"
    assert len(card.boxes) == 25


def test_a_sheet_gathers_the_warband_by_rank() -> None:
    entries = [
        Hire(rank=Rank.HENCHMAN, race="human", name="Bo"),
        Hire(rank=Rank.LEADER, race="human", name="Ada"),
        Engage(mercenary="orc_hunter", name="Gor"),
        Hire(rank=Rank.EXTRA, race="human", name="Ex"),
        Buy(item="sword"),
    ]
    sheet = warband_sheet(roster("human", *entries), "en")
    assert [card.name for card in sheet.active] == ["Ada", "Gor", "Bo", "Ex"]
    assert (sheet.heroes_spent.spent, sheet.henchmen_spent.spent, sheet.total.spent) == (40 + 80, 8 + 4, 132 + 5)
    assert sheet.legal
    assert [item.name for item in sheet.stash] == ["Sword"]


def test_cards_keep_to_their_language() -> None:
    warband = roster("human", Hire(rank=Rank.LEADER, race="human", name="Ada"))
    french, english = (figure_card(warband.figures[0], warband, language) for language in ("fr", "en"))
    assert french.melee[0].name == "Dague"
    assert english.melee[0].name == "Dagger"
    assert Item(1, "dagger", 0, 1) in warband.figures[0].items
