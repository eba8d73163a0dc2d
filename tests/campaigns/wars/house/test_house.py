"""A campaign takes a pack in, plays with it, and looks at a new version before it is adopted."""

from __future__ import annotations

from typing import Any

import pytest
import tomli_w
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import Campaign
from campaigns.wars.enlistment.operations import enlist_copy, muster_for
from campaigns.wars.house.operations import adopt, house_of, tried_on
from campaigns.wars.settings.former import spoken
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.operations import Refused, Stale
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Adopt, Bestow, Buy, Confiscate, Hire, Muster, Teach, Unlearn
from engines.musg.packs import KINDS, House, row_of
from engines.musg.ranks import Rank
from rosters.models import PackVersion, Warband
from rosters.operations import rebuild, take_step, take_steps
from rosters.packs import operations as packs
from tests.engines.musg.packs.documents import FEN
from tests.factories.campaigns import campaign, join

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client: Client) -> Any:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with translation.override("en"):
        yield


def fenmen(border: Campaign, player: Member) -> Warband:
    """A leader and a henchman with an eel spear, mustered."""
    band = muster_for(campaign=border, owner=player, name="The Reeds", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="eel_spear", figure=2), Muster()], author=player)
    return band


def second(version: PackVersion, referee: Member, **changes: Any) -> House:
    """The pack's second version: henchmen cost 12 points and have toughness 4."""
    pack = version.pack
    row = {**FEN["races"]["fenman"], "henchman": [5, 6, 5, 4, 3, 4, 3, 12], **changes}
    packs.put_entry(pack=pack, kind=KINDS["races"], row=row, code="fenman", author=referee, turn=pack.turn)
    pack.refresh_from_db()
    return House(packs=(packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn).value,))


def test_a_race_of_the_pack_is_mustered_and_comes_back_from_the_database(border: Campaign, player: Member) -> None:
    band = Warband.objects.get(pk=fenmen(border, player).pk)
    assert (band.race, band.value) == ("fenman", 38 + 9 + 9)
    rebuild(warband=band)
    assert band.roster.catalogue.item("eel_spear").dice == 2


def test_a_version_is_tried_on_and_adopted(
    border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    """The henchman: 3 points dearer, toughness 4. No point changes hands."""
    band = fenmen(border, player)
    treasury = band.treasury
    house = second(version, referee)
    [(found, lines)] = tried_on(border, house)
    assert found == band
    assert {(line.aspect, line.was, line.now) for line in lines.differences} == {
        ("toughness", 3, 4),
        ("cost", 18, 21),
        ("value", 56, 59),
    }
    adopt(campaign=border, house=house, author=referee, version=border.version)
    band.refresh_from_db()
    assert (band.value, band.treasury) == (59, treasury)
    assert house_of(border).packs[0].version == 2
    assert isinstance(band.journal.order_by("-place")[0].entry, Adopt)
    rebuild(warband=band)
    assert band.value == 59


def test_newcomers_and_those_who_were_there_play_by_the_same_rules(
    border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    band = fenmen(border, player)
    adopt(campaign=border, house=second(version, referee), author=referee, version=border.version)
    border.refresh_from_db()
    late = fenmen(border, join(border))
    band.refresh_from_db()
    assert late.roster.rules == band.roster.rules == rules_of(border)


def test_what_somebody_has_forbids_the_adoption_and_nothing_is_written(
    border: Campaign, player: Member, referee: Member
) -> None:
    band = fenmen(border, player)
    with pytest.raises(Refused) as refused:
        adopt(campaign=border, house=House(), author=referee, version=border.version)
    assert set(refused.value.codes) == {"still_in_use"}
    assert "The Reeds" in str(refused.value)
    band.refresh_from_db()
    border.refresh_from_db()
    assert house_of(border).packs
    assert band.journal.filter(kind="adopt").count() == 0


def errata(referee: Member, **sword: Any) -> PackVersion:
    """A pack whose sword stands in the place of the printed one (Musg: 5 points, one hand, two dice, force 2)."""
    row = {**row_of("melee", CATALOGUE.melee["sword"]), **sword}
    pack = packs.take_in(
        text=tomli_w.dumps({"code": "errata", "name": "Errata", "melee": {"sword": row}}), owner=referee
    )
    return packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn)


def test_a_correction_of_the_book_reaches_a_running_campaign_as_a_version_does(client: Client, referee: Member) -> None:
    """The sword costs 7 instead of 5, by a page: who has one is worth 2 points more, and nobody pays anything."""
    border = campaign(referee, name="By the book")
    player = join(border)
    band = muster_for(campaign=border, owner=player, name="The Blades", race="human")
    hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="sword", figure=2), Muster()], author=player)
    treasury, value = band.treasury, band.value
    version = errata(referee, cost=7)
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    chosen: dict[str, str | int] = {"version": border.version, f"pack_{version.pack_id}": "1"}
    page = client.get(address, chosen).content.decode()
    assert f"value: {value} → {value + 2}" in page
    band.refresh_from_db()
    assert (band.value, band.roster.catalogue.item("sword").cost) == (value, 5), "trying on changes nothing"
    assert client.post(address, chosen).status_code == 302
    band.refresh_from_db()
    assert (band.value, band.treasury) == (value + 2, treasury)
    assert band.roster.catalogue.item("sword").cost == 7
    take_step(warband=band, entry=Buy(item="sword", figure=1), author=player)
    assert band.treasury == treasury - 7
    late = muster_for(campaign=border, owner=join(border), name="The Late", race="human")
    assert late.roster.catalogue.item("sword").cost == 7
    elsewhere = muster_for(campaign=campaign(referee, name="Elsewhere"), owner=referee, name="The Far", race="human")
    assert elsewhere.roster.catalogue.item("sword").cost == 5
    rebuild(warband=band)
    assert (band.value, band.treasury) == (value + 2 + 7, treasury - 7)


def test_a_correction_is_taken_back_by_playing_without_it(referee: Member) -> None:
    """The printed sword is still there behind it: nothing that somebody has vanishes."""
    border = campaign(referee, name="By the book")
    band = muster_for(campaign=border, owner=join(border), name="The Blades", race="human")
    hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="sword", figure=2), Muster()], author=band.owner)
    house = House(packs=(errata(referee, dice=3).value,))
    adopt(campaign=border, house=house, author=referee, version=border.version)
    band.refresh_from_db()
    assert band.roster.catalogue.item("sword").dice == 3
    adopt(campaign=border, house=House(), author=referee, version=border.version)
    band.refresh_from_db()
    assert band.roster.catalogue.item("sword").dice == CATALOGUE.melee["sword"].dice
    assert [row.entry.__class__ for row in band.journal.order_by("-place")[:2]] == [Adopt, Adopt]


def test_nobody_adopts_what_changed_meanwhile(border: Campaign, referee: Member) -> None:
    with pytest.raises(Stale):
        adopt(campaign=border, house=House(), author=referee, version=border.version - 1)


def test_a_copy_for_another_campaign_leaves_its_house_behind(
    border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    band = fenmen(border, player)
    adopt(campaign=border, house=second(version, referee), author=referee, version=border.version)
    other = campaign(referee, name="Elsewhere")
    adopt(campaign=other, house=House(packs=(version.value,)), author=referee, version=other.version)
    copy = enlist_copy(campaign=other, warband=band, owner=player, name="The Copy", muster_only=False)
    assert copy.roster.rules == rules_of(other)
    assert copy.value == 56


def test_the_referee_chooses_tries_on_and_adopts_on_pages(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    fenmen(border, player)
    second(version, referee)
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    form = client.get(address).context["form"]
    name = f"pack_{version.pack_id}"
    assert dict(form.fields[name].choices) == {"": "not played", "now": "as now: version 1", "2": "version 2"}
    chosen = {"version": border.version, name: "2"}
    page = client.get(address, chosen).content.decode()
    assert "Toughness: 3 → 4" in page
    assert "value: 56 → 59" in page
    answer = client.post(address, chosen)
    assert answer.status_code == 302
    border.refresh_from_db()
    assert house_of(border).packs[0].version == 2


def test_what_forbids_it_stands_on_the_page(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    fenmen(border, player)
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[border.slug])
    page = client.get(address, {"version": border.version}).content.decode()
    assert "no longer does" in page
    answer = client.post(address, {"version": border.version})
    assert answer.status_code == 422


def test_everybody_reads_what_is_played(client: Client, border: Campaign, player: Member, referee: Member) -> None:
    client.force_login(player)
    page = client.get(reverse("campaigns:house", args=[border.slug])).content.decode()
    assert "Fenman" in page
    assert "Mire-born" in page
    assert reverse("campaigns:house_change", args=[border.slug]) not in page
    assert client.get(reverse("campaigns:house_change", args=[border.slug])).status_code == 403
    searched = client.get(reverse("campaigns:house", args=[border.slug]), {"q": "blowpipe"}).content.decode()
    assert "Blowpipe" in searched
    assert "Mire-born" not in searched
    overview = client.get(border.get_absolute_url()).content.decode()
    assert "Fen folk 1" in overview


def test_what_is_left_out_is_said_and_not_offered(client: Client, referee: Member) -> None:
    made = campaign(referee, name="Without")
    client.force_login(referee)
    address = reverse("campaigns:house_change", args=[made.slug])
    answer = client.post(address, {"version": made.version, "without_races": ["orc"], "without_melee": ["sword"]})
    assert answer.status_code == 302
    made.refresh_from_db()
    page = client.get(reverse("campaigns:house", args=[made.slug])).content.decode()
    assert "Orcs, Sword" in page
    with pytest.raises(Refused) as refused:
        muster_for(campaign=made, owner=referee, name="The Tusks", race="orc")
    assert refused.value.codes == ["left_out"]


def test_the_settings_form_leaves_the_house_alone(client: Client, border: Campaign, referee: Member) -> None:
    client.force_login(referee)
    form = client.get(reverse("campaigns:settings", args=[border.slug])).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    answer = client.post(reverse("campaigns:settings", args=[border.slug]), {**sent, "points": 400})
    assert answer.status_code == 302, answer.context["form"].errors
    border.refresh_from_db()
    assert (rules_of(border).points, len(house_of(border).packs)) == (400, 1)


def test_players_are_told(
    border: Campaign, player: Member, referee: Member, version: PackVersion, client: Client
) -> None:
    adopt(campaign=border, house=second(version, referee), author=referee, version=border.version)
    client.force_login(player)
    page = client.get(reverse("campaigns:news")).content.decode()
    assert "Packs: Fen folk 1 → Fen folk 2." in page


def test_a_step_of_the_adoption_is_nobodys_to_take_back(
    border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    band = fenmen(border, player)
    adopt(campaign=border, house=second(version, referee), author=referee, version=border.version)
    band.refresh_from_db()
    from rosters.operations import undo_last

    with pytest.raises(Refused):
        undo_last(warband=band, author=referee)
    with pytest.raises(Refused):
        take_step(warband=band, entry=Hire(rank=Rank.HENCHMAN, race="orc", name="X"), author=player)


def test_where_somebody_chooses_what_a_pack_brought_is_marked(client: Client, border: Campaign, player: Member) -> None:
    band = fenmen(border, player)
    client.force_login(player)
    for name, said in (("shop", "Eel spear (house)"), ("hire", "Fenman (house)")):
        page = client.get(reverse(f"rosters:{name}", args=[band.pk])).content.decode()
        assert said in page
        assert "Sword (house)" not in page
    page = client.get(reverse("campaigns:enlist", args=[border.slug])).content.decode()
    assert "Fenman (house)" in page
    assert "Orcs (house)" not in page
    roster = client.get(band.get_absolute_url()).content.decode()
    assert "with Fen folk 1" in roster
    sheet = client.get(reverse("rosters:sheet", args=[band.pk])).content.decode()
    assert "Fen folk 1" in sheet


def test_the_journal_still_names_what_a_new_version_dropped(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    """A blowpipe was bought and taken away again by the referee; the next version has none."""
    band = fenmen(border, player)
    take_steps(warband=band, entries=[Buy(item="blowpipe", figure=1)], author=player)
    band.refresh_from_db()
    pipe = next(item for item in band.roster.figures[0].items if item.code == "blowpipe")
    take_steps(warband=band, entries=[Confiscate(item=pipe.id, reason="Stolen")], author=referee)
    pack = version.pack
    packs.drop_entry(pack=pack, kind=KINDS["ranged"], code="blowpipe", author=referee, turn=pack.turn)
    pack.refresh_from_db()
    house = House(packs=(packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn).value,))
    adopt(campaign=border, house=house, author=referee, version=border.version)
    client.force_login(player)
    for address in (reverse("rosters:journal", args=[band.pk]), reverse("rosters:figure", args=[band.pk, 1])):
        page = client.get(address).content.decode()
        assert "Blowpipe" in page
        assert "blowpipe" not in page.replace("Blowpipe", "")


def test_the_chronicle_still_names_what_a_new_version_dropped(
    client: Client, border: Campaign, player: Member, referee: Member, version: PackVersion
) -> None:
    """A blowpipe was given and taken away again, a skill taught and forgotten: the next version has neither."""
    band = fenmen(border, player)
    take_steps(warband=band, entries=[Bestow(item="blowpipe", figure=1, reason="A gift")], author=referee)
    band.refresh_from_db()
    pipe = next(item for item in band.roster.figures[0].items if item.code == "blowpipe")
    forgotten = [
        Confiscate(item=pipe.id, reason="Stolen"),
        Teach(figure=1, skill="mire_born", reason="A bath"),
        Unlearn(figure=1, skill="mire_born", reason="Dry land"),
    ]
    take_steps(warband=band, entries=forgotten, author=referee)
    pack = version.pack
    for kind, code in (("ranged", "blowpipe"), ("skills", "eel_dance"), ("skills", "mire_born")):
        packs.drop_entry(pack=pack, kind=KINDS[kind], code=code, author=referee, turn=pack.turn)
        pack.refresh_from_db()
    house = House(packs=(packs.publish_pack(pack=pack, note="", author=referee, turn=pack.turn).value,))
    adopt(campaign=border, house=house, author=referee, version=border.version)
    client.force_login(player)
    address = reverse("campaigns:chronicle", args=[border.slug])
    page = client.get(address).content.decode()
    for name, code in (("Blowpipe", "blowpipe"), ("Mire-born", "mire_born")):
        assert name in page
        assert code not in page
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    page = client.get(address).content.decode()
    assert "Sarbacane" in page
    assert "Né de la vase" in page


def test_what_is_still_played_with_is_not_asked_for_again(
    border: Campaign, player: Member, referee: Member, django_assert_num_queries: Any
) -> None:
    band = fenmen(border, player)
    take_steps(warband=band, entries=[Bestow(item="blowpipe", figure=1, reason="A gift")], author=referee)
    with django_assert_num_queries(0):
        assert spoken(border, ["blowpipe", "mire_born", "heron", "sword"]) is rules_of(border).catalogue
    with django_assert_num_queries(2):
        assert "blowpipe" in spoken(border, ["dropped"]).items
