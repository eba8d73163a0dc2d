"""How pages look for one reader: colours and print size, from the member's profile or a visitor's cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from club.access import member_of
from club.models import ColourScheme

COOKIE = "appearance"
COOKIE_AGE = 365 * 24 * 3600


class Appearance(Struct, frozen=True):
    """Colours (a :class:`ColourScheme` value) and whether print is large."""

    scheme: str = ColourScheme.AUTO.value
    large: bool = False

    @property
    def print_size(self) -> str:
        """``large`` or ``normal``, as in the page's ``data-print``."""
        return "large" if self.large else "normal"

    def to_cookie(self) -> str:
        """The cookie's value, such as ``dark.large``."""
        return f"{self.scheme}.{self.print_size}"

    @classmethod
    def from_cookie(cls, value: str) -> Appearance:
        """Read a cookie; what is not understood falls back to the default."""
        scheme, _, size = value.partition(".")
        return cls(scheme if scheme in ColourScheme.values else ColourScheme.AUTO.value, size == "large")


def appearance_of(request: HttpRequest) -> Appearance:
    """The look the reader of this request chose."""
    member = member_of(request)
    if member is not None:
        return Appearance(member.colour_scheme, member.large_print)
    return Appearance.from_cookie(request.COOKIES.get(COOKIE, ""))


def keep_in_cookie(response: HttpResponse, appearance: Appearance) -> None:
    """Remember the look in the browser, so that it stays after logging out."""
    response.set_cookie(
        COOKIE,
        appearance.to_cookie(),
        max_age=COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
