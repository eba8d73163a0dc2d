"""What a module asks of the warbands of a single game is said before it is opened, not when it is to begin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import Against, GamePlan
from club.models import Member
from engines.musg.entries import AnyEntry, Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.clients import client_of
from tests.factories.battles import warband
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

RAID = GamePlan(plan=Plan(modules=("regroup_team",)))
NO_EXTRAS = "Grok Krom has no extras: terrorists come with a leader, a lieutenant and extras (M215)."
NO_VEHICLE = "Vehicles are played, but none of the warbands brings one."


@pytest.fixture
def host() -> Member:
    return MemberFactory.create()


@pytest.fixture
def page(host: Member) -> Client:
    return client_of(host)


def gang(owner: Member, *, closed: bool = True) -> Warband:
    """A leader, a henchman, whom they need to bring extras along, and two extras (M174)."""
    ranks = (Rank.LEADER, Rank.HENCHMAN, Rank.EXTRA, Rank.EXTRA)
    steps: list[AnyEntry] = [Hire(rank=rank, race="human", name=f"G{number}") for number, rank in enumerate(ranks)]
    if closed:
        steps.append(Muster())
    return create_warband(owner=owner, setup=Setup(race="human", name="Gang"), entries=steps)


def test_ready_made_terrorists_without_extras_are_refused_beside_the_modules(host: Member, page: Client) -> None:
    """Nobody has extras: the warband named last plays the terrorists, who come with extras (M215)."""
    band = warband(host, "Axes")
    sent = {"warband": band.pk, "opponent": "ready", "ready": "orc", "visibility": "club", "modules": ["regroup_team"]}
    answer = page.post(reverse("campaigns:single_new"), {**sent, "title": "Hostages"})
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors), form.errors["modules"][0]) == (422, ["modules"], NO_EXTRAS)
    assert (form["title"].value(), form["modules"].value(), form["ready"].value()) == (
        "Hostages",
        ["regroup_team"],
        "orc",
    )
    assert not Battle.objects.exists()


def test_with_extras_on_one_side_the_game_is_opened(host: Member) -> None:
    """The gang has more extras and plays the terrorists; the orcs come with a leader and lieutenants."""
    battle = single.open_game(host=host, game=RAID, mine=gang(host), against=Against(ready="orc"))
    assert battle.state == BattleState.SCHEDULED


def test_who_is_still_mustered_may_yet_hire_extras(host: Member) -> None:
    against = Against(ready="orc")
    assert single.open_game(host=host, game=RAID, mine=gang(host, closed=False), against=against).pk


def test_what_two_warbands_of_players_lack_is_told_on_the_battles_page(host: Member, page: Client) -> None:
    """They may agree at the table on teams that the rules do not know."""
    plain = single.open_game(host=host, game=RAID, mine=warband(host, "Axes"))
    single.seat(battle=plain, warband=warband(host, "Blades"), member=host)
    assert "Blades has no extras: terrorists come with" in page.get(plain.get_absolute_url()).content.decode()


def test_the_form_says_what_modules_ask_for(page: Client) -> None:
    assert "asks one of its two warbands for extras" in page.get(reverse("campaigns:single_new")).content.decode()


@pytest.mark.parametrize(("modules", "said"), [(("vehicles",), True), ((), False)])
def test_vehicles_that_nobody_brings_are_told_of(
    host: Member, page: Client, modules: tuple[str, ...], said: bool
) -> None:
    game = GamePlan(plan=Plan(modules=modules))
    battle = single.open_game(host=host, game=game, mine=warband(host, "Axes"), against=Against(ready="orc"))
    assert (NO_VEHICLE in page.get(battle.get_absolute_url()).content.decode()) is said


@pytest.mark.parametrize("name", ["play:propose", "campaigns:battle"])
def test_from_a_muster_that_is_not_closed_there_is_a_way_to_it(host: Member, page: Client, name: str) -> None:
    band = gang(host, closed=False)
    battle = single.open_game(host=host, game=GamePlan(plan=Plan()), mine=band, against=Against(ready="orc"))
    shown = page.get(reverse(name, args=[battle.campaign.slug, battle.pk])).content.decode()
    assert f'"{reverse("rosters:builder", args=[band.pk])}"' in shown
