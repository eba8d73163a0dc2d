"""Work that outlives a request, and mail."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _, ngettext

from campaigns.admin.shared import ReadOnly
from campaigns.jobs import mail
from campaigns.jobs.models import Job, JobState, Mail


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
