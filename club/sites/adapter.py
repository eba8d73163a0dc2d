"""What other sites are told of a member, and what they are told of this site: the club's answers to allauth."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Final, Literal

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, PrivateKey
from django.utils.translation import gettext_lazy as _

from club.auth import is_shut_out
from club.models import Member, SiteConsent
from club.sites.groups import groups_of
from club.sites.keys import private_key

OPENID: Final = "openid"
PROFILE: Final = "profile"
EMAIL: Final = "email"
GROUPS: Final = "groups"
SCOPES: Final = {
    OPENID: _("a number that stands for you"),
    PROFILE: _("your user name, and the name that members see"),
    EMAIL: _("your e-mail address, and whether it is confirmed"),
    GROUPS: _("whether you are a club admin or a referee, and of which public campaigns"),
}


class ClubOIDCAdapter(DefaultOIDCAdapter):
    """Names and groups as the club knows them, a key that the site keeps itself."""

    scope_display = SCOPES

    def generate_client_secret(self) -> str:
        """Letters that need no quoting, wherever they are pasted."""
        return secrets.token_urlsafe(36)

    def get_claims(
        self,
        purpose: Literal["id_token", "userinfo"],
        user: Member,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Say what the member has agreed to, nothing more."""
        agreed = set(scopes)
        claims: dict[str, Any] = super().get_claims(purpose, user, client, agreed - {PROFILE}, email=email, **kwargs)
        if PROFILE in agreed:
            claims |= {"name": user.name, "preferred_username": user.username}
        if GROUPS in agreed:
            claims["groups"] = groups_of(user)
        return claims

    def get_user_by_sub(self, client: Client, sub: str) -> Member | None:
        """Return who that is, as long as they may be here and have not taken their consent back."""
        found: Member | None = super().get_user_by_sub(client, sub)
        if found is None or is_shut_out(found):
            return None
        return found if SiteConsent.objects.filter(member=found, client=client).exists() else None

    def populate_server_metadata(self, data: dict[str, Any]) -> None:
        """Say what there is here; allauth could do more."""
        for absent in ("device_authorization_endpoint", "end_session_endpoint"):
            data.pop(absent, None)
        data |= {
            "scopes_supported": list(SCOPES),
            "claims_supported": ["sub", "name", "preferred_username", "email", "email_verified", "groups"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "response_types_supported": ["code"],
        }

    def list_private_keys(
        self, *, did_activate: Literal[True] | None = None, is_active: Literal[True] | None = None
    ) -> list[PrivateKey]:
        """Return the key that the site keeps."""
        return [PrivateKey(pem=private_key())]
