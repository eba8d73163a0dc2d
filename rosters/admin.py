"""The admin's view of warbands: only to look at, since nothing but the journal changes them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.http import HttpRequest

from club.admin import ReadOnly
from rosters.models import Character, JournalEntry, Warband


@admin.register(Warband)
class WarbandAdmin(ReadOnly, admin.ModelAdmin):
    """A warband's columns; its pages on the site tell the rest."""

    list_display = ("name", "owner", "race", "visibility", "mustered", "value", "treasury", "battles", "changed")
    list_filter = ("mustered", "visibility", "race")
    list_select_related = ("owner",)
    search_fields = ("name__folded", "owner__username", "owner__display_name__folded")
    exclude = ("setup", "state")


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnly, admin.ModelAdmin):
    """The truth, to read."""

    list_display = ("warband", "number", "kind", "before", "after", "author", "at", "undone_at")
    list_filter = ("kind",)
    list_select_related = ("warband", "author")
    search_fields = ("warband__name__folded",)
    date_hierarchy = "at"

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return the list; a day past the end of the calendar, which an address may have, is no day to narrow it to."""
        try:
            return super().get_changelist_instance(request)
        except OverflowError as error:
            raise IncorrectLookupParameters from error


@admin.register(Character)
class CharacterAdmin(ReadOnly, admin.ModelAdmin):
    """The reading copy of a figure."""

    list_display = ("name", "warband", "number", "rank", "race", "standing", "experience", "value")
    list_filter = ("standing", "rank", "race")
    list_select_related = ("warband",)
    search_fields = ("name__folded", "warband__name__folded")
