"""A replay in a real browser: with the keyboard, with a thumb, without JavaScript."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.wars.models.resolution import Resolution
from club.visibility import Visibility
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import NARROW, PATIENCE, PAUSE, faults
from tests.factories.battles import field
from tests.factories.resolutions import resolved

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def resolution(transactional_db: None) -> Resolution:
    ford = field(visibility=Visibility.PUBLIC, henchmen=2)
    return resolved(ford.battle, ford.warbands)


def address(resolution: Resolution) -> str:
    return reverse("campaigns:replay", args=[resolution.battle.campaign.slug, resolution.battle.pk])


def at(page: Page, number: int) -> None:
    """The page shows this event: in the telling, in the account and in the address."""
    expect(page.locator("[data-number]")).to_have_text(str(number + 1))
    line = page.locator("#account li[aria-current]")
    expect(line).to_have_attribute("data-event", str(number))
    expect(page.locator(".replay__sentence")).to_have_text(line.locator("a").first.text_content() or "?")
    expect(page).to_have_url(re.compile(rf"event={number}\b"))


def test_whoever_goes_over_wears_the_colour_of_the_other_side_at_once(
    open_page: OpenPage, resolution: Resolution
) -> None:
    """A civilian led away by another warband (M206): on the map and in the tables, without loading the page anew."""
    last = resolution.events[-1]
    over = {**last, "index": last["index"] + 1, "kind": "led", "figure": 0, "side": 1, "target": None}
    resolution.events = [*resolution.events, {**over, "data": {"led": True}, "rolls": [], "rule": ""}]
    resolution.save()
    page = open_page("desktop")
    page.goto(address(resolution))
    token = page.locator("[data-figure='0']")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    for key, side in (("End", 1), ("Home", 0), ("End", 1)):
        page.keyboard.press(key)
        expect(token).to_have_class(re.compile(rf"map__figure--{side}\b"))
        expect(token).not_to_have_class(re.compile(rf"map__figure--{1 - side}\b"))
        expect(page.locator(f"[data-side='{side}'] [data-row='0']")).to_have_count(1)
    at(page, over["index"])
    stepped = page.locator("[data-side='1'] tbody").inner_text()
    page.reload()
    at(page, over["index"])
    assert page.locator("[data-side='1'] tbody").inner_text() == stepped


def table(page: Page) -> dict[str, str]:
    """Everything that changes from event to event: the figures on the map, the lines drawn, how everybody stands."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([
          ...[...document.querySelectorAll("[data-figure]")].map((g) => [
            `figure ${g.dataset.figure}`,
            `${g.getAttribute("transform")} ${[...g.classList].sort().join(" ")}`,
          ]),
          ...[...document.querySelectorAll("[data-row]")].map((row) => [
            `row ${row.dataset.row}`,
            `${row.querySelector("[data-hit-points]").textContent} ${row.querySelector("[data-state]").textContent}`,
          ]),
          ["traces", [...document.querySelectorAll(".map__trace")].map((p) => p.outerHTML.replace(/ xmlns="[^"]*"/, ""))
            .join()],
          ["points", [...document.querySelectorAll("[data-points]")].map((e) => e.textContent).join()],
          ["told", document.querySelector("[data-line]").textContent.replace(/\\s+/g, " ").trim()],
        ])"""
    )
    return found


def ready(page: Page, where: str) -> None:
    page.goto(where)
    expect(page.locator("[data-replay][data-ready]")).to_be_attached()


def test_keys_step_through_the_battle(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("desktop", language="en")
    page.emulate_media(reduced_motion="reduce")
    last = len(resolution.events) - 1
    ready(page, f"{address(resolution)}?event=0")
    expect(page.locator("[data-number]")).to_have_text("1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    first = next(e["index"] for e in resolution.events if e["turn"] == 1)
    page.keyboard.press("Shift+ArrowRight")
    at(page, first)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, 0)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("ArrowRight")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_label("Pace", exact=True).select_option("× 4")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    # Looked at now and then, one may see the fourth event or a later one.
    expect(page.locator("[data-number]")).to_have_text(re.compile(r"^([4-9]|\d\d+)$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at(page, int(page.locator("[data-number]").text_content() or 0) - 1)


def test_every_event_looks_the_same_stepped_to_and_opened(open_page: OpenPage, resolution: Resolution) -> None:
    page, plain = open_page("desktop", language="en"), open_page("desktop", language="en", javascript=False)
    page.emulate_media(reduced_motion="reduce")
    ready(page, address(resolution))
    last = len(resolution.events) - 1
    for number in range(0, last, max(1, last // 12)):
        page.locator("#replay-seek").evaluate(
            "(e, value) => { e.value = value; e.dispatchEvent(new Event('input')); }", number
        )
        at(page, number)
        plain.goto(f"{address(resolution)}?event={number}")
        at(plain, number)
        assert table(page) == table(plain)


def test_a_thumb_is_enough(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("phone", language="en")
    page.emulate_media(reduced_motion="reduce")
    ready(page, f"{address(resolution)}?event=30#replay")
    controls = ("Previous event", "Next event", "Play", "First event", "Last event", "Next casualty", "Zoom", "Pace")
    for name in controls:
        box = page.locator(".replay__bar").get_by_label(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] > 844 / 2, f"{name} is out of a thumb's reach"
        assert box["y"] + box["height"] <= 844
    expect(page.locator(".battle-map")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".replay__sentence")).to_be_in_viewport()
    page.get_by_label("Next event").tap()
    at(page, 31)
    page.get_by_label("Previous event").tap()
    at(page, 30)
    seen = set()
    for _ in range(3):
        zoom(page)
        seen.add(page.locator(".battle-map").get_attribute("viewBox"))
    assert table_box(page) in seen
    assert len(seen) == 3
    assert faults(page) == []
    line = page.locator("#account li:not([aria-current]) a").first
    number = int(line.locator("..").get_attribute("data-event") or 0)
    line.scroll_into_view_if_needed()
    line.tap()
    at(page, number)
    expect(page.locator(".battle-map")).to_be_in_viewport()


def zoom(page: Page) -> None:
    """Show another part of the table, and wait for it: a tap is over before the page hears of it."""
    board = page.locator(".battle-map")
    before = board.get_attribute("viewBox")
    button = page.get_by_role("button", name="Zoom")
    if page.evaluate("navigator.maxTouchPoints"):
        button.tap()
    else:
        button.click()
    expect(board).not_to_have_attribute("viewBox", before or "")


def table_box(page: Page) -> str:
    """What the map shows when it shows the whole table."""
    found: str = page.evaluate(
        """() => { const t = document.querySelector(".map__table");
          return `-0.5 -0.5 ${Number(t.getAttribute("width")) + 1} ${Number(t.getAttribute("height")) + 1}`; }"""
    )
    return found


def test_without_javascript_it_is_read_and_stepped_through(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("phone", language="en", javascript=False)
    page.goto(f"{address(resolution)}?event=0")
    assert page.locator("#account li[data-event]").count() == sum(e["turn"] == 0 for e in resolution.events)
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    page.get_by_label("Next event").tap()
    at(page, 1)
    page.locator("#account nav a", has_text="Turn 1").tap()
    first = next(e["index"] for e in resolution.events if e["turn"] == 1)
    at(page, first)
    expect(page.locator("#account li[data-event]")).to_have_count(sum(e["turn"] == 1 for e in resolution.events))
    page.locator(f"#event-{first + 2} a").first.tap()
    at(page, first + 2)
    expect(page.locator(".battle-map")).to_be_in_viewport()
    page.get_by_label("Last event").tap()
    at(page, len(resolution.events) - 1)
    page.get_by_label("Events of").select_option(index=1)
    page.get_by_role("button", name="Show").tap()
    page.wait_for_url(re.compile(r"figure=\d"))  # and until all of it is there
    assert 0 < page.locator("#account li[data-event]").count() < len(resolution.events)


def test_a_turn_is_chosen_and_what_is_shown_is_shared(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("phone", language="en")
    ready(page, address(resolution))
    second = next(e["index"] for e in resolution.events if e["turn"] == 2)
    page.get_by_label("Turn", exact=True).select_option("Turn 2")
    at(page, second)
    expect(page.locator("[data-share]")).to_have_value(re.compile(rf"/replays/.*\?event={second}$"))
    page.get_by_role("link", name="Next event").tap()
    at(page, second + 1)
    page.locator("#account nav a", has_text="Deployment").tap()
    at(page, 0)
    expect(page.get_by_label("Turn", exact=True)).to_have_value("0")


def test_a_name_among_those_who_stand_there_is_followed(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("phone", language="en")
    ready(page, f"{address(resolution)}?event=12")
    page.get_by_role("link", name="Next event").tap()
    at(page, 13)
    name = page.locator(".replay__band th a").first
    who = name.text_content() or "?"
    name.tap()
    expect(page.get_by_text(f"Only what concerns {who}.")).to_be_visible()
    expect(page.locator("[data-replay][data-ready]")).to_be_attached()
    page.get_by_role("link", name="Show everybody").tap()
    turn = resolution.events[13]["turn"]
    expect(page.locator("#account li[data-event]")).to_have_count(sum(e["turn"] == turn for e in resolution.events))


def test_one_figures_events_are_stepped_through(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("desktop", language="en")
    ready(page, f"{address(resolution)}?figure=1")
    answer = page.request.get(f"{address(resolution)}events.json?figure=1")
    numbers = answer.json()["rows"]
    assert 0 < len(numbers) < len(resolution.events)
    page.keyboard.press("Home")
    at(page, numbers[0])
    page.keyboard.press("ArrowRight")
    at(page, numbers[1])
    page.keyboard.press("End")
    at(page, numbers[-1])
    assert "figure=1" in page.url


def test_what_happens_is_announced_and_the_shared_link_needs_no_account(
    open_page: OpenPage, resolution: Resolution
) -> None:
    page = open_page("phone", language="en")
    ready(page, f"{reverse('campaigns:shared_replay', args=[resolution.share])}?event=3")
    told = page.locator("[data-told]")
    expect(told).to_have_attribute("aria-live", "polite")
    expect(told).to_contain_text(page.locator("#event-3 a").first.text_content() or "?")
    page.get_by_label("Next event").tap()
    at(page, 4)
    expect(told).to_contain_text(page.locator("#event-4 a").first.text_content() or "?")
    assert faults(page) == []


def test_where_the_data_fail_the_page_says_so_and_still_opens_events(
    open_page: OpenPage, resolution: Resolution
) -> None:
    page = open_page("phone", language="en")
    page.route("**/events.json", lambda route: route.abort())
    page.goto(f"{address(resolution)}?event=0")
    expect(page.get_by_text("The replay cannot be played right now")).to_be_visible()
    page.complaints.clear()
    page.unroute("**/events.json")
    page.get_by_label("Next event").tap()
    at(page, 1)


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desktop", "dark")])
def test_the_replay_is_accessible(open_page: OpenPage, resolution: Resolution, size: str, scheme: str) -> None:
    page = open_page(size, language="en")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    ready(page, f"{address(resolution)}?event=40")
    assert violations(page) == []
    zoom(page)
    page.keyboard.press("End")
    at(page, len(resolution.events) - 1)
    assert violations(page) == []


def test_the_next_casualty_is_one_tap_away(open_page: OpenPage, transactional_db: None) -> None:
    """Each tap shows somebody fall, also where no script runs; after the last there is nothing to tap."""
    ford = field(visibility=Visibility.PUBLIC, henchmen=2)
    resolution = resolved(ford.battle, ford.warbands, turns=6, players=("bold", "bold"))  # somebody falls in six turns
    falls = [e["index"] for e in resolution.events if e["kind"] == "out"]
    assert falls, "nobody fell"
    page, plain = open_page("phone", language="en"), open_page("phone", language="en", javascript=False)
    ready(page, address(resolution))
    plain.goto(address(resolution))
    for number in falls:
        for one in (page, plain):
            one.get_by_label("Next casualty").tap()
            at(one, number)
    for one in (page, plain):
        expect(one.get_by_label("Next casualty")).to_have_attribute("aria-disabled", "true")


def test_the_account_is_fetched_turn_by_turn(open_page: OpenPage, resolution: Resolution) -> None:
    """Playing on into another turn brings its account, once; the page itself stays within three screens."""
    page = open_page("phone", language="en")
    page.emulate_media(reduced_motion="reduce")
    fetched: list[str] = []
    page.on("request", lambda r: fetched.append(r.url) if r.headers.get("hx-request") else None)
    ready(page, f"{address(resolution)}?event=0")
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844
    first = next(e["index"] for e in resolution.events if e["turn"] == 1)
    for _ in range(2):
        page.get_by_label("Turn", exact=True).select_option("Turn 1")
        at(page, first)
        expect(page.locator("#account nav [aria-current]")).to_have_text(re.compile("1"))
        page.get_by_label("Turn", exact=True).select_option("Deployment")
        at(page, 0)
    assert len(fetched) == 1


def test_terrain_is_told_apart_without_its_colour(open_page: OpenPage, resolution: Resolution) -> None:
    """Every pattern that the map names is on the page, and every figure bears an emblem that the file holds."""
    page = open_page("desktop", language="en")
    ready(page, address(resolution))
    named = page.locator(".map__texture").evaluate_all("all => all.map(e => e.getAttribute('fill'))")
    assert len(named) > 1
    for one in set(named):
        assert page.locator(f"pattern#{one.removeprefix('url(#').removesuffix(')')}").count() == 1, one
    emblems = page.locator(".map__emblem").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert len(emblems) == page.locator("[data-figure]").count()
    for emblem in set(emblems):
        file, _, code = emblem.partition("#")
        assert f'<symbol id="{code}"' in page.request.get(file).text()


DRAWN = """() => {
  const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const bodies = [...document.querySelectorAll(".map__figure")].filter((g) => getComputedStyle(g).display !== "none");
  return {
    map: box(document.querySelector(".battle-map")),
    discs: bodies.map((g) => box(g.querySelector(".map__disc"))),
    texts: bodies.map((g) => g.querySelector("text").textContent.trim()),
    names: [...document.querySelectorAll(".map__name")].map(box),
  };
}"""
"""Where the map and what is drawn on it stand on the screen, in CSS pixels."""
LEAST_FIGURE = 24


def at_rest(page: Page) -> dict[str, list[list[float]]]:
    """What is drawn once it stays: a map that has just got another size draws its figures anew for it."""
    found: dict[str, list[list[float]]] = page.evaluate(DRAWN)
    for _ in range(PATIENCE // PAUSE):
        page.wait_for_timeout(PAUSE)
        before, found = found, page.evaluate(DRAWN)
        if found == before:
            break
    return found


def looked_at(page: Page) -> dict[str, list[list[float]]]:
    """What is drawn, after it was held to what a map must be: figures to be read, and nothing on top of another."""
    found = at_rest(page)
    discs, names = found["discs"], found["names"]
    assert discs
    for left, top, right, bottom in discs:
        assert right - left >= LEAST_FIGURE, right - left
        assert bottom - top >= LEAST_FIGURE, bottom - top
    assert all(1 <= len(text) <= 3 for text in found["texts"])
    for number, one in enumerate(names):
        for other in names[:number]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)
    return found


def test_on_a_phone_the_map_takes_all_of_the_width_and_half_of_the_height(
    open_page: OpenPage, resolution: Resolution
) -> None:
    """It opens at the first blow, with the weapon's flash; figures can be told apart, near and far, now and later."""
    page, plain = open_page("phone", language="en"), open_page("phone", language="en", javascript=False)
    page.emulate_media(reduced_motion="reduce")
    ready(page, address(resolution))
    first = next(e["index"] for e in resolution.events if e["kind"] in ("shot", "struck"))
    expect(page.locator("[data-number]")).to_have_text(str(first + 1))
    expect(page.locator(".map__effects [data-trace]").first).to_be_attached()
    expect(page.locator(".map__name--actor").first).to_be_attached()
    plain.goto(address(resolution))
    page.set_viewport_size(NARROW)
    looked_at(page)
    page.set_viewport_size({"width": 390, "height": 844})
    # The height in parts of the screen follows a frame after the width.
    expect(page.locator(".battle-map")).to_have_css("height", f"{844 // 2}px")
    for one in (page, plain):
        left, top, right, bottom = looked_at(one)["map"]
        assert (left, right) == (0, 390)
        assert 844 / 2 - 1 <= bottom - top <= 844 * 0.6
        assert bottom < 844 - 200, "what is told is out of sight"
    for number in (first, len(resolution.events) // 2, len(resolution.events) - 1):
        page.goto(f"{address(resolution)}?event={number}")
        expect(page.locator("[data-replay][data-ready]")).to_be_attached()
        for _ in range(3):
            zoom(page)
            centres = [((a + c) / 2, (b + d) / 2) for a, b, c, d in looked_at(page)["discs"]]
            for index, (x, y) in enumerate(centres):
                assert all(abs(x - u) + abs(y - v) > LEAST_FIGURE / 2 for u, v in centres[:index]), number
    page.get_by_role("link", name="First event").tap()
    at(page, 0)


def test_in_large_print_map_account_and_controls_fit_on_a_phone(open_page: OpenPage, resolution: Resolution) -> None:
    page = open_page("phone", language="en")
    ready(page, address(resolution))
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("document.documentElement.dataset.print = 'large'")
    left, top, right, bottom = looked_at(page)["map"]
    assert (left, right) == (0, 390)
    assert bottom - top >= 844 / 5
    sentence, bar = (page.locator(name).bounding_box() for name in (".replay__sentence", ".replay__bar"))
    assert sentence is not None
    assert bar is not None
    assert bottom <= sentence["y"]
    assert sentence["y"] + sentence["height"] <= bar["y"]


def test_on_a_desktop_everything_is_seen_at_once(open_page: OpenPage, resolution: Resolution) -> None:
    """Map left, account right, the controls on one line, nothing below the fold; what happens moves, if it may."""
    page = open_page("desktop", language="en")
    page.set_viewport_size({"width": 1440, "height": 900})
    ready(page, f"{address(resolution)}?event=0")
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    bar = page.locator(".replay__bar").bounding_box()
    account = page.locator("#account").bounding_box()
    assert bar is not None
    assert account is not None
    assert bar["height"] < 70
    tops = {page.locator(".replay__bar").get_by_label(name).bounding_box()["y"] for name in ("Play", "Zoom", "Pace")}  # type: ignore[index]
    assert max(tops) - min(tops) < 4
    first = next(e["index"] for e in resolution.events if e["kind"] == "struck")
    page.locator("#replay-seek").evaluate("(e, n) => { e.value = n; e.dispatchEvent(new Event('input')); }", first - 1)
    at(page, first - 1)
    left, top, right, bottom = looked_at(page)["map"]
    assert right < account["x"]
    assert right - left > 1440 * 0.4
    assert bottom - top > 900 * 0.55
    moving = "getComputedStyle(document.querySelector('.map__trace--clash')).animationName"
    page.get_by_label("Next event").click()
    at(page, first)
    assert page.evaluate(moving) == "map-flare"
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    at(page, first)
    assert page.evaluate(moving) == "none"
