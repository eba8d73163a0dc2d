"""Who may log in: members, and demo accounts only on a site in debug mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from club.models import Member
from club.second_step import with_second_step

_CARRIED: Final[dict[str, Callable[[], Combinable]]] = {}


def carry(name: str, make: Callable[[], Combinable]) -> None:
    """Let ``request.user`` carry a value of this name, read in the query that reads the member. Twice changes nothing.

    Only what every page shows is worth it, and only what an index answers.
    """
    _CARRIED[name] = make
    as_asked.cache_clear()


_OFFERED: Final[ContextVar[Callable[[], Member | None] | None]] = ContextVar("offered", default=None)


@contextmanager
def offered(take: Callable[[], Member | None]) -> Iterator[None]:
    """Let the backend ask here first for the member of the session that is being checked."""
    token = _OFFERED.set(take)
    try:
        yield
    finally:
        _OFFERED.reset(token)


def behind_sessions() -> QuerySet[Member]:
    """Return members as pages read who asks: with their second step and what rooms want to know of every reader.

    A copy, as making it takes longer than asking.
    """
    return as_asked().all()


@cache
def as_asked() -> QuerySet[Member]:
    """Return that query, the same as long as nothing more is carried; it is never sent itself."""
    return with_second_step(Member.objects.annotate(**{name: make() for name, make in _CARRIED.items()}))


class MemberBackend(AuthenticationBackend):
    """Log in by user name or e-mail address, demo accounts in debug mode only.

    Django asks the same question on every request of a session, so a demo session ends too when the site goes
    into production.
    """

    def get_user(self, user_id: int) -> Member | None:
        """Return the member of a session (``behind_sessions``): who came along with it, or else asked for now."""
        take = _OFFERED.get()
        member = take() if take is not None else None
        if member is None or member.pk != user_id:
            member = behind_sessions().filter(pk=user_id).first()
        return member if member is not None and self.user_can_authenticate(member) else None

    def user_can_authenticate(self, user: Any) -> bool:
        """False for inactive members, and for demo accounts outside debug mode."""
        return not is_shut_out(user) and super().user_can_authenticate(user)


def is_shut_out(user: Any) -> bool:
    """True for a demo account outside debug mode: its password is public."""
    return bool(getattr(user, "is_demo", False)) and not settings.DEBUG
