"""What a pack brought is called by its name later and elsewhere, too: after it is gone, and where it is not played."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import Campaign
from campaigns.wars.card import picture
from campaigns.wars.enlistment.operations import enlist_copy, muster_for
from campaigns.wars.house.operations import adopt
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay.falls import Fall
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Bestow, Confiscate, Hire, Muster
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.report import Down, Who
from rosters.models import Warband
from rosters.operations import take_steps
from rosters.provenance import steps
from rosters.sheets.since import since
from rosters.transfer import export_warband, found_from, open_data
from tests.engines.musg.packs.documents import FEN, fen
from tests.factories.campaigns import campaign, fight, join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

WITHOUT_PIPES = fen(version=2, ranged={"reed_flute": {**FEN["ranged"]["blowpipe"], "name": "Reed flute"}})
"""The second version has no blowpipes any more, and something else to blow into."""


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
    made = campaign(referee)
    return adopt(campaign=made, house=House(packs=(fen(),)), author=referee, version=made.version)


@pytest.fixture
def band(border: Campaign, referee: Member) -> Warband:
    """Its leader had a blowpipe for a while; then the campaign adopted a version without, and gave him a flute."""
    owner = join(border)
    made = muster_for(campaign=border, owner=owner, name="The Reeds", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=made, entries=[*hires, Muster(), Bestow(item="blowpipe", figure=1, reason="Lent")], author=owner)
    pipe = next(item.id for item in made.roster.figures[0].items if item.code == "blowpipe")
    take_steps(warband=made, entries=[Confiscate(item=pipe, reason="Back")], author=owner)
    border.refresh_from_db()
    adopt(campaign=border, house=House(packs=(WITHOUT_PIPES,)), author=referee, version=border.version)
    made.refresh_from_db()
    take_steps(warband=made, entries=[Bestow(item="reed_flute", figure=1, reason="Instead")], author=owner)
    return made


def test_a_rosters_last_steps_name_what_is_gone(client: Client, band: Warband) -> None:
    client.force_login(band.owner)
    page = client.get(band.get_absolute_url()).content.decode()
    assert "takes Blowpipe from" in page
    lent = band.journal.filter(kind="confiscate").get().number
    then = client.get(band.get_absolute_url(), {"at": lent}).content.decode()
    assert "takes Blowpipe from" in then


def test_what_changed_since_a_sheet_was_printed_names_it(band: Warband) -> None:
    made = " ".join(sentence.text for line in since(band, 0).made for sentence in line.sentences)
    assert "Blowpipe" in made
    assert "Reed flute" in made
    assert "blowpipe" not in made


def test_the_page_that_corrects_a_step_names_it(
    client: Client, border: Campaign, band: Warband, referee: Member
) -> None:
    client.force_login(referee)
    number = band.journal.filter(kind="confiscate").get().number
    page = client.get(reverse("campaigns:correct_step", args=[border.slug, band.pk, number])).content.decode()
    assert "takes Blowpipe from" in page


def test_what_is_brought_from_elsewhere_names_both(band: Warband) -> None:
    file = {key: value for key, value in export_warband(band).items() if key != "signature"}
    opened = open_data(file)
    foreseen = " ".join(sentence.text for one in opened.marked for sentence in one.sentences)
    later = found_from(band.owner, opened)
    listed = " ".join(sentence.text for one in steps(later) for sentence in one.sentences)
    for said in (foreseen, listed):
        assert "Blowpipe" in said
        assert "Reed flute" in said
        assert "reed_flute" not in said


@pytest.mark.parametrize("muster_only", [True, False])
def test_a_campaign_that_does_not_play_the_pack_says_by_name_what_it_does_not_know(
    band: Warband, muster_only: bool
) -> None:
    plain = campaign(band.owner, name="The Plain")
    with pytest.raises(Refused) as refused:
        enlist_copy(campaign=plain, warband=band, owner=band.owner, name="Copy", muster_only=muster_only)
    assert "Fenman" in str(refused.value)
    assert "fenman" not in str(refused.value)


def test_the_picture_of_a_battle_says_with_which_weapon_that_is_gone(border: Campaign, band: Warband) -> None:
    other = muster_for(campaign=border, owner=join(border), name="The Rushes", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=f"Old {rank}") for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=other, entries=[*hires, Muster()], author=other.owner)
    victim, by = Who(other.key, 2), Who(band.key, 1)
    battle = fight(border, [band, other], downs=[Down(victim, by, killed=True)], title="In the reeds")
    fall = msgspec.to_builtins(Fall(victim, 0, by, ("blowpipe",)))
    Resolution.objects.create(battle=battle, setup={}, falls=[fall])
    battle.refresh_from_db()
    said = " ".join(line.text for line in picture.of_battle(battle, None).story)
    assert "killed Old henchman outright (Blowpipe" in said


def test_players_are_told_which_packs_by_their_names(client: Client, band: Warband) -> None:
    client.force_login(band.owner)
    address = reverse("campaigns:news")
    assert "Packs: Fen folk 1 → Fen folk 2." in client.get(address).content.decode()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "Les gens du marais 1 → Les gens du marais 2." in client.get(address).content.decode()
