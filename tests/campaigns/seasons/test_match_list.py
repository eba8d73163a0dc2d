"""Long lists of matches: a stretch at a time, counted as far as anybody cares to know, filters when asked for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from hypothesis import given, strategies as st

from campaigns.league.models import Campaign
from campaigns.matches.access import visible_matches
from campaigns.matches.models.match import Match, MatchSeat, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.seasons.views import matches as views
from club import paging
from club.models import Member
from club.paging import Mark, newest_first
from club.visibility import Visibility
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season

EVENING = datetime(2026, 3, 5, 20, 30, 0, 123456, tzinfo=UTC)
LIST = "/scores/"


def evenings(count: int, at_once: int = 1, **fields: Any) -> list[Match]:
    """Matches a day apart, ``at_once`` of them at the same moment each time."""
    rows = [
        Match(
            game="baf", way=MatchWay.RESULT, setup={}, rules_version=1, state=MatchState.CONFIRMED,
            date=EVENING + timedelta(days=number // at_once), **fields,
        )
        for number in range(count)
    ]  # fmt: skip
    return Match.objects.bulk_create(rows)


def keys(rows: list[Match]) -> list[int]:
    return [row.pk for row in rows]


def shown(client: Client, address: str) -> tuple[list[int], dict[str, str]]:
    """The matches of a page, and the addresses of the pages around it by their relation."""
    answer = client.get(address)
    assert answer.status_code == 200
    html = answer.content.decode()
    links = re.findall(r'rel="(prev|next)" href="(\?[^"]*)"', html)
    return [line.pk for line in answer.context["lines"]], {name: LIST + query for name, query in links}


@given(
    moment=st.datetimes(timezones=st.just(UTC)).filter(lambda moment: 1900 < moment.year < 2200),
    key=st.integers(1, 10**17),
)
def test_an_address_says_a_row_s_place_to_the_microsecond(moment: datetime, key: int) -> None:
    assert Mark.of(str(Mark(moment, key))) == Mark(moment, key)


@pytest.mark.parametrize(
    "odd", ["", "x", "1", "1-", "-1", "1-2-3", "1.5-2", "٣-١", "9" * 18 + "-1", "99999999999999999-1", "1-" + "9" * 19]
)
@pytest.mark.django_db
def test_an_odd_mark_shows_the_newest(client: Client, odd: str) -> None:
    rows = evenings(3, visibility=Visibility.PUBLIC)
    for name in ("older", "newer"):
        answer = client.get(LIST, {name: odd})
        assert answer.status_code == 200
        assert [line.pk for line in answer.context["lines"]] == keys(rows)[::-1]


@pytest.mark.parametrize("at_once", [1, 7, 100])
@pytest.mark.django_db
def test_from_stretch_to_stretch_every_match_comes_once_and_back_again(client: Client, at_once: int) -> None:
    """Also where more are of the same moment than stand on a page."""
    rows = evenings(views.PER_PAGE * 3 + 5, at_once, visibility=Visibility.PUBLIC)
    there: list[list[int]] = []
    address, links = LIST, {}
    while address:
        found, links = shown(client, address)
        there.append(found)
        assert ("prev" in links) == (len(there) > 1)
        address = links.get("next", "")
    assert [pk for page in there for pk in page] == keys(rows)[::-1]
    assert [len(page) for page in there] == [views.PER_PAGE] * 3 + [5]
    back, address = [there[-1]], links["prev"]
    while address:
        found, links = shown(client, address)
        back.append(found)
        address = links.get("prev", "")
    assert back == there[::-1]


@pytest.mark.django_db
def test_an_address_shows_the_same_matches_when_newer_ones_have_come(client: Client) -> None:
    evenings(views.PER_PAGE * 2, visibility=Visibility.PUBLIC)
    _first, links = shown(client, LIST)
    before, _links = shown(client, links["next"])
    newer = Match.objects.create(
        game="baf", way=MatchWay.RESULT, setup={}, rules_version=1, date=EVENING + timedelta(days=999),
        visibility=Visibility.PUBLIC,
    )  # fmt: skip
    after, around = shown(client, links["next"])
    assert after == before and len(after) == views.PER_PAGE
    assert newer.pk not in after
    top, _links = shown(client, LIST)
    assert top[0] == newer.pk
    assert shown(client, around["prev"])[0][-1] > after[0]


@pytest.mark.django_db
def test_what_is_behind_the_last_match_is_the_list_s_beginning(client: Client) -> None:
    rows = evenings(3, visibility=Visibility.PUBLIC)
    behind = Mark(rows[0].date, rows[0].pk)
    assert shown(client, f"{LIST}?older={behind}") == (keys(rows)[::-1], {})


@pytest.mark.django_db
def test_filters_go_along_from_stretch_to_stretch(client: Client) -> None:
    evenings(views.PER_PAGE + 1, visibility=Visibility.PUBLIC)
    evenings(2, visibility=Visibility.PUBLIC, place="elsewhere")
    Match.objects.filter(place="elsewhere").update(game="bebop")
    _found, links = shown(client, f"{LIST}?game=baf&state=confirmed")
    found, _links = shown(client, links["next"].replace("&amp;", "&"))
    assert len(found) == 1
    assert Match.objects.get(pk=found[0]).game == "baf"


@pytest.mark.django_db
def test_a_list_is_counted_as_far_as_anybody_cares(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    evenings(5, visibility=Visibility.PUBLIC)
    monkeypatch.setattr(paging, "COUNTED", 4)
    for language, told in (("en", "more than 4"), ("fr", "plus de 4")):
        assert told in client.get(LIST, headers={"accept-language": language}).content.decode()
    monkeypatch.setattr(paging, "COUNTED", 5)
    assert "more than" not in client.get(LIST, headers={"accept-language": "en"}).content.decode()
    monkeypatch.setattr(paging, "COUNTED", 1000)
    with translation.override("fr"):
        stretch = paging.Stretch[Match]([], "", "", 1001)
        assert (stretch.uncounted, re.sub(r"\s", " ", stretch.total)) == (True, "1 000")


@pytest.mark.django_db
def test_a_page_reads_as_many_rows_as_it_shows_and_one_more(client: Client) -> None:
    """However many there are: the database is asked for 1,001 at most to count, and for a page and one row to show."""
    evenings(views.PER_PAGE * 2, visibility=Visibility.PUBLIC)
    with CaptureQueriesContext(connection) as queries:
        client.get(LIST)
    asked = [query["sql"] for query in queries if 'FROM "campaigns_match"' in query["sql"]]
    assert [re.findall(r"LIMIT (\d+)", sql) for sql in asked] == [["1001"], [str(views.PER_PAGE + 1)]]
    assert not any('"setup"' in sql for sql in asked), "a line shows nothing of a match's setup"


@pytest.mark.django_db
def test_both_ways_of_asking_who_may_read_find_the_same_matches(client: Client) -> None:
    """For a visitor, a stranger, whoever sits in a match, keeps it, wrote it down, or plays in its season; an admin."""
    ann, ben, cleo, dora = MemberFactory.create_batch(4)
    admin = MemberFactory.create(is_staff=True, is_superuser=True)
    own: Campaign = season(name="Secret", referee=ann)
    Campaign.objects.filter(pk=own.pk).update(visibility=Visibility.PRIVATE)
    for visibility in Visibility:
        evenings(2, visibility=visibility)
    evenings(1, visibility=Visibility.PRIVATE, campaign=own)
    evenings(1, visibility=Visibility.PRIVATE, recorder=ben)
    evenings(1, visibility=Visibility.PRIVATE, keeper=cleo)
    [seated] = evenings(1, visibility=Visibility.PRIVATE)
    player = Player.objects.create(member=dora)
    MatchSeat.objects.create(match=seated, player=player, seat=0, game="baf", date=seated.date)
    sizes = []
    for reader in (AnonymousUser(), ann, ben, cleo, dora, admin):
        some, all_ = (set(keys(list(visible_matches(reader, one_by_one=way)))) for way in (False, True))
        assert some == all_
        sizes.append(len(some))
    assert sizes == [2, 5, 5, 5, 5, 10]


@pytest.mark.django_db
def test_a_list_longer_than_is_counted_is_gone_through_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, others = evenings(5), Match.objects.filter(date__gt=EVENING)
    monkeypatch.setattr(paging, "COUNTED", 4)
    assert keys(newest_first(Match.objects.all(), {}, most=3, one_by_one=others).rows) == keys(rows)[:-4:-1]
    found = newest_first(Match.objects.all(), {"older": str(Mark(rows[2].date, rows[2].pk))}, most=3, one_by_one=others)
    assert keys(found.rows) == [rows[1].pk]
    monkeypatch.setattr(paging, "COUNTED", 5)
    assert len(newest_first(Match.objects.all(), {}, most=9, one_by_one=others).rows) == 5


@pytest.fixture
def league(client: Client) -> Campaign:
    """A season with a match, its referee looking at it."""
    referee: Member = MemberFactory.create()
    found = season(name="League", referee=referee)
    played([referee, "Gus Guest"], [16, 3], 0, season=found)
    client.force_login(referee, backend="club.auth.MemberBackend")
    return found


@pytest.mark.django_db
def test_what_there_is_to_choose_from_is_read_when_somebody_wants_to_choose(client: Client, league: Campaign) -> None:
    """Without a script a link leads to the page with its form open; with one, the form takes the link's place."""
    for address in (LIST, reverse("campaigns:season_matches", args=[league.slug])):
        client.get(address)
        with CaptureQueriesContext(connection) as folded:
            page = client.get(address).content.decode()
        assert f'href="{address}?narrow=1"' in page and f'hx-get="{address}?narrow=1"' in page
        assert 'name="player"' not in page
        with CaptureQueriesContext(connection) as unfolded:
            page = client.get(f"{address}?narrow=1").content.decode()
        assert 'name="player"' in page and "Gus Guest" in page and "<html" in page
        assert len(unfolded) >= len(folded) + 2  # the years and the players; on the list of all, the seasons
        form = client.get(f"{address}?narrow=1", headers={"HX-Request": "true"}).content.decode()
        assert 'name="player"' in form and "Gus Guest" in form and "<html" not in form
        assert form.lstrip().startswith("<details") and 'class="log"' not in form
        assert "<summary autofocus>" in form and "autofocus" not in page  # where the followed link was
        assert 'name="player"' in client.get(f"{address}?state=confirmed").content.decode()


@pytest.mark.django_db
def test_only_some_running_seasons_stand_beside_the_matches(client: Client, league: Campaign) -> None:
    for number in range(views.SEASONS - 1):
        season(name=f"Season {number}")
    page = client.get(LIST)
    assert (len(page.context["seasons"]), page.context["more_seasons"]) == (views.SEASONS, False)
    season(name="One more")
    page = client.get(LIST)
    assert (len(page.context["seasons"]), page.context["more_seasons"]) == (views.SEASONS, True)
    assert page.context["seasons"] == list(Campaign.objects.order_by("-created")[: views.SEASONS])
