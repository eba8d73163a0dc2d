"""The demo club's score pads: the evening is kept entry by entry, by the rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from campaigns.demo import pads, seasons
from campaigns.demo.clock import Clock
from campaigns.demo.people import PEOPLE
from campaigns.matches.models.match import Match, MatchState, MatchWay
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_one_match_is_kept_to_its_end_and_put_right_and_one_is_being_played() -> None:
    """Hand-counted by Badass Force, first kill 2, later ones 1, +1 against the sole leader, +1 a turn while Cool."""
    members = {person.username: MemberFactory.create(username=person.username) for person in PEOPLE}
    clock = Clock(datetime(2026, 6, 30, 12, tzinfo=UTC))
    seasons.hold(members, clock)
    pads.keep(members, clock)
    ended, live = Match.objects.filter(way=MatchWay.PAD).order_by("date")
    assert (ended.state, live.state) == (MatchState.CONFIRMED, MatchState.LIVE)
    # Aline, Bruno, Chloé, David: see the turns in campaigns/demo/pads.py.
    assert [seat.points for seat in ended.seats.order_by("seat")] == [13, 16, 9, 12]
    assert [seat.place for seat in ended.seats.order_by("seat")] == [2, 1, 4, 3]
    assert ended.corrections.count() == 1
    assert [seat.points for seat in live.seats.order_by("seat")] == [11, 10, 5, 8]
