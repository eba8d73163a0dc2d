"""A pack of the fens, and a member who may read it."""

from __future__ import annotations

import pytest

from club.models import Member
from rosters.models import PackVersion
from tests.factories.club import MemberFactory
from tests.factories.packs import published


@pytest.fixture
def writer() -> Member:
    return MemberFactory.create()


@pytest.fixture
def version(writer: Member) -> PackVersion:
    return published(writer)


@pytest.fixture
def member(version: PackVersion) -> Member:
    return MemberFactory.create()
