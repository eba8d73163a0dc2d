"""What trying packs on says of a warband, on the page: what would fight otherwise, what an open muster would cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import Campaign
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.house.operations import adopt, house_of
from club.models import Member
from engines.musg.entries import Bestow, Buy, Dismiss, Hire
from engines.musg.packs import KINDS
from engines.musg.ranks import Rank
from rosters.models import Pack, PackVersion
from rosters.operations import take_steps
from rosters.packs import operations as packs
from tests.campaigns.wars.house.test_house import fenmen, second
from tests.engines.musg.packs.documents import FEN
from tests.factories.club import MemberFactory
from tests.factories.packs import published

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client: Client) -> Any:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with translation.override("en"):
        yield


def test_a_weapon_that_fights_otherwise_at_the_same_price_is_told(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    """Six dice instead of two, force 12 instead of 3: no number of a figure changes."""
    fenmen(border, player)
    pack = version.pack
    row = {**FEN["melee"]["eel_spear"], "dice": 6, "force": 12}
    packs.put_entry(pack=pack, kind=KINDS["melee"], row=row, code="eel_spear", author=referee, turn=pack.turn)
    pack.refresh_from_db()
    race = {**FEN["races"]["fenman"], "lieutenant": [7, 8, 4, 3, 4, 4, 4, 20], "enlists": ["goblin", "orc"]}
    packs.put_entry(pack=pack, kind=KINDS["races"], row=race, code="fenman", author=referee, turn=pack.turn)
    pack.refresh_from_db()
    packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn)
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    chosen = {"version": border.version, f"pack_{version.pack_id}": "2"}
    [lines] = client.get(address, chosen).context["tried"]
    assert lines.changes == [
        (
            "Fenman (house)",
            [
                "Lieutenant, Melee: 4+ → 3+",
                "Lieutenant, Cost in points: 19 → 20",
                "Enlists henchmen of: Goblins and snotlings → Goblins and snotlings, Orcs",
            ],
        ),
        ("Eel spear (house)", ["Dice per attack: 2 → 6", "Strength: 3 → 12"]),
    ]
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "Dés par attaque\u00a0: 2 → 6" in client.get(address, chosen).content.decode()


def test_what_gear_and_skills_change_is_told(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    band = fenmen(border, player)
    take_steps(
        warband=band,
        entries=[Bestow(item="reed_coat", figure=1, reason="A gift"), Bestow(item="blowpipe", figure=2, reason="Alms")],
        author=referee,
    )
    pack = version.pack
    coat = {**FEN["equipment"]["reed_coat"], "single_use": True, "slot": "shield", "traits": ["melee_extra_die"]}
    coat["modifiers"] = [{"characteristic": "toughness", "amount": 1, "limit": 9, "open_ground": True}]
    pipe = {**FEN["ranged"]["blowpipe"], "reload": "slow", "notes": ["Hiss"]}
    for kind, code, row in (("equipment", "reed_coat", coat), ("ranged", "blowpipe", pipe)):
        packs.put_entry(pack=pack, kind=KINDS[kind], row=row, code=code, author=referee, turn=pack.turn)
        pack.refresh_from_db()
    packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn)
    client.force_login(referee)
    chosen = {"version": border.version, f"pack_{version.pack_id}": "2"}
    [lines] = client.get(reverse("campaigns:house_change", args=[border.slug]), chosen).context["tried"]
    told = dict(lines.changes)
    assert told["Reed coat (house)"] == [
        "What it changes: Toughness +1, Movement −1 → Toughness +1 (not beyond 9, on open ground)",
        "Worn as: armour → a shield",
        "Once a battle: no → yes",
        "Traits: – → One more die for each close combat attack, then the worst is discarded.",
    ]
    assert told["Blowpipe (house)"] == [
        "Reload: fast: once for each action point → slow: once a turn, 2 action points",
        "Notes: – → Hiss",
    ]


def test_a_muster_that_is_still_open_is_reckoned_anew_and_prints_no_points(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    """The henchman 3 points dearer, the spear as it was: whoever takes both back has 500 points, no more."""
    band = muster_for(campaign=border, owner=player, name="The Late", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="eel_spear", figure=2)], author=player)
    house = second(version, referee)
    client.force_login(referee)
    chosen = {"version": border.version, f"pack_{version.pack_id}": "2"}
    page = client.get(reverse("campaigns:house_change", args=[border.slug]), chosen).content.decode()
    assert "left to spend: 444 → 441" in page
    adopt(campaign=border, house=house, author=referee, version=border.version)
    band.refresh_from_db()
    assert (band.treasury, band.value) == (441, 59)
    client.force_login(player)
    page = client.get(reverse("rosters:journal", args=[band.pk])).content.decode()
    assert "at the new prices it costs 3 points more" in page
    take_steps(warband=band, entries=[Dismiss(figure=2), Dismiss(figure=1)], author=player)
    assert (band.treasury, band.value) == (500, 0)


def test_what_is_played_is_known_by_its_mark_and_not_by_its_code_alone(
    client: Client, border: Campaign, referee: Member, version: PackVersion
) -> None:
    """Another pack got the code of one that is gone, as in a club from elsewhere: it is not the one that is played."""
    Pack.objects.filter(pk=version.pack_id).delete()
    spear = {**FEN["melee"]["eel_spear"], "dice": 6}
    other = published(MemberFactory.create(), melee={"eel_spear": spear})
    assert (other.value.code, other.value.version) == ("fen", 1)
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    form = client.get(address).context["form"]
    assert dict(form.fields["kept_fen"].choices) == {"": "not played", "now": "as now: version 1"}
    assert dict(form.fields[f"pack_{other.pack_id}"].choices) == {"": "not played", "1": "version 1"}
    both = {"version": border.version, "kept_fen": "now", f"pack_{other.pack_id}": "1"}
    assert client.post(address, both).status_code == 422, "one code twice"
    assert client.post(address, {**both, "kept_fen": ""}).status_code == 302
    border.refresh_from_db()
    assert house_of(border).packs == (other.value,)


def test_trying_on_leads_to_what_it_says(client: Client, border: Campaign, referee: Member) -> None:
    """The form is long on a phone: what would change stands far below its button."""
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    page = client.get(address, {"version": border.version}).content.decode()
    assert f'method="get" action="{address}#tried"' in page
    assert 'id="tried" tabindex="-1"' in page
