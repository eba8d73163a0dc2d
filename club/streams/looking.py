"""The two questions about watched things: what their marks are, and whether their readers may still see them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from club import devices
from club.devices import Holder
from club.streams import kinds, prepared
from club.streams.kinds import Key, Watched
from club.streams.tickets import Ticket
from club.tokens import operations as tokens


def marks(watched: Iterable[Watched]) -> dict[Watched, str]:
    """Return the marks of these things: one query for each kind among them. What is not there any more has none."""
    by_kind: dict[str, list[Key]] = {}
    for one in watched:
        by_kind.setdefault(one.kind, []).append(one.key)
    found = {}
    for code, keys in by_kind.items():
        told = kinds.of(Watched(code, ())).marks(keys)
        found.update({Watched(code, key): told.get(key, "") for key in keys})
    return found


def admitted(tickets: Collection[Ticket]) -> set[Ticket]:
    """Return those whose readers may still see everything they watch. One query for all members, one for each thing.

    Who logged out, was logged out or has another password by now may see nothing with the tickets of before; nor may a
    program whose token was revoked or has run out.
    """
    holders = _holders({ticket.session for ticket in tickets if ticket.member})
    found = set()
    for ticket in set(tickets):
        holder = holders.get(ticket.session) if ticket.member else None
        if ticket.member and (holder is None or (holder.member, holder.seal) != (ticket.member, ticket.seal)):
            continue
        admin = holder is not None and holder.is_club_admin
        if all(
            prepared.readable(one, member=ticket.member, is_club_admin=admin, guest=ticket.guest)
            for one in ticket.watched
        ):
            found.add(ticket)
    return found


def _holders(numbers: Collection[int]) -> dict[int, Holder]:
    """Return who still holds these sessions; numbers below 0 are those of tokens (``tickets.Ticket``)."""
    browsers = devices.holders([number for number in numbers if number >= 0])
    programs = tokens.holders([-number for number in numbers if number < 0])
    return browsers | {-number: holder for number, holder in programs.items()}
