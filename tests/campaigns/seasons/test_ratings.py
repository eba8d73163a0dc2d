"""Ratings follow the matches in their order, exactly, whatever is corrected later."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations.changes import cancel_match, change_occasion
from campaigns.matches.operations.recording import Occasion
from campaigns.matches.operations.results import batch
from campaigns.seasons.models.rating import Rating, RatingBook, RatingStep
from campaigns.seasons.operations import ratings as operations
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.seasons.ratings import NEWCOMER, Finish, State, Table, after, model, provisional
from club.models import Member
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import on, played
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

GAME = "badass_force"


def table(*finishes: Finish) -> Table:
    return Table(1, on(0), finishes)


def solo(player: int, place: int, *, won: bool = False) -> Finish:
    return Finish(player, place, None, won)


def rating(member: Member) -> Rating:
    return Rating.objects.get(player__member=member, game=GAME)


# The arithmetic


def test_a_newcomer_is_what_the_library_takes_him_for() -> None:
    """Average 25, doubt 25/3 (Weng and Lin 2011, as openskill has it)."""
    assert (model().mu, model().sigma) == (NEWCOMER.mu, NEWCOMER.sigma) == (25.0, 25.0 / 3)


def test_who_finishes_before_another_gains_on_him() -> None:
    found = after(table(solo(1, 1, won=True), solo(2, 2), solo(3, 3)), {})
    assert found[1].mu > found[2].mu > found[3].mu
    assert found[1].mu > NEWCOMER.mu > found[3].mu
    assert all(state.sigma < NEWCOMER.sigma for state in found.values())


def test_who_shares_a_place_is_changed_alike() -> None:
    found = after(table(solo(1, 1, won=True), solo(2, 1, won=True), solo(3, 3)), {})
    assert found[1] == found[2]
    assert found[1].mu > NEWCOMER.mu > found[3].mu


def test_beating_a_stronger_player_gains_more() -> None:
    strong, weak = State(32.0, 4.0), State(18.0, 4.0)
    over_strong = after(table(solo(1, 1, won=True), solo(2, 2)), {1: State(25.0, 4.0), 2: strong})[1].mu
    over_weak = after(table(solo(1, 1, won=True), solo(2, 2)), {1: State(25.0, 4.0), 2: weak})[1].mu
    assert over_strong > over_weak > 25.0


def test_team_mates_rise_and_fall_together() -> None:
    found = after(
        table(Finish(1, 1, 1, True), Finish(2, 3, 2, False), Finish(3, 1, 1, True), Finish(4, 3, 2, False)), {}
    )
    assert found[1] == found[3]
    assert found[2] == found[4]
    assert found[1].mu > NEWCOMER.mu > found[2].mu


def test_a_table_of_one_side_teaches_nothing() -> None:
    found = after(table(Finish(1, 1, 1, True), Finish(2, 1, 1, True)), {})
    assert (found[1].mu, found[1].sigma) == (NEWCOMER.mu, NEWCOMER.sigma)
    assert found[1].matches == 1


def test_streaks_count_victories_in_a_row() -> None:
    states: dict[int, State] = {}
    streaks = []
    for won in (True, True, False, False, False, True):
        mine, other = (1, 2) if won else (2, 1)
        states |= after(table(solo(1, mine, won=won), solo(2, other, won=not won)), states)
        streaks.append((states[1].streak, states[1].best_streak))
    assert streaks == [(1, 1), (2, 2), (-1, 2), (-2, 2), (-3, 2), (1, 2)]
    assert (states[1].matches, states[1].won) == (6, 3)


def test_a_rating_is_provisional_with_few_matches_or_much_doubt() -> None:
    assert provisional(9, 3.0)
    assert provisional(30, 7.5)
    assert not provisional(10, 7.0)


# Kept with the matches


def test_a_confirmed_match_moves_the_ratings_and_a_waiting_one_does_not() -> None:
    anna, ben = MemberFactory.create_batch(2)
    from tests.factories.matches import result

    result([anna, ben], [16, 3])
    assert not Rating.objects.exists()
    played([anna, ben], [16, 3], 1)
    assert rating(anna).order > rating(ben).order
    assert (rating(anna).matches, rating(anna).won, rating(anna).streak) == (1, 1, 1)
    assert RatingStep.objects.count() == 2


def test_a_match_put_in_late_is_reckoned_in_its_place() -> None:
    anna, ben, cleo = MemberFactory.create_batch(3)
    played([anna, ben, cleo], [16, 3, 8], 10)
    played([anna, cleo], [5, 16], 20)
    late = played([cleo, anna, ben], [16, 2, 9], 5)
    first = RatingStep.objects.filter(match=late)
    assert {step.mu_before for step in first} == {NEWCOMER.mu}
    kept = history.ratings()
    rebuild_ratings(GAME)
    assert history.ratings() == kept


def test_a_match_called_off_leaves_no_trace() -> None:
    anna, ben, cleo = MemberFactory.create_batch(3)
    played([anna, ben], [16, 3], 1)
    before = history.ratings()
    match = played([cleo, anna], [16, 3], 0)
    assert history.ratings() != before
    cancel_match(match=match, author=MemberFactory.create(is_staff=True))
    assert history.ratings() == before
    assert not Rating.objects.filter(player__member=cleo).exists()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_changes_the_outcome_is_that_of_reckoning_everything(seed: int) -> None:
    dice = random.Random(seed)
    judge = MemberFactory.create(is_staff=True)
    people = [*MemberFactory.create_batch(4), "Guest Gus", "Guest Gil"]
    for _number in range(8):
        seated = dice.sample(people, dice.randint(2, 4))
        totals = [dice.randint(0, 15) for _one in seated]
        totals[dice.randrange(len(seated))] = 16
        if dice.random() < 0.3:
            totals[0] = totals[-1] = 16
        played(seated, totals, dice.randint(0, 30), recorder=judge, duration=dice.choice((None, 30, 75)))
    for _number in range(10):
        history.change(dice, people, judge)
    kept, counters = history.ratings(), history.tallies()
    assert kept
    assert counters
    rebuild_ratings(GAME)
    rebuild_tallies()
    assert history.ratings() == kept
    assert history.tallies() == counters


def test_many_matches_are_left_to_a_worker_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben, cleo = MemberFactory.create_batch(3)
    dice = random.Random(3)
    for day in range(7):
        played(dice.sample([anna, ben, cleo], 2), [16, dice.randint(0, 15)], day)
    monkeypatch.setattr(operations, "FEW", 3)
    monkeypatch.setattr(operations, "CHUNK", 2)
    oldest = Match.objects.order_by("date").first()
    assert oldest is not None
    change_occasion(match=oldest, occasion=Occasion(date=on(3)), author=MemberFactory.create(is_staff=True))
    book = RatingBook.objects.get(game=GAME)
    assert book.stale
    job = Job.objects.get(kind=operations.KIND, subject=book.pk)
    # Another match meanwhile is left to the worker as well.
    played([cleo, anna], [16, 1], 9)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    book.refresh_from_db()
    assert (job.state, book.stale) == (JobState.DONE, False)
    kept = history.ratings()
    monkeypatch.setattr(operations, "CHUNK", 500)
    rebuild_ratings(GAME)
    assert history.ratings() == kept
    assert {step.match_id for step in RatingStep.objects.all()} == set(Match.objects.values_list("pk", flat=True))


def test_a_match_more_costs_as_many_queries_in_a_long_history() -> None:
    anna, ben = MemberFactory.create_batch(2)
    judge = MemberFactory.create(is_staff=True)
    counts = []
    for day in range(12):
        with CaptureQueriesContext(connection) as asked:
            played([anna, ben], [16, day], day, recorder=judge)
        counts.append(len(asked))
    assert counts[-1] <= counts[2]


def test_a_batch_is_reckoned_once() -> None:
    anna, ben = MemberFactory.create_batch(2)
    with CaptureQueriesContext(connection) as asked, batch():
        for day in range(5):
            played([anna, ben], [16, 3], day)
        assert not Rating.objects.exists()
    assert sum('INSERT INTO "campaigns_ratingstep"' in query["sql"] for query in asked) == 1
    assert rating(anna).matches == 5
    assert Player.objects.count() == 2
