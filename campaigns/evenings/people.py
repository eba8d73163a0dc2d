"""Who comes to an evening: a member, or a guest whose browser keeps a secret. The log names both by short keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGuest
from campaigns.seating.people import GuestCookie
from club.access import member_of
from club.models import Member

COOKIE: Final = GuestCookie("evening-guest", "/evenings/")
MEMBER: Final = "m"
GUEST: Final = "g"
_KEY: Final = re.compile(r"([mg])([0-9]{1,18})", re.ASCII)


class Comer(Struct, frozen=True):
    """Who looks at an evening: a member, a guest who came before, or with neither a stranger.

    ``secret`` is the SHA-256 of what a guest's browser keeps, empty without one.
    """

    member: Member | None = None
    guest: EveningGuest | None = None
    secret: str = ""

    @property
    def key(self) -> str:
        """What the log calls him; empty for a stranger."""
        if self.member is not None:
            return key_of_member(self.member.pk)
        return key_of_guest(self.guest.pk) if self.guest is not None else ""


def comer_of(request: HttpRequest, evening: ClubEvening) -> Comer:
    """Return who asks. One query for a visitor whose browser keeps a secret, else none."""
    member = member_of(request)
    if member is not None:
        return Comer(member)
    secret = COOKIE.key(request)
    if not secret:
        return Comer()
    return Comer(guest=EveningGuest.objects.filter(evening=evening, secret=secret).first(), secret=secret)


def key_of_member(number: int) -> str:
    """Return what the log calls a member."""
    return f"{MEMBER}{number}"


def key_of_guest(number: int) -> str:
    """Return what the log calls a guest."""
    return f"{GUEST}{number}"


def member_number(key: str) -> int | None:
    """Return the number of the member that the log calls so, ``None`` for anybody else."""
    return _number(key, MEMBER)


def guest_number(key: str) -> int | None:
    """Return the number of the guest that the log calls so, ``None`` for anybody else."""
    return _number(key, GUEST)


def _number(key: str, kind: str) -> int | None:
    found = _KEY.fullmatch(key)
    return int(found[2]) if found is not None and found[1] == kind else None


def members_among(keys: Iterable[str]) -> list[int]:
    """Return the numbers of the members among people."""
    return [number for key in keys if (number := member_number(key)) is not None]


def names_of(keys: Iterable[str], reader: object) -> Mapping[str, str]:
    """Return what ``reader`` (a member or a visitor) may call these people. Two queries."""
    wanted = list(keys)
    members = Member.objects.filter(pk__in=members_among(wanted))
    guests = EveningGuest.objects.filter(pk__in=[n for key in wanted if (n := guest_number(key)) is not None])
    found = {key_of_member(member.pk): member.name_for(reader) for member in members}
    return found | {key_of_guest(guest.pk): guest_name(guest) for guest in guests}


def guest_name(guest: EveningGuest) -> str:
    """Return what a guest is called."""
    return _("%(name)s (guest)") % {"name": guest.name}
