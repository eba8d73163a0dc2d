"""Who plays, and a season they play in."""

from __future__ import annotations

import pytest

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.operations import results
from campaigns.matches.operations.results import ResultChange
from club.models import Member
from tests.factories.club import MemberFactory
from tests.factories.matches import season


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def ben() -> Member:
    return MemberFactory.create(username="ben", display_name="Ben")


@pytest.fixture
def thursdays(ann: Member, ben: Member) -> Campaign:
    """A season of Badass Force in which both take part; Ann is its referee."""
    made = season("badass_force", ann)
    people.join(campaign=made, member=ben, code=made.join_code)
    return made


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[ResultChange]:
    """What those who follow counted results are told."""
    changes: list[ResultChange] = []
    monkeypatch.setattr(results, "_LISTENERS", [changes.extend])
    return changes
