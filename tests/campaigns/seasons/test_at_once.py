"""Results confirmed at the same moment: no counter and no rating loses one. On SQLite files and PostgreSQL."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections, transaction

from campaigns.league.games import CARD_GAMES
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.operations.changes import cancel_match
from campaigns.matches.operations.guests import merge_guest
from campaigns.matches.operations.recording import Sitting, record_result
from campaigns.matches.operations.results import batch
from campaigns.matches.operations.verdicts import settle_match
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.seasons.transfer.operations import import_plays, plan
from campaigns.seasons.transfer.plays import parse_book
from club.models import Member
from tests.campaigns.overlap import overlapping
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import played
from tests.campaigns.seasons.test_transfer import book, play, score
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.matches import result

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 4


def test_nothing_is_lost_when_results_come_at_once() -> None:
    judge = MemberFactory.create(is_staff=True)
    people = MemberFactory.create_batch(3)
    gone = [played(people, [16, 3, 5], day, recorder=judge) for day in range(2)]
    waiting = [result(people, [4, 16, 9], recorder=judge) for _number in range(WRITERS - len(gone))]
    together = Barrier(WRITERS)

    def work(match: Match) -> None:
        try:
            together.wait(timeout=30)
            if match in gone:
                cancel_match(match=match, author=judge)
            else:
                settle_match(match=match, judge=judge, because="As it was played")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(work, [*gone, *waiting]))
    connection.close()
    # The month's counter and its total.
    assert len({row[0] for row in history.tallies() if row[1] == "matches"}) == 2
    assert_nothing_lost()


def assert_nothing_lost() -> None:
    """What was kept up to date is what comes out of reckoning everything."""
    kept = history.ratings(), history.tallies()
    for game in CARD_GAMES:
        rebuild_ratings(game.code)
    rebuild_tallies()
    assert (history.ratings(), history.tallies()) == kept


def importing(plays: list[dict[str, Any]], who: dict[int, Any], judge: Member) -> Callable[[], object]:
    """Take over plays that are new as the page shows them now."""
    planned = plan(parse_book(json.dumps(book(*plays))), who, None)
    return lambda: len(import_plays(planned=planned, author=judge, season=None, visibility="club"))


def two_games(who: range) -> list[dict[str, Any]]:
    """Plays of two games between two people; one was written without any mark by which it is known again."""
    one, other = who[0], who[-1]
    return [
        play("one", [score(one, "16"), score(other, "3")]),
        play("two", [score(other, "", rank=1), score(one, "", rank=2)], game=2, date="2026-01-08 21:00:00"),
        play("", [score(other, "16"), score(one, "7")], date="2026-01-09 20:00:00"),
    ]


def test_a_file_sent_twice_is_taken_over_once() -> None:
    judge = MemberFactory.create(is_staff=True)
    who = {1: MemberFactory.create(), 2: "Gail"}
    plays = two_games(range(1, 3))
    assert overlapping(importing(plays, who, judge), importing(plays, who, judge)) == ("3", "0")
    assert Match.objects.count() == 3


def test_files_with_the_same_people_and_games_in_any_order() -> None:
    judge = MemberFactory.create(is_staff=True)
    who: dict[int, Any] = {1: MemberFactory.create(), 2: "Gail", 3: "Hugh"}
    plays = [*two_games(range(1, 3)), *two_games(range(2, 4))[1:]]
    plays[-1], plays[-2] = {**plays[-1], "uuid": "three"}, {**plays[-2], "uuid": "four"}
    files = (plays, plays[::-1], plays[2:] + plays[:2])
    assert at_once(*(importing(file, who, judge) for file in files)) == Counter({"5": 1, "0": 2})
    assert Match.objects.count() == 5
    assert_nothing_lost()


def test_a_guest_becomes_a_member_while_his_results_are_confirmed() -> None:
    """Results of two games, confirmed one by one and two at a time; an import and a second guest come in between."""
    judge = MemberFactory.create(is_staff=True)
    ann, ben = MemberFactory.create_batch(2)
    badass = [result([ann, guest], [16, 3], recorder=judge) for guest in ("Gail", "Hugh", "Gail")]
    bagarre = [
        record_result(
            sitting=Sitting(game="bagarre", people=[guest, ann]), recorder=judge, table=[{"place": 1}, {"place": 2}]
        )
        for guest in ("Gail", "Hugh", "Gail")
    ]

    def settle(*matches: Match) -> str:
        with transaction.atomic(), batch():
            for match in matches:
                settle_match(match=match, judge=judge, because="As it was played")
        return "settled"

    def merge(name: str) -> str:
        merge_guest(guest=Player.objects.get(name=name), member=ben, author=judge)
        return "merged"

    file = importing(two_games(range(1, 3)), {1: "Gail", 2: ann}, judge)
    outcome = at_once(
        lambda: settle(badass[0]),
        lambda: settle(bagarre[0]),
        lambda: settle(badass[1], bagarre[1]),
        lambda: settle(badass[2], bagarre[2]),
        lambda: merge("Gail"),
        lambda: merge("Hugh"),
        file,
    )
    assert outcome == Counter({"settled": 4, "merged": 2, "3": 1})
    assert not MatchSeat.objects.filter(player__name__in=("Gail", "Hugh")).exists()
    assert MatchSeat.objects.filter(player__member=ben, counts=True).count() == 9
    assert_nothing_lost()
