"""A card game under way: dealing, deciding, resigning, and the bots; ``away`` has what happens when somebody leaves.

The log is the truth: every decision is replayed onto the setup, checked by the engine, and stored with the table's
version counted up. A bot thinks without holding the row: what it decides is stored only if nothing happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.seating import bots
from campaigns.seating.asking import ask, is_fresh, members_asked, tell_whose_move
from campaigns.seating.away import check_decides
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.asking import ahead, find
from campaigns.tables.models.card_table import BotStrength, CardAction, CardSeat, CardTable, TableState
from campaigns.tables.operations import races, scores as table_scores
from campaigns.tables.operations.tables import lock, moved_meanwhile
from campaigns.tables.progress import Progress, is_bot_due, load
from club.operations import Refused
from club.rewriting import rewrite

HASTY: Final = BotStrength.THUMB
"""How bots play that only finish a game."""
STEPS: Final = 60
"""Decisions of bots that are stored at once."""
COPIED: Final = ("asked", "place", "heroes")
"""The columns of a seat that are made from the log."""
MOVED: Final = ("version", "moved", "actor", "due", "state", "engine", "ending", "started", "finished")
"""The columns of a table that a decision may change."""


# Playing


@transaction.atomic
def start(*, table: CardTable, person: Person, version: int | None = None) -> Progress:
    """Deal the cards. Raises ``Refused`` while a seat is open, and for whoever does not sit at the table."""
    locked, seats = lock(table, version)
    if locked.state != TableState.OPEN:
        raise Refused.because("not_open", _("This table is no longer looking for players."))
    if person.seat_among(seats) is None:
        raise Refused.because("not_seated", _("You are not sitting at this table."))
    if any(seat.is_open for seat in seats):
        raise Refused.because("seats_open", _("A seat is still open: share its link, or give it to a bot."))
    locked.state, locked.started = TableState.RUNNING, timezone.now()
    locked.engine = locked.engine or rules.of(locked.game).version
    progress = Progress(locked)
    record(progress)
    return progress


def play(
    *, table: CardTable, person: Person, code: str, version: int | None = None, progress: Progress | None = None
) -> Progress:
    """Decide for the person's seat with the engine's ``code``.

    Where several are asked at once, who answers before the log has come to the seat has the answer sealed. In a race
    whoever gets the table's lock first is first, behind whatever was due before. Raises ``Stale`` when the table moved
    on, ``Refused`` when it is another's turn or the rules forbid it. ``progress`` is what was read of it already.
    """
    progress = progress or Progress(load(table.pk))
    if not _play(progress, person, code, version, waits=True):
        tick(table=table, progress=progress)
        _play(progress, person, code, version, waits=False)
    return progress


@transaction.atomic
def _play(progress: Progress, person: Person, code: str, version: int | None, *, waits: bool) -> bool:
    """Decide; False where the clock or a bot is to be first, if that ``waits`` for them."""
    table, seat = _lock_running(progress, person)
    if waits and is_due(table):
        return False
    racing = table.actor is None
    if not racing and not is_fresh(seat, version, version=table.version):
        raise moved_meanwhile()
    check_decides(seat)
    if seat.asked is None and not racing:
        raise Refused.because("not_your_turn", _("It is not your decision at the moment."))
    game = progress.game
    code, *more = progress.rules.unfold(game, seat.number, code)
    action = find(game, seat.number, code)
    if action is None:
        raise Refused([progress.rules.refusal(ahead(game, seat.number), code)])
    if seat.number in game.actors and not progress.holds(besides=seat.number):
        progress.decide(seat.number, action, code=code)
        _go_on(progress, seat.number, more)
    else:
        progress.seal(seat.number, code)
    record(progress)
    return True


def _go_on(progress: Progress, seat: int, codes: Iterable[str]) -> None:
    """Play what else the person decided with one tap, as long as the seat is asked and the rules allow it."""
    for code in codes:
        action = find(progress.game, seat, code) if seat in progress.game.actors else None
        if action is None:
            return
        progress.decide(seat, action, code=code)


@transaction.atomic
def take_back(*, table: CardTable, person: Person) -> Progress:
    """Take one's own secret answer back while others still think: nobody has seen it, and one is asked again.

    Raises ``Refused`` once all have answered, and where answers do not wait for each other.
    """
    progress = Progress(load(table.pk))
    _table, seat = _lock_running(progress, person)
    if not progress.may_take_back(seat.number):
        raise Refused.because("answered_by_all", _("Everybody has answered by now: it cannot be taken back any more."))
    del progress.answers[seat.number]
    record(progress)
    return progress


@transaction.atomic
def resign(*, table: CardTable, person: Person) -> Progress:
    """Give up, whoever's turn it is. Raises ``Refused`` when the game is over or the seat is out of it."""
    progress = Progress(load(table.pk))
    _table, seat = _lock_running(progress, person)
    if not progress.resign(seat.number):
        raise Refused.because("out_already", _("You are already out of this game."))
    record(progress)
    return progress


# Bots


def advance(*, table: CardTable, patient: bool = False, hasty: bool = False, progress: Progress | None = None) -> int:
    """Play the bots' decisions until a person must decide; return how many were stored.

    Within a request quick bots play while its time lasts (``bots.play_on``); ``patient`` is for the worker. ``hasty``
    bots play by rule of thumb, whatever they are set to. ``progress`` is what was read of the table already.
    """
    playing = _Playing(progress or Progress(load(table.pk)), hasty=hasty)
    return bots.play_on(playing, patient=patient) + playing.ticked


class _Playing:
    """A table at which bots play on: ``ticked`` counts what the clock, and bots in a race, did meanwhile."""

    def __init__(self, progress: Progress, *, hasty: bool) -> None:
        self.progress, self.hasty, self.ticked = progress, hasty, 0

    def is_due(self) -> bool:
        """Let the clock have its way first; whoever is in haste waits for none of its moments."""
        progress = self.progress
        while True:
            ticked = tick(table=progress.table, hasty=self.hasty, progress=progress)
            self.ticked += ticked
            if is_bot_due(progress.table, progress.seats):
                return True
            if not (self.hasty and ticked):
                return False

    def think(self, *, until: float | None) -> bool:
        """Go on by some decisions of bots, or by a single one of one that takes its time, which only a worker has."""
        progress = self.progress
        game, seats = progress.game, progress.seats
        while game.actor is not None and seats[game.actor].bot and len(progress.made) < STEPS:
            strength = HASTY.value if self.hasty else seats[game.actor].bot
            quick = progress.rules.is_quick(strength)
            if not quick and (progress.made or until is not None):
                break
            drawn = bots.chance(progress.table.seed, len(progress.actions))
            progress.decide(game.actor, progress.rules.decide(game, strength, drawn), bot=strength)
            if not quick:
                break
        return bool(progress.made)

    def store(self) -> int:
        """Store what bots decided, unless somebody moved meanwhile."""
        return _store(self.progress)

    def wake(self) -> None:
        """Send for a worker."""
        wake(self.progress.table)


@transaction.atomic
def _store(progress: Progress) -> int:
    """Store what bots decided, unless somebody moved meanwhile; return how many decisions that were."""
    made = progress.made
    progress.lock()
    if progress.made is not made:
        return 0
    record(progress)
    return len(made)


def tick(*, table: CardTable, hasty: bool = False, progress: Progress | None = None) -> int:
    """Do what the clock, and bots in a race, were to do by now, in that order; return how many decisions were stored.

    ``hasty`` waits for no moment. No worker and no sweeper does this: a race that nobody looks at does not go on.
    """
    progress = progress or Progress(load(table.pk))
    done = 0
    while done < STEPS and is_due(progress.table, hasty=hasty):
        with transaction.atomic():
            progress.lock()
            row = races.next_due(progress.table, None if hasty else timezone.now())
            if row is None or progress.table.state != TableState.RUNNING:
                return done
            decision = races.decision_of(progress.game, row)
            row.delete()
            if decision is not None:
                bot = progress.seats[row.seat].bot if row.seat is not None else ""
                progress.decide(row.seat, decision, code=row.code, bot=bot)
            record(progress)
        done += 1
    return done


def is_due(table: CardTable, *, hasty: bool = False) -> bool:
    """Tell whether the clock, or a bot in a race, was to act by now; ``hasty`` waits for no moment."""
    return table.due is not None and (hasty or table.due <= timezone.now())


def play_bots(table: int) -> None:
    """Let the bots of a table decide until a person must, if it is still there."""
    row = CardTable.objects.filter(pk=table).first()
    if row is not None:
        advance(table=row, patient=True)


def wake(table: CardTable) -> None:
    """Send a message that lets a worker play the bots."""
    bots.wake("play_bots", table.pk)


def sweep() -> int:
    """Wake every table where a bot's decision is long due; return how many."""
    return bots.sweep(CardTable.objects.filter(state=TableState.RUNNING), seats="seats", wake=wake)


# What all of them share


def codes_of(table: CardTable) -> list[str]:
    """Return the log of a table: the codes of all decisions, in order."""
    return list(table.actions.order_by("index").values_list("code", flat=True))


def lock_running(table: CardTable, version: int | None = None) -> tuple[CardTable, list[CardSeat]]:
    """Return a table where a game is being played, locked, and its seats. Raises ``Refused``, ``Stale``."""
    locked, seats = lock(table, version)
    _check_running(locked)
    return locked, seats


def _lock_running(progress: Progress, person: Person) -> tuple[CardTable, CardSeat]:
    """Lock a table where a game is being played; return it, and where the person sits. Raises ``Refused``."""
    progress.lock()
    _check_running(progress.table)
    return progress.table, seat_of(progress.seats, person)


def _check_running(table: CardTable) -> None:
    if table.state != TableState.RUNNING:
        raise Refused.because("not_running", _("No game is being played at this table."))


def seat_of(seats: Iterable[CardSeat], person: Person) -> CardSeat:
    """Return where a person sits. Raises ``Refused`` for who does not."""
    seat = person.seat_among(seats)
    if seat is None:
        raise Refused.because("not_seated", _("You are not sitting at this table."))
    return seat


def record(progress: Progress) -> None:
    """Store the decisions that were made, and the reading copy of the game after them. The row is locked."""
    table, seats, made = progress.table, progress.seats, progress.made
    first = len(progress.actions) - len(made)
    CardAction.objects.bulk_create(
        CardAction(table=table, index=index, seat=seat, code=code, bot=bot)
        for index, (seat, code, bot) in enumerate(made, first)
    )
    table.version += 1
    table.moved = timezone.now()
    decided = {seat for seat, _code, _bot in made if seat is not None}
    waited_for = members_asked(seats)
    over = write_copy(table, seats, progress.game, progress.answers, decided)
    if over:
        table.finished = table.moved
    progress.forget_answers()
    progress.alarm = races.plan(table, seats, progress.game, index=len(progress.actions), now=table.moved)
    rewrite(seats, COPIED)
    table.save(update_fields=MOVED)
    progress.made = []
    tell_whose_move(
        address=table.get_absolute_url(),
        before=waited_for,
        now=members_asked(seats),
        code="your_move",
        params={"game": table.game},
    )
    if over:
        table_scores.enter(progress)


def write_copy(
    table: CardTable,
    seats: Collection[CardSeat],
    game: rules.Game,
    sealed: Mapping[int, str],
    decided: Collection[int] = (),
) -> bool:
    """Write what a replayed game says into the columns of its table and seats, without storing them.

    ``decided`` are the seats that have just answered. Return whether the game is over: only then do the seats have
    places and heroes.
    """
    table.actor = game.actor
    asked = rules.of(table.game).seats_asked(game)
    ask(seats, asked, version=table.version, answered=sealed, decided=decided)
    if game.outcome is None:
        return False
    result = rules.of(table.game).result(game)
    table.state, table.ending = TableState.OVER, result.ending
    for seat in seats:
        seat.place, seat.heroes = result.places[seat.number], list(result.heroes[seat.number])
    return True
