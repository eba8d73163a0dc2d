"""The overview of a Musg campaign."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from campaigns.league.models import Campaign, Role
from campaigns.league.views.pages import campaign_page
from campaigns.wars.battles.lines import first_lines
from campaigns.wars.models.battle import OPEN_STATES, BattleState
from campaigns.wars.settings import rule_options
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.standings import enlisted, standings

SHOWN_BATTLES = 6
SHOWN_PLACES = 5


def overview(request: HttpRequest, shown: Campaign) -> HttpResponse:
    """What is going on in a Musg campaign."""
    slug = shown.slug
    rules = rules_of(shown)
    everybody = list(enlisted(shown))
    serving = [enlistment for enlistment in everybody if not enlistment.withdrawn]
    people = list(shown.memberships.select_related("member"))
    open_battles = shown.battles.filter(state__in=OPEN_STATES)
    fought = shown.battles.filter(state=BattleState.CONFIRMED)
    return campaign_page(
        request,
        "campaigns/wars/overview.html",
        shown,
        "campaign",
        rules=rules,
        switches=rule_options.chosen(rules),
        era=rule_options.ERAS[rules.era],
        serving=serving,
        mine=[e for e in serving if e.warband.owner_id == request.user.pk],
        referees=[m for m in people if m.role == Role.REFEREE],
        players=[m for m in people if m.role == Role.PLAYER],
        applicants=sum(m.role == Role.APPLICANT for m in people),
        best=standings(shown, everybody)[:SHOWN_PLACES],
        ahead=first_lines(open_battles, slug, order=("date", "pk"), most=SHOWN_BATTLES),
        results=first_lines(fought, slug, order=("-confirmed_at", "-pk"), most=SHOWN_BATTLES),
    )
