"""Battles and what belongs to them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.admin.shared import ReadOnly
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide
from campaigns.wars.models.booklet import Booklet
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.models.forecast import Forecast, ForecastPart, PairForecast, PairForecastPart
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.models.scenario import OwnScenario


class SideInline(ReadOnly, admin.TabularInline):
    """The battle's warbands and their results."""

    model = BattleSide


class ReportInline(ReadOnly, admin.TabularInline):
    """Who reported and disputed, and when."""

    model = BattleReport
    fields = readonly_fields = ("author", "at", "disputed_by", "dispute")


@admin.register(Battle)
class BattleAdmin(ReadOnly, admin.ModelAdmin):
    """Battles with sides and reports."""

    list_display = ("title", "campaign", "state", "date", "confirmed_at")
    list_filter = ("state", "campaign")
    search_fields = ("title__folded", "place__folded")
    list_select_related = ("campaign",)
    inlines = (SideInline, ReportInline)


@admin.register(Recovery)
class RecoveryAdmin(ReadOnly, admin.ModelAdmin):
    """Aftermaths, without the seeds that are still secret."""

    list_display = ("side", "mode", "state", "finished")
    list_filter = ("state", "mode")
    list_select_related = ("side__battle", "side__warband")
    exclude = ("seed",)


class EveningEntryInline(ReadOnly, admin.TabularInline):
    """What was entered, in order."""

    model = EveningEntry
    fields = ("number", "data", "author", "undone", "at")
    readonly_fields = ("at",)
    extra = 0


@admin.register(Evening)
class EveningAdmin(ReadOnly, admin.ModelAdmin):
    """Evenings of zombies and aliens, without the seeds that are still secret."""

    list_display = ("battle", "over", "version", "begun")
    list_filter = ("over",)
    list_select_related = ("battle",)
    readonly_fields = ("commitment",)
    exclude = ("seed",)
    inlines = (EveningEntryInline,)


@admin.register(BattleGround)
class BattleGroundAdmin(ReadOnly, admin.ModelAdmin):
    """Tables laid out for battles, without the seeds that are still secret."""

    list_display = ("battle", "ready", "turn_limit", "commitment")
    list_filter = ("ready",)
    list_select_related = ("battle",)
    readonly_fields = ("commitment",)
    exclude = ("seed",)


@admin.register(Resolution)
class ResolutionAdmin(ReadOnly, admin.ModelAdmin):
    """Battles resolved by the engine; the replay shows what the log says, and the seed once it may be known."""

    list_display = ("battle", "state", "engine", "turns", "created", "finished")
    list_filter = ("state", "engine")
    list_select_related = ("battle",)
    exclude = ("seed", "share", "log", "events")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Resolution]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer("log", "events", "setup")


@admin.register(Forecast)
class ForecastAdmin(ReadOnly, admin.ModelAdmin):
    """Forecasts and what came of them."""

    list_display = ("battle", "count", "state", "asked_by", "created", "finished")
    list_filter = ("state", "engine")
    list_select_related = ("battle", "asked_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Forecast]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer("setup", "summary")


@admin.register(ForecastPart)
class ForecastPartAdmin(ReadOnly, admin.ModelAdmin):
    """What each worker has played of a forecast."""

    list_display = ("forecast", "first", "count")
    list_select_related = ("forecast__battle",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ForecastPart]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer("result", "forecast__setup", "forecast__summary")


@admin.register(PairForecast)
class PairForecastAdmin(ReadOnly, admin.ModelAdmin):
    """Forecasts between two warbands, and what came of them."""

    list_display = ("one", "other", "campaign", "count", "state", "asked_by", "created", "finished")
    list_filter = ("state", "engine", "campaign")
    list_select_related = ("one", "other", "campaign", "asked_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PairForecast]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer("setup", "summary")


@admin.register(PairForecastPart)
class PairForecastPartAdmin(ReadOnly, admin.ModelAdmin):
    """What each worker has played of a forecast between two warbands."""

    list_display = ("forecast", "first", "count")
    list_select_related = ("forecast__one", "forecast__other")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PairForecastPart]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer("result", "forecast__setup", "forecast__summary")


@admin.register(Booklet)
class BookletAdmin(ReadOnly, admin.ModelAdmin):
    """Booklets of campaigns that were made lately; not what is in them, which is for their readers."""

    list_display = ("campaign", "asked_by", "state", "pages", "size", "created", "finished")
    list_filter = ("state", "campaign")
    list_select_related = ("campaign", "asked_by")


@admin.register(Correction)
class CorrectionAdmin(ReadOnly, admin.ModelAdmin):
    """Corrections of a campaign's past, with what they changed."""

    list_display = ("reason", "campaign", "author", "state", "drafted", "made")
    list_filter = ("campaign", "state")
    exclude = ("seed",)
    list_select_related = ("campaign", "author")


@admin.register(Hireable)
class HireableAdmin(ReadOnly, admin.ModelAdmin):
    """The pool of characters for hire."""

    list_display = ("name", "campaign", "origin", "legend", "price", "since")
    list_filter = ("campaign", "legend")
    search_fields = ("name__folded",)
    list_select_related = ("campaign", "origin")


@admin.register(OwnScenario)
class OwnScenarioAdmin(ReadOnly, admin.ModelAdmin):
    """The scenarios that referees made."""

    list_display = ("name", "campaign", "author", "shared", "changed")
    list_filter = ("campaign", "shared")
    search_fields = ("name__folded",)
    list_select_related = ("campaign", "author")
