"""Results confirmed at the same moment on PostgreSQL: no counter and no rating loses one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from campaigns.games import CARD_GAMES
from campaigns.models import Match
from campaigns.operations.match_changes import cancel_match
from campaigns.operations.match_verdicts import settle_match
from campaigns.operations.ratings import rebuild_ratings
from campaigns.operations.tallies import rebuild_tallies
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import played
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
                settle_match(match=match, judge=judge)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(work, [*gone, *waiting]))
    connection.close()
    kept = history.ratings(), history.tallies()
    assert len({row[0] for row in kept[1] if row[1] == "matches"}) == 1
    for game in CARD_GAMES:
        rebuild_ratings(game.code)
    rebuild_tallies()
    assert (history.ratings(), history.tallies()) == kept
