"""Where other sites ask who somebody is, the page on which that is agreed to, and the page where it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from allauth.idp.oidc import views
from allauth.idp.oidc.forms import AuthorizationForm
from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.core.cache import cache
from django.core.signing import Signer
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from club import limits
from club.access import MemberRequest, member_of, member_required, not_found
from club.models import SiteConsent
from club.sites import operations
from club.sites.adapter import SCOPES
from club.sites.forms import ConsentForm

SPENT: Final = 600
"""Seconds for which a code is known as spent: longer than any is good for."""
ASKED: Final = "site_asks"
"""What is counted when another site's server asks: tokens, and who somebody is."""


def where_there_are_sites[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Answer 404 while no admin has named a site."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not Client.objects.exists():
            not_found()
        return view(*args, **kwargs)

    return answer


def for_servers(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer another site's server, at most so often from one address; nothing of it may be kept on the way."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if not limits.within(request, ASKED):
            return JsonResponse({"error": "temporarily_unavailable"}, status=429)
        return view(request)

    return where_there_are_sites(never_cache(answer))


class AuthorizationView(views.AuthorizationView):
    """Allauth's page, which remembers what was agreed to.

    Whoever is let through arrives on a page of this site first, which leads on by itself. Chromium lets a form end only
    where its page's policy allows, and the way there may have begun with the form of the log-in.
    """

    form_class = ConsentForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask, unless it was agreed to before. Where a site is led back to is one of the very addresses it gave."""
        client = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
        back = request.GET.get("redirect_uri", "")
        if client is not None and back not in client.get_redirect_uris():
            return render(request, "idp/oidc/error.html", status=400)
        member = member_of(request)
        if client is not None and member is not None and "none" in request.GET.get("prompt", "").split():
            # Allauth would count what was agreed to for any site, and tell the main address.
            before = operations.agreed(member, client, request.GET.get("scope", "").split())
            if before is None or before.email:
                told = {"error": "consent_required", "state": request.GET.get("state", "")}
                return _led(f"{back}{'&' if '?' in back else '?'}{urlencode(told)}")
        answer: HttpResponse = super().get(request, *args, **kwargs)
        return answer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Lead back with the answer."""
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if answer.status_code == 302 and request.POST.get("request"):
            return _led_on(request, answer)
        return answer

    def form_valid(self, form: AuthorizationForm) -> HttpResponse:
        """Remember what was agreed to: a code that is asked about finds it."""
        _scopes, asked = Signer().unsign_object(form.cleaned_data["request"])
        operations.agree(
            member=self.request.user,
            client=Client.objects.get(pk=asked["client_id"]),
            scopes=form.cleaned_data["scopes"],
            email=form.cleaned_data.get("email", ""),
        )
        answer: HttpResponse = super().form_valid(form)
        return answer

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Show the page, or what follows from an answer of before."""
        form, client = context["form"], context["client"]
        asked = [scope for scope, _label in form.fields["scopes"].choices]
        again = {"consent", "select_account"} & set(self.request.GET.get("prompt", "").split())
        before = operations.agreed(self.request.user, client, asked)
        if before is not None and not again and not form.is_bound:
            said = {"request": form.initial["request"], "scopes": asked, "email": before.email}
            same = ConsentForm(data=said, user=self.request.user, requested_scopes=asked)
            if same.is_valid():
                return _led_on(self.request, self.form_valid(same))
        host = urlsplit(self.request.GET.get("redirect_uri", "")).netloc
        told = [SCOPES[scope] for scope in SCOPES if scope in asked]
        context |= {"asked": asked, "told": told, "host": host}
        answer: HttpResponse = super().render_to_response(context, **kwargs)
        return answer


def _exchange(request: HttpRequest) -> HttpResponse:
    """Give a site its tokens for a code, which is worth nothing from the moment it is asked with.

    Allauth deletes it once the tokens are made: two who came at the same moment would both have some. So it is with a
    token to refresh by, which moreover is worth nothing without the member's consent.
    """
    code = request.POST.get("code", "")
    spent = f"spent-code:{sha256(code.encode(errors='replace')).hexdigest()}"
    if code and not cache.add(spent, True, SPENT):
        return JsonResponse({"error": "invalid_grant"}, status=400)
    refresh = request.POST.get("refresh_token", "")
    if not refresh:
        answer: HttpResponse = views.token(request)
        return answer
    with transaction.atomic():
        if not operations.hold(refresh):
            return JsonResponse({"error": "invalid_grant"}, status=400)
        renewed: HttpResponse = views.token(request)
        return renewed


def _led(address: str) -> HttpResponse:
    """Lead to another site, whose address Django need not know."""
    return HttpResponse(status=302, headers={"Location": address})


def _led_on(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Answer with a page that leads where an answer would have led."""
    address = answer["Location"]
    return render(request, "idp/oidc/go_on.html", {"address": address, "host": urlsplit(address).netloc})


authorization = where_there_are_sites(never_cache(AuthorizationView.as_view()))
configuration = where_there_are_sites(views.configuration)
jwks = where_there_are_sites(views.jwks)
token = for_servers(csrf_exempt(_exchange))
user_info = for_servers(views.user_info)
revoke = for_servers(views.revoke)


def absent(request: HttpRequest) -> HttpResponse:
    """Answer for what allauth knows an address of, and this site does not offer."""
    not_found()


@require_safe
@member_required
def sites(request: MemberRequest) -> HttpResponse:
    """The sites that one signs in to by this one."""
    rows = SiteConsent.objects.filter(member=request.user).select_related("client")
    shown = [{"row": row, "told": [SCOPES[scope] for scope in SCOPES if scope in row.scopes]} for row in rows]
    return render(request, "club/sites/sites.html", {"shown": shown})


@require_POST
@member_required
def take_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Let a site know nothing more; what was not agreed to by this member is nobody's business (404)."""
    name = operations.take_back(member=request.user, number=pk)
    if name is None:
        not_found()
    messages.success(request, _("%(site)s is told nothing more about you.") % {"site": name})
    return redirect("club:sites")
