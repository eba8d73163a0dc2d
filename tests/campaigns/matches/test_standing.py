"""What one question tells of a reader of a pad is what the match itself, read as a whole, says of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from campaigns.league.models import Campaign
from campaigns.matches.access import get_match_for_reader
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.standing import Standing
from club.models import Member
from tests.campaigns.matches.asking import HTMX, as_, at
from tests.factories.campaigns import join
from tests.factories.club import MemberFactory
from tests.factories.matches import kill, pad, season

pytestmark = pytest.mark.django_db


def _standing(user: Any, match: Match) -> Standing | None:
    try:
        return Standing.asked(user, match.pk)
    except Http404:
        return None


def _loaded(user: Any, match: Match) -> Standing | None:
    try:
        return Standing.of(get_match_for_reader(user, match.pk), user)
    except Http404:
        return None


def _people(played: Campaign) -> dict[str, Any]:
    return {
        "referee": played.memberships.get(role="referee").member,
        "one of the season": join(played),
        "recorder": MemberFactory.create(),
        "keeper": MemberFactory.create(),
        "other": MemberFactory.create(),
        "admin": MemberFactory.create(is_staff=True),
        "visitor": AnonymousUser(),
    }


@pytest.mark.parametrize("visibility", ["public", "club", "private"])
@pytest.mark.parametrize("in_season", [True, False], ids=["season", "outside"])
def test_a_standing_is_the_one_that_the_whole_match_gives(
    in_season: bool, visibility: str, ann: Member, ben: Member
) -> None:
    played = season()
    people = {"ann": join(played, ann), "ben": join(played, ben), **_people(played)}
    Campaign.objects.filter(pk=played.pk).update(visibility=visibility)
    match = pad([ann, ben], season=played if in_season else None, recorder=ann)
    pad([people["other"], "Gail"], recorder=people["other"])  # who keeps another match keeps this one no more for it
    facts = {"recorder": people["recorder"], "keeper": people["keeper"]}
    for state in MatchState:
        Match.objects.filter(pk=match.pk).update(state=state, visibility=visibility, version=7, **facts)
        found = {name: _standing(user, match) for name, user in people.items()}
        assert found == {name: _loaded(user, match) for name, user in people.items()}, state
        keeps = {name for name, one in found.items() if one is not None and one.keeps}
        assert keeps == {"ann", "ben", "recorder", "keeper", "referee" if in_season else "admin"}
        judge = {"referee" if in_season else "admin"}
        corrects = {name for name, one in found.items() if one is not None and one.corrects}
        assert corrects == {MatchState.CANCELLED: set(), MatchState.CONFIRMED: judge}.get(state, keeps)
        assert (found["visitor"] is None) == (visibility != "public")
        assert (found["other"] is None) == (visibility == "private")
        assert {one.version for one in found.values() if one is not None} == {7}


def test_a_standing_is_asked_for_in_one_query(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    with CaptureQueriesContext(connection) as asked:
        Standing.asked(ben, match.pk)
    assert len(asked) == 1


def test_who_is_drawn_what_another_was_costs_two_queries(ann: Member, ben: Member) -> None:
    """One for the session with its member, one for the standing: the match, its seats and its log are not read."""
    match = pad([ann, ben], entries=[kill(0, 1)])
    first, second, third = as_(ben), as_(MemberFactory.create()), as_(MemberFactory.create())
    for client in (first, second, third):
        client.get(at("match_pad_status", match.pk), {"version": "-1"}, headers=HTMX)
    cache.delete(f"pad-author:{match.pk}:{match.version}")
    second.get(at("match_pad_status", match.pk), {"version": "-1"}, headers=HTMX)
    with CaptureQueriesContext(connection) as asked:
        answer = third.get(at("match_pad_status", match.pk), {"version": "-1"}, headers=HTMX)
    assert answer.status_code == 200
    assert len(asked) == 2, [one["sql"][:80] for one in asked]


def test_who_loses_the_right_meanwhile_is_no_more_drawn_what_the_others_are(
    ann: Member, ben: Member, thursdays: Campaign
) -> None:
    guest = join(thursdays)
    Campaign.objects.filter(pk=thursdays.pk).update(visibility="private")
    match = pad([ann, ben], season=thursdays, recorder=ann)
    client, address = as_(guest), at("match_pad_status", match.pk)
    assert client.get(address, {"version": "-1"}, headers=HTMX).status_code == 200
    thursdays.memberships.filter(member=guest).delete()
    assert client.get(address, {"version": "-1"}, headers=HTMX).status_code == 404


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**30])
def test_a_number_that_no_column_holds_is_no_match(number: int) -> None:
    client = as_(MemberFactory.create())
    assert client.get(at("match_pad_status", number), headers=HTMX).status_code == 404
