"""Writing without a network: kept on the device, sent in order once, whatever happens to browser, clock and session."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserType, Error, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.league.models import News
from campaigns.matches.models.match import Match
from campaigns.wars.models.battle import BattleState
from club.models import Member
from tests import services
from tests.browser.conftest import FLAGS, PATIENCE, OpenPage, eventually
from tests.browser.test_offline import visit
from tests.factories.battles import LEADER, Field, field
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


COINS = {"Ann": (1, 5, 0, 2, 3, 4, 1, 2, 5), "Ben": (2, 2, None, 1, 4, None, 3, 3, 1)}
"""What each round brings; None for a fight that is lost."""

EVERYTHING = """async () => {
  const base = await new Promise((done) => (indexedDB.open("outbox").onsuccess = (event) => done(event.target.result)));
  const entries = base.transaction("entries").objectStore("entries").getAll();
  await new Promise((done) => (entries.onsuccess = done));
  base.close();
  return JSON.stringify(entries.result);
}"""
"""All that the device keeps, as whoever holds it could read it."""
KEPT_OPEN = "scores"
"""A word of an entry, if it could be read."""


class Device:
    """A browser of its own, which keeps what it stores: killed, it is started anew on the same files."""

    def __init__(self, playwright: BrowserType, files: Path, site: str, member: Member) -> None:
        self._type, self._files, self._site = playwright, files, site
        self._session = session_of(member)
        self.page = self._start()

    def _start(self) -> Page:
        self.context = self._type.launch_persistent_context(
            self._files,
            executable_path=services.chromium(),
            args=FLAGS,
            base_url=self._site,
            locale="en-GB",
            viewport={"width": 390, "height": 844},
            timeout=PATIENCE,
        )
        self.context.set_default_timeout(PATIENCE)
        # Else the browser would send by itself, at a moment that no test knows.
        self.context.add_init_script("delete ServiceWorkerRegistration.prototype.sync")
        self._log_in()
        return self.context.pages[0] if self.context.pages else self.context.new_page()

    def _log_in(self) -> None:
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": self._session, "url": self._site}
        self.context.add_cookies([cookie])

    def loses_network(self) -> None:
        self.context.set_offline(True)

    def is_killed(self) -> None:
        """The whole browser is gone from one moment to the next; it begins anew, its clock being wrong."""
        killed = [pid for pid in _processes() if f"--user-data-dir={self._files}" in _words(pid)]
        assert killed
        for pid in killed:
            with suppress(ProcessLookupError):  # some go with their parents
                os.kill(pid, signal.SIGKILL)
        with suppress(Error):  # whether Playwright has heard of its end by now
            self.context.close()
        self.page = self._start()
        self.loses_network()

    def has_network(self) -> None:
        self.context.set_offline(False)

    def goes_to(self, member: Member) -> None:
        """Somebody else is logged in from now on, without anybody having logged out."""
        self._session = session_of(member)
        self._log_in()


def session_of(member: Member) -> str:
    client = Client()
    client.force_login(member)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _processes() -> Iterator[int]:
    return (int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit())


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


@pytest.fixture
def device(browser: Browser, live_server: LiveServer, tmp_path: Path) -> Iterator[Callable[[Member], Device]]:
    made: list[Device] = []

    def of(member: Member) -> Device:
        made.append(Device(browser.browser_type, tmp_path / f"browser-{len(made)}", live_server.url, member))
        return made[-1]

    yield of
    for one in made:
        one.context.close()


def open_pad(page: Page, match: Match) -> Page:
    page.goto(f"/scores/{match.pk}/pad/")
    expect(page.locator("#pad-live")).to_be_visible()
    return page


def fights(page: Page, who: str, coins: int | None) -> None:
    """Somebody attacks with both hands: who, and how it ended."""
    form = page.locator("[data-keys] form[data-entry^=win]")
    form.get_by_role("radio", name=f"{who}: Both").check()
    form.get_by_role("button", name="Beaten by" if coins is None else re.compile(f"^{coins}$")).click()


def scores(page: Page, killer: str, victim: str) -> None:
    form = page.locator("form[data-entry^=kill]")
    form.get_by_role("group", name="Who scores").get_by_role("radio", name=killer, exact=True).check()
    form.get_by_role("group", name="Whose character").get_by_role("radio", name=victim, exact=True).check()
    form.get_by_role("button", name="Weapon", exact=True).click()


def logs_out(page: Page) -> None:
    page.locator("header details", has_text="My account").locator("summary").click()
    page.get_by_role("button", name="Log out").click()


def waiting(page: Page) -> Locator:
    return page.locator("[data-queue] li")


def panel(page: Page) -> Locator:
    return page.locator("#outbox")


def play(page: Page, rounds: Iterable[int], kept: int) -> int:
    """Play rounds without a network, each entry being kept before the next; return how many wait then."""
    for number in rounds:
        for who in ("Ann", "Ben"):
            fights(page, who, COINS[who][number - 1])
            kept += 1
            expect(waiting(page)).to_have_count(kept)
        page.get_by_role("button", name="The round is over").click()
        kept += 1
        expect(waiting(page)).to_have_count(kept)
    return kept


def test_a_match_and_a_report_without_network_survive_two_killed_browsers_and_wrong_clocks(
    device: Callable[[Member], Device], transactional_db: None
) -> None:
    fight = field()
    ann, ben = fight.players
    for member, name in ((ann, "Ann"), (ben, "Ben")):
        member.display_name = name
        member.save()
    match = pad([ann, ben], game="baf")
    phone, report = device(ann), f"{fight.battle.get_absolute_url()}report/"
    visit(phone.page, report, f"/scores/{match.pk}/pad/")
    phone.loses_network()
    open_pad(phone.page, match)
    kept = play(phone.page, range(1, 5), 0)
    expect(phone.page.locator(".scorepad__turn")).to_contain_text("Round 5")
    expect(phone.page.locator(".party [data-seat='0'] [data-ahead-mark]")).to_contain_text("+8 → 8")
    expect(phone.page.locator(".party [data-seat='1'] [data-ahead-mark]")).to_contain_text("+4 → 4")

    phone.is_killed()
    phone.page.clock.set_system_time("2019-01-01T12:00:00")
    open_pad(phone.page, match)
    expect(waiting(phone.page)).to_have_count(kept)
    kept = play(phone.page, range(5, 10), kept)
    for who in ("Ann", "Ben"):
        phone.page.locator("[data-keys] form[data-entry^=boss_pass]").get_by_role("button", name=who).click()
        kept += 1
        expect(waiting(phone.page)).to_have_count(kept)
    phone.page.goto(report)
    expect(panel(phone.page)).to_contain_text(f"{kept} things wait to be sent")
    tile = phone.page.locator(".tile").filter(has=phone.page.locator(f"#id_fate-{fight.keys[1]}-{LEADER}"))
    tile.locator(".tile__tap").click()
    phone.page.get_by_role("button", name="Send the report").click()
    expect(phone.page.locator("[data-outbox-note]")).to_contain_text("Kept on this device")

    phone.is_killed()
    phone.page.clock.set_system_time("2031-01-01T12:00:00")
    phone.page.goto(report)
    expect(phone.page.locator("[data-outbox-note]")).to_be_visible()
    assert not match.entries.exists()
    assert not fight.battle.reports.exists()
    phone.has_network()
    expect(panel(phone.page)).to_be_hidden()

    said = [
        (row.data["kind"], row.data.get("seat"), row.data.get("round")) for row in match.entries.order_by("position")
    ]
    assert said == [*_played(), ("boss_pass", 0, None), ("boss_pass", 1, None)]
    assert [seat.points for seat in match.seats.order_by("seat")] == [23, 14]
    assert [down.victim.figure for down in fight.battle.reports.get().report.downs] == [LEADER]
    fight.battle.refresh_from_db()
    assert fight.battle.state == BattleState.REPORTED


def _played() -> Iterator[tuple[str, int | None, int]]:
    for number in range(1, 10):
        for seat, who in enumerate(("Ann", "Ben")):
            yield ("loss" if COINS[who][number - 1] is None else "win"), seat, number
        yield "close_round", None, number


def test_a_refused_entry_is_mended_and_another_member_of_the_device_neither_sees_nor_sends_what_waits(
    device: Callable[[Member], Device], transactional_db: None
) -> None:
    ann, ben = (MemberFactory.create(username=name.lower(), display_name=name) for name in ("Ann", "Ben"))
    match = pad([ann, ben])
    phone = device(ann)
    page = open_pad(phone.page, match)
    phone.loses_network()
    scores(page, "Ann", "Ann")
    expect(waiting(page)).to_have_count(1)
    scores(page, "Ann", "Ben")
    expect(waiting(page)).to_have_count(2)
    # Ann's session ends, and Ben has the phone.
    phone.goes_to(ben)
    phone.has_network()
    page.goto("/about/")
    expect(panel(page)).to_be_hidden()
    assert page.evaluate("outbox.flush()") == "sent"
    assert page.evaluate("outbox.waiting()") == 0
    assert KEPT_OPEN not in page.evaluate(EVERYTHING)
    assert not match.entries.exists()
    # Ann again: what waited goes out in its order, and what was refused says why.
    phone.goes_to(ann)
    page.goto("/about/")
    expect(panel(page)).to_contain_text("1 was refused")
    assert page.evaluate("outbox.flush()") == "sent"  # and the next one has arrived
    assert [row.data["victim"] for row in match.entries.all()] == [1]
    panel(page).locator("summary").click()
    expect(panel(page)).to_contain_text("cannot score on their own character")
    panel(page).get_by_role("link", name="Open and mend").click()
    form = page.locator("form[data-entry^=kill]")
    victims = form.get_by_role("group", name="Whose character")
    expect(victims.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    victims.get_by_role("radio", name="Ben", exact=True).check()
    form.get_by_role("button", name="Weapon", exact=True).click()
    expect(page.locator("#pad-live")).to_have_attribute("data-version", "2")
    expect(panel(page)).to_be_hidden()
    assert [row.data["victim"] for row in match.entries.all()] == [1, 1]


def test_two_phones_keep_one_match_and_logging_out_asks_first(open_page: OpenPage, transactional_db: None) -> None:
    ann, ben = (MemberFactory.create(username=name.lower(), display_name=name) for name in ("Ann", "Ben"))
    match = pad([ann, ben], game="baf")
    phones = [open_pad(open_page("phone", language="en", member=member), match) for member in (ann, ben)]
    for phone in phones:
        phone.context.set_offline(True)
    for phone, who in zip(phones, ("Ann", "Ben"), strict=True):
        fights(phone, who, 3)
        fights(phone, "Ann", 5)  # both note this one: the first to arrive holds
        expect(waiting(phone)).to_have_count(2)
    phones[1].context.set_offline(False)
    expect(waiting(phones[1])).to_have_count(0)
    phones[0].context.set_offline(False)
    expect(waiting(phones[0])).to_have_count(0)
    assert [(row.author, row.data["seat"]) for row in match.entries.all()] == [(ben, 1), (ben, 0)]
    assert set(News.objects.values_list("code", "member")) == {("match_left_out", ben.pk)}
    phone = phones[0]
    expect(panel(phone)).to_contain_text("2 were refused")
    phone.goto("/")
    logs_out(phone)
    question = phone.get_by_role("dialog")
    expect(question).to_contain_text("2 things that you entered are not sent yet")
    question.get_by_role("button", name="Stay logged in").click()
    expect(panel(phone)).to_be_visible()
    logs_out(phone)
    question.get_by_role("button", name="Throw away and log out").click()
    expect(phone.get_by_role("link", name="Log in").first).to_be_attached()
    assert phone.evaluate(EVERYTHING) == "[]"
    for one in phones:
        one.complaints.clear()  # the browser's own lines about the lost connection


def loses_network_at_zombies(page: Page, fight: Field) -> Locator:
    """An evening of zombies has begun, and the network is gone; where it is entered that somebody has shot."""
    page.goto(fight.battle.get_absolute_url())
    page.get_by_role("link", name="Play with the site as game master").click()
    page.get_by_role("button", name="Begin the evening").click()
    page.get_by_role("button", name="Blades").click()
    expect(page.locator("#now")).to_contain_text("Blades")
    tile = page.locator("details.evening__action", has_text="Somebody shot")
    expect(tile).to_be_visible()
    page.context.set_offline(True)
    return tile


def test_an_evening_of_zombies_goes_on_without_network(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    page = open_page("phone", language="en", member=fight.players[0])
    tile = loses_network_at_zombies(page, fight)
    tile.locator("summary").click()
    for number, shooter in enumerate(("A Leader", "B Leader"), start=1):
        tile.get_by_role("button", name=shooter).click()
        expect(panel(page)).to_contain_text(re.compile(f"^\\s*{number} thing"))
    page.context.set_offline(False)
    expect(panel(page)).to_be_hidden()
    expect(page.locator(".evening__counts")).to_contain_text("2 noise markers")
    assert [row.data["kind"] for row in fight.stored().evening.entries.all()] == ["initiative", "noise", "noise"]
    page.complaints.clear()  # the browser's own lines about the lost connection


NETWORK_COMES_WITH_THE_SECOND = """() => {
  const { fetch } = window;
  const { add } = outboxStore;
  window.fetch = () => Promise.reject(new TypeError("no network"));
  outboxStore.add = async (...told) => {
    await add(...told);
    window.fetch = fetch;
  };
}"""
"""Whatever is written next goes out in one go with what waits; not before."""


def test_what_goes_out_right_after_what_waited_is_no_older_for_it(open_page: OpenPage, transactional_db: None) -> None:
    """Its form says the version that the page showed, and so did the first one's, which has counted meanwhile."""
    fight = field()
    page = open_page("phone", language="en", member=fight.players[0])
    tile = loses_network_at_zombies(page, fight)
    tile.locator("summary").click()
    tile.get_by_role("button", name="A Leader").click()
    expect(panel(page)).to_contain_text(re.compile(r"^\s*1 thing"))
    page.evaluate(NETWORK_COMES_WITH_THE_SECOND)
    page.context.set_offline(False)
    tile.get_by_role("button", name="B Leader").click()
    expect(page.locator(".evening__counts")).to_contain_text("2 noise markers")
    expect(panel(page)).to_be_hidden()
    assert [row.data["kind"] for row in fight.stored().evening.entries.all()] == ["initiative", "noise", "noise"]
    page.complaints.clear()  # the browser's own lines about the lost connection


WHILE_IT_IS_NOTED = """async () => {
  const entry = (id) => (
    { id, said: id, page: "/", form: "", action: "/there/", body: `client_id=${id}`, line: "/there/", slot: "" });
  const { list } = outboxStore;
  let goOn;
  const held = new Promise((done) => { goOn = done; });
  let ended = 0;
  outbox.on(async ({ name }) => {
    if (name !== "ended" || (ended += 1) > 1) return;
    outboxStore.list = async (...who) => { await held; return list(...who); };
    await outbox.put(entry("second"));
    outbox.flush();
    outboxStore.list = list;
    goOn();
  });
  await outbox.put(entry("first"));
  await outbox.flush();
}"""


def test_what_is_written_while_the_last_sending_is_noted_goes_out_too(
    open_page: OpenPage, transactional_db: None
) -> None:
    page = open_page("phone", language="en", member=MemberFactory.create())
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(status=200, headers={"Outbox-Reached": "1"}, body="{}")

    page.route("**/there/", answer)
    page.goto("/")
    page.evaluate(WHILE_IT_IS_NOTED)
    eventually(page, "async () => (await outbox.waiting()) === 0")
    assert [re.findall("client_id=(first|second)", body) for body in sent] == [["first"], ["second"]]
