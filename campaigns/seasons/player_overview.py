"""One page for one player over all games: what every game together says of him, and his figures in one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from campaigns.league.games import MUSG
from campaigns.league.models import Campaign
from campaigns.matches.lines import for_lines, lines_of
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons import statistics
from campaigns.seasons.access import is_own, readable
from campaigns.seasons.player_page import PlayerPage, player_page
from campaigns.wars.careers import NOTHING, Career, career
from campaigns.wars.models.battle import BattleSide
from club.access import User, not_found
from club.models import Member
from engines.musg.engagement import Outcome
from rosters.models import Warband
from rosters.wording import race_name

RESULTS_SHOWN: Final = 5
RIVALS_SHOWN: Final = 5


class LastResult(Struct, frozen=True):
    """A battle or a match that counted. ``standing`` tells what came of it for the player, ``mood`` colours that."""

    date: datetime
    title: str
    address: str
    icon: str
    about: str
    standing: str
    mood: str


class Rival(Struct, frozen=True):
    """Somebody the player met at any table: ``ahead`` counts where the player came off better, ``behind`` worse."""

    name: str
    address: str
    met: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """How often neither came off better."""
        return self.met - self.ahead - self.behind


type Who = tuple[bool, int]
"""Somebody met: whether it is a member's number or a player's, and the number."""
type Counts = tuple[int, int, int]
"""How often met, ahead, behind."""


class Met(Struct, frozen=True):
    """Whom a player met at any table, and how often; their names are read of those alone who are shown."""

    counts: Mapping[Who, Counts]
    members: Mapping[int, Member]
    reader: User

    def most(self, number: int) -> list[Rival]:
        """Return so many, the most often met first. One query at most."""
        if not self.counts or number < 1:
            return []
        least = sorted((met for met, _ahead, _behind in self.counts.values()), reverse=True)[:number][-1]
        shown = {who: counts for who, counts in self.counts.items() if counts[0] >= least}
        players = statistics.names([pk for is_member, pk in shown if not is_member], self.reader)
        made = []
        for (is_member, pk), counts in shown.items():
            if is_member:
                member = self.members[pk]
                address = reverse("campaigns:player", args=[pk])
                made.append(Rival(member.name_for(self.reader), address, *counts))
            elif pk in players:
                player, name = players[pk]
                made.append(Rival(name, player.get_absolute_url(), *counts))
        return sorted(made, key=lambda one: (-one.met, one.name.casefold(), one.address))[:number]


class Band(Struct, frozen=True):
    """A warband, as far as a player's page shows it; ``race`` is what its race is called."""

    name: str
    address: str
    race: str
    value: int


def _band(one: Warband) -> Band:
    return Band(one.name, one.get_absolute_url(), race_name(one.race, one.catalogue), one.value)


class Shown(Struct, frozen=True):
    """All that is drawn of what somebody plays; ``under_way`` are slugs with names."""

    own: bool
    is_member: bool
    under_way: tuple[tuple[str, str], ...]
    warbands: tuple[Band, ...]
    results: tuple[LastResult, ...]
    rivals: tuple[Rival, ...]


class Overview(Struct, frozen=True, dict=True):
    """Who somebody is at this club, as far as a reader may see. ``scores`` is None for who plays no card game."""

    name: str
    own: bool
    member: Member | None
    career: Career
    scores: PlayerPage | None
    results: list[LastResult]
    met: Met

    @property
    def empty(self) -> bool:
        """Whether the reader may see nothing of him."""
        return self.career.empty and self.scores is None

    @property
    def drawn_parts(self) -> Shown:
        """What is drawn of it."""
        return Shown(
            self.own,
            self.member is not None,
            tuple((one.slug, one.name) for one in self.under_way),
            tuple(_band(one) for one in self.career.warbands),
            tuple(self.results),
            tuple(self.rivals),
        )

    @cached_property
    def under_way(self) -> list[Campaign]:
        """His seasons and campaigns that are not over."""
        return [one for one in self.career.campaigns if not one.closed]

    @cached_property
    def over(self) -> list[Campaign]:
        """His seasons and campaigns of the past."""
        return [one for one in self.career.campaigns if one.closed]

    @cached_property
    def rivals(self) -> list[Rival]:
        """Whom he met most."""
        return self.met.most(RIVALS_SHOWN)

    @property
    def has_other_rivals(self) -> bool:
        """Whether he met more."""
        return len(self.met.counts) > RIVALS_SHOWN

    @cached_property
    def other_rivals(self) -> list[Rival]:
        """Everybody else he met."""
        return self.met.most(len(self.met.counts))[RIVALS_SHOWN:]


def overview_of_member(member: Member, asked: Mapping[str, str], reader: User) -> Overview:
    """Return what a reader may know of a member. At most 17 queries, however much was played."""
    player = Player.objects.filter(member=member, merged_into__isnull=True).first()
    if player is not None:
        player.member = member
    return _overview(member, player, member.name_for(reader), asked, reader)


def member_for_reader(reader: User, pk: int, asked: Mapping[str, str]) -> tuple[Member, Overview]:
    """Return a member, and what a reader may know of him; else 404.

    Who hides from public pages has no page for visitors, unless something public is his; even then it bears no name.
    """
    known = Member.objects.filter(Q(is_active=True) | Q(closed__isnull=False))
    shown = known.filter(pk=pk).first() or not_found()
    found = overview_of_member(shown, asked, reader)
    if shown.hidden and found.empty and not reader.is_authenticated:
        not_found()
    return shown, found


def overview_of_guest(guest: Player, asked: Mapping[str, str], reader: User) -> Overview:
    """Return what a reader may know of somebody without an account."""
    return _overview(None, guest, guest.name_for(reader), asked, reader)


def _overview(
    member: Member | None, player: Player | None, name: str, asked: Mapping[str, str], reader: User
) -> Overview:
    found = career(member, reader) if member is not None else NOTHING
    scores = player_page(player, asked, reader) if player is not None else None
    if scores is not None and not scores.own and not scores.scores:
        player = scores = None  # nothing that the reader may see was played
    seats = _seats(player, reader)
    results = [*(_battle(side) for side in found.battles), *_matches(seats, reader)]
    return Overview(
        name=name,
        own=member is not None and reader.pk == member.pk,
        member=member,
        career=found,
        scores=scores,
        results=sorted(results, key=lambda one: one.date, reverse=True)[:RESULTS_SHOWN],
        met=_met(found, player, reader),
    )


def _battle(side: BattleSide) -> LastResult:
    battle = side.battle
    standing = {
        Outcome.WON.value: (pgettext("battle", "won"), "good"),
        Outcome.LOST.value: (pgettext("battle", "lost"), "bad"),
    }.get(side.outcome, (pgettext("battle", "drawn"), "muted"))
    when = battle.date or battle.confirmed_at or battle.created
    about = f"{MUSG.name} · {side.warband.name} · {battle.campaign.name}"
    return LastResult(when, battle.title, battle.get_absolute_url(), MUSG.icon, about, *standing)


def _seats(player: Player | None, reader: User) -> list[MatchSeat]:
    """Return the player's last seats that counted, the last first."""
    if player is None:
        return []
    readable_ones = readable(reader, "match__", own=is_own(player, reader))
    rows = MatchSeat.objects.filter(readable_ones, counts=True, player=player).only("match", "place", "won")
    return list(rows.order_by("-date", "-match_id")[:RESULTS_SHOWN])


def _matches(seats: Iterable[MatchSeat], reader: User) -> Iterable[LastResult]:
    mine = {seat.match_id: seat for seat in seats}
    for line in lines_of(for_lines(Match.objects.filter(pk__in=mine)), reader):
        seat = mine[line.pk]
        about = " · ".join([line.game.name, *([line.season] if line.season else [])])
        if seat.won:
            standing = (pgettext("seat", "won"), "good")
        else:
            standing = (_("Place %(place)s") % {"place": seat.place} if seat.place else "–", "muted")
        yield LastResult(line.date, line.title, line.address, line.game.icon, about, *standing)


def _met(found: Career, player: Player | None, reader: User) -> Met:
    """Return whom the player met in battles and matches that the reader may read. One query for who met in both."""
    counts: dict[Who, Counts] = {}
    members = {one.member.pk: one.member for one in found.opponents}
    for one in found.opponents:
        counts[True, one.member.pk] = (one.met, one.ahead, one.behind)
    if player is None:
        return Met(counts, members, reader)
    fought = dict(Player.objects.filter(member__in=members).values_list("pk", "member_id")) if members else {}
    for number, *met in statistics.met_by(player, reader):
        who: Who = (True, fought[number]) if number in fought else (False, number)
        before = counts.get(who, (0, 0, 0))
        counts[who] = (before[0] + met[0], before[1] + met[1], before[2] + met[2])
    return Met(counts, members, reader)
