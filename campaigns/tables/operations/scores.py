"""A game played at the site's tables, taken over into the books as a match: who sat there, who fell when and how.

Only games in which people decided to the end count: where a bot sat, or took over for somebody who left, nothing is
taken over. Nor is it where a guest goes by the name of one who turned out to be a member: anybody can type a name, and
what is taken over counts at once; a member who wants it to count logs in. Each game that can be taken over has one
line in ``BOOKS``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.db.models import Q

from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import Occasion, Sitting, record_table_result
from campaigns.tables.bagarre.rules import BagarreRules
from campaigns.tables.models.card_table import CardAction, CardSeat, CardTable, TableState, TableVisibility
from club.operations import Refused
from club.visibility import Visibility
from engines.bagarre.events import Announced, Eliminated as Gone
from engines.bagarre.game import Bagarre
from engines.bagarre.notation import action
from engines.bagarre.outcome import Ending
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.core.score import Entry

log = logging.getLogger(__name__)

type Told = tuple[dict[str, Any], list[Entry[Any]]]
"""The scoring engine's options and entries of a game."""

VISIBILITY: Final = {
    TableVisibility.CLUB.value: Visibility.CLUB.value,
    TableVisibility.LINK.value: Visibility.PRIVATE.value,
}


def take_over(table: CardTable) -> Match | None:
    """Write a finished game into the books, once; None where it does not belong there.

    A game is never lost for it: what the books refuse is logged.
    """
    teller = BOOKS.get(table.game)
    seats = list(table.seats.select_related("member").order_by("number"))
    if teller is None or table.state != TableState.OVER or not _by_people(table, seats) or _borrowed(seats):
        return None
    options, entries = teller(table, seats)
    minutes = None
    if table.started is not None and table.finished is not None:
        minutes = max(1, round((table.finished - table.started).total_seconds() / 60))
    sitting = Sitting(
        game=table.game,
        people=[_who(seat) for seat in seats],
        options=options,
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


def bagarre(table: CardTable, seats: Sequence[CardSeat]) -> Told:
    """Return the entries of a game of La Bagarre: the heroes, and who fell together at each action."""
    game = BagarreRules().deal(table, len(seats), record=True)
    codes = CardAction.objects.filter(table=table).order_by("index").values_list("code", flat=True)
    heroes = [tuple(seat.heroes) for seat in seats]
    return told_of_bagarre(game, codes, heroes)


def told_of_bagarre(game: Bagarre, codes: Iterable[str], heroes: Sequence[tuple[str, ...]]) -> Told:
    """Play these actions on a fresh game that records its events, and tell it to the scoring engine.

    Who fell at one moment of the game falls by one entry: through a fire potion, or through each other.
    """
    agreed = game.setup.options
    falls: list[Fall] = []
    counter = False
    for code in codes:
        for event in game.play(action(code)):
            if isinstance(event, Announced):
                counter = event.counter
            elif isinstance(event, Gone):
                falls.append(Fall(event.seat, event.by, _cause(event, counter=counter)))
    outcome = game.outcome
    entries: list[Entry[Any]] = [Heroes(seat=n, heroes=names) for n, names in enumerate(heroes) if names]
    at_once = groupby(falls, key=lambda fall: game.seats[fall.seat].fell)
    entries += [Eliminated(falls=tuple(group)) for _, group in at_once]
    if outcome is not None and outcome.ending is Ending.TURN_LIMIT:
        entries.append(Stop())
    options = {
        "heroes": agreed.heroes,
        "trolls": agreed.trolls,
        "teams": list(agreed.teams),
        "same_hero_per_team": agreed.same_hero_per_team,
    }
    return options, entries


def _cause(event: Gone, *, counter: bool) -> Cause:
    """Return what made somebody fall; ``counter`` says that the action under way answers an attack."""
    if event.by is not None:
        return Cause.COUNTER if counter else Cause.ATTACK
    return Cause.LEFT if event.cause == "resigned" else Cause.DRAGON


BOOKS: Final[Mapping[str, Callable[[CardTable, Sequence[CardSeat]], Told]]] = {"bagarre": bagarre}
"""How the entries of a game are told, by its code."""
