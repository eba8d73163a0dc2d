"""Guests at card tables lose their names some time after the game, where the club wants that."""

from __future__ import annotations

from django.db.models import Q

from campaigns.seating import forgetting
from campaigns.tables.models.card_table import CardSeat, TableState


def forget_guests() -> int:
    """Forget the guests of tables that are over for long; return how many (see ``campaigns.seating.forgetting``)."""
    over = Q(table__state__in=(TableState.OVER, TableState.CLOSED))
    return forgetting.forget_guests(CardSeat, game="table", ended=over)
