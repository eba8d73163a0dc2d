"""Periods between any two days: what lies in them, and what is said about days that are none."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.league.operations import people
from campaigns.matches.models.player import Player
from campaigns.matches.operations.recording import Occasion
from campaigns.seasons.periods import Period
from campaigns.seasons.player_page import PlayerPage, Run, player_page, run_of
from campaigns.seasons.selection import selection
from campaigns.seasons.statistics_page import game_page
from club.models import Member
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season

pytestmark = pytest.mark.django_db

GAME = {"game": "badass_force"}


@pytest.fixture
def client() -> Client:
    return client_of()


def played(people: list[Any], totals: list[int], when: datetime, **more: Any) -> None:
    result(people, totals, occasion=Occasion(date=when, duration=30), confirmed=True, **more)


def at(month: int, day: int, hour: int = 18) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


def of(member: Member, reader: Any = None, **asked: str) -> PlayerPage:
    return player_page(Player.objects.get(member=member), {**GAME, **asked}, reader or member)


def days(since: str = "", until: str = "") -> dict[str, str]:
    return {"from": since, "to": until}


@pytest.mark.parametrize(
    ("since", "until", "whole", "edges"),
    [
        ("2026-03-01", "2026-04-30", (2026 * 12 + 2, 2026 * 12 + 3), []),
        ("2026-03-02", "2026-04-30", (2026 * 12 + 3, 2026 * 12 + 3), [("2026-03-02", "2026-03-31")]),
        ("2026-03-01", "2026-04-29", (2026 * 12 + 2, 2026 * 12 + 2), [("2026-04-01", "2026-04-29")]),
        (
            "2026-01-31", "2026-12-01", (2026 * 12 + 1, 2026 * 12 + 10),
            [("2026-01-31", "2026-01-31"), ("2026-12-01", "2026-12-01")],
        ),
        ("2026-03-10", "2026-03-20", None, [("2026-03-10", "2026-03-20")]),
        ("2026-03-10", "2026-04-20", None, [("2026-03-10", "2026-04-20")]),
        ("2026-03-10", "", (2026 * 12 + 3, None), [("2026-03-10", "2026-03-31")]),
        ("", "2026-03-10", (None, 2026 * 12 + 1), [("2026-03-01", "2026-03-10")]),
        ("2024-02-29", "2024-02-29", None, [("2024-02-29", "2024-02-29")]),
    ],
)  # fmt: skip
def test_a_period_is_whole_months_and_the_months_it_cuts(
    since: str, until: str, whole: tuple[int | None, int | None] | None, edges: list[tuple[str, str]]
) -> None:
    period = Period.of(days(since, until))
    first, last = period.months
    if whole is None:
        assert first is not None
        assert last is not None
        assert first > last, "no month is whole"
    else:
        assert (first, last) == whole
    parts = [Period.of(days(*one)).span("date") for one in edges]
    cut = period.edges("date")
    assert cut == (parts[0] | parts[1] if len(parts) == 2 else parts[0] if parts else None)


def test_two_days_narrow_every_figure_by_the_club_s_clock(anna: Member, ben: Member) -> None:
    played([anna, ben], [16, 3], at(1, 31, 22))  # 23:00 on the 31st
    played([anna, ben], [3, 17], at(2, 9, 23))  # midnight: already the 10th
    played([anna, ben], [18, 5], at(2, 20))
    played([anna, ben], [4, 16], at(4, 1))

    def figures(**asked: str) -> tuple[int, int, int, int]:
        page = of(anna, **asked)
        rival = page.rivals[0] if page.rivals else None
        assert len(page.steps) == page.score.played
        assert (
            (rival.met if rival else 0)
            == page.score.played
            == game_page(selection({**GAME, **asked}, anna), anna).matches.played
        )
        return page.score.played, page.score.won, page.score.points, page.score.minutes

    assert figures() == (4, 2, 41, 120)
    assert figures(**days("2026-01-31", "2026-02-09")) == (1, 1, 16, 30)
    assert figures(**days("2026-02-01", "2026-02-10")) == (1, 0, 3, 30)
    assert figures(**days("2026-02-10", "2026-02-20")) == (2, 1, 21, 60)
    assert figures(**days("2026-01-15", "2026-03-31")) == (3, 2, 37, 90)  # February and March are whole
    assert figures(**days("2026-02-11")) == (2, 1, 22, 60)
    assert figures(**days("", "2026-02-10")) == (2, 1, 19, 60)
    assert figures(**days("2026-02-21", "2026-03-31")) == (0, 0, 0, 0)
    # A year and days narrow each other.
    assert figures(period="2026", **days("", "2026-01-31")) == (1, 1, 16, 30)
    assert figures(period="2026", **days("2026-04-01")) == (1, 0, 4, 30)


def test_a_month_cut_in_two_tells_of_no_match_the_reader_may_not_read(anna: Member, ben: Member) -> None:
    secret = season(name="Behind doors", visibility="private")
    for member in (anna, ben):
        people.join(campaign=secret, member=member, code=secret.join_code)
    played([anna, ben], [16, 3], at(2, 3), season=secret)
    played([anna, ben], [16, 3], at(2, 4), visibility="private")
    played([anna, ben], [16, 3], at(2, 5))
    asked = days("2026-02-02", "2026-02-06")
    stranger = MemberFactory.create()
    assert of(anna, **asked).score.played == 3
    assert of(anna, stranger, **asked).score.played == 1
    assert of(anna, AnonymousUser(), **asked).score.played == 0
    assert game_page(selection({**GAME, **asked}, stranger), stranger).matches.played == 1


def test_streaks_follow_the_filters_and_the_rating_says_what_it_covers(
    client: Client, anna: Member, ben: Member
) -> None:
    for day, totals in enumerate(([16, 3], [17, 3], [16, 4], [3, 16], [4, 16], [16, 2]), start=1):
        played([anna, ben], totals, at(2, day))
    assert of(anna).run == Run(now=1, best=3)
    assert of(anna, **days("2026-02-03", "2026-02-05")).run == Run(now=-2, best=1)
    assert of(anna, **days("2026-02-02", "2026-02-03")).run == Run(now=2, best=2)
    whole, first, rest = (
        of(anna, **asked) for asked in (days("2026-02-01"), days("", "2026-02-03"), days("2026-02-04"))
    )
    assert whole.moved == whole.points - 1000  # everybody begins at 1,000
    assert first.moved is not None
    assert first.moved > 0
    assert rest.moved is not None
    assert abs(first.moved + rest.moved - whole.moved) <= 1  # each is rounded
    assert of(anna).moved is None
    address = Player.objects.get(member=anna).get_absolute_url()
    client.force_login(anna, backend="club.auth.MemberBackend")
    page = client.get(address, {**GAME, **days("2026-02-03", "2026-02-05")}).content.decode()
    assert "Over all matches;" in page
    figures = client.get(address, {**GAME, **days("2026-02-03", "2026-02-05"), "part": "figures"}).content.decode()
    assert "2 without a victory" in figures
    assert "Over all matches;" not in client.get(address, GAME).content.decode()


@pytest.mark.parametrize(
    ("wins", "run"),
    [([], Run()), ([True], Run(1, 1)), ([False, False], Run(-2, 0)), ([True, True, False, True], Run(1, 2))],
)
def test_streaks_by_hand(wins: list[bool], run: Run) -> None:
    assert run_of(wins) == run


PAGES = ("match_statistics", "match_list", "season_statistics", "season_matches", "player")


@pytest.mark.parametrize("name", PAGES)
def test_a_wrong_day_is_told_beside_its_field_and_shows_no_figures(
    client: Client, anna: Member, ben: Member, name: str
) -> None:
    league = season(name="League", visibility="public")
    people.join(campaign=league, member=anna, code=league.join_code)
    people.join(campaign=league, member=ben, code=league.join_code)
    played([anna, ben], [16, 3], at(2, 3), season=league)
    args = [league.slug] if name.startswith("season") else []
    address = reverse(f"campaigns:{name}", args=[anna.pk] if name == "player" else args)
    client.force_login(anna, backend="club.auth.MemberBackend")
    for wrong, said, field in (
        (days("2026-02-30"), "Enter a valid date.", "id_from"),
        (days("", "yesterday"), "Enter a valid date.", "id_to"),
        (days("2026-03-01", "2026-02-01"), "This day is before the first one.", "id_to"),
        (days("0001-01-01"), "Only the years from 1970 to 2100 are accepted.", "id_from"),
        (days("", "9999-12-31"), "Only the years from 1970 to 2100 are accepted.", "id_to"),
    ):
        answer = client.get(address, {**GAME, **wrong})
        page = answer.content.decode()
        assert answer.status_code == 422, wrong
        assert f'id="{field}_error"' in page, wrong
        assert said in page, wrong
        typed = next(value for value in reversed(wrong.values()) if value)
        assert typed in page, wrong
        assert ">16<" not in page, wrong
    assert client.get(address, {**GAME, **days("2026-02-03", "2026-02-03")}).status_code == 200


def test_files_follow_the_days_and_refuse_wrong_ones(client: Client, anna: Member, ben: Member) -> None:
    played([anna, ben], [16, 3], at(2, 3))
    played([anna, ben], [17, 3], at(2, 4))
    address = reverse("campaigns:match_export_csv")
    answer = client.get(address, days("2026-02-04", "2026-02-01"))
    assert answer.status_code == 400
    assert "This day is before the first one." in answer.content.decode()
    client.force_login(anna, backend="club.auth.MemberBackend")
    good = client.get(address, {**days("2026-02-04", "2026-02-04"), "player": Player.objects.get(member=ben).pk})
    assert isinstance(good, StreamingHttpResponse)
    assert "2026-02-04" in good.headers["Content-Disposition"]
    content = b"".join(good).decode().removeprefix("\ufeff")  # type: ignore[arg-type]
    assert [row["points"] for row in csv.DictReader(io.StringIO(content))] == ["17", "3"]
    # A year that no calendar has is left aside instead of failing.
    assert client.get(address, {"period": "9999"}).status_code == 200
    assert client.get(address, {"period": "0000"}).status_code == 200


def test_a_list_is_narrowed_by_season_player_and_days(client: Client, anna: Member, ben: Member) -> None:
    cleo = MemberFactory.create(display_name="Cleo")
    league = season(name="League")
    for member in (anna, ben):
        people.join(campaign=league, member=member, code=league.join_code)
    played([anna, ben], [16, 3], at(2, 3), season=league)
    played([cleo, ben], [16, 3], at(2, 4))
    played([anna, cleo, "Gus Guest"], [16, 3, 1], at(2, 5))
    client.force_login(anna, backend="club.auth.MemberBackend")

    def shown(address: str = reverse("campaigns:match_list"), **asked: Any) -> list[int]:
        answer = client.get(address, asked)
        assert answer.status_code == 200
        return [line.date.day for line in answer.context["lines"]]

    number = {member.name: Player.objects.get(member=member).pk for member in (anna, ben, cleo)}
    assert shown() == [5, 4, 3]
    assert shown(season=league.slug) == [3]
    assert shown(season="none", player=number["Anna"]) == [5]
    assert shown(player=number["Cleo"], **days("2026-02-05")) == [5]
    assert shown(period="2025") == []
    own = reverse("campaigns:season_matches", args=[league.slug])
    assert shown(own) == [3]
    assert shown(own, player=number["Anna"]) == [3]
    assert shown(own, **days("2026-02-04")) == []
    assert shown(own, season="none") == [3]  # the page is about its own season
    assert "Show all" in client.get(own, days("2026-02-04")).content.decode()
    assert client.get(reverse("campaigns:match_list"), {"player": "999999"}).status_code == 404


def test_a_day_shows_the_same_period_again(anna: Member, ben: Member) -> None:
    played([anna, ben], [16, 3], at(2, 3))
    chosen = of(anna, period="2026", **days("2026-02-01", "")).chosen
    assert chosen.query == "game=badass_force&period=2026&from=2026-02-01"
    assert chosen.period.since == date(2026, 2, 1)
    assert chosen.period.until == date(2026, 12, 31)
