"""The cast of the club's tests."""

import pytest
from django.test import Client

from club.models import Member
from tests.clients import client_of
from tests.factories.club import MemberFactory, member_with_address


@pytest.fixture
def visitor() -> Client:
    """A browser that prefers English, with nobody logged in."""
    return client_of()


@pytest.fixture
def member(db: None) -> Member:
    return member_with_address(username="alix", display_name="Alix")


@pytest.fixture
def member_client(member: Member) -> Client:
    return client_of(member)


@pytest.fixture
def admin_client_of_club(db: None) -> Client:
    return client_of(MemberFactory.create(club_admin=True))
