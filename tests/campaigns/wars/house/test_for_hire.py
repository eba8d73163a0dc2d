"""Who leaves a warband with what a pack brought is for hire like anybody else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.hire.operations import hire
from campaigns.wars.house.operations import adopt
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from engines.musg.entries import Award, Buy, Grant, Hire, Muster, Succeed
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from rosters.models import Warband
from rosters.operations import take_steps
from tests.engines.musg.packs.documents import fen
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee() -> Member:
    return MemberFactory.create()


@pytest.fixture
def border(referee: Member) -> Campaign:
    made = campaign(referee, rules=Rules(lieutenant_boxes=6, henchman_boxes=5))
    return adopt(campaign=made, house=House(packs=(fen(),)), author=referee, version=made.version)


def band(border: Campaign, name: str, race: str) -> Warband:
    owner = join(border)
    made = muster_for(campaign=border, owner=owner, name=name, race=race)
    ranks = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)
    hires = [Hire(rank=rank, race=race, name=f"{name} {rank}") for rank in ranks]
    take_steps(warband=made, entries=[*hires, Buy(item="eel_spear", figure=1), Muster()], author=owner)
    return made


@pytest.fixture
def gone(border: Campaign) -> Warband:
    """The Reeds, whose leader with the eel spear made room for the lieutenant."""
    made = band(border, "Reeds", "fenman")
    grown = Award(figure=2, points=6, reason="Bold")
    take_steps(warband=made, entries=[grown, Succeed(figure=2)], author=made.owner)
    return made


def page(client: Client, border: Campaign, reader: Member) -> str:
    client.force_login(reader)
    answer = client.get(reverse("campaigns:hireables", args=[border.slug]), headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_what_the_pack_brought(client: Client, border: Campaign, gone: Warband) -> None:
    shown = page(client, border, gone.owner)
    assert "Eel spear" in shown


def test_another_warband_hires_it_at_its_price(border: Campaign, gone: Warband) -> None:
    """40 for a leader, 9 for the spear."""
    others = band(border, "Rushes", "human")
    take_steps(warband=others, entries=[Grant(points=100, reason="Booty")], author=others.owner)
    row = Hireable.objects.get()
    assert row.price == 49
    hire(hireable=row, warband=others, author=others.owner)
    assert others.roster.figures[-1].race == "fenman"


def test_who_left_a_warband_that_did_not_follow_is_still_shown(
    client: Client, border: Campaign, referee: Member, gone: Warband
) -> None:
    Enlistment.objects.filter(warband=gone).update(withdrawn=True)
    border.refresh_from_db()
    adopt(campaign=border, house=House(), author=referee, version=border.version)
    assert "eel_spear" not in rules_of(border).catalogue.items
    assert "Eel spear" in page(client, border, referee)
