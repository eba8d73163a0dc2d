"""What goes on in the club, as far as a reader may see it: results, tables with a free seat, campaigns to join."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest
from msgspec import Struct

from campaigns.league.access import listed, visible_campaigns
from campaigns.league.models import Campaign, Membership
from campaigns.matches.access import visible_matches
from campaigns.matches.lines import MatchLine, for_lines, lines_of
from campaigns.matches.models.match import MatchState
from campaigns.tables.listing import TableLine, gathering
from campaigns.tables.people import person_of
from campaigns.wars.battles.lines import with_sides
from campaigns.wars.models.battle import FOUGHT, Battle
from club.access import User
from club.noticeboard import Notice

SHOWN: Final = 3
UNDER_WAY: Final = 6
"""On the club's own page."""
RESULTS: Final = 2
"""How many battles, and how many matches."""


class Life(Struct, frozen=True):
    """The latest battles and matches, tables with a free seat, and campaigns that the reader could join."""

    battles: tuple[Battle, ...]
    matches: tuple[MatchLine, ...]
    tables: tuple[TableLine, ...]
    campaigns: tuple[Campaign, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing to see."""
        return not (self.battles or self.matches or self.tables or self.campaigns)


def last_battles(user: User, most: int = RESULTS) -> list[Battle]:
    """Return the battles that were settled last, of those the reader may see, with their sides. Two queries."""
    found = Battle.objects.filter(campaign__in=visible_campaigns(user).values("pk"), state__in=FOUGHT)
    return list(with_sides(found.select_related("campaign", "round")).order_by("-confirmed_at", "-pk")[:most])


def life(request: HttpRequest) -> Life:
    """Return what goes on. Eight queries at most."""
    user = request.user
    matches = for_lines(visible_matches(user).filter(state=MatchState.CONFIRMED)).order_by("-date", "-pk")[:RESULTS]
    running = listed(visible_campaigns(user)).filter(closed=False)
    if user.is_authenticated:
        running = running.exclude(pk__in=Membership.objects.filter(member=user).values("campaign"))
    return Life(
        tuple(last_battles(user)),
        tuple(lines_of(matches, user)),
        tuple(gathering(person_of(request))[:SHOWN]),
        tuple(running[:SHOWN]),
    )


def played_here(request: HttpRequest) -> Iterable[Notice]:
    """Hang the campaigns and seasons under way on the club's own page. One query."""
    running = list(listed(visible_campaigns(request.user)).filter(closed=False)[: UNDER_WAY + 1])
    if running:
        told = {"campaigns": running[:UNDER_WAY], "more": len(running) > UNDER_WAY}
        yield Notice("campaigns/noticeboard/under_way.html", told)
