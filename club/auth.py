"""Who may log in: members, and demo accounts only on a site in debug mode."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings


class MemberBackend(AuthenticationBackend):
    """Log in by user name or e-mail address, demo accounts in debug mode only.

    Django asks the same question on every request of a session, so a demo session ends too when the site goes
    into production.
    """

    def user_can_authenticate(self, user: Any) -> bool:
        """False for inactive members, and for demo accounts outside debug mode."""
        return not is_shut_out(user) and super().user_can_authenticate(user)


def is_shut_out(user: Any) -> bool:
    """True for a demo account outside debug mode: its password is public."""
    return bool(getattr(user, "is_demo", False)) and not settings.DEBUG
