"""Redis away: who logs in or asks for a new password is not the one to suffer."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from pytest_django import Settings

from club.models import Member
from club.outages import cache as steady
from club.outages.cache import LINES, PAUSE, SteadyCache
from config import probes
from config.env import Env
from config.probes import Finding
from config.services import cache as configured
from tests.club.test_guessing import HOME, STRANGER, tries


@pytest.fixture
def away(settings: Settings) -> Iterator[str]:
    """A cache at an address where nobody listens."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        address = f"redis://127.0.0.1:{holder.getsockname()[1]}/0"
        settings.CACHES = configured(Env({"CACHE_URL": address}), Path("unused"))
        yield address
        cache.clear()
        LINES.clear()


@pytest.mark.django_db
def test_passwords_are_guessed_as_slowly_and_the_right_one_lets_in(away: str, member: Member) -> None:
    assert [tries(STRANGER) for _ in range(6)] == ["wrong"] * 5 + ["blocked"]
    assert tries(HOME, right=True) == "in"


@pytest.mark.django_db
def test_a_new_password_is_sent(away: str, member: Member) -> None:
    answer = Client().post("/accounts/password/reset/", {"email": member.email})
    assert answer.status_code == 302
    [sent] = mail.outbox
    link = re.search(r"/accounts/password/reset/key/\S+", sent.body)
    assert link is not None


@pytest.mark.django_db
def test_pages_that_remember_things_are_shown(away: str, member: Member) -> None:
    client = Client()
    client.force_login(member)
    for address in ("/", "/me/", "/accounts/sessions/"):
        assert client.get(address).status_code == 200


CALLS: dict[str, tuple[Any, ...]] = {
    "add": ("a", 1), "get": ("a",), "set": ("a", 2), "touch": ("a",), "get_many": (["a"],), "set_many": ({"b": 1},),
    "has_key": ("a",), "incr": ("a",), "delete": ("a",), "delete_many": (["b"],), "clear": (),
}  # fmt: skip


def test_every_question_is_answered(away: str) -> None:
    asking = {name for name in vars(RedisCache) if not name.startswith("_")} & set(dir(SteadyCache))
    assert asking - {"get_backend_timeout"} == set(CALLS)
    found = {name: getattr(cache, name)(*given) for name, given in CALLS.items()}
    assert (found["add"], found["get"], found["get_many"], found["incr"]) == (True, 1, {"a": 2}, 3)
    with pytest.raises(ValueError, match="missing"):
        cache.incr("missing")
    assert cache.get_or_set("c", lambda: 5) == 5
    assert cache.decr("c") == 4


def test_it_is_asked_again_after_a_moment_and_not_by_everybody(away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        now = 1000.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(steady, "time", clock)
    cache.set("a", 1)
    line = LINES[away]
    assert line.is_down
    assert line.ask_at == 1000.0 + PAUSE
    clock.now += PAUSE - 0.1
    begun = time.monotonic()
    for _ in range(200):
        assert cache.get("a") == 1
    assert time.monotonic() - begun < 1
    assert line.ask_at == 1000.0 + PAUSE
    clock.now += 0.2
    assert cache.get("a") == 1
    assert line.ask_at > 1000.0 + PAUSE


@pytest.mark.redis
def test_it_is_used_again_once_it_is_back(settings: Settings, redis_url: str) -> None:
    settings.CACHES = configured(Env({"CACHE_URL": redis_url}), Path("unused"))
    cache.set("arriere-ban-test", 1, 60)
    line = LINES[redis_url]
    line.is_down, line.ask_at = True, time.monotonic() + 60
    assert cache.get("arriere-ban-test") is None, "each process for itself"
    line.ask_at = 0
    assert cache.get("arriere-ban-test") == 1
    assert not line.is_down
    cache.delete("arriere-ban-test")
    assert probes.cache() == Finding(True)


def test_the_monitor_is_told(away: str) -> None:
    assert probes.cache() == Finding(False, {"problem": "unreachable", "instead": "memory"})
