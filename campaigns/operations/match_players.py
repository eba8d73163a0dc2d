"""Who sits down: members and guests by name become players, each person once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from campaigns.access import TAKES_PART
from campaigns.models import Campaign, Membership, Player
from campaigns.models.player import NAME_LIMIT
from club.models import Member
from club.operations import Problem, Refused

type Who = Member | Player | str
"""Somebody at a table: a member, a player known already, or a guest's name."""


def player_of(member: Member) -> Player:
    """Return the member as a player; the row is made when he first sits down."""
    return Player.objects.get_or_create(member=member)[0]


def guest_called(name: str, *, added_by: Member | None) -> Player:
    """Return the guest of this name, capitals aside; who turned out to be somebody else is returned as that person."""
    known = Player.objects.filter(name__iexact=name).select_related("merged_into").first()
    if known is None:
        try:
            with transaction.atomic():
                known = Player.objects.create(name=name, added_by=added_by)
        except IntegrityError:  # somebody else entered the same name at the same moment
            known = Player.objects.select_related("merged_into").get(name__iexact=name)
    return known.merged_into or known


def seated(people: Sequence[Who], *, by: Member | None, season: Campaign | None) -> list[Player]:
    """Return the players in seat order, guests written down where they are new. Raises ``Refused``.

    Nobody sits twice; in a season sit those who take part in it, and guests.
    """
    problems: list[Problem] = []
    players: list[Player] = []
    for who in people:
        if isinstance(who, Member):
            players.append(player_of(who))
        elif isinstance(who, Player):
            players.append(who.merged_into or who)
        else:
            name = " ".join(who.split())
            if not name or len(name) > NAME_LIMIT:
                problems.append(Problem("guest_name", _("A guest needs a name of at most 60 characters."), "seats"))
                continue
            players.append(guest_called(name, added_by=by))
    seen: set[int] = set()
    for player in players:
        if player.pk in seen:
            sentence = _("%(player)s sits at the table twice.") % {"player": player.full_name}
            problems.append(Problem("twice_at_table", sentence, "seats"))
        seen.add(player.pk)
    problems += _strangers(players, season)
    if problems:
        raise Refused(problems)
    return players


def _strangers(players: Sequence[Player], season: Campaign | None) -> list[Problem]:
    """Name the members who do not take part in the season."""
    if season is None:
        return []
    taking = set(Membership.objects.filter(campaign=season, role__in=TAKES_PART).values_list("member", flat=True))
    return [
        Problem("not_in_season", _("%(player)s does not take part in this season.") % {"player": p.full_name}, "seats")
        for p in players
        if p.member_id is not None and p.member_id not in taking
    ]
