"""A battle played in a real browser: on a phone by tapping the list, then on the map with keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.play import positions
from engines.musg.battle.decision import Ask
from engines.musg.ground.ready_tables import ready_tables
from tests.browser.conftest import OpenPage, eventually, violations
from tests.browser.measures import faults
from tests.campaigns.wars.play.boards import begun, play
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
HAS_ROOM = "() => document.querySelector('.battle-map').getBoundingClientRect().height >= innerHeight / 2"
"""Whether the map has half of a phone's screen at least: once the styles are there, which may come after the words."""
LOW = "() => window.scrollTo(0, document.body.scrollHeight)"
"""To the very end of the page, where nothing of the question is seen."""
UNDER_THE_MAP = """() => {
  const question = document.querySelector(".play__status").getBoundingClientRect();
  return question.top >= document.querySelector(".play__stage").getBoundingClientRect().bottom
    && question.bottom <= innerHeight;
}"""


@pytest.fixture
def fight(transactional_db: None) -> Field:
    """Two warbands of three on an open field, for two turns."""
    positions.forget()
    made = field(henchmen=1)
    row = lay_out(battle=made.battle, layout=ready_tables()["open_field"], turn_limit=2)
    row.seed = "5a" * 32
    row.save()
    return made


def decide(page: Page, kinds: tuple[str, ...]) -> str:
    """Tap the first answer of the kinds wished for, else the last there is; return its kind."""
    version = page.locator("#battle").get_attribute("data-version")
    chosen = next((one for kind in kinds if (one := page.locator(f"#choice [data-kind={kind}]")).count()), None)
    option = chosen.first if chosen is not None else page.locator("#choice .option").last
    kind = option.get_attribute("data-kind") or ""
    if not option.is_visible():
        page.locator("#choice details:not([open]) > summary").first.click()
    option.locator(".option__do").click()
    expect(page.locator("#battle")).not_to_have_attribute("data-version", version or "")
    return kind


def test_a_phone_plays_a_battle_against_the_bot_to_its_end(open_page: OpenPage, fight: Field) -> None:
    played = begun(fight, ("me", "steady"))
    page = open_page("phone", language="en", member=fight.players[0])
    page.goto(played.get_absolute_url())
    eventually(page, HAS_ROOM)
    done = []
    for _number in range(60):
        expect(page.locator("#battle[data-mine], .play__ending")).to_be_visible()
        if page.locator(".play__ending").count():
            break
        done.append(decide(page, ("deploy", "activate", "shoot", "end")))
        if len(done) == 5:
            assert violations(page) == []
            assert faults(page) == []
    expect(page.locator(".play__ending")).to_contain_text("Victory points")
    played.refresh_from_db()
    assert played.state == PlayState.OVER
    assert done.count("deploy") == 3
    assert done.count("activate") >= 3


def test_the_next_question_is_seen_by_who_pressed_far_down_the_list(open_page: OpenPage, fight: Field) -> None:
    played = _to_first_activation(fight)
    page = open_page("phone", language="en", member=fight.players[played.actor or 0])
    page.emulate_media(reduced_motion="reduce")
    page.goto(played.get_absolute_url())
    assert decide(page, ("activate",)) == "activate"
    page.evaluate(LOW)
    assert not page.evaluate(UNDER_THE_MAP)
    version = page.locator("#battle").get_attribute("data-version") or ""
    page.locator("#choice .option__do").last.dispatch_event("click")
    expect(page.locator("#battle")).not_to_have_attribute("data-version", version)
    eventually(page, UNDER_THE_MAP)


def test_a_figure_walks_with_keys_alone(open_page: OpenPage, fight: Field) -> None:
    """Enter on a figure chooses it, Enter again activates it; Enter on a place shows the way, Enter again goes it."""
    played = _to_first_activation(fight)
    asked = played.actor or 0
    with positions.standing(played) as game:
        assert game.decision is not None
        figure = game.decision.options[0]
        x, y, _height, _radius = game.pieces[figure].base
        middle = game.table.depth / 2
    page = open_page("desktop", language="en", member=fight.players[asked])
    page.goto(played.get_absolute_url())
    expect(page.locator("[data-map]")).to_have_attribute("role", "application")
    page.locator("[data-map]").focus()
    page.keyboard.press("ArrowLeft")
    cursor = page.evaluate("document.querySelector('.map__cursor').getAttribute('d')")
    cx, cy = float(cursor[1:].split("h")[0].split()[0]) + 0.9, float(cursor[1:].split("h")[0].split()[1])
    for key, steps in (("ArrowLeft", cx - x), ("ArrowRight", x - cx), ("ArrowUp", cy - y), ("ArrowDown", y - cy)):
        for _step in range(max(0, round(steps))):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(f".map__figure[data-figure='{figure}'].is-chosen")).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#battle")).to_have_attribute("data-acting", str(figure))
    for _step in range(2):
        page.keyboard.press("ArrowDown" if y < middle else "ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#do-aim")).to_be_visible()
    before = page.locator("#battle").get_attribute("data-version") or ""
    page.keyboard.press("Enter")
    expect(page.locator("#battle")).not_to_have_attribute("data-version", before)
    played.refresh_from_db()
    last = played.actions.last()
    assert last is not None
    assert '"do":"walk"' in last.code


def _to_first_activation(fight: Field) -> PlayedBattle:
    played = begun(fight)
    for _number in range(40):
        with positions.standing(played) as game:
            if game.decision is not None and game.decision.ask is Ask.ACTIVATE:
                return played
        played = play(fight, played, 1)
    raise AssertionError("nobody is ever activated")
