"""What a campaign leaves out of the rulebook is told, kept and said wherever its packs are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import Campaign, RefereeAct
from campaigns.wars.enlistment.operations import enlist_copy, enlist_own, muster_for
from campaigns.wars.house.operations import adopt
from club.models import Member
from club.operations import Refused
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Engage, Grant, Hire, Muster
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, take_steps
from rosters.transfer import copy_warband
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client: Client) -> Iterator[None]:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def referee() -> Member:
    return MemberFactory.create()


@pytest.fixture
def border(referee: Member) -> Campaign:
    return campaign(referee)


@pytest.fixture
def player(border: Campaign) -> Member:
    return join(border)


def leave_out(border: Campaign, referee: Member, *codes: str) -> None:
    adopt(campaign=border, house=House(without=codes), author=referee, version=border.version)
    border.refresh_from_db()


def humans(border: Campaign, player: Member) -> Warband:
    band = muster_for(campaign=border, owner=player, name="The Plain", race="human")
    hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Muster()], author=player)
    return band


def test_players_are_told_and_it_stands_in_the_history(
    client: Client, border: Campaign, player: Member, referee: Member
) -> None:
    leave_out(border, referee, "orc", "sword")
    assert RefereeAct.objects.filter(campaign=border, code="rules_changed").count() == 1
    client.force_login(player)
    news = client.get(reverse("campaigns:news"))
    assert "Left out of the rulebook: – → Orcs, Sword." in news.content.decode()
    leave_out(border, referee, "orc")
    assert "Left out of the rulebook: Orcs, Sword → Orcs." in client.get(reverse("campaigns:news")).content.decode()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "Race orque, Épée → Race orque" in client.get(reverse("campaigns:news")).content.decode()


def test_the_page_does_not_say_that_the_whole_rulebook_is_played(
    client: Client, border: Campaign, player: Member, referee: Member
) -> None:
    client.force_login(player)
    address = reverse("campaigns:house", args=[border.slug])
    assert "plays with the rulebook alone" in client.get(address).content.decode()
    leave_out(border, referee, "orc", "sword")
    page = client.get(address).content.decode()
    assert "plays with the rulebook alone" not in page
    assert "but not with all of it" in page
    assert "without Orcs, Sword" in client.get(border.get_absolute_url()).content.decode()


def test_rosters_sheets_and_journals_say_it(client: Client, border: Campaign, player: Member, referee: Member) -> None:
    band = humans(border, player)
    leave_out(border, referee, "orc", "sword")
    client.force_login(player)
    assert "without Orcs, Sword" in client.get(band.get_absolute_url()).content.decode()
    sheet = client.get(reverse("rosters:sheet", args=[band.pk])).content.decode()
    assert "Left out of the rulebook" in sheet
    assert "Orcs, Sword" in sheet
    journal = client.get(reverse("rosters:journal", args=[band.pk])).content.decode()
    assert "Left out of the rulebook: Orcs, Sword." in journal
    assert "with the rulebook alone" not in journal


def test_many_things_are_counted_at_the_head_of_a_roster(
    client: Client, border: Campaign, player: Member, referee: Member
) -> None:
    band = humans(border, player)
    leave_out(border, referee, "orc", "elf", "dwarf", "goblin", "sword", "axe", "bow")
    client.force_login(player)
    assert "without 7 things of the rulebook" in client.get(band.get_absolute_url()).content.decode()


def test_a_referee_is_not_offered_what_is_left_out_to_give(
    client: Client, border: Campaign, player: Member, referee: Member
) -> None:
    band = humans(border, player)
    leave_out(border, referee, "brawler", "sword")
    client.force_login(referee)
    page = client.get(reverse("campaigns:warband_powers", args=[border.slug, band.pk])).content.decode()
    assert 'value="strider"' in page
    assert 'value="brawler"' not in page
    assert 'value="sword"' not in page


@pytest.mark.parametrize("muster_only", [True, False])
@pytest.mark.parametrize("code", ["sword", "goblin", "elf_sniper"])
def test_nobody_comes_in_with_what_is_left_out_by_way_of_a_copy(
    border: Campaign, player: Member, referee: Member, code: str, muster_only: bool
) -> None:
    """A warband mustered elsewhere, by the book alone, with a sword, a goblin and a mercenary."""
    hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    goblin = Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik")
    entries = [*hires, goblin, Buy(item="sword", figure=1), Engage(mercenary="elf_sniper", name="Ael"), Muster()]
    elsewhere = create_warband(owner=player, setup=Setup(race="human", name="The Plain"), entries=entries)
    leave_out(border, referee, code)
    with pytest.raises(Refused) as refused:
        enlist_copy(campaign=border, warband=elsewhere, owner=player, name="Copy", muster_only=muster_only)
    assert refused.value.codes == ["left_out"]
    leave_out(border, referee, "orc")
    copy = enlist_copy(campaign=border, warband=elsewhere, owner=player, name="Copy", muster_only=muster_only)
    assert copy.roster.rules.catalogue.left_out == {"orc"}


def test_nobody_comes_in_with_what_is_left_out_by_way_of_a_copy_of_ones_own(
    border: Campaign, player: Member, referee: Member
) -> None:
    """Who serves keeps the sword; a copy made on its owner's shelf plays by the same rules, and has it as well."""
    band = humans(border, player)
    take_steps(warband=band, entries=[Grant(points=100, reason="A gift"), Buy(item="sword", figure=1)], author=player)
    leave_out(border, referee, "sword")
    band.refresh_from_db()
    copy = copy_warband(band, player, "Second")
    with pytest.raises(Refused) as refused:
        enlist_own(campaign=border, warband=copy)
    assert refused.value.codes == ["left_out"]
    assert "sword" in str(refused.value.problems[0].message).lower()
    assert border.enlistments.get().warband == band


def test_what_comes_with_whoever_may_be_hired_may_be_copied(border: Campaign, player: Member, referee: Member) -> None:
    """Everybody's dagger, and the elf sniper's own bow: a warband mustered here has them as well."""
    leave_out(border, referee, "dagger", "elf", *CATALOGUE.mercenaries["elf_sniper"].items)
    band = humans(border, player)
    take_steps(warband=band, entries=[Grant(points=100, reason="A gift")], author=player)
    take_steps(warband=band, entries=[Engage(mercenary="elf_sniper", name="Ael")], author=player)
    copy = enlist_copy(campaign=border, warband=band, owner=player, name="Copy", muster_only=False)
    assert [figure.item_codes for figure in copy.roster.active] == [figure.item_codes for figure in band.roster.active]
