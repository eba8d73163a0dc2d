"""A game played at the site's tables, taken over into the books as a match: who sat there, who fell when and how.

Only games in which people decided to the end count: where a bot sat, or took over for somebody who left, nothing is
taken over. Nor is it where a guest goes by the name of one who turned out to be a member: anybody can type a name, and
what is taken over counts at once; a member who wants it to count logs in. What happened is told by the game's own
``Rules``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from django.db.models import Q

from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import Occasion, Sitting, record_table_result
from campaigns.tables import rules
from campaigns.tables.models.card_table import CardAction, CardSeat, CardTable, TableState, TableVisibility
from club.operations import Refused
from club.visibility import Visibility

log = logging.getLogger(__name__)

VISIBILITY: Final = {
    TableVisibility.CLUB.value: Visibility.CLUB.value,
    TableVisibility.LINK.value: Visibility.PRIVATE.value,
}


def take_over(table: CardTable) -> Match | None:
    """Write a finished game into the books, once; None where it does not belong there.

    A game is never lost for it: what the books refuse is logged.
    """
    game = rules.find(table.game)
    seats = list(table.seats.select_related("member").order_by("number"))
    if game is None or table.state != TableState.OVER or not _by_people(table, seats) or _borrowed(seats):
        return None
    codes = CardAction.objects.filter(table=table).order_by("index").values_list("code", flat=True)
    told = game.told(table, list(codes), [tuple(seat.heroes) for seat in seats])
    if told is None:
        return None
    options, entries = told
    minutes = None
    if table.started is not None and table.finished is not None:
        minutes = max(1, round((table.finished - table.started).total_seconds() / 60))
    sitting = Sitting(
        game=table.game,
        people=[_who(seat) for seat in seats],
        start=options.get("start", 0),
        options={name: value for name, value in options.items() if name != "start"},
        visibility=VISIBILITY[table.visibility],
    )
    occasion = Occasion(date=table.started, duration=minutes if minutes and minutes <= 24 * 60 else None)
    try:
        return record_table_result(
            sitting=sitting, entries=entries, source=f"table:{table.pk}", occasion=occasion, opener=table.opener
        )
    except Refused as refused:
        log.warning("table %s is not taken over: %s", table.pk, refused.codes)
        return None


def _by_people(table: CardTable, seats: Iterable[CardSeat]) -> bool:
    """Tell whether somebody sat on each seat and no bot decided anything."""
    if any(not seat.has_person or not (seat.member_id or seat.guest.strip()) for seat in seats):
        return False
    return not CardAction.objects.filter(table=table).exclude(bot="").exists()


def _borrowed(seats: Iterable[CardSeat]) -> bool:
    """Tell whether the name that a guest typed leads to a member."""
    named = Q(pk__in=())
    for seat in seats:
        if seat.member_id is None:
            named |= Q(name__iexact=" ".join(seat.guest.split()))
    return Player.objects.filter(named, merged_into__isnull=False).exists()


def _who(seat: CardSeat) -> Who:
    return seat.member if seat.member is not None else seat.guest
