"""What campaigns hang on the noticeboard and on a warband's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from django.db.models import Exists, QuerySet
from django.http import HttpRequest

from campaigns.club_life import last_battles, life
from campaigns.evenings.listing import next_evening, own_seat
from campaigns.league import news
from campaigns.league.access import listed, may_read, with_role
from campaigns.league.chores import next_steps
from campaigns.league.games import MUSG, game_of
from campaigns.league.models import Campaign, Role
from campaigns.matches import waiting as match_waiting
from campaigns.matches.company import last_match
from campaigns.matches.lines import line_of, lines_of
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.listing import line as table_line
from campaigns.tables.quick import last_table
from campaigns.todo import todo
from campaigns.wars.battles.lines import lines_for_warband, with_sides
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.play.lessons.offers import LessonLine, offered as lesson_for
from campaigns.wars.settings.operations import rules_of
from club.access import member_of
from club.models import Member
from club.noticeboard import Notice
from rosters.models import Warband

SHOWN: Final = 6
NEWS: Final = 3
_SHORT: Final = ("pk", "slug", "name", "visibility")
"""All that a warband's page wants to know about its campaign."""


def home(request: HttpRequest) -> Iterable[Notice]:
    """Give a member the one thing to do, what was played last, who plays now and his campaigns.

    Who takes part in nothing yet, and visitors, see what goes on in the club.
    """
    member = member_of(request)
    if member is None:
        yield from _evening(request, None)
        yield Notice("campaigns/noticeboard/life.html", {"life": life(request)}, wide=True)
        return
    own = list(_own(member))
    steps = next_steps(todo(member))
    waits = steps.count > 0  # for this member: nothing else comes first, not even a new club's first steps
    lesson = lesson_for(member)
    about = {"todo": steps, "own": own, "lesson": lesson}
    yield Notice("campaigns/noticeboard/waiting.html", about, wide=True, leads=waits)
    leads = steps.first.address if steps.first is not None else ""
    yield from _evening(request, member)
    battles = [battle for battle in _next_battles(member)[:SHOWN] if battle.get_absolute_url() != leads]
    if battles:
        yield Notice("campaigns/noticeboard/battles.html", {"battles": battles}, wide=True)
    if own:
        yield from _last_result(member)
    else:
        yield Notice("campaigns/noticeboard/life.html", {"life": life(request)}, wide=True)
    unread = news.unread_for(member, most=NEWS)
    if unread is not None:
        yield Notice("campaigns/league/_unread.html", {"unread": unread, "pinned": True}, wide=True)
    yield from _play(member, lesson)
    if own:
        yield Notice("campaigns/noticeboard/campaigns.html", {"campaigns": own})


def _evening(request: HttpRequest, member: Member | None) -> Iterable[Notice]:
    """The next evening: who comes, where the reader sits, and whether he comes. One query, two for a member."""
    evening = next_evening(request.user, member)
    if evening is not None:
        seat = own_seat(evening, member) if member is not None else None
        yield Notice("campaigns/noticeboard/evening.html", {"evening": evening, "seat": seat}, wide=True)


def _last_result(member: Member) -> Iterable[Notice]:
    """The battle that was settled last, with its picture."""
    for battle in last_battles(member, most=1):
        yield Notice("campaigns/noticeboard/result.html", {"battle": battle}, wide=True)


def _play(member: Member, lesson: LessonLine | None) -> Iterable[Notice]:
    """Sitting down again in one tap, any game in two, and the pads in use."""
    match, table = last_match(member), last_table(member)
    lines = {
        "match": line_of(match, member, match.campaign) if match is not None else None,
        "table": table_line(table, Person(member)) if table is not None else None,
        # One tap for the game that was played last; the others are chosen.
        "quick": [game_of(table.game) if table is not None else rules.offered()[0]],
        "games": rules.offered(),
        "lesson": lesson,
        "pads": lines_of(match_waiting.in_use(member), member),
    }
    yield Notice("campaigns/noticeboard/play.html", lines)


def warband(shown: Warband, request: HttpRequest) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Give a warband’s page its campaign and battles, if the reader may read the campaign. Two queries or three."""
    if shown.practice:
        return
    served = Enlistment.objects.filter(warband=shown)
    if not (rows := served.values_list("withdrawn", *(f"campaign__{name}" for name in _SHORT))):
        yield from _where_it_may_serve(shown, request)
    for withdrawn, *values in rows:
        campaign = Campaign(**dict(zip(_SHORT, values, strict=True)))
        if may_read(request.user, campaign):
            battles = list(islice(lines_for_warband(shown, campaign), SHOWN))
            answered = (BattleState.REPORTED, BattleState.DISPUTED)
            asked = [line for line in battles if line.state in answered][:1]
            others = [line for line in battles if line not in asked]
            told = {"withdrawn": withdrawn, "campaign": campaign, "asked": asked, "others": others}
            yield "campaigns/wars/warband_panel.html", told


def _where_it_may_serve(shown: Warband, request: HttpRequest) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Offer to enlist a mustered warband as it is, where its owner plays without one and the rules are the same."""
    member = member_of(request)
    if member is None or member.pk != shown.owner_id or not shown.mustered:
        return
    played = member.memberships.filter(role__in=(Role.PLAYER, Role.REFEREE)).values("campaign")
    served = Enlistment.objects.filter(warband__owner=member, withdrawn=False).values("campaign")
    asked = EnlistmentRequest.objects.filter(warband=shown)
    open_to_it = Campaign.objects.filter(pk__in=played, game=MUSG.code, closed=False).exclude(pk__in=served)
    found = [one for one in open_to_it.exclude(Exists(asked)) if rules_of(one) == shown.roster.rules]
    if found:
        yield "campaigns/wars/warband_enlist.html", {"open_campaigns": found, "first": True}


def _own(member: Member) -> QuerySet[Campaign]:
    """Return the campaigns a member takes part in or asked to, running ones first."""
    own = listed(Campaign.objects.all()).filter(pk__in=member.memberships.values("campaign"))
    return with_role(own, member)


def _next_battles(member: Member) -> QuerySet[Battle]:
    mine = BattleSide.objects.filter(warband__owner=member)
    ahead = (BattleState.GATHERING, BattleState.SCHEDULED)
    found = Battle.objects.filter(pk__in=mine.values("battle"), state__in=ahead, campaign__closed=False)
    return with_sides(found.select_related("campaign", "round")).order_by("date", "pk")
