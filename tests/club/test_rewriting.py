"""Fields of many rows are stored in one statement, as each kind of field is stored alone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from campaigns.matches.models.match import MatchEntry, MatchSeat
from club.models import Member
from club.rewriting import rewrite
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def test_each_row_gets_its_own_in_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    other, match = pad([ann, ben]), pad([ann, ben, "Gail"])
    rows = list(match.seats.order_by("seat"))
    untouched = other.seats.values().get(seat=0)
    moment = datetime(2026, 2, 3, 20, 15, 30, 250_000, tzinfo=UTC)
    for row in rows:
        row.place, row.points, row.won, row.eliminated = row.seat + 1, -3 * row.seat, row.seat == 1, None
        row.date, row.campaign_id, row.kills = moment, None, 9
    with django_assert_num_queries(1):
        rewrite(rows, ["place", "points", "won", "eliminated", "date", "campaign"])
    stored = MatchSeat.objects.filter(match=match).order_by("seat")
    assert list(stored.values_list("place", "points", "won", "eliminated", "date", "campaign")) == [
        (1, 0, False, None, moment, None),
        (2, -3, True, None, moment, None),
        (3, -6, False, None, moment, None),
    ]
    assert 9 not in stored.values_list("kills", flat=True), "what is not named is left alone"
    assert other.seats.values().get(seat=0) == untouched


def test_words_and_documents() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    ann.display_name, ann.paper, ben.display_name, ben.paper = "L’Ânesse % 'd'", {"a": [1, None, "é"]}, "", {}
    rewrite([ann, ben], ["display_name", "paper"])
    stored = Member.objects.in_bulk([ann.pk, ben.pk])
    assert (stored[ann.pk].display_name, stored[ann.pk].paper) == ("L’Ânesse % 'd'", {"a": [1, None, "é"]})
    assert (stored[ben.pk].display_name, stored[ben.pk].paper) == ("", {})


def test_without_rows_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    nobody: list[MatchEntry] = []
    with django_assert_num_queries(0):
        rewrite(nobody, ["struck"])
