"""Where members are logged in: the browsers that hold a session of theirs, and ending one.

Allauth keeps a row for each session. It is written when somebody logs in, and brought up to date once an hour.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from club.models import Member
from club.outages.trouble import in_passing

HOUR: Final = 3600
MINUTE: Final = 60
SWEEP_MOST: Final = 500
SEAL: Final = 12
"""Letters that are enough of what a session knows of its member's password."""

BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
"""Words of a browser's self-description and what they mean; the first that is found counts, as many name others too."""


def note(request: HttpRequest) -> None:
    """Write down that the member's browser was here, at most once an hour: every page asks.

    What is written came along with the session. A browser of which nothing is written is remembered by the cache.
    """
    seen: datetime | None = getattr(request.session, "seen", None)
    if seen is not None and timezone.now() - seen < timedelta(seconds=HOUR):
        return
    if cache.add(_mark(request.session.session_key), True, HOUR if seen is None else MINUTE):
        with in_passing():
            UserSession.objects.create_from_request(request)


def _mark(key: str | None) -> str:
    return f"device:{key}"


def _seen(request: HttpRequest, **_more: Any) -> None:
    """Who has just logged in is written down by allauth."""
    cache.add(_mark(request.session.session_key), True, HOUR)


user_logged_in.connect(_seen, dispatch_uid="club.devices")


class Holder(Struct, frozen=True):
    """Who is logged in in a browser. Another password means another ``seal``, as it ends the sessions of before."""

    member: int
    is_club_admin: bool
    seal: str


def seal_of(member: Member) -> str:
    """Return a few letters that are others once the member's password is another."""
    return member.get_session_auth_hash()[:SEAL]


def number_of(request: HttpRequest) -> int:
    """Return the number of the browser's row, which came along with the session; 0 when none is written yet."""
    number: int | None = getattr(request.session, "number", None)
    if number is None:
        number = (
            UserSession.objects.filter(session_key=request.session.session_key).values_list("pk", flat=True).first()
        )
    return number or 0


def holders(numbers: Collection[int]) -> dict[int, Holder]:
    """Return who is still logged in in these browsers. One query."""
    live = Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=timezone.now())
    rows = UserSession.objects.filter(Exists(live), pk__in=numbers, user__is_active=True).select_related("user")
    return {row.pk: Holder(row.user.pk, row.user.is_staff, seal_of(row.user)) for row in rows}


def end_session(*, member: Member, number: int) -> bool:
    """Log the member out in one browser; False where that was no session of theirs (any more)."""
    session = UserSession.objects.filter(user=member, pk=number).first()
    if session is None:
        return False
    session.end()
    return True


def end_sessions(member: Member) -> None:
    """Log the member out everywhere."""
    for session in UserSession.objects.filter(user=member):
        session.end()


def forget_expired() -> int:
    """Delete sessions that have run out, and what was known of the browsers that held them; return how many."""
    now = timezone.now()
    gone = Session.objects.filter(expire_date__lt=now).values_list("pk", flat=True)[:SWEEP_MOST]
    keys = list(gone)
    if keys:
        UserSession.objects.filter(session_key__in=keys).delete()
        Session.objects.filter(pk__in=keys).delete()
    # Who logs out takes the session along and leaves the row.
    live = Session.objects.filter(expire_date__gte=now).values("pk")
    quiet = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    UserSession.objects.filter(last_seen_at__lt=quiet).exclude(session_key__in=live).delete()
    return len(keys)


def device_name(user_agent: str) -> str:
    """Return what a browser calls itself in words: ``Firefox, Windows``."""
    browser = next((name for word, name in BROWSERS if word in user_agent), "")
    system = next((name for word, name in SYSTEMS if word in user_agent), "")
    return ", ".join(part for part in (browser, system) if part) or _("An unknown browser")
