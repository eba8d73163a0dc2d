"""The club admin's pages for members and for the club itself."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from club.models import ClubSettings, Member

# One door for everybody: the club's own log-in page, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = _("Arrière-Ban, behind the scenes")
admin.site.site_title = _("Administration")
admin.site.index_title = _("Everything the club keeps")


@admin.register(Member)
class MemberAdmin(UserAdmin):
    """Django's user pages, with what the club knows about a member."""

    list_display = ("username", "display_name", "email", "language", "is_staff", "is_active", "is_demo")
    list_filter = ("is_staff", "is_active", "language", "hidden", "is_demo")
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("is_demo", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (
            _("Member"),
            {"fields": ("display_name", "email", "language", "hidden", "colour_scheme", "large_print")},
        ),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("History"), {"fields": ("is_demo", "last_login", "date_joined")}),
    )


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
