"""Who plays."""

from __future__ import annotations

import pytest

from club.models import Member
from tests.factories.club import MemberFactory


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob() -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


@pytest.fixture
def cleo() -> Member:
    return MemberFactory.create(username="cleo", display_name="Cleo")
