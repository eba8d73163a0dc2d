"""Whole battles in a real browser: on two phones, by keys alone, by what a screen reader is told; and the taps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.play import positions
from engines.musg.battle.decision import Ask
from engines.musg.battle.state import Place
from engines.musg.ground.ready_tables import ready_tables
from tests.browser.conftest import OpenPage
from tests.browser.keyboard import Keyboard
from tests.browser.test_by_keyboard import UNNAMED
from tests.campaigns.wars.play.boards import begun, play
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
WALK_AND_SHOOT = 6
A_TURN = 40
"""Taps: until one figure has walked and shot, and for a turn of six."""
APART = 2.8
"""Paces from a place to the next figure that make a tap on a phone mean the place."""
LIVE = 2
"""So often a phone is waited for until it shows by itself what the other one did; afterwards it is looked at anew."""
_ON_SCREEN = """([x, y]) => {
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(document.querySelector(".battle-map").getScreenCTM());
  return [left, top];
}"""


def laid_out(turns: int, **more: object) -> Field:
    """A battle ahead on an open field, its dice always the same."""
    positions.forget()
    made = field(**more)  # type: ignore[arg-type]
    row = lay_out(battle=made.battle, layout=ready_tables()["open_field"], turn_limit=turns)
    row.seed = "5a" * 32
    row.save()
    return made


class Thumb:
    """Taps figures and places of a map, and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        self.count += 1

    def figure(self, number: int | str) -> None:
        box = self.page.locator(f".map__figure[data-figure='{number}'] .map__disc").bounding_box()
        assert box is not None
        self.at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def place(self, x: float, y: float) -> None:
        self.at(*self.page.evaluate(_ON_SCREEN, [x, y]))

    def button(self, target: Locator) -> None:
        target.tap()
        self.count += 1

    @contextmanager
    def decided(self) -> Iterator[None]:
        """What is done within is a decision: wait until the page shows what came of it."""
        with decided(self.page):
            yield

    def walk(self, figure: int, dx: float, dy: float) -> None:
        """Aim so many paces from where a figure stands, and tap the place once more."""
        moved = self.page.locator(f".map__figure[data-figure='{figure}']").get_attribute("transform") or ""
        x, y = (float(one) for one in re.findall(r"[\d.]+", moved)[:2])
        self.place(x + dx, y + dy)
        expect(self.page.locator("#do-aim")).to_be_visible()
        with self.decided():
            self.place(x + dx, y + dy)

    def press(self, kinds: tuple[str, ...]) -> None:
        """Tap the first answer of the list of the kinds wished for, else the last there is."""
        found = next((one for kind in kinds if (one := self.page.locator(f"#choice [data-kind={kind}]")).count()), None)
        option = found.first if found is not None else self.page.locator("#choice .option").last
        with self.decided():
            self.button(option.locator(".option__do"))


@contextmanager
def decided(page: Page) -> Iterator[None]:
    version = page.locator("#battle").get_attribute("data-version") or ""
    yield
    expect(page.locator("#battle")).not_to_have_attribute("data-version", version)


def over_for(page: Page) -> bool:
    """Wait until the page asks its reader, whatever a bot does meanwhile, or the battle is over; tell whether it is."""
    expect(page.locator("#battle[data-mine], .play__ending").first).to_be_visible()
    return page.locator(".play__ending").count() > 0


def thumb_of(open_page: OpenPage, played: PlayedBattle, fight: Field, side: int) -> Thumb:
    page = open_page("phone", language="en", member=fight.players[side])
    page.emulate_media(reduced_motion="reduce")
    page.goto(played.get_absolute_url())
    return Thumb(page)


def test_two_phones_play_from_deployment_to_the_aftermath(open_page: OpenPage, transactional_db: None) -> None:
    """By tapping the map and the list in the first turn and in the last; between them as a cautious captain would."""
    fight = laid_out(5, henchmen=1)
    played = begun(fight)
    thumbs = [thumb_of(open_page, played, fight, side) for side in (0, 1)]
    placed, live, last, depth = [0, 0], 0, None, 32.0
    while played.state == PlayState.RUNNING and played.turn != 2:
        side = played.actor or 0
        thumb = thumbs[side]
        if side != last:
            live += last is not None
            if live > LIVE:
                thumb.page.reload()
            expect(thumb.page.locator("#battle[data-mine]")).to_be_visible()
            last = side
        if thumb.page.locator("#battle[data-ask=deploy]").count():
            spot = 8.0 + 8 * placed[side], 2.5 if side == 0 else depth - 2.5
            placed[side] += 1
            thumb.place(*spot)
            with thumb.decided():
                thumb.place(*spot)
        elif thumb.page.locator("#battle[data-ask=activate]").count():
            able = int(thumb.page.locator("#choice [data-kind=activate]").first.get_attribute("data-of") or "")
            thumb.figure(able)
            thumb.walk(able, 0, 3 if side == 0 else -3)
        else:
            thumb.press(("shoot", "strike", "walk"))
        played.refresh_from_db()
    assert placed == [3, 3]
    while played.state == PlayState.RUNNING and played.turn < 5:
        played = play(fight, played, 1)
    assert played.turn == 5
    for thumb in thumbs:
        thumb.page.reload()
    last = None
    while played.state == PlayState.RUNNING:
        thumb = thumbs[played.actor or 0]
        if last not in (None, played.actor):
            thumb.page.reload()
        expect(thumb.page.locator("#battle[data-mine]")).to_be_visible()
        last = played.actor
        thumb.press(("strike", "activate", "end"))
        played.refresh_from_db()
    for thumb in thumbs:
        expect(thumb.page.locator(".play__ending")).to_contain_text("Victory points")
    assert fight.stored().state == BattleState.CONFIRMED
    page = thumbs[0].page
    page.get_by_role("link", name="What comes of it").tap()
    expect(page.get_by_role("heading", name="Now the aftermath")).to_be_visible()
    page.locator(".next .button--primary").first.tap()
    expect(page).to_have_url(re.compile(f"/aftermath/{fight.warbands[0].pk}/"))


def test_taps_of_a_turn_of_six(open_page: OpenPage, transactional_db: None) -> None:
    """Everybody walks and shoots where it can: what is tapped on the map is counted, answers out of turn as well."""
    fight = laid_out(4, henchmen=4, gear="bow")
    played = begun(fight)
    while not played.turn:
        played = play(fight, played, 1)
    thumb = thumb_of(open_page, played, fight, 0)
    both: list[int] = []
    acted = 0
    while played.turn == 1:
        if played.actor != 0:
            played = play(fight, played, 1)
            continue
        thumb.page.goto(played.get_absolute_url())
        doer = _who_may_act(played)
        if doer is None:
            thumb.press(("decline",))
        else:
            acted += 1
            both.append(_walks_and_shoots(thumb, *doer))
        played.refresh_from_db()
    assert acted == 6
    assert 0 < max(both) <= WALK_AND_SHOOT, both
    assert thumb.count <= A_TURN, thumb.count


def _who_may_act(played: PlayedBattle) -> tuple[int, float, float] | None:
    """Return whom to activate, and a step of his to where nobody stands near; ``None`` when something else is asked."""
    with positions.standing(played) as game:
        if game.decision is None or game.decision.ask is not Ask.ACTIVATE:
            return None
        doer = game.pieces[game.decision.options[0]]
        others = [one.base for one in game.pieces if one.place is Place.PLAY and one.uid != doer.uid]
    x, y = doer.base[:2]
    steps = ((dx, dy) for dy in (2.0, 3.0, 1.0, -2.0) for dx in (0.0, -2.0, 2.0, -3.0, 3.0, -4.0, 4.0))
    free = (to for to in steps if all(hypot(x + to[0] - one[0], y + to[1] - one[1]) > APART for one in others))
    return doer.uid, *next(free)


def _walks_and_shoots(thumb: Thumb, figure: int, dx: float, dy: float) -> int:
    """Activate a figure, walk, and shoot as often as it may; return the taps until the first shot, 0 without one."""
    page, before, first = thumb.page, thumb.count, 0
    thumb.figure(figure)
    thumb.walk(figure, dx, dy)
    while page.locator(f"#battle[data-acting='{figure}']").count():
        targets = page.locator("#choice [data-kind=shoot]")
        if targets.count():
            enemy = targets.first.get_attribute("data-at") or ""
            thumb.figure(enemy)
            expect(page.locator("[data-aim] .option")).not_to_have_count(0)
            with thumb.decided():
                thumb.figure(enemy)
            first = first or thumb.count - before
        else:
            with thumb.decided():
                thumb.button(page.locator("[data-enough]"))
    return first


def test_a_whole_battle_by_keys_alone(open_page: OpenPage, transactional_db: None) -> None:
    """Always the first answer, by Tab and Enter; the focus stays where the battle is decided."""
    fight = laid_out(2, henchmen=1)
    played = begun(fight, ("me", "gentle"))
    page = open_page("desktop", language="en", member=fight.players[0])
    page.goto(played.get_absolute_url())
    keys = Keyboard(page)
    page.locator("#play-status").focus()
    for _number in range(80):
        if over_for(page):
            break
        said = page.locator("#choice .option__said").first.inner_text().strip()
        if not keys.here().name.startswith(said):
            keys.to("button", f"{said}…")
        with decided(page):
            keys.press("Enter")
        expect(page.locator("#battle :focus")).to_be_attached()
    keys.to("link", "What comes of it")
    played.refresh_from_db()
    assert played.state == PlayState.OVER
    assert played.actions.filter(side=0).count() > 10


def test_a_whole_battle_by_roles_and_names(open_page: OpenPage, transactional_db: None) -> None:
    """The question is a region's name, its answers are buttons in a list; the board is told in words."""
    fight = laid_out(2, henchmen=1)
    played = begun(fight, ("me", "gentle"))
    page = open_page("desktop", language="en", member=fight.players[0])
    page.emulate_media(reduced_motion="reduce")
    page.goto(played.get_absolute_url())
    asked = set()
    for number in range(80):
        if over_for(page):
            break
        question = page.get_by_role("heading", level=2).first.inner_text()
        decision = page.get_by_role("region", name=question, exact=True)
        answer = decision.get_by_role("listitem").get_by_role("button").first
        asked.add(re.sub(r"\d+|[A-Z]\w* (Leader|Lieutenant|Henchman)( \d)?", "", question))
        if number in (0, 5):
            tree = page.get_by_role("main").aria_snapshot()
            assert UNNAMED.findall(tree) == []
            assert re.search(r"A Leader", tree)
        with decided(page):
            answer.press("Enter")
    assert len(asked) >= 3
    board = page.get_by_role("region", name="How everybody stands").inner_text()
    assert re.search(r"paces? \S+ of ", board)
    played.refresh_from_db()
    assert played.state == PlayState.OVER
