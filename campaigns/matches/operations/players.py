"""Who sits down: members and guests by name become players, each person once.

Whoever sits down, or gives a guest's history away, comes by the rows of players in one order, before any match or
rating book is locked: new rows for members, new rows for guests, the rows of guests locked, each by key or name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Campaign, Membership
from campaigns.matches.models.player import NAME_LIMIT, Player, key_of
from club.models import Member
from club.operations import Objection, Refused, for_update
from engines.core import names

type Who = Member | Player | str
"""Somebody at a table: a member, a player known already, or a guest's name."""


def player_of(member: Member) -> Player:
    """Return the member as a player; the row is made when they first sit down."""
    return Player.objects.get_or_create(member=member)[0]


def guest_called(name: str, *, added_by: Member | None) -> Player:
    """Return the guest of a name that looks like this, even one who turned out to be somebody else."""
    known = Player.objects.filter(name_key=key_of(name)).first()
    if known is None:
        try:
            with transaction.atomic():
                known = Player.objects.create(name=name, added_by=added_by)
        except IntegrityError:  # somebody else entered the same name at the same moment
            known = Player.objects.get(name_key=key_of(name))
    return known


def plain_name(typed: str) -> str:
    """Return a guest's name as it is kept; empty where it is none, too long, or holds what is not seen."""
    name = names.plain(" ".join(typed.split()))
    return name if len(name) <= NAME_LIMIT and names.shows(name) and not names.unseen(name) else ""


def players_of(people: Iterable[Who], *, by: Member | None) -> list[Player]:
    """Return the players in the order of ``people``, whose names are plain; guests new here are written down.

    Two who write down the same new people at once wait for each other in one order, never in a circle. Guests stay
    locked: nobody becomes a member, with all their matches, while somebody else is about to seat them in another.
    """
    everybody = list(people)
    members = {who.pk: who for who in everybody if isinstance(who, Member)}
    guests_named = {who for who in everybody if isinstance(who, str)}
    rows: dict[object, Player] = {number: player_of(members[number]) for number in sorted(members)}
    rows |= {
        name: guest_called(name, added_by=by) for name in sorted(guests_named, key=lambda name: (key_of(name), name))
    }
    found = [who if isinstance(who, Player) else rows[who if isinstance(who, str) else who.pk] for who in everybody]
    guests = {player.pk for player in found if player.is_guest}
    locked = {row.pk: row for row in for_update(Player.objects.filter(pk__in=guests)).order_by("pk")} if guests else {}
    return [_now(locked.get(player.pk, player)) for player in found]


def _now(player: Player) -> Player:
    return player.merged_into or player


def seated(people: Sequence[Who], *, by: Member | None, season: Campaign | None) -> list[Player]:
    """Return the players in seat order, guests written down where they are new. Raises ``Refused``.

    Nobody sits twice; in a season sit those who take part in it, and guests.
    """
    plain = [plain_name(who) if isinstance(who, str) else who for who in people]
    players = players_of([who for who in plain if who != ""], by=by)
    problems = [
        Objection("guest_name", _("A guest needs a name of at most 60 characters, all of them visible."), "seats")
        for who in plain
        if who == ""
    ]
    problems += wrong_with(players, season)
    if problems:
        raise Refused(problems)
    return players


def wrong_with(players: Sequence[Player], season: Campaign | None) -> list[Objection]:
    """Return why these players cannot sit at one table: somebody sits twice, or takes no part in the season."""
    problems: list[Objection] = []
    seen: set[int] = set()
    for player in players:
        if player.pk in seen:
            sentence = _("%(player)s sits at the table twice.") % {"player": player.full_name}
            problems.append(Objection("twice_at_table", sentence, "seats"))
        seen.add(player.pk)
    members = [player.member for player in players if player.member is not None]
    return [*problems, *not_in_season(strangers(members, season), "seats")]


def strangers(members: Iterable[Member], season: Campaign | None) -> list[Member]:
    """Return those of the members who do not take part in the season; nobody without one. One query."""
    if season is None:
        return []
    taking = set(Membership.objects.filter(campaign=season, role__in=TAKES_PART).values_list("member", flat=True))
    return [member for member in members if member.pk not in taking]


def not_in_season(members: Iterable[Member], field: str) -> list[Objection]:
    """Name members who do not take part in the season, next to a ``field``."""
    words = _("%(player)s does not take part in this season.")
    return [Objection("not_in_season", words % {"player": member.name}, field) for member in members]
