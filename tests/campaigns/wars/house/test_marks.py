"""What a pack brought says so wherever it is named: on sheets and cards, in the film of a battle, at the table."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.wars.battles import operations as schedule
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.house.operations import adopt
from campaigns.wars.models.battle import Battle
from campaigns.wars.play.board import Board
from campaigns.wars.replay.frames import FigureState
from campaigns.wars.replay.wording.names import newcomer_called, newcomer_name
from campaigns.wars.settings.operations import rules_of
from club.paper.choices import PaperChoices
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle as Game
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Setup
from engines.musg.entries import Buy, Hire, Muster
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.packs import House
from engines.musg.ranks import Rank
from rosters import wording
from rosters.models import Warband
from rosters.operations import take_steps
from rosters.sheet_model import warband_sheet
from rosters.sheets import cards, table
from rosters.sheets.data import vehicle_data
from rosters.sheets.page import sheet
from rosters.vehicle_card import vehicle_card
from tests.engines.musg.packs.documents import FEN, fen
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory
from tests.factories.convoys import convoy
from tests.factories.packs import published
from tests.factories.resolutions import resolved

pytestmark = pytest.mark.django_db

HERMIT = {"name": {"fr": "Ermite", "en": "Hermit"}, "profile": [6, 7, 5, 5, 3, 3, 2, 0]}


@pytest.fixture
def ahead() -> Battle:
    """Two warbands of fenmen with eel spears, blowpipes and a sword, and the battle that is ahead of them."""
    referee = MemberFactory.create()
    border = campaign(referee)
    adopt(campaign=border, house=House(packs=(published(referee).value,)), author=referee, version=border.version)
    return schedule.schedule_battle(
        campaign=border,
        warbands=[_mustered(border, "The Reeds"), _mustered(border, "The Rushes")],
        plan=schedule.Plan(title="Dawn"),
    )


def _mustered(border: Campaign, name: str) -> Warband:
    owner = join(border)
    band = muster_for(campaign=border, owner=owner, name=name, race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN, Rank.HENCHMAN)]
    bought = [Buy(item="blowpipe", figure=1), Buy(item="reed_coat", figure=1), Buy(item="eel_spear", figure=2)]
    take_steps(warband=band, entries=[*hires, *bought, Buy(item="sword", figure=3), Muster()], author=owner)
    return band


def _bands(battle: Battle) -> list[Warband]:
    return [side.warband for side in battle.sides.select_related("warband").order_by("seat")]


def _setup(battle: Battle) -> Setup:
    rosters = {band.key: band.roster for band in _bands(battle)}
    return from_warbands(rosters, ready_tables()["open_field"], rules=rules_of(battle.campaign), turn_limit=4)


@pytest.mark.parametrize(
    ("language", "race", "pipe", "coat", "spear"),
    [
        ("en", "Fenman (house)", "Blowpipe (house)", "Reed coat (house)", "Eel spear (house)"),
        ("fr", "Homme du marais (maison)", "Sarbacane (maison)", "Manteau de joncs (maison)", "Eel spear (maison)"),
    ],
)
def test_sheets_and_cards_say_what_a_pack_brought(
    ahead: Battle, language: str, race: str, pipe: str, coat: str, spear: str
) -> None:
    band = _bands(ahead)[0]
    with translation.override(language):
        laid_out = sheet(band.roster, owner="", choices=PaperChoices(language=language))
        printed = cards.data(laid_out)["sheet"]["figures"]
        sword, dagger = (wording.item_name(code, band.catalogue) for code in ("sword", "dagger"))
    assert laid_out.facts[0].value == race
    assert [figure["title"].endswith(f" · {race}") for figure in printed] == [True] * 3
    assert [row[0] for row in printed[0]["ranged_short"]] == [pipe]
    assert [row[0] for row in printed[0]["equipment"]] == [coat]
    assert [row[0] for row in printed[1]["melee"]] == [dagger, spear]
    assert sword in [row[0] for row in printed[2]["melee"]]


def test_a_skill_and_a_mercenary_of_a_pack_say_so() -> None:
    catalogue = House(packs=(fen(),)).catalogue
    with translation.override("en"):
        assert wording.marked_in(catalogue.skills, "mire_born", catalogue) == "Mire-born (house)"
        assert wording.marked_in(catalogue.skills, "brawler", catalogue) == "Brawler"
        assert wording.marked_in(catalogue.mercenaries, "heron", catalogue) == "The Heron (house)"
        assert wording.marked_in(catalogue.skills, "gone", catalogue) == "gone"


def test_the_roster_and_the_battle_ahead_say_so(client: Client, ahead: Battle) -> None:
    band = _bands(ahead)[0]
    client.force_login(band.owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with translation.override("en"):
        assert warband_sheet(band.roster).race_name == "Fenman (house)"
    for address in (band.get_absolute_url(), reverse("rosters:figure", args=[band.pk, 1]), ahead.get_absolute_url()):
        page = client.get(address).content.decode()
        assert "Blowpipe (house)" in page, address
        assert "Sword (house)" not in page, address


def test_the_page_for_the_table_says_so(ahead: Battle) -> None:
    rosters = [band.roster for band in _bands(ahead)]
    with translation.override("fr"):
        found = table.data(rosters, PaperChoices(language="fr"), rules=rules_of(ahead.campaign))
    assert [row[0] for row in found["ranged"]] == ["Sarbacane (maison)"]
    assert "Eel spear (maison)" in [row[0] for row in found["melee"]]
    assert [row[0] for row in found["gear"]] == ["Manteau de joncs (maison)"]


@pytest.mark.parametrize(("language", "told"), [("en", "(Blowpipe [house])"), ("fr", "(Sarbacane [maison])")])
def test_the_film_of_a_battle_says_so(client: Client, ahead: Battle, language: str, told: str) -> None:
    """Weapons stand in brackets of a sentence: what is said of them there stands in square ones."""
    resolution = resolved(ahead, _bands(ahead), setup=_setup(ahead), players=("cautious", "cautious"))
    client.force_login(_bands(ahead)[0].owner)
    address = reverse("campaigns:replay_data", args=[ahead.campaign.slug, ahead.pk])
    said = [
        step["said"]
        for step in json.loads(client.get(address, headers={"accept-language": language}).content)["events"]
    ]
    shots = [number for number, one in enumerate(said) if told in one]
    assert shots
    replay = client.get(reverse("campaigns:replay", args=[ahead.campaign.slug, ahead.pk])).content.decode()
    assert len(re.findall(r'class="map__emblem" href="[^"]*races[^"]*#generic"', replay)) == 6
    assert not any("(house)" in one or "(maison)" in one for one in said)
    page = client.get(
        reverse("campaigns:shared_replay", args=[resolution.share]),
        {"event": shots[0]},
        headers={"accept-language": language},
    )
    assert escape(told) in page.content.decode()


def test_the_board_of_a_battle_played_here_says_so(ahead: Battle) -> None:
    game = Game.new(_setup(ahead), SeededDice(bytes(16)))
    with translation.override("en"):
        board = Board(game, game.view(0), game.events, portraits={}, side=0)
        lines = [card.sheet for card in board.bands[0].cards]
    assert any(line.startswith("Blowpipe (house): strength") for line in lines[0])
    assert "In close combat: Eel spear (house)" in [line.split(" / ")[0] for line in lines[1]]
    assert any("Sword" in line and "Sword (house)" not in line for line in lines[2])


def test_a_civilian_of_a_pack_says_so_and_bears_the_mark_of_the_bare_name() -> None:
    """One of the five that a die draws, in whose place a hermit stands."""
    code = next(iter(House().catalogue.civilians))
    catalogue = House(packs=(fen(civilians={code: HERMIT}),)).catalogue
    met = FigureState(9, 2, 1, "", code, 2, 2)
    with translation.override("en"):
        assert (newcomer_called(met, catalogue), newcomer_name(met, catalogue)) == ("Hermit (house)", "Hermit")
        assert newcomer_called(met, House().catalogue) == newcomer_name(met, House().catalogue)


def test_a_vehicles_gun_that_a_pack_brought_says_so_and_the_books_does_not() -> None:
    """The car carries a rifle and a bow; the pack's long rifle stands in the rifle's place."""
    long_rifle = {**FEN["ranged"]["blowpipe"], "name": {"fr": "Fusil long", "en": "Long rifle"}}
    band = convoy(MemberFactory.create(), "Road").roster
    band = replace(band, rules=replace(band.rules, house=House(packs=(fen(ranged={"rifle": long_rifle}),))))
    with translation.override("en"):
        card = next(card for card in (vehicle_card(one, band) for one in band.garage) if card.guns)
        assert [gun.line.name for gun in card.guns] == ["Long rifle (house)", "Bow"]
        assert [row[0] for row in vehicle_data(card)["guns"]] == ["Long rifle (house)", "Bow"]
    with translation.override("fr"):
        card = next(card for card in (vehicle_card(one, band) for one in band.garage) if card.guns)
        assert [gun.line.name for gun in card.guns] == ["Fusil long (maison)", "Arc"]
