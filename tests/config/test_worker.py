"""What a worker does when it starts."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from celery.signals import worker_init
from django.conf import settings

from config import warm
from config.celery import collect_seldom, get_ready


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_a_worker_looks_for_garbage_less_often() -> None:
    gc.set_threshold(2_000, 10, 10)
    assert collect_seldom in [told() for _, told in worker_init.receivers]
    collect_seldom()
    assert gc.isenabled()
    assert gc.get_threshold() == (50_000, 10, 10)


def test_a_worker_learns_addresses_before_it_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of its processes to name a page would have to."""
    assert get_ready in [told() for _, told in worker_init.receivers]
    named: list[str] = []
    monkeypatch.setattr(warm, "reverse", named.append)
    get_ready()
    assert named == [settings.LOGIN_URL]
