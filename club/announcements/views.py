"""Pages of announcements: all of them, one of them, and what admins do with them."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import MemberRequest, club_admin_required, member_of
from club.announcements import operations
from club.announcements.access import get_announcement, readable
from club.announcements.forms import AnnouncementForm
from club.models import Announcement
from club.once import made_once, once
from club.operations import Refused, problems_on
from club.paging import newest_first

MOST: Final = 20
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def announcements(request: HttpRequest) -> HttpResponse:
    """All announcements, the newest first, those of the past included."""
    stretch = newest_first(readable(request.user), request.GET, most=MOST, field="created")
    context = {"stretch": stretch, "admin": _keeps(request), "today": timezone.localdate()}
    return render(request, "club/announcements/list.html", context)


@require_safe
def announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """One announcement; 404 for who may not read it."""
    row = get_announcement(request.user, pk)
    context = {"announcement": row, "admin": _keeps(request), "today": timezone.localdate()}
    return render(request, "club/announcements/announcement.html", context)


@form_methods
@club_admin_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Announce something."""
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            made = made_once(request, lambda: operations.announce(author=request.user, **form.said))
            told = _("It is announced, and members are told.") if made.told else _("Members are told on its first day.")
            messages.success(request, told)
            return redirect(made)
    return _page(request, form)


@form_methods
@club_admin_required
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an announcement."""
    row = get_object_or_404(Announcement, pk=pk)
    form = AnnouncementForm(request.POST or None, instance=Announcement.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.change_announcement(announcement=row, **form.said, check=form.refuse_stale)
            messages.success(request, _("The announcement is saved."))
            return redirect(row)
    return _page(request, form, row=row)


@require_POST
@club_admin_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an announcement down."""
    row = get_object_or_404(Announcement, pk=pk)
    try:
        operations.withdraw_announcement(announcement=row)
        messages.success(request, _("The announcement is withdrawn."))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("club:announcements")


def _keeps(request: HttpRequest) -> bool:
    member = member_of(request)
    return member is not None and member.is_club_admin


def _page(request: HttpRequest, form: AnnouncementForm, **context: Any) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "club/announcements/form.html", {"form": form, **context}, status=status)
