"""Sitting down on an open seat and getting up again, before a game begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.seating.models import NAME_LENGTH, Seat, new_link
from campaigns.seating.people import Person
from club.operations import Refused
from engines.core import names

SITS: Final = ("member", "guest", "guest_key")
"""The columns that say who sits somewhere."""


def guest_name(name: str, field: str) -> str:
    """Return a guest's name as it is kept. Raises ``Refused`` for one that is empty, too long or not seen."""
    plain = names.plain(" ".join(name.split()))
    if not names.shows(plain) or names.unseen(plain) or len(plain) > NAME_LENGTH:
        raise Refused.because("guest_name", _("Type a name of at most 30 letters."), field)
    return plain


def sit_down(seat: Seat, person: Person, *, among: Iterable[Seat], name: str = "") -> None:
    """Give an open seat of a locked game to a person: to members as themselves, to guests under the ``name`` they type.

    Nothing is stored: ``SITS`` are the columns. Raises ``Refused`` for a guest's name that is none, or that somebody
    ``among`` the game's seats has already.
    """
    if person.member is not None:
        seat.member = person.member
    else:
        name = guest_name(name, "name")
        sitting = [other.guest or (other.member.name if other.member is not None else "") for other in among]
        if names.key(name) in map(names.key, filter(None, sitting)):
            raise Refused.because("name_taken", _("Somebody with that name is already sitting here."), "name")
        seat.guest, seat.guest_key = name, person.guest


def get_up(seat: Seat) -> None:
    """Open a seat again, under a new link: whoever knows the old one cannot take it."""
    seat.member, seat.guest, seat.guest_key, seat.link = None, "", "", new_link()
    seat.save(update_fields=[*SITS, "link"])
