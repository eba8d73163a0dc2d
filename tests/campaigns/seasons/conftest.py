"""Who plays."""

from __future__ import annotations

import pytest

from club.models import Member
from tests.factories.club import MemberFactory


@pytest.fixture
def anna() -> Member:
    return MemberFactory.create(display_name="Anna")


@pytest.fixture
def ben() -> Member:
    return MemberFactory.create(display_name="Ben")


@pytest.fixture
def cleo() -> Member:
    return MemberFactory.create(display_name="Cleo")
