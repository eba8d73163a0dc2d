"""The club admin's pages about campaigns. What players and referees decide on the site is only shown here.

Memberships are the exception: when the only referee is gone, the club admin names another one.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.db.models import Model, QuerySet
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
from campaigns.wars.models.booklet import Booklet
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.models.forecast import Forecast, ForecastPart, PairForecast, PairForecastPart
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.models.round import Round
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.models.weighing import Weighing, WeighingPart
from club.admin import ReadOnly


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    """Rows that are only shown. ``deferred`` are long columns that no page of theirs needs."""

    deferred: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave the long columns in the database."""
        return super().get_queryset(request).defer(*self.deferred)


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    """Rows that are shown with those they belong to."""


def _inline(model: type[Model], **options: Any) -> type[ReadOnlyInline]:
    return type(f"{model.__name__}Inline", (ReadOnlyInline,), {"model": model, **options})


def _columns(*names: str) -> dict[str, tuple[str, ...]]:
    """Return what shows only these columns of an inline."""
    return {"fields": names, "readonly_fields": names}


# Seeds, codes and links that are still secret, and what long logs say, are shown to nobody: a club admin plays, too.
PAGES: Final[dict[type[Model], dict[str, Any]]] = {
    Job: {
        "list_display": ("kind", "subject", "state", "attempts", "created", "finished", "error"),
        "list_filter": ("state", "kind"),
        "exclude": ("token",),
    },
    Campaign: {
        "list_display": ("name", "visibility", "join_mode", "closed", "created"),
        "list_filter": ("closed", "visibility"),
        "search_fields": ("name__folded", "description__folded"),
        "inlines": (_inline(Enlistment), _inline(Round)),
    },
    RefereeAct: {
        "list_display": ("code", "campaign", "by", "reason", "at"),
        "list_filter": ("campaign", "code"),
        "list_select_related": ("campaign", "by"),
    },
    Battle: {
        "list_display": ("title", "campaign", "state", "date", "confirmed_at"),
        "list_filter": ("state", "campaign"),
        "search_fields": ("title__folded", "place__folded"),
        "list_select_related": ("campaign",),
        "inlines": (
            _inline(BattleSide),
            _inline(BattleReport, **_columns("author", "at", "disputed_by", "dispute")),
        ),
    },
    Recovery: {
        "list_display": ("side", "mode", "state", "finished"),
        "list_filter": ("state", "mode"),
        "list_select_related": ("side__battle", "side__warband"),
        "exclude": ("seed",),
    },
    Evening: {
        "list_display": ("battle", "over", "version", "begun"),
        "list_filter": ("over",),
        "list_select_related": ("battle",),
        "readonly_fields": ("commitment",),
        "exclude": ("seed",),
        "inlines": (
            _inline(
                EveningEntry, fields=("number", "data", "author", "undone", "at"), readonly_fields=("at",), extra=0
            ),
        ),
    },
    BattleGround: {
        "list_display": ("battle", "ready", "turn_limit", "commitment"),
        "list_filter": ("ready",),
        "list_select_related": ("battle",),
        "readonly_fields": ("commitment",),
        "exclude": ("seed",),
    },
    Resolution: {
        "list_display": ("battle", "state", "engine", "turns", "created", "finished"),
        "list_filter": ("state", "engine"),
        "list_select_related": ("battle",),
        "exclude": ("seed", "share", "log", "events"),
        "deferred": ("log", "events", "setup"),
    },
    Forecast: {
        "list_display": ("battle", "count", "state", "asked_by", "created", "finished"),
        "list_filter": ("state", "engine"),
        "list_select_related": ("battle", "asked_by"),
        "deferred": ("setup", "summary"),
    },
    ForecastPart: {
        "list_display": ("forecast", "first", "count"),
        "list_select_related": ("forecast__battle",),
        "deferred": ("result", "forecast__setup", "forecast__summary"),
    },
    PairForecast: {
        "list_display": ("one", "other", "campaign", "count", "state", "asked_by", "created", "finished"),
        "list_filter": ("state", "engine", "campaign"),
        "list_select_related": ("one", "other", "campaign", "asked_by"),
        "deferred": ("setup", "summary"),
    },
    PairForecastPart: {
        "list_display": ("forecast", "first", "count"),
        "list_select_related": ("forecast__one", "forecast__other"),
        "deferred": ("result", "forecast__setup", "forecast__summary"),
    },
    Weighing: {
        "list_display": ("version", "kind", "code", "rank", "state", "asked_by", "created", "finished"),
        "list_filter": ("state", "engine", "kind"),
        "list_select_related": ("version__pack", "asked_by"),
        "deferred": ("plan", "summary", "version__data"),
    },
    WeighingPart: {
        "list_display": ("weighing", "first", "count"),
        "list_select_related": ("weighing__version__pack",),
        "deferred": ("result", "weighing__plan", "weighing__summary", "weighing__version__data"),
    },
    Booklet: {
        "list_display": ("campaign", "asked_by", "state", "pages", "size", "created", "finished"),
        "list_filter": ("state", "campaign"),
        "list_select_related": ("campaign", "asked_by"),
    },
    Correction: {
        "list_display": ("reason", "campaign", "author", "state", "drafted", "made"),
        "list_filter": ("campaign", "state"),
        "exclude": ("seed",),
        "list_select_related": ("campaign", "author"),
    },
    Hireable: {
        "list_display": ("name", "campaign", "origin", "legend", "price", "since"),
        "list_filter": ("campaign", "legend"),
        "search_fields": ("name__folded",),
        "list_select_related": ("campaign", "origin"),
    },
    OwnScenario: {
        "list_display": ("name", "campaign", "author", "shared", "changed"),
        "list_filter": ("campaign", "shared"),
        "search_fields": ("name__folded",),
        "list_select_related": ("campaign", "author"),
    },
    Match: {
        "list_display": ("__str__", "campaign", "state", "way", "recorder", "confirmed_how"),
        "list_filter": ("state", "game", "campaign"),
        "list_select_related": ("campaign", "recorder"),
        "exclude": ("code", "code_expires"),
        "inlines": (
            _inline(
                MatchSeat,
                fk_name="match",
                **_columns("seat", "player", "place", "points", "won", "eliminated", "kills"),
            ),
            _inline(MatchEntry, **_columns("number", "data", "author", "at", "struck", "undone")),
            _inline(MatchCorrection, **_columns("entry", "before", "after", "reason", "author", "at")),
        ),
    },
    Player: {
        "list_display": ("__str__", "member", "name", "merged_into", "created"),
        "list_select_related": ("member", "merged_into__member"),
        "search_fields": ("name__folded", "member__username", "member__display_name__folded"),
    },
    ScoreCards: {
        "list_display": ("name", "game", "ready", "added_by", "created"),
        "list_filter": ("game",),
        "list_select_related": ("added_by",),
    },
    GuestClaim: {
        "list_display": ("guest", "member", "at"),
        "list_select_related": ("guest__member", "member"),
    },
    CardTable: {
        "list_display": ("game", "name", "opener", "state", "visibility", "created", "finished"),
        "list_filter": ("game", "state", "visibility"),
        "search_fields": ("name__folded",),
        "list_select_related": ("opener",),
        "readonly_fields": ("commitment",),
        "exclude": ("seed",),
        "inlines": (_inline(CardSeat, exclude=("link", "guest_key")), _inline(SeatChange)),
    },
    BalanceRun: {
        "list_display": ("game", "players", "variant", "bot", "count", "state", "engine", "created"),
        "list_filter": ("game", "state", "engine"),
    },
}
"""What the pages of each kind of row show."""

for model, options in PAGES.items():
    admin.site.register(model, ReadOnlyAdmin, **options)


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
