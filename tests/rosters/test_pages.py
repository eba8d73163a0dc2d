"""The pages: list, founding, builder, roster now and then, a figure, the journal."""

import re

import pytest
from django.test import Client
from django.utils import translation

from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import Buy, Engage, Hire, Note, Release
from engines.musg.ranks import Rank
from engines.musg.rules import Era
from rosters import panels
from rosters.models import Warband
from rosters.operations import take_step, take_steps, undo_last
from tests.factories.club import MemberFactory
from tests.factories.rosters import WarbandFactory, lost_battle, recovered
from tests.web.html import unspaced

pytestmark = pytest.mark.django_db


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    assert page.count("<h1") == 1, "one heading of the first rank on each page"
    return page


# The list


def test_the_list_shows_mine_first_then_what_i_may_read(browser_of_owner: Client, warband: Warband) -> None:
    WarbandFactory.create(mustered=True, name="The Crows")
    WarbandFactory.create(mustered=True, name="The Hidden", visibility=Visibility.PRIVATE)
    page = text_of(browser_of_owner, "/warbands/")
    assert page.index("The Blades") < page.index("The Crows")
    assert "The Hidden" not in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=crow", {"The Crows"}),
        ("race=orc", {"The Axes"}),
        ("state=open", {"The Drakes"}),
        ("state=mustered&race=human", {"The Crows"}),
        ("q=lise", {"The Axes"}),
        ("race=martian&state=nonsense", {"The Crows", "The Axes", "The Drakes"}),
        ("q=nothing", set()),
    ],
)
def test_the_list_is_searched(other: Client, query: str, found: set[str]) -> None:
    WarbandFactory.create(mustered=True, name="The Crows")
    WarbandFactory.create(mustered=True, name="The Axes", race="orc", owner=MemberFactory.create(username="lise"))
    WarbandFactory.create(name="The Drakes")
    page = text_of(other, f"/warbands/?{query}")
    assert {name for name in ("The Crows", "The Axes", "The Drakes") if name in page} == found
    if not found:
        assert "No warband found" in page
    fragment = other.get(f"/warbands/?{query}", headers={"hx-request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="found"')


def test_a_visitor_sees_public_warbands_and_never_finds_hidden_owners(visitor: Client) -> None:
    hidden = MemberFactory.create(username="secretive", display_name="Secretive", hidden=True)
    WarbandFactory.create(mustered=True, name="The Crows", owner=hidden, visibility=Visibility.PUBLIC)
    WarbandFactory.create(mustered=True, name="The Axes")
    page = text_of(visitor, "/warbands/")
    assert "The Crows" in page
    assert "The Axes" not in page
    assert "Secretive" not in page
    assert "The Crows" not in text_of(visitor, "/warbands/?q=secretive")


def test_an_empty_list_says_what_to_do(other: Client, visitor: Client) -> None:
    assert "Muster a warband" in text_of(other, "/warbands/")
    assert "Log in to see them" in text_of(visitor, "/warbands/")


# Founding


def test_founding_explains_races_and_leads_to_the_builder(browser_of_owner: Client, owner: Member) -> None:
    page = text_of(browser_of_owner, "/warbands/new/")
    assert "Difficult terrain does not slow them." in page
    assert page.count('name="race"') == 11
    data = {"race": "ratfolk", "name": "The Rats", "era": "medieval", "visibility": "public"}
    answer = browser_of_owner.post("/warbands/new/", data)
    warband = Warband.objects.get()
    assert answer["Location"] == f"/warbands/{warband.pk}/muster/"
    assert (warband.owner, warband.race, warband.visibility) == (owner, "ratfolk", "public")
    assert warband.roster.rules.era is Era.MEDIEVAL


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("compare=orc&compare=human", ["Humans", "Orcs"]),
        ("compare=human", []),
        ("compare=human&compare=martian", []),
        ("compare=human&compare=elf&compare=orc&compare=dwarf", ["Humans", "Orcs", "Elves"]),
    ],
)
def test_two_or_three_races_stand_side_by_side(browser_of_owner: Client, query: str, names: list[str]) -> None:
    page = text_of(browser_of_owner, f"/warbands/new/?{query}")
    beside = page[page.index('id="compared"') : page.index('id="id_race"')]
    assert re.findall(r'<th scope="col">([^<]+)</th>', beside) == names
    if names:
        leader = unspaced(beside)[unspaced(beside).index(">Leader<") :]
        assert '<abbr title="Cost">Cost</abbr></th><td>40</td><td>40</td>' in leader, (
            "a human leader, an orc leader: 40"
        )


def test_a_founding_without_race_keeps_the_name_typed(browser_of_owner: Client) -> None:
    answer = browser_of_owner.post("/warbands/new/", {"name": "The Rats", "era": "modern", "visibility": "club"})
    assert answer.status_code == 422
    assert 'value="The Rats"' in answer.content.decode()
    assert not Warband.objects.exists()


def test_a_visitor_logs_in_before_founding(visitor: Client) -> None:
    assert visitor.get("/warbands/new/")["Location"].startswith("/accounts/login/")


# The builder


def test_the_builder_shows_totals_and_every_problem_beside_its_cause(
    browser_of_owner: Client, muster: Warband, owner: Member
) -> None:
    steps = [Hire(rank=Rank.LEADER, race="human", name="Ada")]
    steps += [Buy(figure=1, item=item) for item in ("shield", "two_handed_sword")]
    take_steps(warband=muster, entries=steps, author=owner)
    page = text_of(browser_of_owner, f"/warbands/{muster.pk}/muster/")
    totals = re.sub(r"<[^>]+>|\s+", " ", page[page.index('<dl class="totals"') :])[:80]
    assert "In all 70 /500 Heroes 70 /300 Troop 0 /200" in re.sub(r"\s+", " ", totals)
    card = page[page.index('id="figure-1"') : page.index("rank-lieutenant")]
    assert "Shield cannot be combined with a two-handed close combat weapon" in card
    assert "2 things are still wrong" in page
    assert "needs at least one" in page
    assert 'aria-disabled="true"' in page


def test_the_builder_prices_what_is_free_as_free(browser_of_owner: Client, muster: Warband, owner: Member) -> None:
    take_step(warband=muster, entry=Hire(rank=Rank.LEADER, race="human", name="Ada"), author=owner)
    opened = f"/warbands/{muster.pk}/muster/?open=1&kind=ranged"

    def price() -> str:
        page = text_of(browser_of_owner, opened)
        ware = page[page.index('id="buy-1-pistol"') :]
        return re.sub(r"<[^>]+>|\s+", " ", ware[ware.index("<strong>") : ware.index("</strong>")]).strip()

    assert price() == "free"
    take_step(warband=muster, entry=Buy(figure=1, item="pistol"), author=owner)
    assert price().startswith("7")


def test_only_the_forms_of_an_open_row_are_drawn(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 9)
    address = f"/warbands/{draft.pk}/muster/"
    folded = text_of(browser_of_owner, address)
    assert [number for number in range(1, 10) if f'id="counter-{number}"' in folded] == []
    for asked, shown in (("?open=3", [3]), ("?open=3&open=7", [7]), ("?open=99", []), ("?open=x", [])):
        opened = text_of(browser_of_owner, address + asked)
        assert [number for number in range(1, 10) if f'id="counter-{number}"' in opened] == shown


def test_htmx_fetches_what_one_row_unfolds(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 3)
    address = f"/warbands/{draft.pk}/muster/"
    answer = browser_of_owner.get(f"{address}?open=2", headers={"hx-request": "true"})
    text = answer.content.decode()
    assert 'id="counter-2"' in text
    assert 'id="counter-1"' not in text
    assert "<h1" not in text
    for nobody in ("", "0", "99", "x"):
        missing = browser_of_owner.get(f"{address}?open={nobody}", headers={"hx-request": "true"})
        assert missing.status_code == 404


def test_who_was_armed_stays_open_and_nobody_else(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 5)
    data = {"version": draft.version, "page": "builder", "figure": 2, "item": "medikit", "open": ["2", "4"]}
    answer = browser_of_owner.post(f"/warbands/{draft.pk}/steps/buy/", data, headers={"hx-request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert [number for number in range(1, 6) if f'id="counter-{number}"' in text] == [2]


def test_a_row_of_a_closed_muster_leads_to_the_roster(browser_of_owner: Client, warband: Warband) -> None:
    address = f"/warbands/{warband.pk}/muster/?open=1"
    answer = browser_of_owner.get(address, headers={"hx-request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/warbands/{warband.pk}/")


def test_the_builder_offers_only_permitted_races(browser_of_owner: Client, owner: Member) -> None:
    goblins = WarbandFactory.create(owner=owner, race="goblin")
    page = text_of(browser_of_owner, f"/warbands/{goblins.pk}/muster/")
    leaders = page[page.index('id="rank-leader"') : page.index('id="rank-lieutenant"')]
    henchmen = page[page.index('id="rank-henchman"') : page.index('id="rank-mercenary"')]
    assert "leader:orc" in leaders
    assert "henchman:goblin" in henchmen
    assert "henchman:orc" not in henchmen
    assert "0 of 3" in page


def test_a_legal_muster_may_be_closed(browser_of_owner: Client, owner: Member) -> None:
    entries = [
        Hire(rank=Rank.LEADER, race="human", name="Ada"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Bo"),
    ]
    warband = WarbandFactory.create(owner=owner, entries=entries)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/muster/")
    assert "This warband is legal" in page
    assert f'action="/warbands/{warband.pk}/steps/muster/"' in page


# The roster


def row_of(client: Client, warband: Warband, number: int, at: int | str = "") -> str:
    """What a figure's row on the roster fetches when it is opened."""
    address = f"/warbands/{warband.pk}/figures/{number}/?row={at}"
    answer = client.get(address, headers={"hx-request": "true"})
    assert answer.status_code == 200
    return unspaced(answer.content.decode())


def test_the_roster_tells_all_numbers_of_a_figure_and_fetches_their_reasons(
    browser_of_owner: Client, owner: Member
) -> None:
    warband = WarbandFactory.create(owner=owner, full=True, figures=5)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/")
    ada = unspaced(page[page.index('id="figure-1"') : page.index('id="figure-2"')])
    assert '<td class="is-better">5<span class="visually-hidden">instead of 4' in ada, "toughness, armoured"
    assert "Pistol<b>6/12/18 S" in ada.replace(" <b>", "<b>")
    assert "Sword<b>2d S7</b>" in ada.replace(" <b>", "<b>"), "two dice, strength 5 + 2"
    assert f'hx-get="/warbands/{warband.pk}/figures/1/?row="' in ada
    more = row_of(browser_of_owner, warband, 1)
    assert "<h1" not in more
    assert "Light armour: +1" in more
    assert "ruling M82" in more, "the sight of a human leader meets the limit"
    assert "<td>6/12/18</td>" in more.replace(' class="nowrap"', "")
    assert more.count("box--grey") == 8
    sword = more[more.index(">Sword<") :]
    assert '<td class="num">2</td><td class="num">7</td>' in sword, "two dice, strength 5 + 2"
    assert "50 points to engage, 30 for each battle" in row_of(browser_of_owner, warband, 4)


def test_a_row_of_the_past_tells_the_past(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    then = warband.version
    take_step(warband=warband, entry=Buy(figure=1, item="light_armour"), author=owner)
    assert f"figures/1/?row={then}" in text_of(browser_of_owner, f"/warbands/{warband.pk}/?at={then}")
    assert "Light armour" in row_of(browser_of_owner, warband, 1)
    assert "Light armour" not in row_of(browser_of_owner, warband, 1, at=then)
    for nowhen in ("0", "99", "x"):
        address = f"/warbands/{warband.pk}/figures/1/?row={nowhen}"
        assert browser_of_owner.get(address, headers={"hx-request": "true"}).status_code == 404


def test_the_roster_waits_for_choices_and_fees(browser_of_owner: Client, other: Client, owner: Member) -> None:
    warband = WarbandFactory.create(owner=owner, mustered=True)
    take_step(warband=warband, entry=Engage(mercenary="elf_sniper", name="Dru"), author=owner)
    for number in range(5):
        fight = lost_battle(battle=f"b{number}", present=(1, 2, 3) if number == 0 else (1, 2), fallen=2)
        take_steps(warband=warband, entries=[fight, recovered((6,), f"b{number}")], author=owner)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/")
    before = page[page.index('class="before"') : page.index('class="fighters"')]
    assert "Pay Dru 30 points" in before
    assert "Not paid for the next battle" in before
    assert f'href="/warbands/{warband.pk}/figures/1/#choice">Ada can learn a skill</a>' in re.sub(r"\s+", " ", before)
    assert page.count("Ada can learn a skill") == 1
    assert 'id="choice"' in text_of(browser_of_owner, f"/warbands/{warband.pk}/figures/1/")
    assert "takes no part until paid" in text_of(browser_of_owner, f"/warbands/{warband.pk}/figures/3/")
    assert "0 won, 0 drawn, 5 lost" in page
    seen = text_of(other, f"/warbands/{warband.pk}/")
    assert "A skill to choose" in seen
    assert "<select" not in seen[seen.index("<main") :]
    assert "Pay Dru" not in seen


def test_the_dead_and_the_departed_have_their_ending(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    steps = [Engage(mercenary="orc_hunter", name="Gor"), Hire(rank=Rank.HENCHMAN, race="human", name="Cy")]
    steps += [Release(figure=3), lost_battle(present=(1, 2, 4), fallen=4), recovered((1,))]
    take_steps(warband=warband, entries=steps, author=owner)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/")
    graves = page[page.index('class="graves"') :]
    assert "Gor is released from service." in graves
    assert "Engage again" in graves
    assert "Cy does not come back, felled by The Others: Dead or gone." in graves
    assert "The dead and the departed" in page


def test_the_roster_as_of_an_entry_is_read_only(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    then = warband.version
    take_step(warband=warband, entry=Hire(rank=Rank.HENCHMAN, race="human", name="Newcomer"), author=owner)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/?at={then}")
    assert "Newcomer" not in page
    assert f'href="?at={then - 1}"' in page
    assert f'href="?at={then + 1}"' in page
    assert "/steps/" not in page
    first = text_of(browser_of_owner, f"/warbands/{warband.pk}/?at=1")
    assert 'rel="prev"' not in first


@pytest.mark.parametrize("at", ["0", "99", "-1", "x", "", "9" * 30])
def test_there_is_no_roster_as_of_no_entry(browser_of_owner: Client, warband: Warband, at: str) -> None:
    assert browser_of_owner.get(f"/warbands/{warband.pk}/?at={at}").status_code == 404


def test_an_undone_step_is_no_date_to_go_back_to(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    row = take_step(warband=warband, entry=Note(text="x"), author=owner)
    undo_last(warband=warband, author=owner)
    assert browser_of_owner.get(f"/warbands/{warband.pk}/?at={row.number}").status_code == 404


def test_other_rooms_may_add_panels(browser_of_owner: Client, warband: Warband) -> None:
    def battles(warband: Warband, request: object) -> list[tuple[str, dict[str, object]]]:
        return [("components/empty.html", {"title": f"Battles of {warband.name}", "text": "None"})]

    panels.provider(battles)
    panels.provider(battles)
    try:
        page = text_of(browser_of_owner, f"/warbands/{warband.pk}/")
    finally:
        panels._PROVIDERS.remove(battles)
    assert page.count("Battles of The Blades") == 1


# Figure and journal


def test_a_figure_has_its_own_page_and_history(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    take_step(warband=warband, entry=Note(figure=2, text="Once held\nthe gate."), author=owner)
    take_step(warband=warband, entry=Note(figure=1, text="Somebody else."), author=owner)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/figures/2/")
    assert "Once held<br>the gate." in page
    assert "Somebody else." not in page
    assert "Bo joins the warband (Henchman)." in page
    for kind in ("move", "rename", "note", "dismiss"):
        assert f"/warbands/{warband.pk}/steps/{kind}/" in page
    assert f"/warbands/{warband.pk}/shop/?who=2" in page
    assert browser_of_owner.get(f"/warbands/{warband.pk}/figures/9/").status_code == 404


def test_a_reader_sees_a_figure_without_its_forms(other: Client, warband: Warband) -> None:
    assert "/steps/" not in text_of(other, f"/warbands/{warband.pk}/figures/2/")


def test_the_journal_tells_every_step_and_strikes_the_undone(
    browser_of_owner: Client, warband: Warband, owner: Member
) -> None:
    take_step(warband=warband, entry=Buy(figure=1, item="sword"), author=owner)
    undo_last(warband=warband, author=owner)
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/journal/")
    assert "Ada gets Sword for 5 points." in page
    assert page.count("is-struck") == 1
    assert "452 →" in page
    assert f'href="/warbands/{warband.pk}/?at=1"' in page
    assert f"?at={warband.version - 1}" not in page


def test_a_long_journal_has_pages(browser_of_owner: Client, owner: Member) -> None:
    warband = WarbandFactory.create(owner=owner, full=True, figures=10)
    assert "Page 1 of 2" in text_of(browser_of_owner, f"/warbands/{warband.pk}/journal/")
    assert "Ada joins the warband" in text_of(browser_of_owner, f"/warbands/{warband.pk}/journal/?page=2")


def test_a_new_warband_has_an_empty_journal(browser_of_owner: Client, muster: Warband) -> None:
    assert "Nothing has happened yet" in text_of(browser_of_owner, f"/warbands/{muster.pk}/journal/")


def test_pages_speak_the_readers_language(browser_of_owner: Client, owner: Member) -> None:
    warband = WarbandFactory.create(owner=owner, full=True, figures=4)
    browser_of_owner.get(f"/warbands/{warband.pk}/")
    owner.language = "fr"
    owner.save()
    page = text_of(browser_of_owner, f"/warbands/{warband.pk}/")
    assert "Épée" in page
    assert "Armure légère" in page
    assert "Sword" not in page
    translation.deactivate()


def test_who_may_read_it_is_set_by_the_owner(browser_of_owner: Client, visitor: Client, warband: Warband) -> None:
    address = f"/warbands/{warband.pk}/"
    assert visitor.get(address).status_code == 404
    browser_of_owner.post(f"{address}visibility/", {"visibility": "public"})
    assert visitor.get(address).status_code == 200
    browser_of_owner.post(f"{address}visibility/", {"visibility": "nobody"})
    warband.refresh_from_db()
    assert warband.visibility == "public"


def test_the_noticeboard_shows_my_warbands(
    browser_of_owner: Client, other: Client, visitor: Client, owner: Member
) -> None:
    begun = WarbandFactory.create(owner=owner, name="The Begun")
    page = text_of(browser_of_owner, "/")
    assert f'href="/warbands/{begun.pk}/muster/"' in page
    assert "Muster a warband" in text_of(other, "/")
    assert "My warbands" not in text_of(visitor, "/")
