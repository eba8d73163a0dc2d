"""A card game under way: dealing, deciding, resigning, and the bots; ``away`` has what happens when somebody leaves.

The log is the truth: every decision is replayed onto the setup, checked by the engine, and stored with the table's
version counted up. A bot thinks without holding the row: what it decides is stored only if nothing happened meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.jobs import messages
from campaigns.tables import rules
from campaigns.tables.asking import ahead, find
from campaigns.tables.models.card_table import (
    BotStrength,
    CardAction,
    CardSeat,
    CardTable,
    TableState,
)
from campaigns.tables.operations import asking, races, scores as table_scores
from campaigns.tables.operations.asking import Made
from campaigns.tables.operations.tables import lock
from campaigns.tables.people import Person
from club.operations import Refused, for_update
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

log = logging.getLogger(__name__)


# Playing


@transaction.atomic
def start(*, table: CardTable, person: Person, version: int | None = None) -> CardTable:
    """Deal the cards. Raises ``Refused`` while a seat is open, and for whoever does not sit at the table."""
    locked, seats = lock(table, version)
    if locked.state != TableState.OPEN:
        raise Refused.because("not_open", _("This table does not gather players any more."))
    if person.seat_among(seats) is None:
        raise Refused.because("not_seated", _("You do not sit at this table."))
    if any(seat.is_open for seat in seats):
        raise Refused.because("seats_open", _("A seat is still open: share its link, or give it to a bot."))
    locked.state, locked.started = TableState.RUNNING, timezone.now()
    locked.engine = locked.engine or rules.of(locked.game).version
    game = rules.of(locked.game).deal(locked, len(seats))
    _record(locked, seats, game, first=0, decisions=(), sealed={})
    return locked


def play(*, table: CardTable, person: Person, code: str, version: int | None = None) -> CardTable:
    """Decide for the person's seat with the engine's ``code``.

    Where several are asked at once, who answers before the log has come to the seat has the answer sealed. In a race
    whoever gets the table's lock first is first, behind whatever was due before. Raises ``Stale`` when the table moved
    on, ``Refused`` when it is another's turn or the rules forbid it.
    """
    tick(table=table)
    return _play(table, person, code, version)


@transaction.atomic
def _play(table: CardTable, person: Person, code: str, version: int | None) -> CardTable:
    locked, seats = lock_running(table)
    seat = seat_of(seats, person)
    racing = locked.actor is None
    if not racing:
        asking.check_fresh(locked, seat, version)
    if seat.bot:
        raise Refused.because("bot_plays", _("A bot plays for you: come back first."))
    if seat.asked is None and not racing:
        raise Refused.because("not_your_turn", _("It is not yours to decide now."))
    codes, sealed = codes_of(locked), asking.sealed_of(locked)
    game = rules.of(locked.game).replay(locked, len(seats), codes)
    code, *more = rules.of(locked.game).unfold(game, seat.number, code)
    action = find(game, seat.number, code)
    if action is None:
        raise Refused([rules.of(locked.game).refusal(ahead(game, seat.number), code)])
    decisions: list[Made] = []
    if seat.number in game.actors:
        game.play(action)
        decisions = [(seat.number, code, ""), *asking.unseal(game, sealed)]
        decisions += _going_on(game, seat.number, more)
    else:
        sealed[seat.number] = code
        asking.seal(locked, seat, code)
    _record(locked, seats, game, first=len(codes), decisions=decisions, sealed=sealed)
    return locked


def _going_on(game: rules.Game, seat: int, codes: Iterable[str]) -> Iterable[Made]:
    """Play what else the person decided with one tap, as long as the seat is asked and the rules allow it."""
    for code in codes:
        action = find(game, seat, code) if seat in game.actors else None
        if action is None:
            return
        game.play(action)
        yield seat, code, ""


@transaction.atomic
def resign(*, table: CardTable, person: Person) -> CardTable:
    """Give up, whoever's turn it is. Raises ``Refused`` when the game is over or the seat is out of it."""
    locked, seats = lock_running(table)
    seat = seat_of(seats, person)
    codes, sealed = codes_of(locked), asking.sealed_of(locked)
    game = rules.of(locked.game).replay(locked, len(seats), codes)
    code = rules.of(locked.game).resign(game, seat.number)
    if not code:
        raise Refused.because("out_already", _("You are out of this game already."))
    sealed.pop(seat.number, None)
    decisions = [(seat.number, code, ""), *asking.unseal(game, sealed)]
    _record(locked, seats, game, first=len(codes), decisions=decisions, sealed=sealed)
    return locked


# Bots


def advance(*, table: CardTable, patient: bool = False, hasty: bool = False) -> int:
    """Play the bots' decisions until a person must decide; return how many were stored.

    Within a request quick bots play for at most ``BUDGET`` seconds, and a worker is woken for the rest; ``patient``
    is for the worker. ``hasty`` bots play by rule of thumb, whatever they are set to. Holds no lock while a bot
    thinks. What somebody else did meanwhile is never overwritten.
    """
    stored = 0
    end = time.monotonic() + BUDGET
    while True:
        ticked = tick(table=table, hasty=hasty)
        stored += ticked
        row = CardTable.objects.get(pk=table.pk)
        seats = {seat.number: seat for seat in row.seats.all()}
        if not _bot_due(row, seats):
            if hasty and ticked:
                continue
            return stored
        if not patient and time.monotonic() >= end:
            wake(row)
            return stored
        game_rules = rules.of(row.game)
        codes, sealed = codes_of(row), asking.sealed_of(row)
        game = game_rules.replay(row, len(seats), codes)
        decisions: list[Made] = []
        while game.actor is not None and seats[game.actor].bot and len(decisions) < STEPS:
            number, strength = game.actor, HASTY.value if hasty else seats[game.actor].bot
            quick = game_rules.is_quick(strength)
            if not quick and (decisions or not patient):
                break
            action = game_rules.decide(game, strength, chance(row, len(codes) + len(decisions)))
            game.play(action)
            decisions += [(number, action.code, strength), *asking.unseal(game, sealed)]
            if not quick:
                break
        if not decisions:
            wake(row)
            return stored
        with transaction.atomic():
            locked = for_update(CardTable.objects.all()).get(pk=row.pk)
            if locked.version == row.version:
                _record(locked, list(seats.values()), game, first=len(codes), decisions=decisions, sealed=sealed)
                stored += len(decisions)


def tick(*, table: CardTable, hasty: bool = False) -> int:
    """Do what the clock, and bots in a race, were to do by now, in that order; return how many decisions were stored.

    ``hasty`` waits for no moment. No worker and no sweeper does this: a race that nobody looks at does not go on.
    """
    done = 0
    while done < STEPS and CardTable.objects.filter(pk=table.pk, **_due(hasty=hasty)).exists():
        with transaction.atomic():
            locked, seats = lock(table)
            row = races.next_due(locked, None if hasty else timezone.now())
            if row is None or locked.state != TableState.RUNNING:
                return done
            codes, sealed = codes_of(locked), asking.sealed_of(locked)
            game = rules.of(locked.game).replay(locked, len(seats), codes)
            decision = races.decision_of(game, row)
            row.delete()
            decisions: list[Made] = []
            if decision is not None:
                game.play(decision)
                decisions = [(row.seat, row.code, seats[row.seat].bot if row.seat is not None else "")]
            _record(locked, seats, game, first=len(codes), decisions=decisions, sealed=sealed)
        done += 1
    return done


def _due(*, hasty: bool) -> dict[str, Any]:
    return {"due__isnull": False} if hasty else {"due__lte": timezone.now()}


def play_bots(table: int) -> None:
    """Let the bots of a table decide until a person must, if it is still there."""
    if CardTable.objects.filter(pk=table).exists():
        advance(table=CardTable(pk=table), patient=True)


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
        if _bot_due(table, {seat.number: seat for seat in table.seats.all()}):
            wake(table)
            woken += 1
    return woken


def _bot_due(table: CardTable, seats: Mapping[int, CardSeat]) -> bool:
    return table.state == TableState.RUNNING and table.actor is not None and bool(seats[table.actor].bot)


# What all of them share


def codes_of(table: CardTable) -> list[str]:
    """Return the log of a table: the codes of all decisions, in order."""
    return list(table.actions.order_by("index").values_list("code", flat=True))


def lock_running(table: CardTable, version: int | None = None) -> tuple[CardTable, list[CardSeat]]:
    """Return a table where a game is being played, locked, and its seats. Raises ``Refused``, ``Stale``."""
    locked, seats = lock(table, version)
    if locked.state != TableState.RUNNING:
        raise Refused.because("not_running", _("No game is being played at this table."))
    return locked, seats


def seat_of(seats: Iterable[CardSeat], person: Person) -> CardSeat:
    """Return where a person sits. Raises ``Refused`` for who does not."""
    seat = person.seat_among(seats)
    if seat is None:
        raise Refused.because("not_seated", _("You do not sit at this table."))
    return seat


def _record(
    table: CardTable,
    seats: Sequence[CardSeat],
    game: rules.Game,
    *,
    first: int,
    decisions: Collection[Made],
    sealed: Mapping[int, str],
) -> None:
    """Store decisions from place ``first`` on, and the reading copy of the game after them. The row is locked.

    ``sealed`` are the answers that still wait for their place in the log.
    """
    CardAction.objects.bulk_create(
        CardAction(table=table, index=first + place, seat=seat, code=code, bot=bot)
        for place, (seat, code, bot) in enumerate(decisions)
    )
    table.version += 1
    table.moved = timezone.now()
    over = write_copy(table, seats, game, sealed, {seat for seat, _code, _bot in decisions if seat is not None})
    if over:
        table.finished = table.moved
    asking.keep_sealed(table, sealed)
    races.plan(table, seats, game, index=first + len(decisions), now=table.moved)
    rewrite(list(seats), COPIED)
    table.save()
    if over:
        table_scores.enter(table)


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
    asking.ask(table, seats, rules.of(table.game).asked(game), sealed, decided)
    if game.outcome is None:
        return False
    result = rules.of(table.game).result(game)
    table.state, table.ending = TableState.OVER, result.ending
    for seat in seats:
        seat.place, seat.heroes = result.places[seat.number], list(result.heroes[seat.number])
    return True
