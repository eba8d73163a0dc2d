"""A job seen from its page: called off while it waits, tried again after it failed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt
from campaigns.wars.access import get_recovery_for_player
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.aftermath.views import answer
from club.access import visitors_log_in


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Take the site's roll back before a worker has begun."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    with attempt(request, done=_("The roll is called off. Choose again whose dice are rolled.")):
        aftermath.call_off(recovery=recovery, version=VersionForm.of(request))
    return answer(request, recovery)


@visitors_log_in
@require_POST
def try_again(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Let the site roll again after the work failed."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    with attempt(request):
        aftermath.try_again(recovery=recovery)
    return answer(request, recovery)
