"""A vehicle's page: what it shows, who may do what there, and a refused improvement beside its field."""

from __future__ import annotations

import pytest
from django.test import Client

from club.models import Member
from rosters.models import Warband
from tests.factories.convoys import CAR, WRECK, convoy

pytestmark = pytest.mark.django_db


@pytest.fixture
def rides(owner: Member) -> Warband:
    return convoy(owner, "Convoy")


def test_its_numbers_are_those_of_the_tables(browser_of_owner: Client, rides: Warband) -> None:
    """A light vehicle: 5 points of armour cost a pace of its 10, one is bought back (rulings M219, M347)."""
    page = browser_of_owner.get(f"/warbands/{rides.pk}/vehicles/{CAR}/").content.decode()
    assert 'aria-label="Front 7 with spikes, Rear 2, Right side 3, Left side 5 with spikes"' in page
    assert "on a pivot" in page
    assert "wrecked and lost" in browser_of_owner.get(f"/warbands/{rides.pk}/vehicles/{WRECK}/").content.decode()
    assert browser_of_owner.get(f"/warbands/{rides.pk}/vehicles/1/").status_code == 404


def test_readers_find_nothing_to_do_there(other: Client, rides: Warband) -> None:
    assert "steps/improve_vehicle" not in other.get(f"/warbands/{rides.pk}/vehicles/{CAR}/").content.decode()


def test_a_refused_improvement_keeps_what_was_typed(browser_of_owner: Client, rides: Warband) -> None:
    """12 points of armour and 5 added; 7 more make 24, the limit is 23 (rulings M218, M220)."""
    sent = {"version": rides.version, "page": "vehicle", "vehicle": CAR, "rear": "7"}
    answer = browser_of_owner.post(f"/warbands/{rides.pk}/steps/improve_vehicle/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "24 points of armour in all; the limit is 23" in page
    assert 'value="7"' in page
    assert Warband.objects.get(pk=rides.pk).version == rides.version
