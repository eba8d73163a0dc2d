"""The overview of a Musg campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from msgspec import Struct

from campaigns.league.access import members
from campaigns.league.chores import Chore, next_steps
from campaigns.league.models import Campaign, Role
from campaigns.league.views.pages import campaign_page
from campaigns.league.waiting import todo_of
from campaigns.wars.battles.lines import BattleLine, first_lines
from campaigns.wars.civilians.operations import kept
from campaigns.wars.models.battle import FOUGHT, OPEN_STATES, BattleState
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.standings import enlisted, standings
from club.access import member_of

SHOWN_BATTLES = 6
SHOWN_PLACES = 5
SHOWN_RESULTS = 4


class Leading(Struct, frozen=True):
    """The next battle: whether the reader fights in it, and whether its report waits for the reader's answer."""

    battle: BattleLine
    is_mine: bool
    awaits_me: bool


def leading(ahead: Sequence[BattleLine], own: Collection[int]) -> Leading | None:
    """Return the battle that leads the page: the reader's own first, then what is to be answered or fought."""

    def rank(line: BattleLine) -> tuple[bool, bool, bool, bool]:
        return not line.is_of(own), not line.awaits(own), line.state != BattleState.SCHEDULED, line.date is None

    first = min(ahead, key=rank, default=None)
    return Leading(first, first.is_of(own), first.awaits(own)) if first is not None else None


def _beside(first: Leading | None, chores: Iterable[Chore]) -> list[Chore]:
    """Leave out what the page says of the leading battle anyway, and battles to come, which it lists."""
    answered = reverse("campaigns:battle", args=[first.battle.slug, first.battle.pk]) if first is not None else ""
    return [chore for chore in chores if chore.code not in ("play", "playing") and chore.address != answered]


def overview(request: HttpRequest, shown: Campaign) -> HttpResponse:
    """What is going on in a Musg campaign."""
    rules = rules_of(shown)
    everybody = enlisted(shown)
    serving = [enlistment for enlistment in everybody if not enlistment.withdrawn]
    people = members(shown)
    mine = [e for e in serving if e.warband.owner_id == request.user.pk]
    own = {enlistment.warband_id for enlistment in mine}
    ahead = first_lines(shown, OPEN_STATES, order=("date", "pk"), most=SHOWN_BATTLES, mine=own)
    first = leading(ahead, own)
    nest, member = kept(shown), member_of(request)
    return campaign_page(
        request,
        "campaigns/wars/overview.html",
        shown,
        "campaign",
        rules=rules,
        serving=serving,
        mine=mine,
        nest=nest,
        todo=next_steps(_beside(first, todo_of(shown, member) if member is not None else ())),
        referees=[m for m in people if m.role == Role.REFEREE],
        players=[m for m in people if m.role == Role.PLAYER],
        best=standings(shown, everybody)[:SHOWN_PLACES],
        leading=first,
        deadline=min(
            (line for line in ahead if line.confirms_at), key=lambda line: str(line.confirms_at), default=None
        ),
        ahead=[line for line in ahead if first is None or line.pk != first.battle.pk],
        results=first_lines(shown, FOUGHT, order=("-confirmed_at", "-pk"), most=SHOWN_RESULTS),
    )
