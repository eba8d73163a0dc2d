"""Reminding whoever keeps a table waiting, on the site and by mail."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.league.chores import Chore
from campaigns.league.games import game_of
from campaigns.league.models import News
from campaigns.league.news import tell
from campaigns.league.operations.reminders import PAUSE, lately_reminded, mail
from campaigns.tables.absence import is_absent, waited_for
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations.tables import lock
from campaigns.tables.people import Person
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
    address = locked.get_absolute_url()
    lately = News.objects.filter(member=member, code="table_waits", address=address, at__gt=timezone.now() - PAUSE)
    if lately.exists():
        raise lately_reminded()
    tell(
        campaign=None, to=[member], code="table_waits", params={"game": locked.game}, address=address, by=by, waits=True
    )
    mail(member, by=by, place=str(game_of(locked.game).name), chores=lambda: [_chore(locked)], reason="")


def _chore(table: CardTable) -> Chore:
    said = _("It is your move at the table of %(game)s.") % {"game": game_of(table.game).name}
    return Chore("move", said, table.get_absolute_url())
