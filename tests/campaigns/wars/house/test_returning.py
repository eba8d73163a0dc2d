"""A warband that had withdrawn comes back after its campaign adopted other packs: it follows then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import Campaign
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.house.operations import adopt
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Adopt, Buy, Hire, Muster
from engines.musg.packs import KINDS, House
from engines.musg.ranks import Rank
from rosters.models import PackVersion, Warband
from rosters.operations import take_steps
from rosters.packs import operations as packs
from tests.engines.musg.packs.documents import FEN
from tests.factories.battles import warband
from tests.factories.campaigns import campaign, enlisted, fight, join
from tests.factories.club import MemberFactory
from tests.factories.packs import published

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client: Client) -> Iterator[None]:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def version() -> PackVersion:
    return published(MemberFactory.create())


@pytest.fixture
def border(version: PackVersion) -> Campaign:
    """A campaign that plays with the pack of the fen."""
    made = campaign()
    adopt(campaign=made, house=House(packs=(version.value,)), author=referee_of(made), version=made.version)
    return made


@pytest.fixture
def gone(border: Campaign) -> Warband:
    """Leader 38, henchman 9, spear 9; it fought a battle, then it withdrew."""
    player = join(border)
    band = enlistment.muster_for(campaign=border, owner=player, name="The Reeds", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="eel_spear", figure=2), Muster()], author=player)
    fight(border, [band, enlisted(border, join(border), "Blades")])
    enlistment.withdraw(enlistment=band.enlistment, author=player)
    return band


def referee_of(made: Campaign) -> Member:
    return made.memberships.get(role="referee").member


def play(border: Campaign, version: PackVersion, kind: str, code: str, row: dict[str, object] | None) -> None:
    """Publish a second version in which an entry is another one, or none, and play with it."""
    pack = version.pack
    given = {"pack": pack, "kind": KINDS[kind], "code": code, "author": pack.owner, "turn": pack.turn}
    if row is None:
        packs.drop_entry(**given)
    else:
        packs.put_entry(row=row, **given)
    pack.refresh_from_db()
    second = packs.publish_pack(pack=pack, note="", author=pack.owner, turn=pack.turn)
    border.refresh_from_db()
    adopt(campaign=border, house=House(packs=(second.value,)), author=referee_of(border), version=border.version)


def test_it_comes_back_with_the_packs_of_today(
    client: Client, border: Campaign, gone: Warband, version: PackVersion
) -> None:
    """Version 2: the spear costs 12 instead of 9. Its battle, its number and its points are what they were."""
    gone.refresh_from_db()
    treasury = gone.treasury
    play(border, version, "melee", "eel_spear", {**FEN["melee"]["eel_spear"], "cost": 12})
    client.force_login(gone.owner)
    address = reverse("campaigns:enlist", args=[border.slug])
    assert gone in client.get(address).context["own"].fields["warband"].queryset
    client.post(address, {"way": "own", "own-warband": gone.pk})
    assert not Enlistment.objects.get(warband=gone).withdrawn
    gone.refresh_from_db()
    assert gone.roster.rules == rules_of(border)
    assert (gone.value, gone.treasury, gone.battles) == (38 + 9 + 12, treasury, 1)
    last = gone.journal.order_by("-place")[0]
    assert (type(last.entry), last.author) == (Adopt, gone.owner)


def test_what_it_has_and_is_no_more_keeps_it_away(border: Campaign, gone: Warband, version: PackVersion) -> None:
    play(border, version, "melee", "eel_spear", None)
    with pytest.raises(Refused) as refused:
        enlistment.enlist_own(campaign=border, warband=gone)
    assert refused.value.codes == ["still_in_use"]
    assert Enlistment.objects.get(warband=gone).withdrawn
    assert not gone.journal.filter(kind="adopt").exists()


def test_a_warband_that_never_served_there_takes_over_nothing(
    border: Campaign, gone: Warband, version: PackVersion
) -> None:
    old = rules_of(border)
    play(border, version, "melee", "eel_spear", {**FEN["melee"]["eel_spear"], "cost": 12})
    stranger = warband(join(border), "Strangers", rules=old)
    with pytest.raises(Refused) as refused:
        enlistment.enlist_own(campaign=border, warband=stranger)
    assert refused.value.codes == ["other_rules"]
