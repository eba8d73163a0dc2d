"""Who sits at a seat: a member, or a guest whose browser keeps a secret."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.seating.models import Seat
from club.access import member_of
from club.models import Member

COOKIE_AGE: Final = 90 * 24 * 3600
_SECRET: Final = re.compile(r"[\w-]{43}", re.ASCII)


class GuestCookie(Struct, frozen=True):
    """A cookie that knows a guest again: ``name``, and the ``path`` below which pages get it; no script reads it."""

    name: str
    path: str

    def kept(self, request: HttpRequest) -> str:
        """Return the secret that the browser keeps; empty without one."""
        secret = request.COOKIES.get(self.name, "")
        return secret if _SECRET.fullmatch(secret) else ""

    def secret(self, request: HttpRequest) -> str:
        """Return the secret that the browser keeps, or a fresh one."""
        return self.kept(request) or secrets.token_urlsafe(32)

    def key(self, request: HttpRequest) -> str:
        """Return what is stored of the secret that the browser keeps; empty without one."""
        kept = self.kept(request)
        return key_of(kept) if kept else ""

    def keep(self, response: HttpResponse, secret: str) -> None:
        """Let the browser keep a secret."""
        response.set_cookie(
            self.name,
            secret,
            max_age=COOKIE_AGE,
            path=self.path,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


class Person(Struct, frozen=True):
    """A reader of games. ``guest`` is the SHA-256 of a guest's secret, empty without one."""

    member: Member | None = None
    guest: str = ""

    def owns(self, seat: Seat) -> bool:
        """Tell whether the seat is this person's."""
        if self.member is not None and seat.member_id == self.member.pk:
            return True
        return bool(self.guest) and seat.guest_key == self.guest

    def seat_among[S: Seat](self, seats: Iterable[S]) -> S | None:
        """Return the person's seat at a game, if there is one."""
        return next((seat for seat in seats if self.owns(seat)), None)

    @property
    def seats(self) -> Q:
        """What the seats of this person have in common; nothing has it where nobody is known."""
        mine = Q(pk__in=[])
        if self.member is not None:
            mine |= Q(member=self.member)
        if self.guest:
            mine |= Q(guest_key=self.guest)
        return mine


def person_of(request: HttpRequest, cookie: GuestCookie) -> Person:
    """Return who asks. A member on a borrowed browser is still the guest that sat down there before."""
    return Person(member_of(request), cookie.key(request))


def key_of(secret: str) -> str:
    """Return what is stored of a guest's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_name(seat: Seat, reader: object) -> str:
    """Return what a seat is called for ``reader`` (a member or a visitor), whoever decides for it."""
    if seat.member is not None:
        return seat.member.name_for(reader)
    if seat.guest:
        return _("%(name)s (guest)") % {"name": seat.guest}
    if seat.guest_key:
        return _("a guest")
    if seat.bot:
        return _("Bot %(number)s") % {"number": seat.number + 1}
    return _("Seat %(number)s") % {"number": seat.number + 1}
