"""The main job of a player who has a keyboard and no mouse, and what a screen reader is told of its pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.league.models import Membership, Role
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.recovery import RecoveryState
from club.models import Member
from engines.musg.entries import Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.browser.conftest import OpenPage
from tests.browser.keyboard import Keyboard
from tests.factories.battles import HENCHMAN, LEADER, SECOND_HENCHMAN, Field, field, warband
from tests.factories.club import MemberFactory
from tests.factories.rosters import WarbandFactory
from tests.rosters.test_steps import wins

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

UNNAMED = re.compile(r'^\s*- (?:button|link|textbox|searchbox|checkbox|radio|combobox|spinbutton)(?! ")', re.MULTILINE)
"""A line of an accessibility tree that says what may be operated there, and not what for."""


def at(open_page: OpenPage, member: Member, address: str) -> Keyboard:
    page = open_page("desktop", language="en", member=member)
    page.goto(address)
    keys = Keyboard(page)
    keys.begins()
    return keys


def test_a_warband_is_mustered(open_page: OpenPage, member: Member) -> None:
    keys = at(open_page, member, "/warbands/")
    page = keys.page
    keys.skip()
    keys.follow("link", "New warband")
    keys.skip()
    keys.to("radio", "Generic")  # the first of the races; arrows go through them
    keys.press("ArrowDown")
    assert keys.seen().name == "Humans"
    keys.to("textbox", "Name of the warband (optional)")
    keys.write("Lys Noir")
    keys.follow("button", "Draw up the muster…")

    faults = page.locator("#faults > li")
    expect(faults).to_have_count(2)
    keys.skip()
    keys.to("textbox", "Name")
    keys.write("Ada")
    keys.to("button", "Hire (Leader)")
    keys.press("Enter")
    expect(page.locator("#figure-1")).to_contain_text("Ada")
    keys.keeps("#rank-leader")  # the form is gone, there is one leader
    keys.to("button", "Hire (Henchmen)")
    keys.to("textbox", "Name", back=True)
    for number, name in ((2, "Bo"), (3, "Cid")):
        keys.write(name)
        keys.press("Enter")
        expect(page.locator(f"#figure-{number}")).to_contain_text(name)
        keys.keeps("#hire-henchman-name")
    expect(faults).to_have_count(0)

    keys.to("searchbox", "Search what Cid could carry", back=True)  # the last one's: Cid's
    keys.write("bow")
    expect(page.locator("#buy-3-bow")).to_be_visible()
    keys.to("button", "Bow 7…")
    keys.press("Enter")
    expect(page.locator("#figure-3 .kit")).to_contain_text("Bow")
    keys.keeps("#buy-3-bow")
    keys.to("button", "Take Bow back from Cid", back=True)
    keys.press("Space")
    expect(page.locator("#figure-3 .kit")).not_to_contain_text("Bow")
    keys.keeps("#figure-3 h3")
    keys.to("button", "Close the muster")
    keys.press("Enter")
    expect(page.locator("#idle-points")).to_be_visible()
    keys.follow("button", "Close it all the same")
    assert page.url.endswith(Warband.objects.get(name="Lys Noir").get_absolute_url())
    assert [figure.name for figure in Warband.objects.get(name="Lys Noir").roster.active] == ["Ada", "Bo", "Cid"]


def test_a_warband_is_enlisted_as_it_is(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    player = MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=player, role=Role.PLAYER)
    band = warband(player, "Drakes")
    keys = at(open_page, player, band.get_absolute_url())
    keys.skip()
    keys.follow("button", "The Ford")
    assert Enlistment.objects.get(warband=band).campaign == fight.campaign


def test_a_battle_is_reported_and_the_other_side_confirms(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    ours, theirs = fight.keys
    keys = at(open_page, fight.players[0], fight.battle.get_absolute_url())
    page = keys.page
    keys.skip()
    keys.follow("link", "Report the battle")
    keys.skip()
    keys.to("checkbox", "B Leader …")
    keys.press("Space")
    expect(page.locator("#tally")).to_contain_text("Axes 10")
    assert keys.here().role == "checkbox"  # the sum changed and the focus stays
    keys.to("radio", "not known who")
    for name in ("A Leader", "A Lieutenant", "A Henchman 1"):
        keys.press("ArrowDown")
        assert keys.seen().name == name
    keys.follow("button", "Send the report")
    expect(page.locator("#messages")).to_contain_text("The report is sent")
    report = fight.battle.reports.get().report
    assert report.downs == (Down(Who(theirs, LEADER), Who(ours, HENCHMAN)),)

    other = at(open_page, fight.players[1], fight.battle.get_absolute_url())
    other.skip()
    other.follow("button", "The report is right")
    expect(other.page.locator("#messages")).to_contain_text("The report is confirmed.")
    assert fight.stored().state == BattleState.CONFIRMED


def fought() -> Field:
    """The Blades' leader and a henchman fell."""
    fight = field()
    a, b = fight.keys
    fight.fight(Report(downs=tuple(Down(Who(b, number), Who(a, LEADER)) for number in (LEADER, SECOND_HENCHMAN))))
    return fight


def test_the_dice_of_an_aftermath_are_typed(open_page: OpenPage, transactional_db: None) -> None:
    fight = fought()
    keys = at(open_page, fight.players[1], fight.battle.get_absolute_url())
    page = keys.page
    keys.skip()
    keys.follow("link", "Choose the dice – Blades")
    keys.skip()
    keys.follow("button", "We roll our own dice")
    keys.skip()
    for roll in ((6, 5), (4,)):  # full recovery; back on his feet
        for place, face in enumerate(roll, start=1):
            expect(page.locator(f"button[name=die{place}]")).to_have_count(6)
            keys.to("button", str(face))
            keys.press("Enter" if place == 1 else "Space")
            expect(page.locator("main h2[data-focus]")).to_be_focused()
    expect(page.locator("#whose")).to_be_visible()
    assert fight.recovery(1).state == RecoveryState.DONE


def test_a_skill_is_learned_and_a_weapon_bought_afterwards(open_page: OpenPage, member: Member) -> None:
    steps = [Hire(rank=Rank.LEADER, race="human", name="Ada"), Hire(rank=Rank.HENCHMAN, race="human", name="Bo")]
    band = WarbandFactory.create(owner=member, name="Lys Noir", entries=[*steps, Muster(), *wins(3, (1, 2))])
    keys = at(open_page, member, band.get_absolute_url())
    page = keys.page
    keys.skip()
    keys.follow("link", "Bo can learn a skill…")
    keys.skip()
    keys.to("button", "Learn …")
    keys.press("Enter")
    expect(page.locator("#choice")).to_have_count(0)
    expect(page.locator("#messages")).to_contain_text("Bo learns")
    keys.keeps("main h1")
    keys.follow("link", "Weapons and equipment…")

    treasury = page.locator(".shop-bar__money strong")
    before = treasury.inner_text()
    keys.skip()
    keys.to("searchbox", "Search the shop")
    page.keyboard.type("bow")
    expect(page.locator("#buy-pistol")).to_have_count(0)
    keys.keeps("#shop-q")
    keys.to("button", "Buy Bow…")
    keys.press("Enter")
    expect(treasury).not_to_have_text(before)
    keys.keeps("#buy-bow")
    keys.to("DisclosureTriangle", "Bought 1")
    keys.press("Space")
    keys.to("button", "Return…")
    keys.press("Enter")
    expect(treasury).to_have_text(before)
    keys.keeps("#shop-bar")


def tree(page: Page) -> str:
    """What a screen reader is told of the page, without its head and foot."""
    page.wait_for_load_state()
    return page.locator("main").aria_snapshot()


@pytest.mark.parametrize(
    ("where", "heading", "told"),
    [
        ("builder", "Drakes", ["D Leader", "D Henchman"]),
        ("roster", "Blades", ["B Leader", "B Lieutenant", "B Henchman 1", "B Henchman 2"]),
        ("shop", "Shop of Blades", ["B Leader", "B Lieutenant", "B Henchman 1", "B Henchman 2"]),
        ("report", "What happened?", ["A Leader", "A Henchman 2", "B Leader", "B Henchman 2"]),
        ("aftermath", "Blades", ["B Leader", "B Henchman 2"]),
        ("battle", "At the ford", ["Axes", "Blades"]),
        ("campaign", "The Ford", ["Axes", "Blades"]),
    ],
)
def test_a_screen_reader_is_told_everything(
    open_page: OpenPage, transactional_db: None, where: str, heading: str, told: list[str]
) -> None:
    fight = field() if where == "report" else fought()
    player, band, battle = fight.players[1], fight.warbands[1], fight.battle.get_absolute_url()
    if where == "builder":
        steps = [Hire(rank=Rank.LEADER, race="human", name="D Leader")]
        steps += [Hire(rank=Rank.HENCHMAN, race="human", name="D Henchman")]
        band = create_warband(owner=player, setup=Setup(race="human", name="Drakes"), entries=steps)
    addresses = {
        "builder": f"/warbands/{band.pk}/muster/",
        "roster": band.get_absolute_url(),
        "shop": f"/warbands/{band.pk}/shop/",
        "report": f"{battle}report/",
        "aftermath": f"{battle}aftermath/{band.pk}/",
        "battle": battle,
        "campaign": fight.campaign.get_absolute_url(),
    }
    page = open_page("desktop", language="en", member=player)
    page.goto(addresses[where])
    said = tree(page)
    assert re.findall(r'- heading "([^"]*)" \[level=1\]', said) == [heading], said
    assert len(re.findall(r"- heading\b.*\[level=1\]", said)) == 1
    assert not [line for line in said.splitlines() if UNNAMED.match(line)], said
    assert [name for name in told if name not in said] == [], said
