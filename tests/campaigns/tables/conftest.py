"""Who plays, and bots that are never hurried."""

from __future__ import annotations

import math

import pytest

from campaigns.seating import bots
from club.models import Member
from tests.factories.club import MemberFactory


@pytest.fixture(autouse=True)
def all_the_time_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far bots come within a request is not for the speed of this machine to say."""
    monkeypatch.setattr(bots, "BUDGET", math.inf)


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob() -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


@pytest.fixture
def cleo() -> Member:
    return MemberFactory.create(username="cleo", display_name="Cleo")
