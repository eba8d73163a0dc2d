"""Warbands in a campaign and battles between them, made by the site's own operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from django.utils.text import slugify

from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.reports import operations as reports
from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import AnyEntry, Buy, Engage, Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.report import Report
from engines.musg.rules import Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.factories.club import MemberFactory

LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN, MERCENARY = 1, 2, 3, 4, 5
"""The numbers of the figures of ``warband()``."""


def warband(
    owner: Member,
    name: str,
    *,
    race: str = "human",
    visibility: str = Visibility.CLUB,
    mercenary: str | None = None,
    henchmen: int = 2,
    gear: str = "",
    rules: Rules | None = None,
) -> Warband:
    """A mustered warband: leader 1, lieutenant 2, henchmen from 3, then a mercenary if one is asked for.

    All but the mercenary carry ``gear``, an item of the catalogue.
    """
    initial = name[0].upper()
    steps: list[AnyEntry] = [
        Hire(rank=Rank.LEADER, race=race, name=f"{initial} Leader"),
        Hire(rank=Rank.LIEUTENANT, race=race, name=f"{initial} Lieutenant"),
    ]
    steps += [Hire(rank=Rank.HENCHMAN, race=race, name=f"{initial} Henchman {n + 1}") for n in range(henchmen)]
    if gear:
        steps += [Buy(figure=number, item=gear) for number in range(1, henchmen + 3)]
    if mercenary is not None:
        steps.append(Engage(mercenary=mercenary, name=f"{initial} Mercenary"))
    steps.append(Muster())
    setup = Setup(race=race, name=name, rules=rules or Rules())
    return create_warband(owner=owner, setup=setup, visibility=visibility, entries=steps)


@dataclass
class Field:
    """A campaign with its referee and two players or more, their warbands, and one battle between all of them."""

    campaign: Campaign
    referee: Member
    players: list[Member]
    warbands: list[Warband]
    battle: Battle

    @property
    def keys(self) -> list[str]:
        """The warbands' keys, in the order of the sides."""
        return [warband.key for warband in self.warbands]

    def side(self, number: int) -> BattleSide:
        """One side, from 0, as stored now."""
        return BattleSide.objects.select_related("warband").get(battle=self.battle, seat=number)

    def recovery(self, number: int) -> Recovery:
        """The aftermath of one side, as stored now."""
        return Recovery.objects.select_related("side__warband").get(side__battle=self.battle, side__seat=number)

    def stored(self) -> Battle:
        """The battle as stored now."""
        return Battle.objects.get(pk=self.battle.pk)

    def fight(self, report: Report) -> None:
        """Report the battle and have the referee settle it."""
        reports.report_battle(battle=self.battle, report=report, author=self.referee)
        reports.settle_report(battle=self.battle, referee=self.referee)


def field(
    *,
    sides: int = 2,
    visibility: str = Visibility.CLUB,
    names: Sequence[str] = ("Axes", "Blades", "Crows", "Drakes"),
    mercenaries: Sequence[str | None] = (None, None, None, None),
    henchmen: int = 2,
    gear: str = "",
    rules: Rules | None = None,
    race: str = "human",
) -> Field:
    """A battle about to be fought."""
    referee = MemberFactory.create(username=slugify(f"referee {names[0]}")[:40])
    campaign = Campaign.objects.create(
        name="The Ford",
        slug=slugify(f"the ford {names[0]}")[:60],
        visibility=visibility,
        rules=msgspec.to_builtins(rules or Rules()),
    )
    Membership.objects.create(campaign=campaign, member=referee, role=Role.REFEREE)
    players, warbands = [], []
    for number in range(sides):
        player = MemberFactory.create(username=slugify(f"player {names[number]}")[:40])
        Membership.objects.create(campaign=campaign, member=player, role=Role.PLAYER)
        band = warband(
            player,
            names[number],
            visibility=visibility,
            mercenary=mercenaries[number],
            henchmen=henchmen,
            gear=gear,
            rules=rules,
            race=race,
        )
        Enlistment.objects.create(campaign=campaign, warband=band)
        players.append(player)
        warbands.append(band)
    return Field(campaign, referee, players, warbands, another_battle(campaign, warbands))


def as_told(report: Report) -> Report:
    """A stored report without what the site added to it: who was there."""
    return msgspec.structs.replace(report, present=msgspec.UNSET)


def another_battle(campaign: Campaign, warbands: Sequence[Warband], title: str = "At the ford") -> Battle:
    """One more battle between these warbands."""
    battle = Battle.objects.create(campaign=campaign, title=title)
    for seat, band in enumerate(warbands):
        BattleSide.objects.create(battle=battle, warband=band, seat=seat)
    return battle
