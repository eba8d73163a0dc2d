"""A muster begun from something: drawn, drawn by surprise, as last time; kits, another like this one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from club.models import Member
from engines.musg import muster as rules
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from rosters.models import Warband
from rosters.operations import take_steps
from tests.factories.rosters import WarbandFactory
from tests.rosters.test_queries import queries

HTMX = {"hx-request": "true"}
NEW = {"name": "", "era": "modern", "visibility": "club"}


def begin(client: Client, warband: Warband, start: str, *, htmx: bool = False, **data: Any) -> Any:
    warband.refresh_from_db()
    sent = {"version": warband.version, "start": start, **data}
    return client.post(f"/warbands/{warband.pk}/muster/start/", sent, headers=HTMX if htmx else {})


def outfit(client: Client, warband: Warband, *, htmx: bool = False, **data: Any) -> Any:
    warband.refresh_from_db()
    sent = {"version": warband.version, **data}
    return client.post(f"/warbands/{warband.pk}/muster/outfit/", sent, headers=HTMX if htmx else {})


def people(warband: Warband) -> set[tuple[str, str]]:
    warband.refresh_from_db()
    return {(figure.name, figure.rank.value) for figure in warband.roster.active}


@pytest.mark.parametrize("start", ["shooters", "brawlers", "many", "surprise"])
def test_a_warband_is_founded_drawn_named_and_legal(browser_of_owner: Client, owner: Member, start: str) -> None:
    answer = browser_of_owner.post("/warbands/new/", {**NEW, "race": "orc", "start": start})
    warband = Warband.objects.get()
    assert answer["Location"] == f"/warbands/{warband.pk}/muster/"
    assert not warband.mustered, "everything may still be changed"
    assert rules.problems(warband.roster) == []
    assert warband.roster.treasury <= 50
    leader = warband.roster.leader
    assert leader is not None
    assert leader.name in warband.name, "named after its leader"
    assert {row.author for row in warband.journal.all()} == {owner}
    assert "points left" in browser_of_owner.get(answer["Location"]).content.decode()


def test_a_name_that_was_typed_is_kept(browser_of_owner: Client) -> None:
    browser_of_owner.post("/warbands/new/", {**NEW, "race": "elf", "name": "The Leaves", "start": "many"})
    assert Warband.objects.get().name == "The Leaves"


def test_only_a_surprise_needs_no_race_and_only_what_is_drawn_no_name(browser_of_owner: Client) -> None:
    for wrong in (
        {"start": "many"},
        {"race": "orc"},
        {"race": "orc", "start": "nothing"},
        {"race": "orc", "start": "x"},
    ):
        assert browser_of_owner.post("/warbands/new/", {**NEW, **wrong}).status_code == 422
    assert not Warband.objects.exists()
    browser_of_owner.post("/warbands/new/", {**NEW, "start": "surprise"})
    assert rules.problems(Warband.objects.get().roster) == []


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_an_open_muster_is_drawn_by_its_own_rules(browser_of_owner: Client, owner: Member, htmx: bool) -> None:
    """A campaign's options come with the warband: here 300 points, of them 150 for heroes."""
    draft = WarbandFactory.create(owner=owner, race="dwarf", rules=Rules(points=300, hero_points=150))
    assert "Start from something" in browser_of_owner.get(f"/warbands/{draft.pk}/muster/").content.decode()
    answer = begin(browser_of_owner, draft, "brawlers", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    draft.refresh_from_db()
    assert rules.problems(draft.roster) == []
    assert rules.totals(draft.roster).total >= 270
    assert draft.version == draft.journal.count()


def test_begun_anew_everybody_is_sent_away_first(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.create(owner=owner, entries=[Hire(rank=Rank.LEADER, race="human", name="Ada")])
    begin(browser_of_owner, draft, "many")
    assert "Ada" not in {name for name, _rank in people(draft)}
    begin(browser_of_owner, draft, "nothing")
    assert people(draft) == set()
    assert draft.roster.treasury == 500


def test_as_last_time(browser_of_owner: Client, owner: Member) -> None:
    """The people of the warband of this race that was mustered last, as they were when it was."""
    old = WarbandFactory.create(owner=owner, mustered=True)
    take_steps(warband=old, entries=[Hire(rank=Rank.HENCHMAN, race="human", name="Late")], author=owner)
    WarbandFactory.create(owner=owner, mustered=True, race="orc")
    draft = WarbandFactory.create(owner=owner)
    assert old.name in browser_of_owner.get(f"/warbands/{draft.pk}/muster/").content.decode()
    begin(browser_of_owner, draft, "again")
    assert people(draft) == {("Ada", "leader"), ("Bo", "henchman")}
    browser_of_owner.post("/warbands/new/", {**NEW, "race": "human", "start": "again"})
    assert people(Warband.objects.latest("pk")) == people(draft)


def test_nobody_has_a_last_time_of_a_race_never_mustered(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.create(owner=owner, race="elf")
    text = begin(browser_of_owner, draft, "again", htmx=True).content.decode()
    assert "You have not mustered a warband of this race before." in text
    assert browser_of_owner.post("/warbands/new/", {**NEW, "race": "elf", "start": "again"}).status_code == 422
    assert people(draft) == set()


def test_what_cannot_be_drawn_says_why(browser_of_owner: Client, owner: Member) -> None:
    poor = WarbandFactory.create(owner=owner, race="elf", rules=Rules(points=40))
    text = begin(browser_of_owner, poor, "many", htmx=True).content.decode()
    assert "The points do not pay for a leader and a henchman." in text
    assert "Choose one of the answers offered." in begin(browser_of_owner, poor, "x", htmx=True).content.decode()
    draft = WarbandFactory.create(owner=owner, race="elf")
    stale = begin(browser_of_owner, draft, "many", htmx=True, version=99).content.decode()
    assert "changed since you opened it" in stale


def test_a_muster_once_closed_is_not_begun_anew(browser_of_owner: Client, warband: Warband) -> None:
    before = people(warband)
    for answer in (begin(browser_of_owner, warband, "many"), outfit(browser_of_owner, warband, figure=2, kit="many")):
        assert answer["Location"] == f"/warbands/{warband.pk}/"
    assert people(warband) == before


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_kit_arms_a_figure_and_another_like_it_comes_armed_alike(
    browser_of_owner: Client, owner: Member, htmx: bool
) -> None:
    """A rifle costs 12 points, light armour 20, a henchman 8; the first pistol is free (ruling M29)."""
    draft = WarbandFactory.create(
        owner=owner,
        entries=[Hire(rank=r, race="human", name=n) for r, n in ((Rank.LEADER, "Ada"), (Rank.HENCHMAN, "Bo"))],
    )
    page = browser_of_owner.get(f"/warbands/{draft.pk}/muster/?open=2").content.decode()
    assert 'id="kit-2-shooters"' in page
    outfit(browser_of_owner, draft, figure=2, kit="shooters", htmx=htmx)
    draft.refresh_from_db()
    assert draft.roster.treasury == 500 - 48 - 32
    answer = outfit(browser_of_owner, draft, figure=2, htmx=htmx)
    draft.refresh_from_db()
    bo, copy = draft.roster.figure(2), draft.roster.figure(3)
    assert bo is not None
    assert copy is not None
    assert copy.item_codes == bo.item_codes
    assert draft.roster.treasury == 500 - 48 - 32 - 40
    if not htmx:
        assert answer["Location"].endswith("?open=3#figure-3")
    again = outfit(browser_of_owner, draft, figure=2, kit="shooters", htmx=True).content.decode()
    assert "There is nothing of it left to buy." in again
    assert "This figure is no longer there." in outfit(browser_of_owner, draft, figure=9, htmx=True).content.decode()


def test_another_that_nobody_could_pay_is_refused_with_the_reason(browser_of_owner: Client, owner: Member) -> None:
    steps = [Hire(rank=r, race="human", name=n) for r, n in ((Rank.LEADER, "Ada"), (Rank.HENCHMAN, "Bo"))]
    draft = WarbandFactory.create(
        owner=owner, rules=Rules(henchman_points=50), entries=[*steps, Buy(figure=2, item="bazooka")]
    )
    text = outfit(browser_of_owner, draft, figure=2, htmx=True).content.decode()
    assert "76" in re.sub(r"<[^>]+>", "", text)
    assert len(people(draft)) == 2


def test_wares_are_looked_for_by_kind_or_words(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 3)
    address = f"/warbands/{draft.pk}/muster/?open=2"

    def wares(query: str) -> set[str]:
        return set(re.findall(r'id="buy-2-(\w+)"', browser_of_owner.get(address + query).content.decode()))

    assert wares("") == set()
    assert {"shield", "heavy_armour"} <= wares("&kind=armour")
    assert "bow" not in wares("&kind=armour")
    assert "bow" in wares("&q=bow")
    assert wares("&q=zzz") == set()


def test_where_a_plain_purchase_leads_the_same_wares_are_shown(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 3)
    data = {"version": draft.version, "page": "builder", "figure": 2, "item": "medikit", "kind": "other"}
    answer = browser_of_owner.post(f"/warbands/{draft.pk}/steps/buy/", data)
    assert answer["Location"] == f"/warbands/{draft.pk}/muster/?open=2&kind=other#figure-2"


def test_a_muster_just_closed_leads_to_paper(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    address = f"/warbands/{warband.pk}/"
    page = browser_of_owner.get(address).content.decode()
    assert "The warband is mustered." in page
    assert f'href="{address}sheet.pdf"' in page
    take_steps(warband=warband, entries=[Buy(figure=1, item="sword")], author=owner)
    assert "The warband is mustered." not in browser_of_owner.get(address).content.decode()


def test_drawing_many_asks_the_database_no_more_than_drawing_few(browser_of_owner: Client, owner: Member) -> None:
    counts = set()
    for points in (200, 900):
        draft = WarbandFactory.create(owner=owner, race="elf", rules=Rules(points=points, hero_points=400))
        data = {"version": draft.version, "start": "many"}
        counts.add(queries(lambda pk=draft.pk, d=data: browser_of_owner.post(f"/warbands/{pk}/muster/start/", d)))
    assert len(counts) == 1
    assert counts.pop() <= 25


def test_an_open_row_costs_few_queries(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 9)
    browser_of_owner.get("/about/")
    address = f"/warbands/{draft.pk}/muster/?open=3&kind=ranged"
    assert queries(lambda: browser_of_owner.get(address)) <= 10
