"""The cast of the warband pages: owner, another member, a visitor, and a referee over one warband."""

from collections.abc import Iterator

import pytest
from django.test import Client

from club.models import Member
from rosters import access
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.rosters import WarbandFactory


@pytest.fixture
def visitor() -> Client:
    return client_of()


@pytest.fixture
def owner(db: None) -> Member:
    return MemberFactory.create(username="ada")


@pytest.fixture
def browser_of_owner(owner: Member) -> Client:
    return client_of(owner)


@pytest.fixture
def other(db: None) -> Client:
    return client_of(MemberFactory.create(username="bo"))


@pytest.fixture
def muster(owner: Member) -> Warband:
    """A warband of the owner's whose muster has just begun."""
    return WarbandFactory.create(owner=owner, name="The Fords")


@pytest.fixture
def warband(owner: Member) -> Warband:
    """A mustered warband of the owner's: leader Ada (1), henchman Bo (2), 452 points left."""
    return WarbandFactory.create(owner=owner, mustered=True, name="The Blades")


class RefereeEverywhere:
    """A referee over every warband, as a campaign would make one."""

    def __init__(self, member: Member) -> None:
        self.member = member

    def readable(self, user: object) -> object:
        from django.db.models import Q

        return Q(pk__in=Warband.objects.values("pk")) if user == self.member else Q(pk__in=[])

    def referees(self, user: Member, warband: Warband) -> bool:
        return user == self.member


@pytest.fixture
def referee(db: None) -> Iterator[Client]:
    member = MemberFactory.create(username="ref")
    grants = RefereeEverywhere(member)
    access.register(grants)
    yield client_of(member)
    access._GRANTS.remove(grants)
