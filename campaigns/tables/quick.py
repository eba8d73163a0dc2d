"""Sitting down at once: the last table again, or one against bots."""

from __future__ import annotations

from typing import Any, Final

from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, TableState
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from club.models import Member

BOTS: Final = 2


def last_table(member: Member) -> CardTable | None:
    """Return the last finished table somebody sat at that was not played again yet, with its seats.

    Two queries, three with members on the seats.
    """
    own = CardSeat.objects.filter(Person(member).seats).values("table")
    found = CardTable.objects.filter(pk__in=own, state=TableState.OVER, rematch__isnull=True)
    return found.defer("options").prefetch_related("seats__member").order_by("-finished", "-pk").first()


def against_bots(game: rules.Rules[Any]) -> TablePlan:
    """Return the plan of a table against bots that play by rule of thumb, with what is agreed as a rule."""
    variant, options = game.usual()
    return TablePlan(game.code, [SeatPlan(bot=BotStrength.THUMB)] * BOTS, variant, options)
