"""Tickets: what a page may be told of, signed after its view has checked access."""

from __future__ import annotations

import time
from typing import Final

from django.core.signing import BadSignature, Signer
from django.utils.http import int_to_base36
from msgspec import Struct

from club.streams import kinds
from club.streams.kinds import Watched

PATH: Final = "/live/"
STEP: Final = 300
"""Seconds: tickets run out at the full five minutes, so that a page made twice in between is the same page."""
LEAST: Final = 600
"""Seconds that a ticket is good for at least; its page then asks for another, as it asks for news (``club.live``)."""
MOST: Final = 400
"""Letters that a ticket may have."""


def _signer() -> Signer:
    return Signer(salt="club.streams")


class Ticket(Struct, frozen=True):
    """``until`` in seconds since 1970; ``member`` 0 for a visitor; ``guest`` as in ``kinds.Reader``.

    A member's ticket is good as long as the browser is logged in: ``session`` and ``seal`` are of ``club.devices``. A
    program's is as good as its token: ``session`` is that one's number below 0, ``seal`` its own.
    """

    until: int
    member: int
    guest: str
    watched: tuple[Watched, ...]
    session: int = 0
    seal: str = ""

    def address(self) -> str:
        """Return the address that the ticket opens."""
        things = "+".join("-".join([one.kind, *map(str, one.key)]) for one in self.watched)
        words = (int_to_base36(self.until), str(self.member), self.guest, things, str(self.session), self.seal)
        return PATH + _signer().sign(".".join(words))

    def seconds_left(self) -> float:
        """Return for how long the ticket is good."""
        return self.until - time.time()


def issue(
    watched: tuple[Watched, ...], *, member: int = 0, guest: str = "", session: int = 0, seal: str = ""
) -> Ticket:
    """Return a ticket for who may see all that; the caller has checked it."""
    return Ticket((int(time.time()) // STEP + 1) * STEP + LEAST, member, guest, watched, session, seal)


def read_ticket(path: str) -> Ticket | None:
    """Return the ticket behind an address; ``None`` for one that is forged, of another kind, or has run out."""
    words = path.removeprefix(PATH)
    if len(words) > MOST or words == path:
        return None
    try:
        until, member, guest, things, session, seal = _signer().unsign(words).split(".")
        watched = tuple(map(_thing, things.split("+")))
        ticket = Ticket(int(until, 36), int(member), guest, watched, int(session), seal)
    except (BadSignature, ValueError):
        return None
    return ticket if ticket.seconds_left() > 0 else None


def _thing(said: str) -> Watched:
    code, *numbers = said.split("-")
    kind = kinds.find(code)
    key = tuple(map(int, numbers))
    if kind is None or len(key) != kind.keys:
        raise ValueError(said)
    return Watched(code, key)
