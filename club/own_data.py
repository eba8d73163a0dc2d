"""Everything the site keeps about a member, as one archive of files for that member alone.

Other rooms add what they keep: each registers a provider when its app starts.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from club.channels.wishes import wishes_of
from club.models import ApiToken, Member, PushDevice, SiteConsent
from club.ways_in.operations import WAY_IN, connected

type Entries = Iterable[tuple[str, Any]]
"""Names of files without their ending, and what stands in them as JSON."""
Provider = Callable[[Member], Entries]
_PROVIDERS: Final[list[Provider]] = []


def provider(function: Provider) -> Provider:
    """Let the archive hold these files, too. Registering twice changes nothing."""
    if function not in _PROVIDERS:
        _PROVIDERS.append(function)
    return function


def archive(member: Member) -> bytes:
    """Return the archive (ZIP) of everything about the member, each file as indented JSON."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in (("account", _account(member)), *(entry for give in _PROVIDERS for entry in give(member))):
            file.writestr(f"{name}.json", json.dumps(data, ensure_ascii=False, indent=2, default=str))
    return packed.getvalue()


def _account(member: Member) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=member).order_by("pk")
    return {
        "user_name": member.username,
        "name_shown": member.display_name,
        "email_addresses": [{"address": row.email, "confirmed": row.verified} for row in addresses],
        "language": member.language,
        "hidden_from_public_pages": member.hidden,
        "colours": member.colour_scheme,
        "large_print": member.large_print,
        "paper": member.paper,
        "news_by_mail": member.news_mail,
        "reminders_by_mail": member.reminders,
        "told": _told(member),
        "club_admin": member.is_staff,
        "joined": member.date_joined,
        "last_login": member.last_login,
        "second_step": [_step(row) for row in Authenticator.objects.filter(user=member).order_by("pk")],
        "connected_accounts": [
            {"server": row.server, "known_there_as": row.known_as, "since": row.since, "last_used": row.last_used}
            for row in connected(member)
        ],
        "sites_signed_in_to": [
            {
                "site": row.client.name,
                "told": row.scopes,
                "address": row.email,
                "since": row.since,
                "last_used": row.used,
            }
            for row in SiteConsent.objects.filter(member=member).select_related("client")
        ],
        "logged_in": [
            {
                "browser": row.user_agent,
                "address": row.ip,
                "since": row.created_at,
                "last_seen": row.last_seen_at,
                **({"by": row.data[WAY_IN]} if WAY_IN in row.data else {}),
            }
            for row in UserSession.objects.filter(user=member).order_by("pk")
        ],
        "tokens_for_programs": [
            {"name": row.name, "for": row.scopes, "since": row.created, "until": row.expires, "last_used": row.used}
            for row in ApiToken.objects.filter(member=member)
        ],
    }


def _told(member: Member) -> dict[str, Any]:
    wishes = wishes_of(member)
    names = (
        "not_on_site",
        "not_by_mail",
        "by_push",
        "quiet_from",
        "quiet_until",
        "not_while_looking",
        "shows_contents",
    )
    devices = [
        {"name": row.name, "since": row.created, "last_reached": row.reached, "address": row.endpoint}
        for row in PushDevice.objects.filter(member=member)
    ]
    return {**{name: getattr(wishes, name) for name in names}, "devices": devices}


def _step(row: Authenticator) -> dict[str, Any]:
    """That it is there, not what it is: whoever finds the file must not get in by it."""
    name = {"name": row.wrap().name} if row.type == Authenticator.Type.WEBAUTHN else {}
    return {"kind": row.type, **name, "since": row.created_at, "last_used": row.last_used_at}
