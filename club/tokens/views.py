"""The pages of a member's tokens."""

from __future__ import annotations

from functools import partial

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import MemberRequest, member_required, not_found
from club.models import ApiToken, Scope
from club.once import made_once, once
from club.operations import problems_on
from club.tokens import operations
from club.tokens.forms import TokenForm
from club.tokens.shape import digest_of, new_token


@require_safe
@member_required
def tokens(request: MemberRequest) -> HttpResponse:
    """The member's tokens: what each may do, when it was used last, when it runs out."""
    found = ApiToken.objects.filter(member=request.user)
    names = dict(Scope.choices)
    shown = [{"token": row, "scopes": [names[scope] for scope in row.scopes]} for row in found]
    return render(request, "club/tokens/tokens.html", {"tokens": shown, "now": timezone.now()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
@reauthentication_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Make a token, which is shown on the answer and never again."""
    form = TokenForm(request.POST or None, member=request.user)
    if request.method == "POST" and form.is_valid():
        token = new_token()
        make = partial(operations.make, member=request.user, token=token, **form.cleaned_data)
        with problems_on(form):
            made = made_once(request, make)
            if made.digest != digest_of(token):
                messages.error(request, _("That token was shown already. If it was not noted, make another one."))
                return redirect("club:tokens")
            address = request.build_absolute_uri(reverse("club:home"))
            return render(request, "club/tokens/shown.html", {"made": made, "token": token, "site": address})
    return render(request, "club/tokens/new.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@member_required
def revoke(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke one token; one that is none of theirs is nobody's business (404)."""
    if not operations.revoke(member=request.user, number=pk):
        not_found()
    messages.success(request, _("The token is revoked."))
    return redirect("club:tokens")


@require_POST
@member_required
def revoke_all(request: MemberRequest) -> HttpResponse:
    """Revoke all tokens of the member's."""
    count = operations.revoke_all(request.user)
    text = ngettext("%(count)s token is revoked.", "%(count)s tokens are revoked.", count)
    messages.success(request, text % {"count": count})
    return redirect("club:tokens")
