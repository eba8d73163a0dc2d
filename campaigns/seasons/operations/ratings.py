"""Ratings kept up to date: whatever counted result changes, everything from that match on is reckoned anew.

The steps before the first match concerned are the checkpoint: they hold, and the rest follows from them by the same
arithmetic in the same order, so that the outcome is that of reckoning everything. A few matches are reckoned at once;
many are left to a worker, and until it is done the book says from where on its figures are old.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import batched
from typing import Any, Final

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from campaigns.jobs import queue as jobs
from campaigns.matches.models.player import Player
from campaigns.matches.operations.results import ResultChange
from campaigns.seasons.models.rating import Rating, RatingBook, RatingStep
from campaigns.seasons.operations.books import locked_book
from campaigns.seasons.ratings import NEWCOMER, Position, State, Table, after
from campaigns.seasons.reading import before, counted, since, tables

KIND: Final = "ratings"
FEW: Final = 300
"""So many matches are reckoned at once; more are left to a worker."""
CHUNK: Final = 500
"""How many matches a worker reckons in one transaction."""
BEGINNING: Final[Position] = (datetime(1, 1, 1, tzinfo=UTC), 0)
MARK: Final = ("stale_date", "stale_match")
"""The columns of a book's mark."""
_STATE: Final = ("mu", "sigma", "order", "matches", "won", "streak", "best_streak")
_STEP: Final = ("date", "place", "mu_before", "sigma_before", *_STATE)
"""What a step says of a match and a player."""


def follow(changes: Sequence[ResultChange], books: Mapping[str, RatingBook]) -> None:
    """Bring the ratings of the games concerned, whose ``books`` are locked, up to date, or ask a worker to."""
    first: dict[str, Position] = {}
    for change in changes:
        for result in (change.before, change.after):
            if result is not None:
                place = (result.date, change.match)
                first[result.game] = min(place, first.get(result.game, place))
    for game in sorted(first):
        book, was_stale = books[game], books[game].stale
        _mark(book, first[game])
        due = tables(game, _stale(book), FEW + 1)
        if len(due) <= FEW:
            _reckon(book, due, None)
        if book.stale or was_stale:
            book.save(update_fields=MARK)
        if book.stale:
            jobs.enqueue(kind=KIND, subject=book.pk, asked_by=None)


def work(claim: jobs.Claim) -> None:
    """Reckon chunk after chunk, each in a transaction that moves the mark: who takes over goes on from there."""
    game = RatingBook.objects.values_list("game", flat=True).get(pk=claim.subject)
    total = done = 0
    while True:
        with transaction.atomic():
            book = locked_book(game)
            if book.stale:
                total = total or counted(game).filter(since(_stale(book))).count() // CHUNK + 1
                _advance(book, CHUNK)
            if not book.stale:
                claim.finish()
                return
        done += 1
        claim.heartbeat(progress=done, total=max(total, done))


@transaction.atomic
def rebuild_ratings(game: str) -> None:
    """Reckon all ratings of a game from its first match on."""
    book = locked_book(game)
    Rating.objects.filter(game=game).delete()
    _mark(book, BEGINNING)
    while book.stale:
        _advance(book, CHUNK)


def _stale(book: RatingBook) -> Position:
    if book.stale_date is None or book.stale_match is None:
        raise LookupError("nothing in this book is stale")
    return book.stale_date, book.stale_match


def _mark(book: RatingBook, place: Position) -> None:
    """Say that nothing holds from ``place`` on, besides what did not hold already (unsaved)."""
    book.stale_date, book.stale_match = min(place, _stale(book)) if book.stale else place


def _advance(book: RatingBook, most: int) -> None:
    """Reckon so many matches of a locked book from its mark on and move the mark behind them."""
    found = tables(book.game, _stale(book), most + 1)
    _reckon(book, found[:most], found[most].position if len(found) > most else None)
    book.save(update_fields=MARK)


def _reckon(book: RatingBook, chunk: Sequence[Table], end: Position | None) -> None:
    """Reckon these matches, which are the first from the book's mark on, and move the mark (unsaved) to ``end``."""
    start = _stale(book)
    old, last = _steps_around(book.game, chunk, start, end)
    touched = {finish.player for table in chunk for finish in table.players} | {step.player_id for step in old}
    new = list(_steps(book.game, chunk, {player: _state(step) for player, step in last.items()}))
    kept = {(step.match_id, step.player_id) for step in new}
    gone = [step.pk for step in old if (step.match_id, step.player_id) not in kept]
    for some in batched(gone, 1000):
        RatingStep.objects.filter(pk__in=some).delete()
    RatingStep.objects.bulk_create(
        new, batch_size=1000, update_conflicts=True, unique_fields=["match", "player"], update_fields=_STEP
    )
    book.stale_date, book.stale_match = end or (None, None)
    if end is None:  # nothing comes behind these steps
        last |= {step.player_id: step for step in new}
    else:
        last = {step.player_id: step for step in _last_steps(book.game, Q(pk__in=touched), Q())}
    _publish(book.game, touched, last)


def _span(start: Position, end: Position | None) -> Q:
    span = since(start, match="match")
    return span & before(end, match="match") if end is not None else span


def _steps(game: str, chunk: Iterable[Table], states: dict[int, State]) -> Iterable[RatingStep]:
    for table in chunk:
        new = after(table, states)
        for finish in table.players:
            was, now = states.get(finish.player, NEWCOMER), new[finish.player]
            yield RatingStep(
                match_id=table.match,
                player_id=finish.player,
                game=game,
                date=table.date,
                place=finish.place,
                mu_before=was.mu,
                sigma_before=was.sigma,
                **{name: getattr(now, name) for name in _STATE},
            )
        states.update(new)


def _steps_around(
    game: str, chunk: Sequence[Table], start: Position, end: Position | None
) -> tuple[list[RatingStep], dict[int, RatingStep]]:
    """Return the steps that no longer hold, and where the players of these and of the chunk stood before ``start``.

    One query for the old steps and the checkpoint.
    """
    matches = {table.match for table in chunk}
    old = RatingStep.objects.filter(_span(start, end) | Q(match__in=matches), game=game).order_by()
    players = {finish.player for table in chunk for finish in table.players}
    concerned = Q(pk__in=players) | Q(pk__in=old.values("player"))
    stale: list[RatingStep] = []
    last: dict[int, RatingStep] = {}
    for step in old.union(_last_steps(game, concerned, before(start, match="match")), all=True):
        if step.match_id in matches or (step.date, step.match_id) >= start:
            stale.append(step)
        else:
            last[step.player_id] = step
    return stale, last


def _last_steps(game: str, players: Q, span: Q) -> QuerySet[RatingStep]:
    """Return the last step within ``span`` of each of the players who are concerned."""
    steps = RatingStep.objects.filter(span, player=OuterRef("pk"), game=game).order_by("-date", "-match_id")
    rows = Player.objects.filter(players).annotate(step=Subquery(steps.values("pk")[:1]))
    return RatingStep.objects.filter(pk__in=rows.order_by().values("step")).order_by()


def _state(step: RatingStep) -> State:
    return State(step.mu, step.sigma, step.matches, step.won, step.streak, step.best_streak)


def _publish(game: str, players: Collection[int], last: Mapping[int, RatingStep]) -> None:
    """Write where these players stand now, after their ``last`` steps; who has no match left has no rating."""
    Rating.objects.filter(game=game, player__in=set(players) - set(last)).delete()
    rows: list[Rating] = []
    for player, step in sorted(last.items()):
        values: dict[str, Any] = {name: getattr(step, name) for name in _STATE}
        rows.append(Rating(player_id=player, game=game, last=step.date, **values))
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "game"], update_fields=[*_STATE, "last"]
    )
