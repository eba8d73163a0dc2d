"""What the tests of evenings share."""

from __future__ import annotations

import pytest

from club.models import Member
from club.models.place import GameTable, Place
from tests.factories.club import MemberFactory


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob() -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


@pytest.fixture
def cat() -> Member:
    return MemberFactory.create(username="cat", display_name="Cat")


@pytest.fixture
def spot() -> GameTable:
    place = Place.objects.create(name="Town hall")
    return GameTable.objects.create(place=place, name="Table 1")
