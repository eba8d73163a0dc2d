"""The demo club's seasons: one of each game, played through the operations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from campaigns.demo import seasons
from campaigns.demo.clock import Clock
from campaigns.demo.people import PEOPLE
from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match, MatchHero, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.seasons.models.rating import Rating, RatingBook
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.seasons.standings import standings
from tests.campaigns.seasons import history
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_each_game_has_a_season_of_months_with_standings_and_ratings() -> None:
    members = {person.username: MemberFactory.create(username=person.username) for person in PEOPLE}
    seasons.hold(members, Clock(datetime(2026, 6, 30, 12, tzinfo=UTC)))
    for game in CARD_GAMES:
        season = Campaign.objects.get(game=game.code)
        matches = Match.objects.filter(campaign=season)
        assert matches.count() >= 20
        assert {match.state for match in matches} == {MatchState.CONFIRMED}
        assert {match.way for match in matches} <= {MatchWay.RESULT, MatchWay.IMPORT}
        dates = [match.date for match in matches]
        assert max(dates) - min(dates) > timedelta(days=100)
        found = standings(season, members["aline"])
        assert found.matches == matches.count()
        assert any(row.line.place == 1 for row in found.rows)
        assert Rating.objects.filter(game=game.code).count() >= 5
    assert {hero.seat.game for hero in MatchHero.objects.select_related("seat")} == {"bagarre", "baf", "bebop"}
    assert Player.objects.filter(member__isnull=True).exists()
    assert not any(book.stale for book in RatingBook.objects.all())
    kept = history.ratings(), history.tallies()
    for game in CARD_GAMES:
        rebuild_ratings(game.code)
    rebuild_tallies()
    assert (history.ratings(), history.tallies()) == kept
