"""The club admin's pages about campaigns. What players and referees decide on the site is only shown here.

Memberships are the exception: when the only referee is gone, the club admin names another one.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import (
    Battle,
    BattleReport,
    BattleSide,
    Campaign,
    Enlistment,
    Hireable,
    Job,
    Membership,
    Recovery,
    Round,
)


class ReadOnly:
    """Shown, never changed: operations are the one way these rows come about."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class EnlistmentInline(ReadOnly, admin.TabularInline):
    """The campaign's warbands."""

    model = Enlistment


class RoundInline(ReadOnly, admin.TabularInline):
    """The campaign's rounds."""

    model = Round


class SideInline(ReadOnly, admin.TabularInline):
    """The battle's warbands and their results."""

    model = BattleSide


class ReportInline(ReadOnly, admin.TabularInline):
    """Who reported and disputed, and when."""

    model = BattleReport
    fields = readonly_fields = ("author", "at", "disputed_by", "dispute")


@admin.register(Campaign)
class CampaignAdmin(ReadOnly, admin.ModelAdmin):
    """Campaigns with their warbands and rounds."""

    list_display = ("name", "visibility", "join_mode", "closed", "created")
    list_filter = ("closed", "visibility")
    search_fields = ("name", "description")
    inlines = (EnlistmentInline, RoundInline)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who is what in which campaign; the role may be changed here."""

    list_display = ("campaign", "member", "role", "joined")
    list_filter = ("role", "campaign")
    search_fields = ("campaign__name", "member__username", "member__display_name")
    list_select_related = ("campaign", "member")

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Campaign and member stay once they are stored."""
        return ("campaign", "member", "joined") if obj else ("joined",)


@admin.register(Battle)
class BattleAdmin(ReadOnly, admin.ModelAdmin):
    """Battles with sides and reports."""

    list_display = ("title", "campaign", "state", "date", "confirmed_at")
    list_filter = ("state", "campaign")
    search_fields = ("title", "place")
    list_select_related = ("campaign",)
    inlines = (SideInline, ReportInline)


@admin.register(Recovery)
class RecoveryAdmin(ReadOnly, admin.ModelAdmin):
    """Aftermaths, without the seeds that are still secret."""

    list_display = ("side", "mode", "state", "finished")
    list_filter = ("state", "mode")
    list_select_related = ("side__battle", "side__warband")
    exclude = ("seed",)


@admin.register(Hireable)
class HireableAdmin(ReadOnly, admin.ModelAdmin):
    """The pool of characters for hire."""

    list_display = ("name", "campaign", "origin", "legend", "price", "since")
    list_filter = ("campaign", "legend")
    search_fields = ("name",)
    list_select_related = ("campaign", "origin")


@admin.register(Job)
class JobAdmin(ReadOnly, admin.ModelAdmin):
    """Work on its way, done or failed."""

    list_display = ("kind", "subject", "state", "attempts", "created", "finished", "error")
    list_filter = ("state", "kind")
    exclude = ("token",)
