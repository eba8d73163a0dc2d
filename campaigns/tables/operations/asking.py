"""Who is asked at a table: one seat after the other, or several at once, whose early answers stay sealed.

The log takes one decision after the other. Where several are asked at once, an answer that comes before its turn waits
as a ``SealedAnswer``; it goes into the log when those before it are there. Nobody but its author reads it until then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.tables import rules
from campaigns.tables.asking import find
from campaigns.tables.models.card_table import CardSeat, CardTable, SealedAnswer
from club.operations import Stale

type Made = tuple[int | None, str, str]
"""A decision as the log keeps it: the seat (none: the clock), the engine's code, the bot that decided if one did."""


def sealed_of(table: CardTable) -> dict[int, str]:
    """Return the answers that wait for their place in the log, by seat."""
    return {seat: code for seat, code in _answers(table).values_list("seat", "code") if seat is not None}


def unseal(game: rules.Game, sealed: dict[int, str]) -> Iterable[Made]:
    """Play the sealed answers that the log has come to, taking them out of ``sealed``.

    One that the rules do not allow any more, because somebody left the game, is dropped: its author is asked anew.
    """
    while game.actor is not None and game.actor in sealed:
        seat = game.actor
        code = sealed.pop(seat)
        decision = find(game, seat, code)
        if decision is None:
            return
        game.play(decision)
        yield seat, code, ""


def seal(table: CardTable, seat: CardSeat, code: str) -> None:
    """Keep an answer that came before its turn."""
    SealedAnswer.objects.create(table=table, seat=seat.number, code=code)


def keep_sealed(table: CardTable, sealed: Mapping[int, str]) -> None:
    """Let no other answers wait than these."""
    _answers(table).exclude(seat__in=sealed).delete()


def _answers(table: CardTable) -> QuerySet[SealedAnswer]:
    return SealedAnswer.objects.filter(table=table, due__isnull=True)


def ask(
    table: CardTable,
    seats: Iterable[CardSeat],
    asked: Collection[int],
    sealed: Collection[int],
    decided: Collection[int],
) -> None:
    """Write into the seats who is ``asked`` and has not answered yet, and since which version; nothing is stored.

    A question stays the same while others answer it; who has just ``decided`` is put another one.
    """
    for seat in seats:
        if seat.number not in asked or seat.number in sealed:
            seat.asked = None
        elif seat.asked is None or seat.number in decided:
            seat.asked = table.version


def check_fresh(table: CardTable, seat: CardSeat, version: int | None) -> None:
    """Raise ``Stale`` unless who saw this version of the table saw the question that the seat is asked."""
    if version is None or version == table.version:
        return
    if seat.asked is None or not seat.asked <= version < table.version:
        raise Stale(_("The table has moved on since you looked: nothing was done. Look again."))
