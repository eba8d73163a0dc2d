"""An evening of a campaign with packs: those who come are what the packs make of them, and are called so."""

from __future__ import annotations

import pytest

from campaigns.wars.house.operations import adopt
from engines.musg.packs import House
from engines.musg.pocket.entries.harm import profile_toughness
from tests.campaigns.wars.pocket.conftest import Table, begun
from tests.campaigns.wars.pocket.test_evening_pages import page, press
from tests.engines.musg.packs.documents import fen
from tests.factories.battles import LEADER, Field

pytestmark = pytest.mark.django_db

DROWNED = {
    "name": {"fr": "Noyé", "en": "Drowned"},
    "profile": [8, False, False, 5, 3, 4, 2, 0],
    "attacks": 1,
}
HERMIT = {"name": {"fr": "Ermite", "en": "Hermit"}, "profile": [6, 7, 5, 5, 3, 4, 2, 0]}
"""Both of toughness 4; the first card that a die draws is the hermit's."""


@pytest.fixture
def table(fight: Field) -> Table:
    pack = fen(non_players={"zombie": DROWNED}, civilians={"civilian_ashlee": HERMIT})
    referee, campaign = fight.referee, fight.campaign
    adopt(campaign=campaign, house=House(packs=(pack,)), author=referee, version=campaign.version)
    fight.battle.refresh_from_db()
    return begun(fight)


def test_the_zombies_are_the_packs(table: Table) -> None:
    press(table, "initiative", order=table.fight.keys[0], bands=" ".join(table.fight.keys))
    press(table, "hears", band=table.fight.keys[0], die="1")
    press(table, "what_comes", pending=str(table.state.pending[0].id), die1="3", die2="2")
    answer = press(table, "how_many", pending=str(table.state.pending[0].id), die="6")
    assert "Place 4 × Drowned: point 2." in answer.content.decode()
    press(table, "hears", 1, band=table.fight.keys[1], die="6")
    press(table, "noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    press(table, "bands_done", turn="1")
    shown = page(table)
    assert "4 × Drowned (point 2)" in shown
    assert "Nobody in sight: 4 paces towards the noise marker." in shown  # half of 8
    assert profile_toughness(table.state, table.state.groups[0]) == 4


def test_the_evening_keeps_what_it_was_begun_with(table: Table) -> None:
    """It is told and checked again by itself, whatever the campaign adopts next."""
    campaign = table.fight.campaign
    campaign.refresh_from_db()
    adopt(campaign=campaign, house=House(), author=table.fight.referee, version=campaign.version)
    catalogue = table.state.setup.catalogue
    assert catalogue.civilians["civilian_ashlee"].name.in_language("en") == "Hermit"
    assert catalogue.civilians["civilian_ashlee"].profile.toughness == 4


def test_an_evening_by_the_book_keeps_nothing_of_a_house(fight: Field) -> None:
    assert "house" not in begun(fight).stored().setup
