"""A campaign that plays with the pack of the fen, and who takes part in it."""

from __future__ import annotations

import pytest

from campaigns.league.models import Campaign
from campaigns.wars.house.operations import adopt
from club.models import Member
from engines.musg.packs import House
from rosters.models import PackVersion
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory
from tests.factories.packs import published


@pytest.fixture
def referee() -> Member:
    return MemberFactory.create()


@pytest.fixture
def version(referee: Member) -> PackVersion:
    return published(referee)


@pytest.fixture
def border(referee: Member, version: PackVersion) -> Campaign:
    """A campaign that plays with the pack of the fen."""
    made = campaign(referee)
    adopt(campaign=made, house=House(packs=(version.value,)), author=referee, version=made.version)
    return made


@pytest.fixture
def player(border: Campaign) -> Member:
    return join(border)
