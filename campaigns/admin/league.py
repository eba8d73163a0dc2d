"""Campaigns, who is in them, what their referees did."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from campaigns.admin.shared import ReadOnly
from campaigns.league.models import Campaign, Membership, RefereeAct
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.round import Round


class EnlistmentInline(ReadOnly, admin.TabularInline):
    """The campaign's warbands."""

    model = Enlistment


class RoundInline(ReadOnly, admin.TabularInline):
    """The campaign's rounds."""

    model = Round


@admin.register(Campaign)
class CampaignAdmin(ReadOnly, admin.ModelAdmin):
    """Campaigns with their warbands and rounds."""

    list_display = ("name", "visibility", "join_mode", "closed", "created")
    list_filter = ("closed", "visibility")
    search_fields = ("name__folded", "description__folded")
    inlines = (EnlistmentInline, RoundInline)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who is what in which campaign; the role may be changed here."""

    list_display = ("campaign", "member", "role", "joined")
    list_filter = ("role", "campaign")
    search_fields = ("campaign__name__folded", "member__username", "member__display_name__folded")
    list_select_related = ("campaign", "member")

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Campaign and member stay once they are stored."""
        return ("campaign", "member", "joined") if obj else ("joined",)


@admin.register(RefereeAct)
class RefereeActAdmin(ReadOnly, admin.ModelAdmin):
    """What referees did to campaigns, and why."""

    list_display = ("code", "campaign", "by", "reason", "at")
    list_filter = ("campaign", "code")
    list_select_related = ("campaign", "by")
