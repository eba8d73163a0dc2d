"""Connecting and leaving servers. Nobody leaves the only way they have into their account."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club import shared_device
from club.models import Member
from club.operations import Refused, for_update
from club.ways_in.adapter import KNOWN_AS, ClubSocialAdapter
from club.ways_in.servers import configured, server_of

WAY_IN: Final = "way_in"
"""Under this the row of a browser says the key of the server that somebody logged in with."""
ONLY_WAY: Final = _("This is your only way in. Choose a password or add a passkey that needs none, then leave it.")


class Connected(Struct, frozen=True):
    """An account elsewhere that lets its owner in here."""

    number: int
    key: str
    server: str
    known_as: str
    since: datetime
    last_used: datetime
    is_only_way: bool


def connected(member: Member) -> list[Connected]:
    """Return the accounts elsewhere by which a member gets in, the oldest first."""
    rows = SocialAccount.objects.filter(user=member).order_by("pk")
    return [
        Connected(
            number=row.pk,
            key=row.provider,
            server=name_of(row.provider),
            known_as=str(row.extra_data.get(KNOWN_AS, "")),
            since=row.date_joined,
            last_used=row.last_login,
            is_only_way=not has_way_in(member, without=row),
        )
        for row in rows
    ]


def name_of(key: str) -> str:
    """Return what a server is called, be it one that the operator has taken away again."""
    server = server_of(key)
    return server.name if server is not None else key.title()


def alone_at_the_door(member: Member) -> Member:
    """Return the member; until the transaction ends nobody else takes a way in of theirs away.

    Two who each leave the other way, at the same moment, would leave none.
    """
    return for_update(Member.objects.all()).get(pk=member.pk)


def has_way_in(member: Member, *, without: SocialAccount | Authenticator) -> bool:
    """Tell whether a member gets in without that account elsewhere, or without that passkey."""
    if member.has_usable_password():
        return True
    passkeys = Authenticator.objects.filter(user=member, type=Authenticator.Type.WEBAUTHN)
    others = SocialAccount.objects.filter(user=member, provider__in=[server.key for server in configured()])
    if isinstance(without, Authenticator):
        passkeys = passkeys.exclude(pk=without.pk)
    else:
        others = others.exclude(pk=without.pk)
    return others.exists() or any(passkey.wrap().is_passwordless for passkey in passkeys)


@transaction.atomic
def leave(*, member: Member, number: int, browser: str | None) -> str | None:
    """Let an account elsewhere open this one no more, and return the key of its server; None where it opens none.

    Whoever is logged in by it is logged out, but for ``browser`` (the key of its session), which asks for it.
    Raises ``Refused`` where it is the only way in.
    """
    locked = alone_at_the_door(member)
    row = SocialAccount.objects.filter(user=locked, pk=number).first()
    if row is None:
        return None
    if not has_way_in(locked, without=row):
        raise Refused.because("only_way", ONLY_WAY)
    key = str(row.provider)
    row.delete()
    for session in UserSession.objects.filter(user=locked, **{f"data__{WAY_IN}": key}).exclude(session_key=browser):
        session.end()
    return key


def tell(member: Member, key: str, *, connected: bool) -> None:
    """Write to a member that another way into the account was opened or shut."""
    what = "account_connected" if connected else "account_disconnected"
    get_adapter().send_notification_mail(f"socialaccount/email/{what}", member, context={"provider": name_of(key)})


def follow_log_in(request: HttpRequest, user: Member, sociallogin: SocialLogin | None = None, **_more: Any) -> None:
    """Finish what somebody who came from another server could not do before the second step: be connected to it.

    Listens to allauth's signal, which comes when somebody is in.
    """
    if sociallogin is None:
        return
    if shared_device.is_shared(request):
        request.session.set_expiry(0)
    key = str(sociallogin.account.provider)
    session = UserSession.objects.filter(session_key=request.session.session_key)
    session.update(data={WAY_IN: key})
    if sociallogin.account.pk is None and _connect(user, sociallogin):
        tell(user, key, connected=True)
        messages.success(request, _("Your account at %(server)s is connected from now on.") % {"server": name_of(key)})


def _connect(member: Member, came: SocialLogin) -> bool:
    """Join both accounts, if the address that joins them still does."""
    found = ClubSocialAdapter().authenticate_by_email(came)
    if found is None or found[0].pk != member.pk:
        return False
    account = came.account
    try:
        with transaction.atomic():
            SocialAccount.objects.create(
                user=member, provider=account.provider, uid=account.uid, extra_data=account.extra_data
            )
    except IntegrityError:  # connected a moment ago, in another tab
        return False
    return True
