"""Whom somebody from another server is here: the club's answers to allauth's questions.

Accounts are joined by their owner, who is logged in and connects them, or because both sides have confirmed the same
mail address. A server that merely says an address proves nothing. What a server tells besides is not kept, and neither
are its tokens.
"""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.models import Member
from club.ways_in.servers import Server, configured

KNOWN_AS: Final = "name"
"""What is kept of all that a server tells: what the account is called there, so that its owner knows it again."""
LONGEST: Final = 100
_NOT_IN_USER_NAMES: Final = re.compile(r"[^\w.@+-]+")

log = logging.getLogger(__name__)


class ClubSocialAdapter(DefaultSocialAccountAdapter):
    """The operator's servers, the club's rules of who is who."""

    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "connected_other": _("This account is connected to another member already."),
    }

    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the servers that the operator has named; the database is not asked."""
        found = [server for server in configured() if client_id in (None, server.client)]
        return [_app(server) for server in found if provider in (None, server.kind, server.key)]

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Member:
        """Propose the names of there for an account here, and forget everything else.

        Some servers say "false", which would count as true, of an address that they have not confirmed.
        """
        for address in sociallogin.email_addresses:
            address.verified = address.verified is True or address.verified == "true"
        account, user = sociallogin.account, sociallogin.user
        # Allauth wants to know the server before there is a row.
        account.extra_data = {KNOWN_AS: _shown(str(sociallogin.provider.wrap_account(account)))}
        user.username = _NOT_IN_USER_NAMES.sub("", _shown(data.get("username")))
        user.display_name = _shown(data.get("name"))[: Member._meta.get_field("display_name").max_length]
        user.email = str(data.get("email") or "")
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Let go of the server's tokens: allauth would keep them in the session until somebody has signed up."""
        sociallogin.token = None

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[Member, str] | None:
        """Return who has confirmed here an address that the server has confirmed as well."""
        for address in sociallogin.email_addresses:
            if address.verified:
                own = EmailAddress.objects.filter(email__iexact=address.email, verified=True).select_related("user")
                for found in own[:1]:
                    return found.user, found.email
        return None

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Never: names, an invitation and a language are asked for, as of everybody."""
        return False

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        """What is proposed for a new account."""
        user = sociallogin.user
        return {"username": user.username, "display_name": user.display_name, "email": user.email}

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: BaseForm | None = None) -> Member:
        """Open the account with the address that was typed; it counts as confirmed if the server confirmed that one."""
        typed = str(form.cleaned_data.get("email") or "") if form is not None else ""
        sociallogin.email_addresses = [
            address for address in sociallogin.email_addresses if address.email.lower() == typed.lower()
        ]
        saved: Member = super().save_user(request, sociallogin, form)
        return saved

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, exception: Any = None, extra_context: Any = None
    ) -> None:
        """Tell the operator what kind of error it was; what a server answered may hold secrets."""
        log.info("signing in with %s failed: %s %s", provider, error, type(exception).__name__ if exception else "")

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: Any) -> str:
        """Where one has connected an account."""
        return reverse("socialaccount_connections")


def _app(server: Server) -> SocialApp:
    """Return what allauth wants to know of a server; it is never stored."""
    options: dict[str, Any] = {"oauth_pkce_enabled": True}
    if server.address:
        options["server_url"] = server.address
    return SocialApp(
        provider=server.kind,
        provider_id=server.key,
        name=server.name,
        client_id=server.client,
        secret=server.secret,
        settings=options,
    )


def _shown(text: object) -> str:
    """Return a name that a server told, on one line and not too long."""
    said = text if isinstance(text, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in said).split())[:LONGEST]
