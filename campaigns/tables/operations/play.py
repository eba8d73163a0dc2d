"""A card game under way: dealing, deciding, resigning, and the bots; ``away`` has what happens when somebody leaves.

The log is the truth: every decision is replayed onto the setup, checked by the engine, and stored with the table's
version counted up. A bot thinks without holding the row: what it decides is stored only if nothing happened meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.jobs import messages
from campaigns.league import news
from campaigns.tables import asking, rules
from campaigns.tables.asking import ahead, find
from campaigns.tables.models.card_table import BotStrength, CardAction, CardSeat, CardTable, TableState
from campaigns.tables.operations import races, scores as table_scores
from campaigns.tables.operations.tables import lock
from campaigns.tables.people import Person
from campaigns.tables.progress import Progress, is_bot_due, load
from club.operations import Refused
from club.rewriting import rewrite

PATIENCE: Final = timedelta(seconds=10)
"""How long a bot's decision may be due before the sweeper takes its message for lost."""
BUDGET: Final = 0.4
"""Seconds that bots may play on within one request; what is left is a worker's."""
HASTY: Final = BotStrength.THUMB
"""How bots play that only finish a game."""
STEPS: Final = 60
"""Decisions of bots that are stored at once."""
COPIED: Final = ("asked", "place", "heroes")
"""The columns of a seat that are made from the log."""
MOVED: Final = ("version", "moved", "actor", "due", "state", "engine", "ending", "started", "finished")
"""The columns of a table that a decision may change."""

log = logging.getLogger(__name__)


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
    if not racing:
        asking.check_fresh(table, seat, version)
    if seat.bot:
        raise Refused.because("bot_plays", _("A bot plays for you: come back first."))
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

    Within a request quick bots play for at most ``BUDGET`` seconds, and a worker is woken for the rest; ``patient``
    is for the worker. ``hasty`` bots play by rule of thumb, whatever they are set to. Holds no lock while a bot
    thinks. What somebody else did meanwhile is never overwritten. ``progress`` is what was read of the table already.
    """
    progress = progress or Progress(load(table.pk))
    stored = 0
    end = time.monotonic() + BUDGET
    while True:
        ticked = tick(table=table, hasty=hasty, progress=progress)
        stored += ticked
        if not is_bot_due(progress.table, progress.seats):
            if hasty and ticked:
                continue
            return stored
        if not patient and time.monotonic() >= end:
            wake(progress.table)
            return stored
        _let_bots_decide(progress, patient=patient, hasty=hasty)
        if not progress.made:
            wake(progress.table)
            return stored
        stored += _store(progress)


def _let_bots_decide(progress: Progress, *, patient: bool, hasty: bool) -> None:
    """Go on by some decisions of bots, or by a single one of a bot that takes its time, which only a worker has."""
    game, seats = progress.game, progress.seats
    while game.actor is not None and seats[game.actor].bot and len(progress.made) < STEPS:
        strength = HASTY.value if hasty else seats[game.actor].bot
        quick = progress.rules.is_quick(strength)
        if not quick and (progress.made or not patient):
            return
        drawn = chance(progress.table, len(progress.actions))
        progress.decide(game.actor, progress.rules.decide(game, strength, drawn), bot=strength)
        if not quick:
            return


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


def chance(table: CardTable, index: int) -> int:
    """Return what a bot draws lots from at this place of the log: the table's seed decides that, too."""
    return int.from_bytes(hashlib.sha256(f"{table.seed} {index}".encode()).digest()[:6], "big")


def wake(table: CardTable) -> None:
    """Send a message that lets a worker play the bots. When no broker takes it, the sweeper sends another."""
    try:
        messages.send("play_bots", table.pk, expires=60)
    except Exception:
        log.warning("table %s: no broker took its message; the sweeper will send it again", table.pk, exc_info=True)


def sweep() -> int:
    """Wake every table where a bot's decision is long due; return how many."""
    due = CardTable.objects.filter(state=TableState.RUNNING, moved__lt=timezone.now() - PATIENCE)
    woken = 0
    for table in due.prefetch_related("seats").order_by("moved")[:100]:
        if is_bot_due(table, list(table.seats.all())):
            wake(table)
            woken += 1
    return woken


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
    waited_for = _members_asked(seats)
    over = write_copy(table, seats, progress.game, progress.answers, decided)
    if over:
        table.finished = table.moved
    progress.forget_answers()
    progress.alarm = races.plan(table, seats, progress.game, index=len(progress.actions), now=table.moved)
    rewrite(seats, COPIED)
    table.save(update_fields=MOVED)
    progress.made = []
    _tell_whose_move(table, waited_for, _members_asked(seats))
    if over:
        table_scores.enter(progress)


def _members_asked(seats: Collection[CardSeat]) -> frozenset[int]:
    """Return the members for whom a table waits at their own seats."""
    return frozenset(seat.member_id for seat in seats if seat.member_id and not seat.bot and seat.asked is not None)


def _tell_whose_move(table: CardTable, before: frozenset[int], now: frozenset[int]) -> None:
    """Have the members told, on the devices they chose, for whom the table waits since this decision."""
    address = table.get_absolute_url()
    news.over(members=before - now, code="your_move", address=address)
    news.tell_beside(to=now - before, code="your_move", params={"game": table.game}, address=address)


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
    asking.ask(table, seats, rules.of(table.game).seats_asked(game), sealed, decided)
    if game.outcome is None:
        return False
    result = rules.of(table.game).result(game)
    table.state, table.ending = TableState.OVER, result.ending
    for seat in seats:
        seat.place, seat.heroes = result.places[seat.number], list(result.heroes[seat.number])
    return True
