"""What the tests of streams share: tickets of members, and streams that write down what they hear."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from campaigns.matches.models.match import Match
from club import devices
from club.models import Member
from club.streams import tickets
from club.streams.kinds import Watched
from club.streams.tickets import Ticket

_TOLD = re.compile(r'data-told="([^"]+)"\s+data-told-mark="([^"]*)"')


def ticket(member: Member | None, *matches: Match) -> Ticket:
    """The ticket of a page that shows these pads."""
    watched = tuple(Watched("pad", (match.pk,)) for match in matches)
    return tickets.issue(watched) if member is None else tickets.issue(watched, **logged_in(member))


def logged_in(member: Member) -> dict[str, Any]:
    """Log a member in, where they are not yet; who that is in a ticket."""
    row = UserSession.objects.filter(user=member).first()
    if row is None:
        session = Session.objects.create(session_key=f"of-{member.pk}", expire_date=timezone.now() + timedelta(days=14))
        row = UserSession.objects.create(user=member, session_key=session.pk, ip="127.0.0.1", user_agent="kit")
    return {"member": member.pk, "session": row.pk, "seal": devices.seal_of(member)}


def told(page: str) -> tuple[Ticket, str]:
    """The ticket that a page carries, and the mark it was made with."""
    found = _TOLD.search(page)
    assert found is not None
    read = tickets.read_ticket(unescape(found[1]))
    assert read is not None
    return read, unescape(found[2])


class Ear:
    """A stream that keeps what it was told."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self.marks: list[str] = []
        self.ended = ""

    def tell(self, mark: str) -> None:
        self.marks.append(mark)

    def end(self, why: str) -> None:
        self.ended = why
