"""What campaigns hang on the noticeboard and on a warband's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from django.db.models import Count, Exists, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league import news
from campaigns.league.access import listed, may_read, visible_campaigns, with_role
from campaigns.league.chores import Chore
from campaigns.league.games import MUSG, game_of
from campaigns.league.models import Campaign, Role
from campaigns.matches import waiting as match_waiting
from campaigns.matches.company import last_match
from campaigns.matches.lines import line_of, lines_of
from campaigns.tables import rules
from campaigns.tables.listing import line as table_line, waiting_for
from campaigns.tables.people import Person
from campaigns.tables.quick import last_table
from campaigns.wars.battles.lines import lines_for_warband
from campaigns.wars.chores import chores
from campaigns.wars.corrections.links import chores as corrections
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.resolution import offers as engine_waiting
from campaigns.wars.settings.operations import rules_of
from club.access import member_of
from club.models import Member
from club.noticeboard import Notice
from club.visibility import Visibility
from rosters.models import Warband

SHOWN: Final = 6
WAITING: Final = 12
NEWS: Final = 3
_SHORT: Final = ("pk", "slug", "name", "visibility")
"""All that a warband's page wants to know about its campaign."""


def home(request: HttpRequest) -> Iterable[Notice]:
    """Give a member what waits, what is new, his next battles and his campaigns; everybody the public campaigns."""
    member = member_of(request)
    if member is not None:
        own = list(_own(member))
        yield Notice("campaigns/noticeboard/waiting.html", {"chores": _waiting(member, own)[:WAITING]}, wide=True)
        match, table = last_match(member), last_table(member)
        if match is not None or table is not None:
            lines = {
                "match": line_of(match, member, match.campaign) if match is not None else None,
                "table": table_line(table, Person(member)) if table is not None else None,
                # One tap for the game that was played last; the others stand on the tables' own page.
                "games": [game_of(table.game) if table is not None else rules.offered()[0]],
            }
            yield Notice("campaigns/noticeboard/play.html", lines)
        pads = match_waiting.in_use(member)
        if pads:
            yield Notice("campaigns/noticeboard/pads.html", {"lines": lines_of(pads, member)})
        unread = news.unread_for(member, most=NEWS)
        if unread is not None:
            yield Notice("campaigns/league/_unread.html", {"unread": unread, "pinned": True})
        battles = list(_next_battles(member)[:SHOWN])
        if battles:
            asked = engine_waiting.asked_of(member, battles)
            yield Notice("campaigns/noticeboard/battles.html", {"battles": battles, "asked": asked})
        yield Notice("campaigns/noticeboard/campaigns.html", {"campaigns": own})
    public = listed(visible_campaigns(request.user)).filter(visibility=Visibility.PUBLIC, closed=False)
    if member is not None:
        public = public.exclude(pk__in=[campaign.pk for campaign in own])
    shown = list(public[:SHOWN])
    if shown or member is None:
        yield Notice("campaigns/noticeboard/public.html", {"campaigns": shown})


def warband(shown: Warband, request: HttpRequest) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Give a warband’s page its campaign and battles, if the reader may read the campaign. Two queries or three."""
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
    found = [one for one in open_to_it.exclude(Exists(asked)) if rules_of(one) == shown.engine_setup.rules]
    if found:
        yield "campaigns/wars/warband_enlist.html", {"open_campaigns": found, "first": True}


def _own(member: Member) -> QuerySet[Campaign]:
    """Return the campaigns a member takes part in or asked to, running ones first."""
    own = listed(Campaign.objects.all()).filter(pk__in=member.memberships.values("campaign"))
    return with_role(own, member)


def _next_battles(member: Member) -> QuerySet[Battle]:
    sides = BattleSide.objects.select_related("warband").defer("warband__state", "warband__setup")
    mine = BattleSide.objects.filter(warband__owner=member)
    ahead = (BattleState.GATHERING, BattleState.SCHEDULED)
    found = Battle.objects.filter(pk__in=mine.values("battle"), state__in=ahead, campaign__closed=False)
    return found.select_related("campaign").prefetch_related(Prefetch("sides", sides)).order_by("date", "pk")


def _waiting(member: Member, own: Iterable[Campaign]) -> list[Chore]:
    """Return what waits for a member: as a referee, as a player whose word is asked for, as an owner."""
    refereed = [campaign for campaign in own if campaign.__dict__["viewer_role"] == Role.REFEREE]
    at_table = [*_moves(member), *match_waiting.chores(member, refereed)]
    return [
        *at_table,
        *corrections(member),
        *_applicants(refereed),
        *_strays(refereed),
        *_reports(member, refereed),
        *chores(_serving(member)),
    ]


def _serving(member: Member) -> QuerySet[Warband]:
    enlisted = Enlistment.objects.filter(withdrawn=False, campaign__closed=False)
    return Warband.objects.filter(owner=member, pk__in=enlisted.values("warband"))


def _applicants(refereed: Iterable[Campaign]) -> Iterable[Chore]:
    waiting = Campaign.objects.filter(pk__in=[c.pk for c in refereed], memberships__role=Role.APPLICANT)
    for campaign in waiting.annotate(asking=Count("memberships")):
        count: int = campaign.asking
        sentence = ngettext(
            "%(campaign)s: %(count)s player waits to be let in.",
            "%(campaign)s: %(count)s players wait to be let in.",
            count,
        ) % {"campaign": campaign.name, "count": count}
        yield Chore("applicants", sentence, reverse("campaigns:people", args=[campaign.slug]))


def _strays(refereed: Iterable[Campaign]) -> Iterable[Chore]:
    """Yield the warbands that brought steps from elsewhere and wait to be accepted."""
    found = EnlistmentRequest.objects.filter(campaign__in=[c.pk for c in refereed], campaign__closed=False)
    for asked in found.select_related("campaign", "warband").defer("warband__state", "warband__setup"):
        names = {"campaign": asked.campaign.name, "warband": asked.warband.name}
        sentence = _("%(campaign)s: %(warband)s waits to be accepted with what it brought from elsewhere.") % names
        yield Chore(
            "stray", sentence, reverse("campaigns:enlist_request", args=[asked.campaign.slug, asked.warband_id])
        )


def _reports(member: Member, refereed: Iterable[Campaign]) -> Iterable[Chore]:
    asked = BattleSide.objects.filter(warband__owner=member, agreed=False, battle__state=BattleState.REPORTED)
    to_answer = Q(pk__in=asked.values("battle"))
    to_settle = Q(state=BattleState.DISPUTED, campaign__in=[campaign.pk for campaign in refereed])
    for battle in Battle.objects.filter(to_answer | to_settle).select_related("campaign"):
        if battle.state == BattleState.DISPUTED:
            sentence = _("“%(title)s” is disputed: settle it.")
        else:
            sentence = _("“%(title)s” was reported: confirm or dispute it.")
        yield Chore("report", sentence % {"title": battle.title}, battle.get_absolute_url())


def _moves(member: Member) -> Iterable[Chore]:
    """Yield the card tables that wait for the member's decision."""
    for table in waiting_for(Person(member)):
        sentence = _("%(game)s, “%(table)s”: it is your move.") % {"game": table.game, "table": table.title}
        yield Chore("card_table", sentence, table.table.get_absolute_url())
