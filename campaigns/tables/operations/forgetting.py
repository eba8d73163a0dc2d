"""Guests at card tables lose their names some time after the game, where the club wants that."""

from __future__ import annotations

from django.db.models import Q

from campaigns.seating import forgetting
from campaigns.tables.models.card_table import CardSeat, TableState


def forget_guests() -> int:
    """Take the names of guests whose game at a table is over for longer than the club keeps them; return how many."""
    ended = Q(table__state__in=(TableState.OVER, TableState.CLOSED))
    return forgetting.forget_guests(CardSeat.objects.all(), game="table", ended=ended)
