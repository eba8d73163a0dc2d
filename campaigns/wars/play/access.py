"""Who may watch a battle played at the site, and lead a side of it. The loaders are called on a view's first line.

Whoever may read the battle watches it, and so does whoever leads a side, be it a guest. Nobody reads more than a
spectator but for the sides they lead. Whoever holds the link of a side that nobody leads may take it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from campaigns.league.access import is_referee, visible_campaigns
from campaigns.seating.people import GuestCookie, Person, person_of as person_with
from campaigns.wars.models.play import Captain, PlayedBattle
from club.access import User, forbidden, member_of, not_found

COOKIE: Final = GuestCookie("battle-guest", "/play/")


def person_of(request: HttpRequest) -> Person:
    """Return who asks: a member, or the guest whose browser keeps the secret of a side."""
    return person_with(request, COOKIE)


def visible_battles(user: User, guest: str = "") -> QuerySet[PlayedBattle]:
    """Return the battles that a reader may watch; ``guest`` is the SHA-256 of a guest's secret, empty without one."""
    allowed = Q(battle__campaign__in=visible_campaigns(user))
    if user.is_authenticated:
        allowed |= Q(Exists(Captain.objects.filter(member=user.pk, played=OuterRef("pk"))))
    if guest:
        allowed |= Q(Exists(Captain.objects.filter(guest_key=guest, played=OuterRef("pk"))))
    return PlayedBattle.objects.filter(allowed)


def get_played(request: HttpRequest, pk: int) -> PlayedBattle:
    """Return a battle that the reader may watch, with its captains and their members; else 404. Two queries.

    ``may_read`` says whether the pages of its campaign are open to the reader, too: see ``may_read``.
    """
    rows = visible_battles(request.user, person_of(request).guest).filter(pk=pk)
    rows = rows.annotate(may_read=Exists(visible_campaigns(request.user).filter(pk=OuterRef("battle__campaign"))))
    rows = rows.select_related("battle__campaign", "by").prefetch_related("captains__member")
    return rows.first() or not_found()


def may_read(played: PlayedBattle) -> bool:
    """Tell whether the reader for whom a battle was loaded may read its campaign: who has a link leads a side alone."""
    return bool(getattr(played, "may_read", False))


def get_played_for_captain(request: HttpRequest, pk: int) -> PlayedBattle:
    """Return a battle in which the reader leads a side; 404 for a stranger, 403 for a mere spectator."""
    played = get_played(request, pk)
    return played if led_by(person_of(request), played.captains.all()) else forbidden()


def get_played_with_say(request: HttpRequest, pk: int) -> PlayedBattle:
    """Return a battle in which the reader has a say (``say_of``); 404 for a stranger, 403 for a mere spectator."""
    played = get_played(request, pk)
    return played if say_of(person_of(request), played, played.captains.all()) else forbidden()


def say_of(person: Person, played: PlayedBattle, captains: Collection[Captain]) -> list[int]:
    """Return the sides for which a person may claim that another keeps the battle waiting.

    They are those that the person leads; whoever leads none speaks for their own warbands, which a bot or the holder of
    a link leads: they cannot take them out while the battle goes on. One query for such a member.
    """
    mine = [captain.number for captain in led_by(person, captains)]
    if mine or person.member is None:
        return mine
    return list(played.battle.sides.filter(warband__owner=person.member).values_list("seat", flat=True))


def get_played_for_referee(request: HttpRequest, pk: int) -> PlayedBattle:
    """Return a battle to its referee, or to the host of a single game; 404 for a stranger, 403 for other readers."""
    played = get_played(request, pk)
    member = member_of(request)
    return played if member is not None and is_referee(member, played.battle.campaign) else forbidden()


def get_captain_by_link(key: str) -> Captain:
    """Return the side that a link leads to; whoever holds the link needs no other right."""
    rows = Captain.objects.select_related("played__battle__campaign", "played__by")
    return rows.prefetch_related("played__captains__member").filter(link=key).first() or not_found()


def led_by(person: Person, captains: Collection[Captain]) -> list[Captain]:
    """Return the sides that a person leads, away or not."""
    return [captain for captain in captains if person.owns(captain)]
