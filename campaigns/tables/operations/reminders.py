"""Reminding whoever keeps a table waiting, on the site and by mail."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.league.chores import Chore
from campaigns.league.games import game_of
from campaigns.seating import reminding
from campaigns.seating.absence import waited_for
from campaigns.seating.people import Person
from campaigns.tables.absence import is_absent
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations.tables import lock
from club.operations import Refused


@transaction.atomic
def remind(*, table: CardTable, person: Person) -> None:
    """Remind the member for whom the table waits; a member who sits there asks for it, once a day at most.

    Refused while the other may still think.
    """
    locked, seats = lock(table)
    mine, by = person.seat_among(seats), person.member
    waited = waited_for(seats, mine)
    member = waited.member if waited is not None else None
    if mine is None or by is None or member is None or member == by or not is_absent(locked.state, locked.moved):
        raise Refused.because("nobody_to_remind", _("There is nobody to remind at this table."))
    reminding.remind(
        member=member,
        by=by,
        address=locked.get_absolute_url(),
        code="table_waits",
        params={"game": locked.game},
        place=str(game_of(locked.game).name),
        chore=lambda: _chore(locked),
    )


def _chore(table: CardTable) -> Chore:
    said = _("It is your move at the table of %(game)s.") % {"game": game_of(table.game).name}
    return Chore("move", said, table.get_absolute_url())
