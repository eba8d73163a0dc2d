"""Who sits at a table: a member, or a guest whose browser keeps a secret."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.tables.models.card_table import CardSeat
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


COOKIE: Final = GuestCookie("card-guest", "/tables/")


class Person(Struct, frozen=True):
    """A reader of tables. ``guest`` is the SHA-256 of a guest's secret, empty without one."""

    member: Member | None = None
    guest: str = ""

    def owns(self, seat: CardSeat) -> bool:
        """Tell whether the seat is this person's."""
        if self.member is not None and seat.member_id == self.member.pk:
            return True
        return bool(self.guest) and seat.guest_key == self.guest

    def seat_among(self, seats: Iterable[CardSeat]) -> CardSeat | None:
        """Return the person's seat at a table, if there is one."""
        return next((seat for seat in seats if self.owns(seat)), None)


def person_of(request: HttpRequest) -> Person:
    """Return who asks. A member on a borrowed browser is still the guest that sat down there before."""
    secret = COOKIE.kept(request)
    return Person(member_of(request), key_of(secret) if secret else "")


def key_of(secret: str) -> str:
    """Return what is stored of a guest's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_name(seat: CardSeat, reader: object) -> str:
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
