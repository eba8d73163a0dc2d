"""Tickets: only what a page has signed opens anything, only for its reader, and not for long."""

from __future__ import annotations

import time
from typing import Any

import pytest

from club.streams import tickets
from club.streams.kinds import Watched
from club.streams.tickets import LEAST, STEP, Ticket

PAD = (Watched("pad", (7,)),)


def test_a_ticket_says_what_was_signed() -> None:
    issued = tickets.issue((*PAD, Watched("standing", (3, 5))), member=5, guest="0f", session=9, seal="5ea1")
    assert tickets.read_ticket(issued.address()) == issued
    assert LEAST < issued.seconds_left() <= LEAST + STEP


def test_a_page_made_twice_within_five_minutes_is_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for moment in (900_000.0, 900_299.9, 900_300.0):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        found.append(tickets.issue(PAD, member=1).address())
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("place", [0, 6, 9, 12, 20, -1])
def test_one_letter_forged_and_it_is_no_ticket(place: int) -> None:
    words = tickets.issue(PAD, member=1).address().removeprefix(tickets.PATH)
    forged = list(words)
    forged[place] = "0" if forged[place] != "0" else "1"
    assert tickets.read_ticket(tickets.PATH + "".join(forged)) is None


def test_another_members_number_under_the_same_signature_is_refused() -> None:
    mine = tickets.issue(PAD, member=1).address()
    others = tickets.issue(PAD, member=2).address()
    assert tickets.read_ticket(mine.rpartition(":")[0] + ":" + others.rpartition(":")[2]) is None


def test_a_ticket_that_has_run_out_opens_nothing() -> None:
    now = int(time.time())
    assert tickets.read_ticket(Ticket(now + 60, 1, "", PAD).address()) is not None
    assert tickets.read_ticket(Ticket(now, 1, "", PAD).address()) is None


@pytest.mark.parametrize(
    "watched", [Watched("nothing", (7,)), Watched("pad", ()), Watched("pad", (7, 8)), Watched("standing", (7,))]
)
def test_things_that_cannot_be_watched_are_refused_though_signed(watched: Watched) -> None:
    assert tickets.read_ticket(tickets.issue((watched,), member=1).address()) is None


@pytest.mark.parametrize("path", ["/live/", "/live/x", "/live/" + "x" * 5000, "/live/%00:\ud800", "/other/", ""])
def test_nonsense_is_no_ticket(path: str) -> None:
    assert tickets.read_ticket(path) is None


def test_tickets_outlive_a_change_of_keys(settings: Any) -> None:
    address = tickets.issue(PAD, member=1).address()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF"
    assert tickets.read_ticket(address) is not None
    settings.SECRET_KEY_FALLBACKS = []
    assert tickets.read_ticket(address) is None
