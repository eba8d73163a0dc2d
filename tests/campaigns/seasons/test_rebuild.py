"""Ratings and counters are written anew by ``manage.py rebuild``, which says where they differed."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from campaigns.seasons.models.rating import Rating, RatingStep, Tally
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def rebuild(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild", *arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def kept() -> tuple[object, object]:
    anna, ben = MemberFactory.create_batch(2)
    for day in range(3):
        played([anna, ben, "Gus"], [16, day, 5], day)
    return history.ratings(), history.tallies()


def test_what_holds_is_found_to_hold(kept: tuple[object, object]) -> None:
    assert "ratings and statistics: 5 rebuilt, 0 of them differed." in rebuild()
    assert (history.ratings(), history.tallies()) == kept


def test_what_was_tampered_with_is_put_right(kept: tuple[object, object]) -> None:
    Rating.objects.update(mu=99)
    RatingStep.objects.all()[0].delete()
    Tally.objects.filter(played=3).delete()
    said = rebuild("--dry-run")
    assert "ratings of Badass Force: figures differed" in said
    assert "counters: figures differed" in said
    assert (history.ratings(), history.tallies()) != kept
    rebuild()
    assert (history.ratings(), history.tallies()) == kept
