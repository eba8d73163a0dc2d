"""The way to another server and back, signing up from there, and the page of one's ways in.

Where the operator has named no server all of it answers 404. Allauth's views do the talking; a server that is away, or
says what makes no sense, is a page that says so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView, OAuth2LoginView
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from club import limits
from club.access import MemberRequest, member_required, not_found
from club.operations import Refused
from club.ways_in import operations
from club.ways_in.adapter import ClubSocialAdapter
from club.ways_in.servers import DISCORD, GOOGLE, OIDC, Server, configured, server_of

TRIES = "sign_in_with"
"""What is counted when somebody is sent to another server, or comes back: each makes the site ask that server."""

log = logging.getLogger(__name__)


def where_there_is_one[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Answer 404 on a site without any server to sign in with."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not configured():
            not_found()
        return view(*args, **kwargs)

    return answer


@never_cache
def begin(request: HttpRequest, provider_id: str, kind: str = OIDC) -> HttpResponse:
    """Send somebody to another server; a link that leads here only asks whether they want to."""
    server = _server(provider_id, kind)
    if request.method != "POST":
        process = "connect" if request.GET.get("process") == "connect" else "login"
        return render(request, "socialaccount/login.html", {"server": server, "process": process})
    return _asking(request, server, OAuth2LoginView)


@never_cache
def come_back(request: HttpRequest, provider_id: str, kind: str = OIDC) -> HttpResponse:
    """Take somebody in whom another server vouches for."""
    server = _server(provider_id, kind)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return _asking(request, server, OAuth2CallbackView)


def _server(key: str, kind: str) -> Server:
    server = server_of(key)
    return server if server is not None and server.kind == kind else not_found()


def _asking(request: HttpRequest, server: Server, view: type[Any]) -> HttpResponse:
    """Let allauth ask the server, at most so often from one address."""
    if not limits.within(request, TRIES):
        return render(request, "429.html", status=429)
    try:
        answer: HttpResponse = view.adapter_view(_adapter(request, server))(request)
    except (RequestException, LookupError, TypeError, AttributeError, ValueError) as error:
        # Away, no JSON, or JSON of another form than was promised.
        log.warning("%s cannot be signed in with: %s", server.key, type(error).__name__)
        provider = ClubSocialAdapter(request).get_provider(request, server.key)
        answer = render_authentication_error(request, provider, exception=error)
    return answer


def _adapter(request: HttpRequest, server: Server) -> Any:
    if server.kind == DISCORD:
        return DiscordOAuth2Adapter(request)
    if server.kind == GOOGLE:
        return GoogleOAuth2Adapter(request)
    return OpenIDConnectOAuth2Adapter(request, server.key)


class SignupView(views.SignupView):
    """Allauth's page for who comes from another server for the first time."""

    http_method_names = ["get", "head", "post"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say from where they come, and whether their address is confirmed there."""
        came = self.sociallogin
        server = server_of(came.account.provider)
        unconfirmed = next((address.email for address in came.email_addresses if not address.verified), "")
        return {**super().get_context_data(**kwargs), "server": server, "unconfirmed": unconfirmed}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Open the account, unless another request has just opened one of this name."""
        try:
            with transaction.atomic():
                answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            messages.error(self.request, _("That name was taken this very moment. Please begin again."))
            answer = redirect("account_login")
        return answer


class RemovePasskeyView(passkeys.RemoveWebAuthnView):
    """Allauth's page, but for a passkey that is its owner's only way in."""

    @transaction.atomic
    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Remove the passkey, if its owner gets in without it."""
        operations.alone_at_the_door(self.request.user)
        passkey: Authenticator = self.get_object()
        if not operations.has_way_in(self.request.user, without=passkey):
            said = _("This passkey is your only way in. Choose a password first, then remove it.")
            messages.error(self.request, said)
            return redirect("mfa_list_webauthn")
        answer: HttpResponse = super().form_valid(form)
        return answer


sign_up = where_there_is_one(SignupView.as_view())
remove_passkey = RemovePasskeyView.as_view()
cancelled = where_there_is_one(require_safe(views.login_cancelled))
failed = where_there_is_one(require_safe(views.login_error))


@where_there_is_one
@require_safe
@member_required
def ways_in(request: MemberRequest) -> HttpResponse:
    """All ways into one's account: password, passkeys, accounts elsewhere."""
    rows = operations.connected(request.user)
    taken = {row.key for row in rows}
    keys = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN)
    context = {
        "connected": rows,
        "open": [server for server in configured() if server.key not in taken],
        "passkeys": sum(1 for passkey in keys if passkey.wrap().is_passwordless),
        "only_way": operations.ONLY_WAY,
    }
    return render(request, "socialaccount/connections.html", context)


@where_there_is_one
@require_POST
@member_required
@reauthentication_required(app="allauth.socialaccount")
def leave(request: MemberRequest, pk: int) -> HttpResponse:
    """Let an account elsewhere open this one no more; one that does not is nobody's business (404)."""
    member = request.user
    try:
        key = operations.leave(member=member, number=pk, browser=request.session.session_key)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("socialaccount_connections")
    if key is None:
        not_found()
    operations.tell(member, key, connected=False)
    said = _("Your account at %(server)s no longer lets you in here.") % {"server": operations.name_of(key)}
    messages.success(request, said)
    return redirect("socialaccount_connections")
