"""Races at a table: what the clock and the bots are about to do, and when.

While several may act in any order nobody is waited for: a person's touch counts in the order in which the server hears
of it, a bot's comes at the moment that its reaction takes, the clock's at a moment that all phones were told. What is
still to come is written down; whoever asks for the table, or touches something, brings about what is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from campaigns.seating.bots import chance
from campaigns.tables import rules
from campaigns.tables.asking import find
from campaigns.tables.models.card_table import CardSeat, CardTable, SealedAnswer
from engines.core.game import Decision


def decision_of(game: rules.Game, row: SealedAnswer) -> Decision | None:
    """Return what was to be done, if it still can be; a row without a seat is the clock's."""
    if row.seat is not None:
        return find(game, row.seat, row.code)
    return next((one for one in game.actions() if one.code == row.code), None)


def next_due(table: CardTable, now: datetime | None) -> SealedAnswer | None:
    """Return what is to be done first: by ``now``, or whenever it is if that is ``None``."""
    due = table.sealed.filter(due__isnull=False).order_by("due", "pk")
    return (due if now is None else due.filter(due__lte=now)).first()


def plan(
    table: CardTable, seats: Sequence[CardSeat], game: rules.Game, *, index: int, now: datetime
) -> datetime | None:
    """Write down what the clock and the bots do next, with the moment of the first of it in ``table.due``.

    What was planned already and is still possible stays planned for its moment. ``index`` counts the log. Return when
    the clock acts.
    """
    game_rules = rules.of(table.game)
    clock = game_rules.clock(game)
    racers = [seat for seat in game.actors if seats[seat].bot] if game.actor is None else []
    if table.due is None and clock is None and not racers:
        return None
    kept = {row.seat: row for row in table.sealed.filter(due__isnull=False)}
    wanted: list[SealedAnswer] = []
    if clock is not None:
        known = kept.get(None)
        if known is not None and known.code == clock.code:
            wanted.append(known)
        else:
            due = now + timedelta(seconds=clock.seconds)
            wanted.append(SealedAnswer(table=table, seat=None, code=clock.code, due=due))
    for seat in racers:
        known = kept.get(seat)
        if known is not None and find(game, seat, known.code) is not None:
            wanted.append(known)
            continue
        code, after = game_rules.react(game, seat, seats[seat].bot, chance(table.seed, index, seat))
        wanted.append(SealedAnswer(table=table, seat=seat, code=code, due=now + timedelta(milliseconds=after)))
    stays = {row.pk for row in wanted if row.pk is not None}
    table.sealed.filter(due__isnull=False).exclude(pk__in=stays).delete()
    SealedAnswer.objects.bulk_create(row for row in wanted if row.pk is None)
    table.due = min((row.due for row in wanted if row.due is not None), default=None)
    return next((row.due for row in wanted if row.seat is None), None)
