"""Somebody leaves a card game under way: a bot decides for them, until they come back; all of it on the record."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.seating.away import check_away, check_decides, hand_over, to_replace
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.absence import ABSENT_AFTER, is_absent
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, SeatChange
from campaigns.tables.operations.play import HASTY, advance, lock_running, record, seat_of
from campaigns.tables.progress import Progress, load
from club.operations import Refused


@transaction.atomic
def replace_by_bot(
    *, table: CardTable, number: int, person: Person, strength: str = BotStrength.THUMB, version: int | None = None
) -> CardTable:
    """Have a bot decide for a seat whose person has kept the table waiting ``ABSENT_AFTER``; on the record.

    Raises ``Refused`` when it is too early, or for whoever does not sit at the table.
    """
    locked, seats = lock_running(table, version)
    by = seat_of(seats, person)
    seat = to_replace(seats, number, by=by)
    if seat.asked is None or not is_absent(locked.state, locked.moved):
        words = _(
            "That player still has time to think: only somebody who keeps the table waiting for %(minutes)s "
            "minutes can be replaced."
        )
        raise Refused.because("not_absent", words % {"minutes": ABSENT_AFTER // timedelta(minutes=1)})
    if strength not in rules.of(locked.game).strengths:
        raise Refused.because("no_such_bot", _("This bot does not play here."))
    _change(locked, seat, bot=strength, by=by.number)
    return locked


@transaction.atomic
def come_back(*, table: CardTable, person: Person) -> CardTable:
    """Go back to deciding in person after a bot took over; on the record. Raises ``Refused`` when none did."""
    locked, seats = lock_running(table)
    seat = seat_of(seats, person)
    check_away(seat)
    _change(locked, seat, bot="", by=seat.number)
    return locked


@transaction.atomic
def step_aside(*, table: CardTable, person: Person) -> CardTable:
    """Let a bot play on for oneself, as when the others wait for the next game; on the record, and one may come back.

    Raises ``Refused`` for whoever is out of the game or has a bot already.
    """
    locked, seats = lock_running(table)
    seat = seat_of(seats, person)
    check_decides(seat)
    if seat.number not in rules.of(locked.game).still_in(Progress(locked).game):
        raise Refused.because("out_already", _("You are already out of this game."))
    _change(locked, seat, bot=HASTY, by=seat.number)
    return locked


def finish_quickly(*, table: CardTable, person: Person) -> None:
    """Let the bots that alone are still in the game play it out by rule of thumb, however strong they are.

    Raises ``Refused`` while somebody still in the game decides in person, and for whoever does not sit at the table.
    """
    with transaction.atomic():
        locked, seats = lock_running(table)
        seat_of(seats, person)
        if any(not seats[number].bot for number in rules.of(locked.game).still_in(Progress(locked).game)):
            raise Refused.because("people_play", _("Somebody at this table is still playing."))
    advance(table=table, patient=True, hasty=True)


def _change(table: CardTable, seat: CardSeat, *, bot: str, by: int) -> None:
    hand_over(table, seat, SeatChange(table=table, index=table.actions.count(), by=by), bot=bot)
    # Answers that waited for this person alone wait no more: bots come in the order of the log.
    progress = Progress(load(table.pk))
    progress.unseal()
    if progress.made:
        record(progress)
