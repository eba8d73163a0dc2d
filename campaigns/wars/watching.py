"""What pages of a war are told of: battles, evenings, overviews, desks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from django.db.models import QuerySet

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign, Role
from campaigns.wars.marks import BATTLE, DESK, EVENING, WAR, battle_columns, desks, overview_columns
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.evening import Evening
from club import live
from club.streams.kinds import Key, Kind, Reader


def _marks(
    make: Callable[[tuple[int, ...]], QuerySet[Any]], mark: Callable[[tuple[Any, ...]], str]
) -> Callable[[Collection[Key]], dict[Key, str]]:
    def marks(keys: Collection[Key]) -> dict[Key, str]:
        return {(row[0],): mark(row) for row in make(tuple(key[0] for key in keys))}

    return marks


def _battles(numbers: tuple[int, ...]) -> QuerySet[Any]:
    return Battle.objects.filter(pk__in=numbers).values_list("pk", *battle_columns())


def _evenings(numbers: tuple[int, ...]) -> QuerySet[Any]:
    return Evening.objects.filter(battle__in=numbers).values_list("battle", "pk", "version", "battle__version")


def _wars(numbers: tuple[int, ...]) -> QuerySet[Any]:
    return Campaign.objects.filter(pk__in=numbers).values_list("pk", "version", *overview_columns())


def _readable_war(reader: Reader, key: Key) -> QuerySet[Any]:
    return visible_campaigns(reader.user).filter(pk=key[0])


def _readable_battle(reader: Reader, key: Key) -> QuerySet[Any]:
    return Battle.objects.filter(pk=key[0], campaign__in=visible_campaigns(reader.user))


def _readable_desk(reader: Reader, key: Key) -> QuerySet[Any]:
    mine = Campaign.objects.filter(memberships__member=reader.user.pk, memberships__role=Role.REFEREE)
    return mine.filter(pk=key[0])


def _without_number(row: tuple[Any, ...]) -> str:
    return live.mark(row[1:])


KINDS: Final = (
    Kind(BATTLE, _marks(_battles, live.digest), _readable_battle, seconds=0.5),
    Kind(EVENING, _marks(_evenings, _without_number), _readable_battle),
    Kind(WAR, _marks(_wars, live.digest), _readable_war, seconds=1),
    Kind(DESK, _marks(desks, live.digest), _readable_desk, seconds=1),
)
