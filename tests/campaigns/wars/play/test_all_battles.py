"""Battles over all modules and scenarios, played through the site's operations, are what the engine makes of their log.

Of each the events of every decision, the outcome and the report that is booked are compared; captains take steps back,
answer once for all, are led by bots, and the site forgets the position in between.
"""

from __future__ import annotations

import pytest
from django.db import transaction

from club.models import Member
from tests.campaigns.wars.play.mixed import mixed
from tests.engines.musg.trials.mixtures import KINDS
from tests.factories.club import MemberFactory
from tests.thorough import often

pytestmark = pytest.mark.django_db
BATTLES = 1024
PART = 16
FEW = (0, 12, 29)
"""Kinds that have little in common: these are played whenever the tests run."""


@pytest.fixture
def people() -> list[Member]:
    return list(MemberFactory.create_batch(3))


def wrong_in(number: int, people: list[Member]) -> list[str]:
    """Play one battle, and leave nothing of it; return what differs, or what was raised."""
    found: list[str] = []
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        try:
            played = mixed(number, people, patch)
            played.to_the_end()
            found = played.differences()
        except Exception as error:  # the number of the battle is what whoever mends it needs
            found = [repr(error)]
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("number", FEW)
def test_a_battle_played_at_the_site_is_the_engines(number: int, people: list[Member]) -> None:
    assert wrong_in(number, people) == []


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(0, BATTLES, PART))
def test_a_thousand_battles_of_all_kinds(first: int, people: list[Member]) -> None:
    numbers = range(first, first + often(PART, PART // 8))
    wrong = {number: found for number in numbers if (found := wrong_in(number, people))}
    assert wrong == {}
    assert BATTLES % len(KINDS) == 0
