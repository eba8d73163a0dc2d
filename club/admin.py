"""The club admin's pages for members and for the club itself."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from club.departure import close_account
from club.models import Announcement, ClubPage, ClubSettings, Member
from club.operations import Refused
from club.places.models import GameTable, Place
from club.second_step import remove_second_step
from club.sites import admin as sites  # noqa: F401  # registers itself

# One door for everybody: the club's own log-in page, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = _("Arrière-Ban, behind the scenes")
admin.site.site_title = _("Administration")
admin.site.index_title = _("Everything the club keeps")

WORDS_MOST: Final = 20
"""Words that are searched for together: each is a condition more, and SQLite cannot take a thousand of them."""

_search = admin.ModelAdmin.get_search_results


def _search_briefly(self: Any, request: HttpRequest, rows: Any, words: str) -> tuple[Any, bool]:
    return _search(self, request, rows, " ".join(words.split()[:WORDS_MOST]))


_act = admin.ModelAdmin.response_action


def _act_on_rows(self: Any, request: HttpRequest, *rows: Any, **where: Any) -> HttpResponse | None:
    """Answer 400 where what was ticked is no row's number: Django would ask the database for it."""
    for ticked in request.POST.getlist(ACTION_CHECKBOX_NAME):
        try:
            self.opts.pk.to_python(ticked)
        except ValidationError:
            raise BadRequest("ticked what is no row") from None
    return _act(self, request, *rows, **where)


# Also for the pages that Django and allauth bring along.
admin.ModelAdmin.get_search_results = _search_briefly  # type: ignore[method-assign, assignment]
admin.ModelAdmin.response_action = _act_on_rows  # type: ignore[method-assign]


class ReadOnly:
    """Rows that are shown and never changed, beside Django's class: operations are the one way they come about."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Member)
class MemberAdmin(UserAdmin):
    """Django's user pages, with what the club knows about a member."""

    list_display = ("username", "display_name", "email", "language", "is_staff", "is_active", "is_demo", "closed")
    actions = ("remove_second_steps", "close_accounts")
    list_filter = ("is_staff", "is_active", "language", "hidden", "is_demo")
    search_fields = ("username", "display_name__folded", "email")
    readonly_fields = ("is_demo", "last_login", "date_joined", "closed")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (
            _("Member"),
            {"fields": ("display_name", "email", "language", "hidden", "colour_scheme", "large_print")},
        ),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("History"), {"fields": ("is_demo", "last_login", "date_joined", "closed")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: others have played with them. An account is closed instead."""
        return False

    @admin.action(description=_("Remove two-step sign-in (lost phone)"), permissions=["change"])
    def remove_second_steps(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """Let members who lost their second step log in with their password alone, and write down who did that."""
        for member in queryset:
            if remove_second_step(member=member):
                self.log_change(request, member, "second step removed")
                words = _("%(name)s logs in with the password alone from now on, and is logged out everywhere.")
                self.message_user(request, words % {"name": member.name})
            else:
                self.message_user(request, _("%(name)s has no second step.") % {"name": member.name}, messages.WARNING)

    @admin.action(description=_("Close the accounts for good"), permissions=["change"])
    def close_accounts(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Close accounts for their owners, once the admin has confirmed it on a page that says what goes."""
        members = list(queryset.filter(closed=None))
        if "confirmed" not in request.POST:
            context = {**self.admin_site.each_context(request), "members": members, "title": _("Close accounts")}
            return render(request, "admin/club/close_accounts.html", context)
        for member in members:
            name = member.name
            try:
                close_account(member=member)
            except Refused as refused:
                self.message_user(request, f"{name}: {refused}", messages.ERROR)
            else:
                self.log_change(request, member, "closed")
                self.message_user(request, _("The account of %(name)s is closed.") % {"name": name})
        return None


# Allauth's pages would show secrets, sealed as they are, and let them be changed one by one; and servers to sign in
# with are the operator's to name, in the environment.
for _private in (Authenticator, SocialAccount, SocialApp, SocialToken, UserSession):
    admin.site.unregister(_private)


@admin.register(ClubSettings)
class ClubSettingsAdmin(admin.ModelAdmin):
    """The one row of club settings."""

    list_display = ("name", "signup_mode")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only while the row does not exist."""
        return super().has_add_permission(request) and not ClubSettings.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a club without settings makes no sense."""
        return False


class TablesOfPlace(ReadOnly, admin.TabularInline):
    """The tables that stand at a place."""

    model = GameTable


@admin.register(Place)
class PlaceAdmin(ReadOnly, admin.ModelAdmin):
    """Where the club plays: to look things up, as the club's own pages change it."""

    list_display = ("name", "address", "retired")
    list_filter = ("retired",)
    search_fields = ("name__folded", "address__folded")
    inlines = (TablesOfPlace,)


@admin.register(ClubPage)
class ClubPageAdmin(ReadOnly, admin.ModelAdmin):
    """The one row of the club's page, which has a form of its own."""

    list_display = ("__str__",)


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnly, admin.ModelAdmin):
    """What the board announced."""

    list_display = ("title", "author", "pinned", "public", "shown_from", "shown_until", "created")
    list_filter = ("pinned", "public")
    list_select_related = ("author",)
    search_fields = ("title__folded", "text__folded")
