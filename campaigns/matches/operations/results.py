"""What a match came to: the reading copy in its seats, and who wants to know when a counted result changes.

Standings, ratings and statistics follow the counted results. They register a listener with ``on_results``; it is called
inside the transaction of the operation, with every match whose counted result is another one now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Final

from msgspec import Struct, field

from campaigns.matches.models.match import Match, MatchHero, MatchSeat, MatchState
from campaigns.matches.scores import pad_of
from club.rewriting import rewrite
from engines.core.score import Replay


class Counted(Struct, frozen=True):
    """One player's part in a counted match. ``points`` and ``kills`` are None in a game that has none."""

    seat: int
    player: int
    place: int
    points: int | None
    won: bool
    team: int | None
    eliminated: bool | None
    kills: int | None
    started: bool
    heroes: tuple[str, ...]


class CountedResult(Struct, frozen=True):
    """A match as it counts. ``duration`` is in minutes; ``season`` is the campaign's number, None outside of one."""

    match: int
    game: str
    season: int | None
    date: datetime
    duration: int | None
    seats: tuple[Counted, ...]


class ResultChange(Struct, frozen=True):
    """A match whose counted result changed: None where it did not count before, or does not now.

    ``visibility`` is the match's own now.
    """

    match: int
    visibility: str
    before: CountedResult | None
    after: CountedResult | None


type Listener = Callable[[Sequence[ResultChange]], None]
_LISTENERS: Final[list[Listener]] = []


class StoredSeat(Struct):
    """A seat's row, and the codes of what its player played, in order."""

    row: MatchSeat
    heroes: list[str]

    @property
    def counted(self) -> Counted:
        """The seat as it counts."""
        return stored_seat(self.row, self.heroes)


class Copies(Struct):
    """The reading copies of matches that are followed, by match: as they were read, and as they were written."""

    read: dict[int, list[StoredSeat]] = field(default_factory=dict)
    written: dict[int, list[StoredSeat]] = field(default_factory=dict)


class _Batch(Struct):
    """Changes gathered, by match: the first state before, the last one after."""

    changes: dict[int, ResultChange] = field(default_factory=dict)

    def add(self, change: ResultChange) -> None:
        known = self.changes.get(change.match)
        before = known.before if known else change.before
        self.changes[change.match] = ResultChange(change.match, change.visibility, before, change.after)


_BATCH: ContextVar[_Batch | None] = ContextVar("results_batch", default=None)


def on_results(listener: Listener) -> Listener:
    """Let ``listener`` know of every change of counted results. Registering twice changes nothing."""
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)
    return listener


@contextmanager
def batch() -> Iterator[None]:
    """Tell the listeners once, at the end, of everything that changed inside. Use it within one transaction."""
    if _BATCH.get() is not None:
        yield
        return
    gathered = _Batch()
    token = _BATCH.set(gathered)
    try:
        yield
    finally:
        _BATCH.reset(token)
    _tell(gathered.changes.values())


@contextmanager
def following(*matches: Match) -> Iterator[Copies]:
    """Compare the counted results of these locked matches before and after, and tell the listeners.

    ``write_copy`` that is given the copies reads none again, and none is read after it.
    """
    copies = Copies({match.pk: stored_seats(match) for match in matches if _counts(match)})
    before = {match.pk: result_of(match, copies.read.get(match.pk)) for match in matches}
    yield copies
    changes = [
        ResultChange(match.pk, match.visibility, before[match.pk], result_of(match, copies.written.get(match.pk)))
        for match in matches
    ]
    changed = [change for change in changes if change.before != change.after]
    gathered = _BATCH.get()
    if gathered is None:
        _tell(changed)
        return
    for change in changed:
        gathered.add(change)


def _tell(changes: Iterable[ResultChange]) -> None:
    told = [change for change in changes if change.before != change.after]
    if told:
        for listener in _LISTENERS:
            listener(told)


def stored_seat(row: MatchSeat, heroes: Iterable[str]) -> Counted:
    """Return a stored seat as it counts, with what its player played."""
    return Counted(
        row.seat,
        row.player_id,
        row.place or 0,
        row.points,
        row.won,
        row.team,
        row.eliminated,
        row.kills,
        row.started,
        tuple(heroes),
    )


def _counts(match: Match) -> bool:
    return match.pk is not None and match.state == MatchState.CONFIRMED


def stored_seats(match: Match) -> list[StoredSeat]:
    """Read the reading copy of a match. Two queries."""
    rows = MatchSeat.objects.filter(match=match).select_related("player").order_by("seat").prefetch_related("heroes")
    return [StoredSeat(row, [hero.hero for hero in row.heroes.all()]) for row in rows]


def result_of(match: Match, seats: Sequence[StoredSeat] | None = None) -> CountedResult | None:
    """Return the match as it counts by its stored rows, or None while it does not; they are read if not given."""
    if not _counts(match):
        return None
    return CountedResult(
        match.pk,
        match.game,
        match.campaign_id,
        match.date,
        match.duration,
        tuple(seat.counted for seat in (stored_seats(match) if seats is None else seats)),
    )


def write_copy(match: Match, replay: Replay[Any], copies: Copies | None = None) -> None:
    """Write what the replay came to into the match (unsaved) and its seats (saved); only rows that differ are stored.

    While the match is being played the seats show how it stands; only confirmed ones count. Two queries unless the
    seats were read (``copies``), and one for all seats that differ.
    """
    copies = copies or Copies()
    pad = pad_of(match.game)
    outcome = pad.game.outcome(replay.state)
    match.ending = outcome.reason if outcome else ""
    match.tie_break = ",".join(outcome.tie_breaks)[:40] if outcome else ""
    match.faults = len(replay.faults)
    seats = copies.written[match.pk] = copies.read.get(match.pk) or stored_seats(match)
    by_number = {seat.row.seat: seat for seat in seats}
    changed = []
    for part in pad.parts(replay.state):
        seat = by_number[part.seat]
        row = seat.row
        values = {
            "place": part.place,
            "points": part.points,
            "won": part.won,
            "team": part.team,
            "eliminated": part.eliminated,
            "kills": part.kills,
            "started": part.seat == match.start_seat,
            "date": match.date,
            "campaign_id": match.campaign_id,
            "counts": match.state == MatchState.CONFIRMED,
        }
        if any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            changed.append(row)
        if seat.heroes != list(part.heroes):
            seat.heroes = list(part.heroes)
            MatchHero.objects.filter(seat=row).delete()
            MatchHero.objects.bulk_create(
                MatchHero(seat=row, position=place, hero=hero) for place, hero in enumerate(part.heroes)
            )
    rewrite(changed, COPIED)


COPIED: Final = (
    "place", "points", "won", "team", "eliminated", "kills", "started", "date", "campaign", "counts",
)  # fmt: skip
"""What the seats repeat."""
