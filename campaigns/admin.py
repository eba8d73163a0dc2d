"""The club admin's pages about campaigns. What players and referees decide on the site is only shown here.

Memberships are the exception: when the only referee is gone, the club admin names another one.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _, ngettext

from campaigns.jobs import mail
from campaigns.jobs.models import Job, JobState, Mail
from campaigns.league.models import Campaign, Membership, RefereeAct
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardSeat, CardTable, SeatChange
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.models.forecast import Forecast, ForecastPart, PairForecast, PairForecastPart
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.models.round import Round
from campaigns.wars.models.scenario import OwnScenario


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


class CardSeatInline(ReadOnly, admin.TabularInline):
    """Who sits at a table; not the links and secrets by which seats are taken and returned to."""

    model = CardSeat
    exclude = ("link", "guest_key")


class SeatChangeInline(ReadOnly, admin.TabularInline):
    """When bots took over, and who came back."""

    model = SeatChange


class ReportInline(ReadOnly, admin.TabularInline):
    """Who reported and disputed, and when."""

    model = BattleReport
    fields = readonly_fields = ("author", "at", "disputed_by", "dispute")


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
    search_fields = ("name", "member__username", "member__display_name")


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


@admin.register(Correction)
class CorrectionAdmin(ReadOnly, admin.ModelAdmin):
    """Corrections of a campaign's past, with what they changed."""

    list_display = ("reason", "campaign", "author", "state", "drafted", "made")
    list_filter = ("campaign", "state")
    exclude = ("seed",)
    list_select_related = ("campaign", "author")


@admin.register(RefereeAct)
class RefereeActAdmin(ReadOnly, admin.ModelAdmin):
    """What referees did to campaigns, and why."""

    list_display = ("code", "campaign", "by", "reason", "at")
    list_filter = ("campaign", "code")
    list_select_related = ("campaign", "by")


@admin.register(Hireable)
class HireableAdmin(ReadOnly, admin.ModelAdmin):
    """The pool of characters for hire."""

    list_display = ("name", "campaign", "origin", "legend", "price", "since")
    list_filter = ("campaign", "legend")
    search_fields = ("name",)
    list_select_related = ("campaign", "origin")


@admin.register(OwnScenario)
class OwnScenarioAdmin(ReadOnly, admin.ModelAdmin):
    """The scenarios that referees made."""

    list_display = ("name", "campaign", "author", "shared", "changed")
    list_filter = ("campaign", "shared")
    search_fields = ("name",)
    list_select_related = ("campaign", "author")


@admin.register(Job)
class JobAdmin(ReadOnly, admin.ModelAdmin):
    """Work on its way, done or failed."""

    list_display = ("kind", "subject", "state", "attempts", "created", "finished", "error")
    list_filter = ("state", "kind")
    exclude = ("token",)


class MailStates(admin.SimpleListFilter):
    """Mails by what became of the job to send them."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Offer the states that a mail can be in."""
        return [(state.value, state.label) for state in JobState if state != JobState.CANCELLED]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Mail]) -> QuerySet[Mail]:
        """Leave only the mails of the state that was chosen."""
        chosen: QuerySet[Any] = queryset  # mypy does not see what was added to each row
        return chosen.filter(state=self.value()) if self.value() else queryset


@admin.register(Mail)
class MailAdmin(ReadOnly, admin.ModelAdmin):
    """Mails on their way, failed, or sent in the last weeks; not what they say, which may open an account."""

    list_display = ("recipients", "subject", "created", "shown_state", "attempts", "error", "due", "sent")
    list_filter = (MailStates,)
    search_fields = ("recipients", "subject")
    readonly_fields = ("shown_state", "attempts", "error", "due")
    exclude = ("content",)
    actions = ("try_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mail]:
        """With what became of each, and without the text."""
        return mail.with_jobs(super().get_queryset(request)).defer("content")

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """For whoever may change mails, though nobody may change what they say."""
        return request.user.has_perm("campaigns.change_mail")

    @admin.action(description=_("Try to send the chosen mails now"), permissions=["retry"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        """Send failed mails once more, and those that wait for their next attempt now."""
        count = mail.try_again(queryset.values_list("pk", flat=True))
        words = ngettext("%(count)s mail is on its way again.", "%(count)s mails are on their way again.", count)
        self.message_user(request, words % {"count": count})

    @admin.display(description=_("state"), ordering="state")
    def shown_state(self, shown: Any) -> str:
        """The state in words."""
        return str(JobState(shown.state).label) if shown.state else "–"

    @admin.display(description=_("attempts"))
    def attempts(self, shown: Any) -> int:
        """How often it was tried."""
        return shown.attempts or 0

    @admin.display(description=_("last error"))
    def error(self, shown: Any) -> str:
        """What the mail server said, or that it said nothing."""
        return shown.error or ""

    @admin.display(description=_("next attempt"))
    def due(self, shown: Any) -> Any:
        """When it is tried again."""
        return shown.due


@admin.register(CardTable)
class CardTableAdmin(ReadOnly, admin.ModelAdmin):
    """Card tables, without their seeds and logs: a club admin may sit there, too."""

    list_display = ("game", "name", "opener", "state", "visibility", "created", "finished")
    list_filter = ("game", "state", "visibility")
    search_fields = ("name",)
    list_select_related = ("opener",)
    readonly_fields = ("commitment",)
    exclude = ("seed",)
    inlines = (CardSeatInline, SeatChangeInline)


@admin.register(BalanceRun)
class BalanceRunAdmin(ReadOnly, admin.ModelAdmin):
    """Simulations of many card games."""

    list_display = ("game", "players", "variant", "bot", "count", "state", "engine", "created")
    list_filter = ("game", "state", "engine")
