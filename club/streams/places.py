"""How many streams there may be, so that nobody takes all of a server's."""

from __future__ import annotations

from collections import Counter
from typing import Final

from club.streams.tickets import Ticket

EACH: Final = 12
"""Streams of one member or guest: pages open at the same time, in a process."""


class Places:
    """Streams of a process. Visitors who are not logged in take no more than half: one cannot tell them apart."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many there are."""
        return self._taken.total()

    def take(self, ticket: Ticket) -> bool:
        """Take a place; answers whether there was one."""
        who = _who(ticket)
        if self.taken >= self.most or self._taken[who] >= (EACH if who else self.most // 2):
            return False
        self._taken[who] += 1
        return True

    def leave(self, ticket: Ticket) -> None:
        """Give a place back."""
        who = _who(ticket)
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]


def _who(ticket: Ticket) -> str:
    return f"member {ticket.member}" if ticket.member else ticket.guest
