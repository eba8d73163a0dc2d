"""What a member can do now, anywhere on the site, the most urgent first: campaigns, seasons, tables, the club."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.evenings.waiting import todo_about_evenings
from campaigns.league.chores import Chore, Urgency, in_order
from campaigns.league.models import Membership
from campaigns.league.waiting import todo_in
from campaigns.matches import waiting as matches
from campaigns.seating.people import Person
from campaigns.tables.listing import ready_for, waiting_for
from campaigns.wars.waiting_at_the_site import decisions
from club.models import Member


def todo(member: Member) -> list[Chore]:
    """Return everything that a member can do now. As many queries in many campaigns as in few."""
    parts = list(Membership.objects.filter(member=member).select_related("campaign").order_by("joined", "pk"))
    for part in parts:
        part.member = member
    found = [*_at_tables(member), *matches.outside(member), *todo_in(parts), *todo_about_evenings(member)]
    named = {chore.address for chore in found}
    return in_order([*found, *(chore for chore in decisions(member) if chore.address not in named)])


def _at_tables(member: Member) -> Iterator[Chore]:
    """Yield the card tables that wait for the member's decision, and those at which everybody sits."""
    person = Person(member)
    for table in waiting_for(person):
        sentence = _("%(game)s, “%(table)s”: it is your move.") % {"game": table.game, "table": table.title}
        address = table.table.get_absolute_url()
        yield Chore("card_table", sentence, address, None, Urgency.AWAITED, table.table.moved)
    for table in ready_for(person):
        sentence = _("%(game)s, “%(table)s”: everybody is there. Deal the cards.")
        names = {"game": table.game, "table": table.title}
        address = table.table.get_absolute_url()
        yield Chore("deal", sentence % names, address, None, Urgency.HOLDS_UP, table.table.created)
