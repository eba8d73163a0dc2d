"""Who begins in which vehicle: the page, what it refuses, and what the engine makes of it (rulings M234, M348)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.crews import operations
from campaigns.wars.crews.forms import CrewForm
from campaigns.wars.models.battle import BattleState
from club.operations import Refused, Stale
from engines.musg.battle.setup import Ride
from engines.musg.entries import BuyVehicle, Grant
from engines.musg.rules import Rules
from engines.musg.vehicle import Design
from rosters.operations import take_steps
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field, field

pytestmark = pytest.mark.django_db
CAR = 5
"""A light vehicle, for a pilot and two others; figures 1 to 4 were there before it."""


@pytest.fixture
def fight() -> Field:
    fight = field(rules=Rules(vehicles=True))
    for band in fight.warbands:
        car = BuyVehicle(design=Design(type="light"), name=f"{band.name} Car")
        take_steps(warband=band, entries=[Grant(points=100, reason="Booty"), car], author=band.owner, reason="Set up")
    schedule.change_battle(
        battle=fight.battle, warbands=fight.warbands, plan=Plan(modules=("vehicles",)), author=fight.referee
    )
    return fight


def address(fight: Field, side: int = 0) -> str:
    return reverse("campaigns:crews", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[side].pk])


def said(fight: Field, **seats: str) -> dict[str, str]:
    return {"version": str(fight.stored().version), **{name.replace("_", "-"): seat for name, seat in seats.items()}}


def ride(fight: Field) -> Ride:
    [found] = setup_of(fight.stored()).sides[0].rides or ()
    return found


def form(fight: Field, **seats: str) -> CrewForm:
    return CrewForm(said(fight, **seats), side=fight.side(0))


def test_a_player_chooses_and_the_battle_begins_so(fight: Field) -> None:
    client = client_of(fight.players[0])
    battle = client.get(fight.battle.get_absolute_url()).content.decode()
    assert address(fight) in battle
    assert address(fight, 1) not in battle, "the other player chooses for the other side"
    chosen = said(fight, seat_1=f"{CAR}p", seat_3=str(CAR))
    assert client.post(address(fight), chosen).status_code == 302
    assert ride(fight).crew == (LEADER, HENCHMAN)
    assert setup_of(fight.stored()).sides[1].rides[0].crew != (LEADER, HENCHMAN)  # type: ignore[index]
    assert b'value="5p" selected' in client.get(address(fight)).content


def test_everybody_may_go_on_foot(fight: Field) -> None:
    assert ride(fight).crew, "a henchman drives as long as nobody chose"
    operations.choose(side=fight.side(0), crews={CAR: ()}, author=fight.players[0])
    assert ride(fight).crew == ()


@pytest.mark.parametrize(
    ("seats", "field_name"),
    [
        ({"seat_1": "5p", "seat_2": "5p"}, "seat-2"),
        ({"seat_1": "5"}, "seat-1"),
        ({"seat_1": "5p", "seat_2": "5", "seat_3": "5", "seat_4": "5"}, "seat-4"),
        ({"seat_1": "9p"}, "seat-1"),
    ],
)
def test_what_no_crew_can_be(fight: Field, seats: dict[str, str], field_name: str) -> None:
    """Two at the wheel, nobody at it, four where three have room (M234: 2 besides the pilot), no such vehicle."""
    sent = form(fight, **seats)
    assert not sent.is_valid()
    assert list(sent.errors) == [field_name]


def test_who_cannot_come_is_left_out_and_the_next_one_drives(fight: Field) -> None:
    operations.choose(side=fight.side(0), crews={CAR: (99, LIEUTENANT, SECOND_HENCHMAN)}, author=fight.players[0])
    assert ride(fight).crew == (LIEUTENANT, SECOND_HENCHMAN)


def test_only_the_player_and_the_referee_choose(fight: Field) -> None:
    assert client_of(fight.players[1]).get(address(fight)).status_code == 403
    assert client_of(fight.referee).get(address(fight)).status_code == 200
    assert Client().get(address(fight)).status_code in (302, 404)


def test_neither_an_old_page_nor_a_battle_that_is_over_takes_a_choice(fight: Field) -> None:
    with pytest.raises(Stale):
        operations.choose(side=fight.side(0), crews={}, author=fight.players[0], version=99)
    fight.battle.state = BattleState.REPORTED
    fight.battle.save()
    with pytest.raises(Refused):
        operations.choose(side=fight.side(0), crews={}, author=fight.players[0])


def test_in_french(fight: Field) -> None:
    page = client_of(fight.players[0]).get(address(fight), headers={"accept-language": "fr"}).content.decode()
    assert "Au volant\u00a0: Axes Car" in page
    assert "Qui commence dans quel véhicule" in page
