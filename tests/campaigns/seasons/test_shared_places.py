"""Standings are read in sums where nobody shares a place, and seat by seat where somebody does: both say the same."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.models.match import MatchSeat
from campaigns.seasons.scheme import Part, Scheme
from campaigns.seasons.standings import reckon, standings
from club.models import Member
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulars() -> list[Member]:
    return MemberFactory.create_batch(3)


@pytest.fixture
def league(regulars: list[Member]) -> Campaign:
    made = season(name="League", referee=MemberFactory.create())
    for member in regulars:
        people.join(campaign=made, member=member, code=made.join_code)
    return made


def seat_by_seat(league: Campaign) -> dict[int, tuple[int | None, object, int]]:
    seats = list(MatchSeat.objects.filter(campaign=league, counts=True))
    together = Counter((seat.match_id, seat.place) for seat in seats)
    parts: dict[int, list[Part]] = {}
    for seat in seats:
        part = Part(seat.place or 0, together[seat.match_id, seat.place], seat.points, seat.won)
        parts.setdefault(seat.player_id, []).append(part)
    return {line.player: (line.place, line.value, line.played) for line in reckon(parts, Scheme())}


def shown(league: Campaign) -> dict[int, tuple[int | None, object, int]]:
    rows = standings(league, MemberFactory.create()).rows
    return {row.line.player: (row.line.place, row.line.value, row.line.played) for row in rows}


def test_a_shared_place_is_seen_as_soon_as_there_is_one(regulars: list[Member], league: Campaign) -> None:
    totals = ([16, 9, 4], [9, 16, 4], [16, 4, 4], [5, 16, 4], [9, 9, 16], [16, 0, 0])
    for day, each in enumerate(totals):
        match = played(regulars, each, day, season=league)
        shared = MatchSeat.objects.filter(match=match).values_list("place", flat=True)
        assert (len(set(shared)) < 3) == (len(set(each)) < 3)
        assert shown(league) == seat_by_seat(league)
        assert standings(league, regulars[0]).matches == day + 1


def test_single_seats_are_read_only_where_a_place_is_shared(
    regulars: list[Member], league: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.seasons.standings._SHARING", set())

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            standings(league, regulars[0])
        return len(queries)

    played(regulars, [16, 9, 4], 0, season=league)
    assert asked() == 3
    played(regulars, [9, 9, 16], 1, season=league)
    assert (asked(), asked()) == (4, 3)
