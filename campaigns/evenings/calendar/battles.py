"""Battles in calendars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.evenings.calendar import sources
from campaigns.evenings.calendar.entries import Entry, Status
from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.battles.clashes import LENGTH
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from club.access import User
from club.models import Member

_STATUS: Final = {BattleState.CANCELLED: Status.CANCELLED, BattleState.GATHERING: Status.TENTATIVE}


class Battles:
    """The battles that have a date. One query for each calendar."""

    def of_club(self, reader: User) -> Iterable[Entry]:
        """Those of all campaigns that the reader may read."""
        return _entries(_dated().filter(campaign__in=visible_campaigns(reader).values("pk")))

    def of_campaign(self, campaign: Campaign, reader: User) -> Iterable[Entry]:
        """The campaign's."""
        return _entries(_dated().filter(campaign=campaign))

    def of_member(self, member: Member) -> Iterable[Entry]:
        """Those in which a warband of the member fights, or which the member referees."""
        fights = BattleSide.objects.filter(warband__owner=member).values("battle")
        referees = Membership.objects.filter(member=member, role=Role.REFEREE).values("campaign")
        mine = _dated().filter(pk__in=fights) | _dated().filter(campaign__in=referees)
        return _entries(mine.filter(campaign__in=visible_campaigns(member).values("pk")))


def entry_of(battle: Battle) -> Entry | None:
    """Return a battle's entry; None while it has no date. Its campaign, round, table and place are read with it."""
    if battle.date is None:
        return None
    title = _("%(battle)s (%(campaign)s)") % {"battle": battle.name, "campaign": battle.campaign.name}
    return Entry(
        key=f"battle-{battle.key}",
        title=title,
        begins=battle.date,
        ends=battle.date + LENGTH,
        made=battle.created,
        sequence=battle.version,
        status=_STATUS.get(BattleState(battle.state), Status.CONFIRMED),
        place=_place_of(battle),
        address=battle.get_absolute_url(),
    )


def _place_of(battle: Battle) -> str:
    """Return where it is fought, with the address where that is one of the club's places."""
    address = battle.spot.place.address.splitlines() if battle.spot is not None else []
    return ", ".join(filter(None, map(str.strip, (battle.where, *address))))


def _dated() -> QuerySet[Battle]:
    return Battle.objects.filter(date__gte=sources.since())


def _entries(battles: QuerySet[Battle]) -> Iterable[Entry]:
    shown = battles.select_related("campaign", "round", "spot__place")
    for battle in shown.defer("scenario", "staging", "campaign__description").order_by("-date", "-pk")[: sources.MOST]:
        entry = entry_of(battle)
        if entry is not None:
            yield entry
