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
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.matches.models.match import Match
from campaigns.wars.models.battle import BattleState
from club.models import Member
from tests import services
from tests.browser.conftest import FLAGS, PATIENCE
from tests.factories.battles import LEADER, field
from tests.factories.matches import pad

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


COINS = {"Ann": (1, 5, 0, 2, 3, 4, 1, 2, 5), "Ben": (2, 2, None, 1, 4, None, 3, 3, 1)}
"""What each round brings; None for a fight that is lost."""


class Device:
    """A browser of its own, which keeps what it stores: killed, it is started anew on the same files."""

    def __init__(self, playwright: BrowserType, files: Path, site: str, member: Member) -> None:
        self._type, self._files, self._site, self._member = playwright, files, site, member
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
        self.log_in(self._member)
        return self.context.pages[0] if self.context.pages else self.context.new_page()

    def log_in(self, member: Member) -> None:
        client = Client()
        client.force_login(member)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self._site}])

    def without_network(self) -> None:
        """Pages still come, as if they were kept; nothing that is sent arrives."""
        self.context.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.fallback())

    def with_network(self) -> None:
        self.context.unroute("**/*")

    def is_killed(self) -> None:
        """The whole browser is gone from one moment to the next; it begins anew, its clock being wrong."""
        killed = [pid for pid in _processes() if f"--user-data-dir={self._files}" in _words(pid)]
        assert killed
        for pid in killed:
            with suppress(ProcessLookupError):  # some go with their parents
                os.kill(pid, signal.SIGKILL)
        self.context.close()
        self.page = self._start()


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
    phone = device(ann)
    phone.without_network()
    open_pad(phone.page, match)
    kept = play(phone.page, range(1, 5), 0)
    expect(phone.page.locator(".scorepad__turn")).to_contain_text("Round 5")
    expect(phone.page.locator(".party [data-seat='0'] [data-ahead-mark]")).to_contain_text("+8 → 8")
    expect(phone.page.locator(".party [data-seat='1'] [data-ahead-mark]")).to_contain_text("+4 → 4")

    phone.is_killed()
    phone.without_network()
    phone.page.clock.set_system_time("2019-01-01T12:00:00")
    open_pad(phone.page, match)
    expect(waiting(phone.page)).to_have_count(kept)
    kept = play(phone.page, range(5, 10), kept)
    for who in ("Ann", "Ben"):
        phone.page.locator("[data-keys] form[data-entry^=boss_pass]").get_by_role("button", name=who).click()
        kept += 1
        expect(waiting(phone.page)).to_have_count(kept)
    phone.page.goto(f"{fight.battle.get_absolute_url()}report/")
    expect(panel(phone.page)).to_contain_text(f"{kept} things wait to be sent")
    tile = phone.page.locator(".tile").filter(has=phone.page.locator(f"#id_fate-{fight.keys[1]}-{LEADER}"))
    tile.locator(".tile__tap").click()
    phone.page.get_by_role("button", name="Send the report").click()
    expect(phone.page.locator("[data-outbox-note]")).to_contain_text("Kept on this device")

    phone.is_killed()
    phone.page.clock.set_system_time("2031-01-01T12:00:00")
    assert not match.entries.exists()
    assert not fight.battle.reports.exists()
    phone.page.goto("/")
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
