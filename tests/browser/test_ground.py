"""A table laid out in a real browser: terrain dragged with a mouse and with a finger, and typed without JavaScript."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from campaigns.wars.ground import operations as ground
from campaigns.wars.models.resolution import BattleGround
from engines.musg.ground.layout import Form, Layout, Piece, Veil, Zone
from engines.musg.ground.shapes import Rectangle
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import faults
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLE = Layout(
    width=40,
    depth=30,
    pieces=(
        Piece(kind="wall", shape=Rectangle(10, 10, 4, 1), form=Form.WALL, height=1, veil=Veil.SOLID),
        Piece(kind="house", shape=Rectangle(24, 12, 6, 5), form=Form.LEVEL, height=3, veil=Veil.SOLID),
    ),
    zones=(Zone(Rectangle(0, 0, 40, 5)), Zone(Rectangle(0, 25, 40, 5))),
)


@pytest.fixture
def ford(transactional_db: None) -> Field:
    found = field()
    ground.lay_out(battle=found.battle, layout=TABLE, turn_limit=6)
    return found


def opened(open_page: OpenPage, ford: Field, size: str, **more: bool) -> Page:
    page = open_page(size, language="en", member=ford.referee, **more)
    page.goto(reverse("campaigns:ground", args=[ford.campaign.slug, ford.battle.pk]))
    return page


def piece(page: Page, row: str) -> Locator:
    return page.locator(f'#ground-map [data-row="{row}"]')


def places(page: Page, row: str) -> tuple[str, str]:
    return (
        page.locator(f'[name="{row}-x"]').input_value(),
        page.locator(f'[name="{row}-y"]').input_value(),
    )


def one_pace(page: Page) -> float:
    """How many pixels a pace is on the map."""
    box = page.locator("#ground-map .map__table").bounding_box()
    assert box is not None
    return box["width"] / TABLE.width


def swipe(page: Page, what: Locator, across: float) -> None:
    """Draw a finger to the right, from the middle of something, once the page stands still."""
    what.scroll_into_view_if_needed()
    box = what.locator("path").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        point = {"x": x + across * part / 8, "y": y}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_piece_is_dragged_with_a_mouse_and_stays_there(open_page: OpenPage, ford: Field) -> None:
    page = opened(open_page, ford, "desktop")
    expect(page.locator("#ground-map[data-ready]")).to_be_attached()
    house, scale = piece(page, "piece-1"), one_pace(page)
    box = house.locator("path").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 5 * scale, y - 2.4 * scale, steps=5)
    page.mouse.up()
    # To the nearest half pace.
    assert places(page, "piece-1") == ("19", "9.5")
    expect(page.locator('[data-row-of="piece-1"] [data-place]')).to_have_text("→ 19 ↓ 9.5 · 6 × 5")
    expect(house.locator("path").first).to_have_attribute("d", "M19 9.5h6v5h-6z")
    expect(house).to_have_class(re.compile("is-chosen"))
    # No further than the edge of the table.
    page.mouse.move(x - 5 * scale, y - 2.4 * scale)
    page.mouse.down()
    page.mouse.move(x + 60 * scale, y, steps=5)
    page.mouse.up()
    assert places(page, "piece-1")[0] == "34"
    page.get_by_role("button", name="Save the table").first.click()
    expect(page.get_by_text("The table is set up.")).to_be_visible()
    stored = BattleGround.objects.get().layout["pieces"][1]["shape"]
    assert (stored["x"], stored["y"]) == (34, 12)


def test_a_finger_chooses_first_and_the_row_opens(open_page: OpenPage, ford: Field) -> None:
    page = opened(open_page, ford, "phone")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#ground-map[data-ready]")).to_be_attached()
    wall = piece(page, "piece-0")
    page.locator("#ground-map").scroll_into_view_if_needed()
    wall.tap(force=True)
    expect(wall).to_have_class(re.compile("is-chosen"))
    expect(page.locator('[data-row-of="piece-0"]')).to_have_attribute("open", "")
    assert places(page, "piece-0") == ("10", "10")
    swipe(page, wall, one_pace(page) * 6)
    expect(page.locator('[name="piece-0-x"]')).to_have_value("16")
    expect(wall.locator("path").first).to_have_attribute("d", "M16 10h4v1h-4z")  # drawn anew
    # What is not chosen lets the page scroll.
    swipe(page, piece(page, "piece-1"), one_pace(page) * 6)
    assert places(page, "piece-1") == ("24", "12")
    assert faults(page) == []
    assert violations(page) == []


def test_a_piece_in_the_hand_outlives_the_map_drawn_anew(open_page: OpenPage, ford: Field) -> None:
    page = opened(open_page, ford, "desktop")
    expect(page.locator("#ground-map[data-ready]")).to_be_attached()
    house, scale = piece(page, "piece-1"), one_pace(page)
    page.locator('[data-row-of="piece-0"] summary').click()
    page.locator('[name="piece-0-x"]').fill("2")
    box = house.locator("path").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 3 * scale, y, steps=3)
    expect(piece(page, "piece-0").locator("path").first).to_have_attribute("d", "M2 10h4v1h-4z")
    expect(house).to_have_attribute("transform", "translate(-3 0)")
    page.mouse.move(x - 5 * scale, y, steps=3)
    expect(house).to_have_attribute("transform", "translate(-5 0)")
    page.mouse.up()
    assert places(page, "piece-1") == ("19", "12")


def test_without_javascript_places_are_typed_and_the_map_follows(open_page: OpenPage, ford: Field) -> None:
    page = opened(open_page, ford, "phone", javascript=False)
    page.locator('[data-row-of="piece-0"] summary').tap()
    page.locator('[name="piece-0-x"]').fill("12.5")
    page.get_by_role("button", name="Save the table").last.tap()
    expect(page.locator(".map__piece--wall")).to_have_attribute("d", re.compile("^M12.5 10"))
