"""The map of a battle in a real browser: pinched, dragged, tapped twice; its foot, its chances, its film, its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Page, expect

from campaigns.wars.models.play import Captain, PlayedBattle
from campaigns.wars.play import positions
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from tests.browser.conftest import OpenPage
from tests.browser.test_play_whole import decided, laid_out
from tests.campaigns.wars.play.boards import begun, play
from tests.factories.battles import Field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SMALL: Final = 0.6
"""Paces: what lay under a finger still does, within this much."""
Spot = tuple[float, float]
_SEEN = """() => {
  const svg = document.querySelector(".battle-map");
  return svg.getAttribute("viewBox").split(" ").map(Number);
}"""
_UNDER = """([x, y]) => {
  const svg = document.querySelector(".battle-map");
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [left, top];
}"""
_COVERED = """() => {
  const texts = [...document.querySelectorAll(".map__odds")].map((one) => one.getBoundingClientRect());
  const figures = document.querySelectorAll(".map__figure:not(.is-off) .map__disc");
  const discs = [...figures].map((one) => one.getBoundingClientRect());
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const far = ([x, y], [ox, oy]) => Math.hypot(x - ox, y - oy);
  return texts.filter((a) => discs.some((b) => far(middle(a), middle(b)) < b.width / 2)).length;
}"""
_OVERLAPS = """() => {
  const box = document.querySelector("[data-dice]");
  const dice = [...box.querySelectorAll(".die")];
  for (const one of document.getAnimations()) one.pause();
  const words = document.createRange();
  const lines = [...box.querySelectorAll("p, .account__dice, .account__rule")].flatMap((one) =>
    [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim()).flatMap((node) => {
      words.selectNodeContents(node);
      return [...words.getClientRects()];
    }));
  let worst = 0;
  for (let time = 0; time <= 550; time += 25) {
    for (const one of document.getAnimations()) one.currentTime = time;
    for (const a of dice.map((die) => die.getBoundingClientRect())) {
      for (const b of lines) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 0 && high > 0) worst = Math.max(worst, Math.min(wide, high));
      }
    }
  }
  return { dice: dice.length, lines: lines.length, worst };
}"""
_STRUCK_THROUGH = """() => {
  const asides = [...document.querySelectorAll(".map__thread, .map__base.is-left")];
  const seen = asides.filter((one) => getComputedStyle(one).visibility !== "hidden");
  const first = document.querySelector(".map__disc");
  const below = (one) => one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING;
  const spots = [...document.querySelectorAll(".map__ground .map__base")];
  return {
    threads: document.querySelectorAll(".map__thread").length,
    spots: spots.filter((one) => getComputedStyle(one).visibility === "visible").length,
    above: seen.filter((one) => !below(one)).length,
  };
}"""


class Fingers:
    """One finger or two upon a phone's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, spots: Sequence[Spot]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, *ways: tuple[Spot, Spot], steps: int = 8) -> None:
        """Put fingers down, each where its way begins, and lift them where it ends."""
        for number in range(steps + 1):
            share = number / steps
            spots = [(x + (to_x - x) * share, y + (to_y - y) * share) for (x, y), (to_x, to_y) in ways]
            self._send("touchMove" if number else "touchStart", spots)
        self._send("touchEnd", [])

    def tap(self, spot: Spot) -> None:
        self._send("touchStart", [spot])
        self._send("touchEnd", [])


def across(page: Page) -> float:
    """How many paces across are seen."""
    return float(page.evaluate(_SEEN)[2])


def seen_apart(one: Spot, other: Spot) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def asked(fight: Field, ask: Ask, played: PlayedBattle | None = None) -> PlayedBattle:
    """A battle in which that is asked."""
    played = played or begun(fight)
    for _number in range(200):
        with positions.standing(played) as game:
            if game.decision is not None and game.decision.ask is ask:
                return played
        played = play(fight, played, 1)
    raise AssertionError(f"{ask} is never asked")


def test_two_fingers_pinch_the_map_and_one_drags_it(open_page: OpenPage, transactional_db: None) -> None:
    """What lay in the middle between two fingers stays there, and what lay under one goes with it; nothing is done."""
    fight = laid_out(2, henchmen=1)
    played = asked(fight, Ask.ACTIVATE)
    page = open_page("phone", language="en", member=fight.players[played.actor or 0])
    page.goto(played.get_absolute_url())
    expect(page.locator("[data-map]")).to_have_attribute("role", "application")
    box = page.locator(".battle-map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers, whole = Fingers(page), across(page)
    under = page.evaluate(_UNDER, [x, y])
    fingers.move(((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    near = across(page)
    assert near == pytest.approx(whole / 3, rel=0.1)
    assert seen_apart(page.evaluate(_UNDER, [x, y]), under) < SMALL
    fingers.move(((x, y), (x + 60, y + 40)))
    assert across(page) == pytest.approx(near)
    assert seen_apart(page.evaluate(_UNDER, [x + 60, y + 40]), under) < SMALL
    fingers.move(((x - 120, y), (x - 20, y)), ((x + 120, y), (x + 20, y)))
    assert across(page) == pytest.approx(whole)
    assert page.evaluate("window.scrollY") == 0
    played.refresh_from_db()
    assert played.actions.last() is not None
    expect(page.locator(".is-chosen, [data-aim] form")).to_have_count(0)


def test_two_quick_taps_on_free_ground_come_nearer(open_page: OpenPage, transactional_db: None) -> None:
    fight = laid_out(2, henchmen=1)
    played = asked(fight, Ask.ACTIVATE)
    page = open_page("phone", language="en", member=fight.players[played.actor or 0])
    page.goto(played.get_absolute_url())
    expect(page.locator("[data-map]")).to_have_attribute("role", "application")
    box = page.locator(".battle-map").bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    fingers, whole, under = Fingers(page), across(page), page.evaluate(_UNDER, list(spot))
    fingers.tap(spot)
    fingers.tap(spot)
    expect(page.locator(".map__goal")).to_have_count(0)
    assert across(page) == pytest.approx(whole / 2)
    assert seen_apart(page.evaluate(_UNDER, list(spot)), under) < SMALL


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_whole_table_is_seen_above_the_buttons(open_page: OpenPage, transactional_db: None, size: str) -> None:
    """Even where it is as high as the map; and no chance stands beneath a figure."""
    fight = laid_out(2, henchmen=3, gear="rifle")
    played = asked(fight, Ask.ACT)
    page = open_page(size, language="fr", member=fight.players[played.actor or 0])
    page.emulate_media(reduced_motion="reduce")
    page.goto(played.get_absolute_url())
    if size == "phone":
        page.set_viewport_size({"width": 520, "height": 844})
    expect(page.locator(".map__odds").first).to_be_attached()
    table, buttons = (page.locator(one).bounding_box() for one in (".map__table", "[data-zoom]"))
    assert table is not None
    assert buttons is not None
    assert table["y"] + table["height"] <= buttons["y"] + 1
    assert page.evaluate(_COVERED) == 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_what_happened_meanwhile_is_shown_on_the_map(open_page: OpenPage, transactional_db: None, size: str) -> None:
    """From the last look on: who shoots at whom, the dice beside their words; and once more when it is asked for."""
    fight = laid_out(4, henchmen=3, gear="rifle")
    played = asked(fight, Ask.ACTIVATE)
    for _number in range(60):
        with positions.standing(played) as game:
            shots = [event for event in game.events if event.kind is Kind.SHOT]
            if len(shots) > 1 and played.actor == 0:
                break
        played = play(fight, played, 1)
    Captain.objects.filter(played=played, number=0).update(looked=shots[0].index)
    page = open_page(size, language="fr", member=fight.players[0])
    page.goto(played.get_absolute_url())
    film = page.locator("[data-dice]")
    expect(film).to_be_visible()
    found = page.evaluate(_OVERLAPS)
    assert found["dice"] > 0
    assert found["lines"] > 1
    assert found["worst"] <= 2, found
    page.keyboard.press("Shift")
    expect(film).to_be_hidden()
    page.get_by_role("button", name="Montrer sur la carte").click()
    line = page.locator(f"#account-new [data-event='{shots[0].index}']")
    expect(line).to_have_class("is-shown")
    expect(page.locator("[data-moment]")).to_have_count(1)
    expect(page.locator(f".map__figure[data-figure='{shots[0].figure}'].is-doer")).to_be_attached()
    sentence = line.locator(".play__sentence").inner_text()
    expect(film.locator("p")).to_have_text(sentence)
    page.keyboard.press("Shift")
    expect(page.locator("[data-moment], .is-shown, .is-past")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_scripts_the_way_the_figure_and_the_question_are_seen(
    open_page: OpenPage, transactional_db: None, size: str
) -> None:
    fight = laid_out(2, henchmen=2)
    played = asked(fight, Ask.ACTIVATE)
    page = open_page(size, language="en", member=fight.players[played.actor or 0], javascript=False)
    page.goto(played.get_absolute_url())
    page.locator("#go-to > summary").click()
    page.locator("#go-figure").select_option(index=2)
    chosen = page.locator("#go-figure").input_value()
    page.locator("#go-x").fill("20")
    page.locator("#go-y").fill("12")
    page.get_by_role("button", name="Show the way: walk").click()
    expect(page.locator(".map__trace--aim")).to_be_attached()
    for part in ("#do-aim", "#play-status"):
        box, size_of = page.locator(part).bounding_box(), page.viewport_size
        assert box is not None
        assert size_of is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size_of["height"]
    way, question = page.locator("[data-aim]").bounding_box(), page.locator("#play-status").bounding_box()
    assert way is not None
    assert question is not None
    assert size == "desktop" or question["y"] >= way["y"] + way["height"]
    assert page.locator("#go-figure").input_value() == chosen


def test_threads_of_a_crowd_lie_below_everybody(open_page: OpenPage, transactional_db: None) -> None:
    """Figures that stand close step aside on a small screen: what ties them to their places strikes no name through."""
    fight = laid_out(2, henchmen=5)
    played = begun(fight)
    with positions.standing(played) as game:
        side = game.decision.side if game.decision is not None else 0
    page = open_page("phone", language="en", member=fight.players[side])
    page.goto(played.get_absolute_url())
    for _number in range(3):
        with decided(page):
            page.locator("#choice [data-ends]").first.locator(".option__do").dispatch_event("click")
    found = page.evaluate(_STRUCK_THROUGH)
    assert found["threads"] > 0
    assert found["spots"] == found["threads"]
    assert found["above"] == 0
