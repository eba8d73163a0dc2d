"""The club's own page, and the form its admins fill it in by."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.access import club_admin_required, member_of
from club.invitation import link_of_invitation
from club.models import Announcement, ClubPage, ClubSettings
from club.noticeboard import Notice
from club.operations import problems_on
from club.page.forms import ClubPageForm
from club.page.panels import panels
from club.page.shown import shown_to


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The club's page, as far as this reader may see it."""
    member = member_of(request)
    admin = member is not None and member.is_club_admin
    # A link that carries the club's code is the admins' to pass on.
    invites = (
        link_of_invitation(request) if member is not None and (admin or not ClubSettings.load().invites_by) else ""
    )
    context = {"page": shown_to(request.user), "admin": admin, "invites": invites, "panels": panels(request)}
    return render(request, "club/page/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_admin_required
def edit(request: HttpRequest) -> HttpResponse:
    """Fill in the club's page, and say what visitors see of it."""
    if request.method == "POST":
        ClubPage.objects.get_or_create(pk=ClubPage.SINGLETON_ID)
    form = ClubPageForm(request.POST or None, instance=ClubPage.load())
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            form.save_seen()
            messages.success(request, _("The club’s page is saved."))
            return redirect("club:page")
    return render(request, "club/page/form.html", {"form": form}, status=422 if form.errors else 200)


def pinned_notice(request: HttpRequest) -> Iterable[Notice]:
    """Hang the latest pinned announcement on the noticeboard."""
    found = Announcement.objects.current(timezone.localdate()).open_to(member=member_of(request) is not None)
    pinned = list(found.filter(pinned=True)[:2])
    if pinned:
        yield Notice("club/announcements/notice.html", {"announcement": pinned[0], "more": len(pinned) > 1}, wide=True)
