"""The club's own invitation: the page its link leads to, and the one that shows link and code to be passed on."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club import attempts
from club.access import club_admin_required, member_of
from club.invited import sign_up_here
from club.models import ClubSettings, SignupMode

CODE: Final = "invitation-code"
"""What is counted when somebody guesses."""


def link_of_invitation(request: HttpRequest) -> str:
    """Return the whole address that invites to the club; empty where nobody may sign up."""
    club = ClubSettings.load()
    if club.signup_mode == SignupMode.CLOSED:
        return ""
    code = club.invites_by
    return request.build_absolute_uri(
        reverse("club:invitation_link", args=[code]) if code else reverse("club:invitation")
    )


def invitation(request: HttpRequest, code: str = "") -> HttpResponse:
    """Tell a stranger which club invites, and let them sign up; a link that carries the club's code asks for none.

    Guessing codes by their links is slowed down like any other guessing.
    """
    club = ClubSettings.load()
    if member_of(request) is not None:
        messages.info(request, _("You belong to %(club)s already.") % {"club": club.name})
        return redirect("club:home")
    if code and club.signup_mode == SignupMode.INVITATION:
        barred = attempts.blocked(request, CODE)
        if barred or not club.accepts_code(code):
            if not barred:
                attempts.failed(request, CODE)
            gone = _("This invitation no longer holds. Ask a member of the club for the new one.")
            messages.error(request, _("Too many tries. Wait a minute, then try again.") if barred else gone)
            return redirect("club:invitation")
    return sign_up_here(request, "club/invitation.html", {"hosts": club}, then=_enter, carried=bool(code))


def _enter(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Welcome to %(club)s!") % {"club": ClubSettings.load().name})
    return redirect("club:home")


@require_safe
@club_admin_required
def poster(request: HttpRequest) -> HttpResponse:
    """Show the invitation large, for a wall, a screen or to be read out."""
    return render(request, "club/poster.html", {"invites": link_of_invitation(request)})
