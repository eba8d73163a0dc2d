"""Who is behind a session, read in the query that reads the session: every page asks both.

Django keeps the member's key inside the session's data, where no query can follow it. Allauth's row for each session
(``club.devices``) names the member as well; what it names is believed only where the session's own data says the same.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from club.auth import as_asked, offered
from club.models import Member


class SessionStore(db.SessionStore):
    """Sessions in the database; the member of one comes along (``take_member``)."""

    _member: Member | None = None
    seen: datetime | None = None
    """When allauth's row last said that the browser was here, where there is one."""
    number: int | None = None
    """That row's."""

    def load(self) -> dict[str, Any]:
        """Return what the session holds, in one query with its member; a visitor's takes a second one."""
        member = _behind(as_asked(), self.session_key or "", timezone.now()).first()
        if member is None or member.stored is None:
            data: dict[str, Any] = super().load()
            return data
        self._member = member
        self.seen, self.number = member.seen, member.number
        stored: dict[str, Any] = self.decode(member.stored)
        return stored

    def take_member(self) -> Member | None:
        """Return who came along, once: whoever asks again has to read again."""
        member, self._member = self._member, None
        return member


def _behind(members: QuerySet[Member], key: str, now: datetime) -> QuerySet[Any]:
    live = Session.objects.filter(pk=OuterRef("usersession__session_key"), expire_date__gt=now)
    found = members.filter(usersession__session_key=key)
    return found.annotate(
        stored=Subquery(live.values("session_data")),
        seen=F("usersession__last_seen_at"),
        number=F("usersession__pk"),
    )


class MemberMiddleware(AuthenticationMiddleware):
    """Django's, which checks who is behind a session as ever, but does not read twice what came along with it."""

    def process_request(self, request: HttpRequest) -> None:
        """Let ``request.user`` be who is behind it, read when first asked."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user(request))  # type: ignore[assignment]


def _user(request: HttpRequest) -> Any:
    session = request.session
    if not isinstance(session, SessionStore):
        return get_user(request)
    with offered(session.take_member):
        return get_user(request)
