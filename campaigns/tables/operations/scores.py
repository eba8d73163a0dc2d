"""A game played at the site's tables, taken over into the books as a match: who sat there, who fell when and how.

Only games in which people decided to the end count: where a bot sat, or took over for somebody who left, nothing is
taken over. Nor is it where a guest goes by the name of one who turned out to be a member: anybody can type a name, and
what is taken over counts at once; a member who wants it to count logs in. What happened is told by the game's own
``Rules``.

A match that was meant for a season goes into it by the pad's own operation, and under its rule: guests play in any
season, members in those that they take part in. Where the season does not take it, it counts outside of seasons.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from msgspec import Struct
from msgspec.structs import replace

from campaigns.league.access import members_of
from campaigns.league.models import Campaign
from campaigns.league.news import tell
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player, key_of
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import Occasion, Sitting, record_table_result
from campaigns.tables import rules
from campaigns.tables.models.card_table import (
    Booked,
    CardAction,
    CardSeat,
    CardTable,
    TableState,
    TableVisibility,
)
from campaigns.tables.progress import Progress, load
from club.operations import Refused
from club.visibility import Visibility
from engines.core.score import Entry

log = logging.getLogger(__name__)

VISIBILITY: Final = {
    TableVisibility.CLUB.value: Visibility.CLUB.value,
    TableVisibility.LINK.value: Visibility.PRIVATE.value,
}
OUTSIDE: Final = {"campaign_over": Booked.CLOSED, "not_in_season": Booked.STRANGER}
"""What a season may have against a match that the books take without it."""


def source_of(table: CardTable) -> str:
    """Return the name under which the books know a table's game."""
    return f"table:{table.pk}"


def enter(progress: Progress) -> None:
    """Write a game that has just ended into the books, in the transaction of its last decision.

    No game is lost for it: what goes wrong is logged, and undone without the decision.
    """
    try:
        with transaction.atomic():
            take_over(progress.table, progress)
    except Exception:
        progress.table.booked = ""
        log.exception("table %s is not taken over", progress.table.pk)


@transaction.atomic
def take_over(table: CardTable, progress: Progress | None = None) -> Match | None:
    """Write a finished game into the books, once, and note at the table how; None where it does not belong there.

    ``progress`` is what was read of it already.
    """
    if table.state != TableState.OVER:
        return None
    if table.booked:
        return Match.objects.filter(source=source_of(table)).first()
    progress = progress or Progress(load(table.pk))
    found = _sitting(table, progress)
    match, booked = (None, found) if isinstance(found, Booked) else _record(table, found)
    table.booked = booked
    table.save(update_fields=["booked"])
    _tell(table, progress.seats)
    return match


class _Played(Struct, frozen=True):
    """A game as the books take it, outside of any season."""

    sitting: Sitting
    entries: Sequence[Entry[Any]]
    occasion: Occasion


def _sitting(table: CardTable, progress: Progress) -> _Played | Booked:
    """Return a game as the books take it, or why they do not."""
    seats = progress.seats
    if not _by_people(table, seats):
        return Booked.BOT
    if _borrowed(seats):
        return Booked.BORROWED
    known = rules.find(table.game) is not None
    heroes = [tuple(seat.heroes) for seat in seats]
    scored = progress.rules.score(progress.game, progress.happened, heroes) if known else None
    if scored is None:
        return Booked.UNTOLD
    options, entries = scored
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
    return _Played(sitting, entries, occasion)


def _record(table: CardTable, played: _Played) -> tuple[Match | None, Booked]:
    """Record the match in the season it was meant for, else outside of seasons; say which."""
    booked = Booked.FREE
    if table.season is not None:
        try:
            return _match(table, played, table.season), Booked.SEASON
        except Refused as refused:
            log.info("table %s does not count in its season: %s", table.pk, refused.codes)
            booked = next((OUTSIDE[code] for code in refused.codes if code in OUTSIDE), Booked.FREE)
    try:
        return _match(table, played, None), booked
    except Refused as refused:
        log.warning("table %s is not taken over: %s", table.pk, refused.codes)
        return None, Booked.REFUSED


def _match(table: CardTable, played: _Played, season: Campaign | None) -> Match:
    return record_table_result(
        sitting=replace(played.sitting, season=season),
        entries=played.entries,
        source=source_of(table),
        occasion=played.occasion,
        opener=table.opener,
    )


def _tell(table: CardTable, seats: Iterable[CardSeat]) -> None:
    """Tell the season's players among those at the table that their game does not count in it."""
    if table.season is None or table.booked not in (Booked.CLOSED, Booked.STRANGER):
        return
    at_the_table = {seat.member_id for seat in seats}
    tell(
        campaign=table.season,
        to=[member for member in members_of(table.season) if member in at_the_table],
        code="outside_of_season",
        params={"game": table.game},
        address=table.get_absolute_url(),
    )


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
            named |= Q(name_key=key_of(" ".join(seat.guest.split())))
    return Player.objects.filter(named, merged_into__isnull=False).exists()


def _who(seat: CardSeat) -> Who:
    return seat.member if seat.member is not None else seat.guest
