"""Totals are the sums of what a reader may see, and of nothing else, whatever happens to matches and seasons."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import Sum

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import change_terms
from campaigns.league.terms import Terms
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations.changes import move_match
from campaigns.seasons.access import is_own, visible_tallies, visible_totals
from campaigns.seasons.models.rating import Facet, Total
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.seasons.reading import results
from campaigns.seasons.selection import selection
from campaigns.seasons.statistics_page import game_page
from campaigns.seasons.tallies import FIGURES, counters
from club.access import User
from club.models import Member
from club.operations import Refused
from club.visibility import Visibility
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season

pytestmark = pytest.mark.django_db

ABOUT = ("facet", "game", "player", "subject")


def summed(found: Any) -> set[tuple[Any, ...]]:
    """What some counters come to, whatever they are divided by."""
    return set(found.order_by().values_list(*ABOUT).annotate(*(Sum(name, default=0) for name in FIGURES)))


def reckoned() -> dict[tuple[Any, ...], Counter[str]]:
    """The totals that the matches themselves come to, by who may read them: the slow way."""
    kept = dict(Campaign.objects.values_list("pk", "visibility"))
    found: dict[tuple[Any, ...], Counter[str]] = {}
    for result, visibility in results():
        open_to = visibility if result.season is None else kept[result.season]
        private = result.season if result.season is not None and open_to == "private" else None
        for key, figures in counters(result, visibility):
            about = (private, "" if private else open_to, key.facet, key.game, key.player, key.subject)
            found.setdefault(about, Counter()).update(figures)
    return {about: figures for about, figures in found.items() if figures["played"]}


def stored() -> dict[tuple[Any, ...], Counter[str]]:
    """The totals as they are kept."""
    return {
        (row.campaign_id, row.visibility, row.facet, row.game, row.player_id, row.subject): Counter(
            {name: getattr(row, name) for name in FIGURES}
        )
        for row in Total.objects.all()
    }


def terms(league: Campaign, visibility: str) -> Terms:
    return Terms(name=league.name, visibility=visibility)


def join(league: Campaign, members: list[Member]) -> list[Member]:
    for member in members:
        people.join(campaign=league, member=member, code=league.join_code)
    return members


def change(dice: random.Random, leagues: list[Campaign], members: list[Member], judge: Member) -> None:
    """Change who may read a season, or what season a match belongs to, or anything else about a match."""
    what = dice.randrange(3)
    if what == 0:
        league = dice.choice(leagues)
        change_terms(campaign=league, terms=terms(league, dice.choice(Visibility.values)))
    elif what == 1:
        moved = dice.choice(list(Match.objects.filter(state="confirmed").order_by("pk")))
        move_match(match=moved, season=dice.choice([*leagues, None]), author=judge)
    else:
        history.change(dice, [*members, "Guest Gus", "Guest Gil"], judge)


@pytest.mark.parametrize("seed", range(4))
def test_totals_are_those_of_the_matches_whatever_changes(seed: int) -> None:
    dice = random.Random(seed)
    judge = MemberFactory.create(is_staff=True)
    members = MemberFactory.create_batch(3)
    leagues = [season(name=f"League {kind}", referee=judge, visibility=kind) for kind in Visibility.values]
    for league in leagues:
        join(league, members)
    kinds = Visibility.values
    for number in range(9):
        seated: list[Any] = [*dice.sample(members, 2), *dice.sample(["Guest Gus", "Guest Gil"], dice.randint(0, 1))]
        totals = [16, *(dice.randint(0, 15) for _one in seated[1:])]
        where = dice.choice([*leagues, None])
        more = {"season": where} if where is not None else {"visibility": dice.choice(kinds)}
        played(seated, totals, number, recorder=judge, duration=dice.choice((None, 30)), **more)
    for _number in range(12):
        with suppress(Refused):  # somebody takes no part in the season
            change(dice, leagues, members, judge)
        assert stored() == reckoned()
    kept = history.tallies()
    rebuild_tallies()
    assert history.tallies() == kept
    readers: list[User] = [*members, judge, MemberFactory.create(), AnonymousUser()]  # type: ignore[list-item]
    for reader in readers:
        assert summed(visible_totals(reader)) == summed(visible_tallies(reader))
        for player in Player.objects.filter(merged_into__isnull=True):
            own = is_own(player, reader)
            totals_of, tallies_of = (found(reader, player.pk, own=own) for found in (visible_totals, visible_tallies))
            assert summed(totals_of) == summed(tallies_of)


def test_a_season_that_becomes_private_is_counted_for_its_people_alone(anna: Member, ben: Member) -> None:
    """Two matches, one of them in the season: 2 for everybody, then 2 for Anna and 1 for whoever is not in it."""
    league = season(name="Thursdays")
    join(league, [anna, ben])
    played([anna, ben], [16, 3], 0, season=league)
    played([anna, ben], [16, 3], 1)
    stranger = MemberFactory.create()

    def seen(reader: Member) -> int:
        return game_page(selection({"game": "badass_force"}, reader), reader).matches.played

    assert (seen(anna), seen(stranger)) == (2, 2)
    change_terms(campaign=league, terms=terms(league, "private"))
    assert (seen(anna), seen(stranger)) == (2, 1)
    own = Total.objects.filter(campaign=league, facet=Facet.MATCHES)
    assert [row.played for row in own] == [1]
    change_terms(campaign=league, terms=terms(league, "public"))
    assert (seen(anna), seen(stranger)) == (2, 2)
    assert not own.all().exists()
