"""The shop under a thumb: how many taps it takes, and what stands on the first screen of a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Hire, Muster
from engines.musg.ranks import Rank
from rosters.models import Warband
from rosters.operations import take_steps
from tests.browser.conftest import OpenPage
from tests.browser.measures import MOST_SCREENS, screens, targets
from tests.factories.rosters import WarbandFactory
from tests.rosters.test_steps import wins

pytestmark = [pytest.mark.django_db(transaction=True)]

WITH_AND_WITHOUT = pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
ADA, BO = 1, 2
SCREEN, TARGET = 844, 44


class Thumb:
    """Taps on a page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(what) if isinstance(what, str) else what).first.click()
        self.taps += 1


@pytest.fixture
def nine(member: Member) -> Warband:
    """A warband of nine, as many campaigns have them: leader, two lieutenants, six henchmen."""
    people = [("Hildegarde", Rank.LEADER), ("Aldric", Rank.LIEUTENANT), ("Berthe", Rank.LIEUTENANT)]
    people += [(name, Rank.HENCHMAN) for name in ("Colin", "Mahaut", "Eudes", "Foulques", "Gauvain", "Huguette")]
    hired = [Hire(rank=rank, race="human", name=name) for name, rank in people]
    return WarbandFactory.create(owner=member, name="Les Corbeaux", entries=[*hired, Muster()])


def at(open_page: OpenPage, member: Member, address: str, *, javascript: bool = True) -> Thumb:
    page = open_page("phone", language="en", javascript=javascript, member=member)
    page.goto(address)
    return Thumb(page)


def top(page: Page, what: str) -> float:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["y"]


@WITH_AND_WITHOUT
def test_a_purchase_takes_three_taps_from_the_roster(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    thumb = at(open_page, member, f"/warbands/{nine.pk}/", javascript=javascript)
    thumb.tap("a[href$='/shop/']")
    thumb.tap("#pick-4")
    expect(thumb.page.locator("#pick-4")).to_have_attribute("aria-current", "true")
    thumb.tap("#buy-bow")
    expect(thumb.page.locator("#messages")).to_contain_text("Colin gets Bow for 7 points")
    assert thumb.taps <= 3
    expect(thumb.page.locator(".shop-bar__money strong")).to_have_text(str(nine.treasury - 7))


@WITH_AND_WITHOUT
def test_the_whole_shop_fits_three_screens_and_nothing_must_be_opened_to_buy(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    """Every button in sight, so that three taps hold for every ware; in French, whose names are longer."""
    page = open_page("phone", language="fr", javascript=javascript, member=member)
    address = f"/warbands/{nine.pk}/shop/"
    page.goto(address + "?" + "&".join(f"who={number}" for number in range(1, 10)))
    assert screens(page) <= MOST_SCREENS, "everybody ticked"
    for query in ("", "?who=4"):
        page.goto(address + query)
        assert screens(page) <= MOST_SCREENS, query
        buttons = page.locator(".ware__buy").all()
        assert len(buttons) == len(CATALOGUE.items) - 1, "all but a primitive tribe's poison (ruling M312)"
        assert all(button.is_visible() for button in buttons)
        assert targets(page, ".ware__buy") >= TARGET
        assert targets(page, ".ware__fold > summary") >= TARGET


def test_what_cannot_be_bought_makes_the_shop_no_longer(open_page: OpenPage, member: Member, nine: Warband) -> None:
    """A two-handed sword bars the shield; the treasury keeps 20 to 39 points: enough for it, not for a howitzer."""
    spent = [Buy(item="two_handed_sword", figure=4), *[Buy(item="light_armour")] * ((nine.treasury - 30) // 20)]
    take_steps(warband=nine, entries=spent, author=member)
    page = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4").page
    assert screens(page) <= MOST_SCREENS
    shield, howitzer = (page.locator(".ware").filter(has_text=name) for name in ("Shield", "Howitzer"))
    expect(shield.locator(".ware__told")).to_have_text("Forbidden")
    expect(howitzer.locator(".ware__told")).to_have_text("Too dear")
    expect(shield.get_by_role("button")).to_have_count(0)


@WITH_AND_WITHOUT
def test_a_ware_tells_the_rest_in_its_place_and_a_choice_tells_all_of_it(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    page = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4", javascript=javascript).page
    armour, bow = (page.locator(".ware").filter(has=page.locator(f"#buy-{code}")) for code in ("light_armour", "bow"))
    expect(armour.locator(".ware__notes")).to_be_hidden()
    armour.locator("summary").click()
    expect(armour.locator(".ware__notes")).to_contain_text("One suit of armour per figure")
    expect(bow.locator(".ware__facts")).to_be_hidden()
    page.locator("#pick-ranged").click()
    expect(page.locator("#pick-ranged")).to_have_attribute("aria-current", "true")
    expect(bow.locator(".ware__facts")).to_be_visible()


@WITH_AND_WITHOUT
def test_several_get_several_and_one_is_returned(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    thumb = at(open_page, member, f"/warbands/{nine.pk}/shop/?kind=ranged", javascript=javascript)
    page, left = thumb.page, thumb.page.locator(".shop-bar__money strong")
    for number in (4, 5):
        thumb.tap(f"#pick-{number}")
        expect(page.locator(f"#pick-{number}")).to_have_attribute("aria-current", "true")
    page.get_by_label("How many each").fill("2")
    thumb.tap("#buy-grenade")
    expect(page.locator("#messages")).to_contain_text("Bought: 4 × Grenade for 48 points (Colin, Mahaut).")
    expect(left).to_have_text(str(nine.treasury - 48))
    expect(page.locator("#pick-ranged")).to_have_attribute("aria-current", "true")
    thumb.tap(".shop-bar__bought > summary")
    thumb.tap(page.locator(".bought button"))
    expect(left).to_have_text(str(nine.treasury - 36))


@WITH_AND_WITHOUT
def test_a_useless_purchase_is_asked_about_and_keeps_what_was_typed(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    thumb = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4&q=bazooka", javascript=javascript)
    page = thumb.page
    page.get_by_label("How many", exact=True).fill("5")
    thumb.tap("#buy-bazooka")
    expect(page.locator(".shop__question")).to_contain_text("Colin would carry 5 × Bazooka and can use only 2.")
    expect(page.get_by_label("How many", exact=True)).to_have_value("5")
    expect(page.locator(".shop-bar__money strong")).to_have_text(str(nine.treasury))
    thumb.tap("#anyway-go")
    expect(page.locator(".shop-bar__money strong")).to_have_text(str(nine.treasury - 150))
    assert thumb.taps == 2


def test_the_search_answers_while_one_types(open_page: OpenPage, member: Member, nine: Warband) -> None:
    page = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4").page
    page.locator("#shop-q").press_sequentially("laser sw")
    expect(page.locator(".ware")).to_have_count(1)
    expect(page.locator("#shop-q")).to_be_focused()
    expect(page.locator("#pick-4")).to_have_attribute("aria-current", "true")
    page.locator("#pick-armour").click()
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator("#shop-q")).to_have_value("laser sw")


def test_the_search_works_without_javascript(open_page: OpenPage, member: Member, nine: Warband) -> None:
    page = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4&kind=melee", javascript=False).page
    page.locator("#shop-q").fill("laser")
    page.locator("#shop-q").press("Enter")
    expect(page.locator(".ware")).to_have_count(1)
    expect(page.locator("#pick-4")).to_have_attribute("aria-current", "true")
    expect(page.locator("#pick-melee")).to_have_attribute("aria-current", "true")


def test_search_chips_and_the_first_wares_stand_on_the_first_screen(
    open_page: OpenPage, member: Member, nine: Warband
) -> None:
    page = at(open_page, member, f"/warbands/{nine.pk}/shop/").page
    bar = top(page, ".shop-bar")
    assert bar < SCREEN
    assert top(page, "#shop-q") < top(page, "#pick-all") < top(page, "#pick-stash") < top(page, "#buy-pistol")
    second = page.locator(".ware").nth(1).bounding_box()
    assert second is not None
    assert second["y"] + second["height"] <= bar
    for button in page.locator(".ware__buy").all()[:3]:
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= TARGET


def test_the_shop_shuts_nobody_out(
    open_page: OpenPage, member: Member, nine: Warband, axe: Callable[[Page], None]
) -> None:
    thumb = at(open_page, member, f"/warbands/{nine.pk}/shop/?who=4&who=5")
    page = thumb.page
    thumb.tap("#buy-light_armour")
    expect(page.locator(".ware--barred").first).to_be_visible()
    page.locator(".shop-bar__bought > summary").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@WITH_AND_WITHOUT
def test_a_skill_is_learned_in_two_taps_from_the_roster(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    learned = [row.entry for row in nine.journal.all()] + wins(3, (1, 4))
    wiser = WarbandFactory.create(owner=member, entries=learned)
    thumb = at(open_page, member, f"/warbands/{wiser.pk}/", javascript=javascript)
    thumb.tap(thumb.page.get_by_role("link", name="Colin can learn a skill"))
    choice = thumb.page.locator("#choice")
    expect(choice).to_be_visible()
    thumb.page.wait_for_load_state()  # without its sheets nothing stands where it will
    first = choice.locator("button[name=skill]").first
    name = choice.locator("h3").first.inner_text()
    box = first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < SCREEN
    assert box["height"] >= TARGET
    thumb.tap(first)
    expect(thumb.page.locator("#messages")).to_contain_text(f"Colin learns {name}")
    expect(choice).to_have_count(0)
    assert thumb.taps <= 2


@WITH_AND_WITHOUT
def test_a_copy_is_hired_and_armed_in_two_taps_from_the_roster(
    open_page: OpenPage, member: Member, nine: Warband, javascript: bool
) -> None:
    take_steps(warband=nine, entries=[Buy(item=item, figure=4) for item in ("bow", "light_armour")], author=member)
    thumb = at(open_page, member, f"/warbands/{nine.pk}/", javascript=javascript)
    thumb.tap("a[href$='/hire/']")
    thumb.tap("#like-4")
    expect(thumb.page.locator("#figure-10")).to_contain_text("Henchman 1")
    assert thumb.taps <= 2
    nine.refresh_from_db()
    copy = nine.roster.figure(10)
    assert copy is not None
    assert copy.item_codes == ("dagger", "bow", "light_armour")


def test_the_hall_shuts_nobody_out(
    open_page: OpenPage, member: Member, nine: Warband, axe: Callable[[Page], None]
) -> None:
    page = at(open_page, member, f"/warbands/{nine.pk}/hire/").page
    expect(page.locator(".ware--barred").first).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
