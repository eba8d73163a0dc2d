"""Matches at a real table, their players and card sets."""

from __future__ import annotations

from django.contrib import admin

from campaigns.admin.shared import ReadOnly
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchSeat
from campaigns.matches.models.player import GuestClaim, Player


class MatchSeatInline(ReadOnly, admin.TabularInline):
    """Who sat where, and what it came to."""

    model = MatchSeat
    fk_name = "match"
    fields = readonly_fields = ("seat", "player", "place", "points", "won", "eliminated", "kills")


class MatchEntryInline(ReadOnly, admin.TabularInline):
    """The score log."""

    model = MatchEntry
    fields = readonly_fields = ("number", "data", "author", "at", "struck", "undone")


class MatchCorrectionInline(ReadOnly, admin.TabularInline):
    """What was put right, why, by whom."""

    model = MatchCorrection
    fields = readonly_fields = ("entry", "before", "after", "reason", "author", "at")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    """Matches of the card games with seats, log and corrections; codes that are still good stay secret."""

    list_display = ("__str__", "campaign", "state", "way", "recorder", "confirmed_how")
    list_filter = ("state", "game", "campaign")
    list_select_related = ("campaign", "recorder")
    exclude = ("code", "code_expires")
    inlines = (MatchSeatInline, MatchEntryInline, MatchCorrectionInline)


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    """Who plays the card games: members and guests."""

    list_display = ("__str__", "member", "name", "merged_into", "created")
    list_select_related = ("member", "merged_into__member")
    search_fields = ("name__folded", "member__username", "member__display_name__folded")


@admin.register(ScoreCards)
class ScoreCardsAdmin(ReadOnly, admin.ModelAdmin):
    """The club's card sets."""

    list_display = ("name", "game", "ready", "added_by", "created")
    list_filter = ("game",)
    list_select_related = ("added_by",)


@admin.register(GuestClaim)
class GuestClaimAdmin(ReadOnly, admin.ModelAdmin):
    """Members who say that a guest is themselves."""

    list_display = ("guest", "member", "at")
    list_select_related = ("guest__member", "member")
