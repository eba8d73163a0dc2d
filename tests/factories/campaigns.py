"""Campaigns, their people, warbands and battles, made by the site's own operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.league.models import Campaign, Membership
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment.operations import enlist_own
from campaigns.wars.models.battle import Battle
from campaigns.wars.reports import operations as reports
from campaigns.wars.settings.operations import create_campaign, rules_of
from club.models import Member
from club.visibility import Visibility
from engines.musg.report import Down, Report
from engines.musg.rules import Rules
from rosters.models import Warband
from tests.factories import battles
from tests.factories.club import MemberFactory


def campaign(
    referee: Member | None = None, *, name: str = "The Border", rules: Rules | None = None, **terms: Any
) -> Campaign:
    """A campaign with one referee."""
    referee = referee or MemberFactory.create()
    return create_campaign(referee=referee, terms=Terms(name=name, **terms), rules=rules)


def join(to: Campaign, member: Member | None = None) -> Member:
    """A member who takes part in a campaign, let in if need be."""
    member = member or MemberFactory.create()
    people.approve(membership=people.join(campaign=to, member=member, code=to.join_code))
    return member


def membership(of: Campaign, member: Member) -> Membership:
    """What a member is in a campaign, as stored now."""
    return Membership.objects.get(campaign=of, member=member)


def enlisted(to: Campaign, owner: Member, name: str, **values: Any) -> Warband:
    """A mustered warband that serves in a campaign: leader 1, lieutenant 2, henchmen from 3."""
    warband = battles.warband(owner, name, rules=rules_of(to), visibility=Visibility.PRIVATE, **values)
    enlist_own(campaign=to, warband=warband)
    return warband


def fight(
    of: Campaign,
    warbands: Sequence[Warband],
    *,
    bonus: Mapping[Warband, int] | None = None,
    downs: Sequence[Down] = (),
    **plan: Any,
) -> Battle:
    """A confirmed battle. Without ``downs``, or with figures killed outright only, there is nothing left to roll."""
    battle = schedule.schedule_battle(campaign=of, warbands=warbands, plan=Plan(**plan))
    referee = of.memberships.filter(role="referee").first()
    assert referee is not None
    told = Report(bonus={warband.key: points for warband, points in (bonus or {}).items()}, downs=tuple(downs))
    reports.report_battle(battle=battle, report=told, author=referee.member)
    battle.refresh_from_db()
    if battle.state != "confirmed":
        reports.settle_report(battle=battle, referee=referee.member, reason="As it was played")
        battle.refresh_from_db()
    for warband in warbands:
        warband.refresh_from_db()
    return battle


@dataclass
class Cast:
    """The fixed cast of the campaign tests: a campaign, those who take part, those who do not, two warbands."""

    campaign: Campaign
    referee: Member
    owner: Member
    player: Member
    outsider: Member
    warband: Warband
    other: Warband


def cast(visibility: str = Visibility.CLUB, **terms: Any) -> Cast:
    """The fixed cast; ``owner`` has ``warband``, ``player`` has ``other``."""
    referee, owner, player, outsider = (
        MemberFactory.create(username=name) for name in ("rowan", "olive", "piers", "otto")
    )
    made = campaign(referee, visibility=visibility, **terms)
    join(made, owner)
    join(made, player)
    return Cast(made, referee, owner, player, outsider, enlisted(made, owner, "Axes"), enlisted(made, player, "Blades"))
