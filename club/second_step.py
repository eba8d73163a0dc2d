"""The second step of logging in: who has one, who must have one, and how its secrets are kept.

Allauth asks for the step (an authenticator app, a passkey, a recovery code) and lets members set it up. The club says
for whom it is required; other rooms register who has powers there.
"""

from __future__ import annotations

import base64
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy as _

from club.devices import end_sessions
from club.models import ApiToken, ClubSettings, Member, SecondStepFor
from club.operations import for_update

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

Power = Callable[[Member], bool]
"""Tells whether a member decides about others, such as a referee."""
_POWERS: Final[list[Power]] = []

STEPS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What makes a second step. Recovery codes only stand in for one of these."""

log = logging.getLogger(__name__)


def on_powers(power: Power) -> None:
    """Let a room say who has powers in it. Registering twice changes nothing."""
    if power not in _POWERS:
        _POWERS.append(power)


# Who


def with_second_step(members: QuerySet[Member]) -> QuerySet[Member]:
    """Note on each member whether they have a second step, and for whom the club requires one; no query more."""
    return members.annotate(**facts("pk"))


def facts(member: str) -> dict[str, Exists | Subquery]:
    """Return what ``with_second_step`` notes, for rows whose ``member`` (a field's name) it is about."""
    has = Authenticator.objects.filter(user=OuterRef(member), type__in=STEPS)
    club = ClubSettings.objects.filter(pk=ClubSettings.SINGLETON_ID).values("second_step_for")
    return {"has_second_step": Exists(has), "second_step_for": Subquery(club[:1])}


def has_second_step(member: Member) -> bool:
    """Tell whether logging in as this member takes a second step. Costs nothing for who is behind a request."""
    known: bool | None = getattr(member, "has_second_step", None)
    if known is None:
        known = Authenticator.objects.filter(user=member, type__in=STEPS).exists()
    return known


def must_set_up(member: Member) -> bool:
    """Tell whether the club requires a second step of this member, who has none yet."""
    if hasattr(member, "second_step_for"):
        required = member.second_step_for or SecondStepFor.NOBODY  # there is no row on a new site
    else:
        required = ClubSettings.load().second_step_for
    if required == SecondStepFor.NOBODY or has_second_step(member):
        return False
    if member.is_club_admin:
        return True
    return required == SecondStepFor.REFEREES and any(power(member) for power in _POWERS)


@transaction.atomic
def remove_second_step(*, member: Member) -> bool:
    """Take a lost second step away, end all sessions and revoke all tokens; False where there was none.

    For whoever runs the site. The password alone logs in afterwards, so they make sure first who is asking.
    """
    for_update(Member.objects.all()).get(pk=member.pk)
    removed, _each = Authenticator.objects.filter(user=member).delete()
    end_sessions(member)
    ApiToken.objects.filter(member=member).delete()
    if removed:
        log.warning("the second step of member %s was removed", member.pk)
    return bool(removed)


# Secrets


class SecondStepAdapter(DefaultMFAAdapter):
    """The club's name in authenticator apps, the site's words, and secrets that no copy of the database tells."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _("This cannot be switched off."),
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
        "incorrect_code": _("This code is wrong or has already been used. Codes from an app last half a minute."),
    }

    def get_totp_issuer(self) -> str:
        """The club's name. Apps take what stands before a colon for the issuer."""
        return ClubSettings.load().name.replace(":", " ")

    def _get_user_identifier(self, user: Any) -> str:
        """The user name: that is what one logs in with, and it does not change with an address."""
        return str(user.get_username())

    def _get_site_name(self) -> str:
        return ClubSettings.load().name

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        """What a passkey is called until its owner says otherwise."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def encrypt(self, text: str) -> str:
        """Seal a secret with ``SECRET_KEY``, which stands in no database and no backup."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open a secret sealed with this key or one of ``SECRET_KEY_FALLBACKS``.

        Under any other key there is no secret any more: a new one comes in its place, which nobody knows and no code
        fits. Its owner gets in by a passkey, or has the second step removed.
        """
        from cryptography.fernet import InvalidToken

        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.warning("a second step was sealed with another SECRET_KEY")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _box() -> MultiFernet:
    from cryptography.fernet import Fernet, MultiFernet  # large, and only for who types a code or sets a step up

    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    derived = (salted_hmac("club.second_step", "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
