"""One page for one player over all games: what every game together says of him, and his figures in one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _, pgettext

from campaigns.league.games import MUSG, game_of
from campaigns.league.models import Campaign
from campaigns.matches.access import SEATS
from campaigns.matches.lines import line_of
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons import statistics
from campaigns.seasons.access import readable, visible_players, visible_tallies
from campaigns.seasons.counting import Counters
from campaigns.seasons.player_page import PlayerPage, player_page
from campaigns.wars.careers import NOTHING, Career, career
from campaigns.wars.models.battle import BattleSide
from club.access import User
from club.models import Member
from engines.musg.engagement import Outcome

RESULTS_SHOWN: Final = 6
RIVALS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class LastResult:
    """A battle or a match that counted. ``standing`` tells what came of it for the player, ``mood`` colours that."""

    date: datetime
    title: str
    address: str
    icon: str
    about: str
    standing: str
    mood: str


@dataclass(frozen=True, slots=True)
class Rival:
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


@dataclass(frozen=True)
class Overview:
    """Who somebody is at this club, as far as a reader may see. ``scores`` is None for who plays no card game."""

    name: str
    own: bool
    member: Member | None
    career: Career
    scores: PlayerPage | None
    results: list[LastResult]
    met: list[Rival]

    @property
    def empty(self) -> bool:
        """Whether the reader may see nothing of him."""
        return self.career.empty and self.scores is None

    @cached_property
    def under_way(self) -> list[Campaign]:
        """His seasons and campaigns that are not over."""
        return [one for one in self.career.campaigns if not one.closed]

    @cached_property
    def over(self) -> list[Campaign]:
        """His seasons and campaigns of the past."""
        return [one for one in self.career.campaigns if one.closed]

    @property
    def rivals(self) -> list[Rival]:
        """Whom he met most."""
        return self.met[:RIVALS_SHOWN]

    @property
    def other_rivals(self) -> list[Rival]:
        """Everybody else he met."""
        return self.met[RIVALS_SHOWN:]


def overview_of_member(member: Member, asked: Mapping[str, str], reader: User) -> Overview:
    """Return what a reader may know of a member. At most 25 queries, however much was played."""
    player = visible_players(reader).filter(member=member).first()
    if player is not None:
        player.member = member
    return _overview(member, player, member.name_for(reader), asked, reader)


def overview_of_guest(guest: Player, asked: Mapping[str, str], reader: User) -> Overview:
    """Return what a reader may know of somebody without an account."""
    return _overview(None, guest, guest.name_for(reader), asked, reader)


def _overview(
    member: Member | None, player: Player | None, name: str, asked: Mapping[str, str], reader: User
) -> Overview:
    found = career(member, reader) if member is not None else NOTHING
    seats = _seats(player, reader)
    results = [*(_battle(side) for side in found.battles), *_matches(seats, reader)]
    return Overview(
        name=name,
        own=member is not None and reader.pk == member.pk,
        member=member,
        career=found,
        scores=player_page(player, asked, reader) if player is not None else None,
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
    own = reader.is_authenticated and player.member_id == reader.pk
    rows = MatchSeat.objects.filter(counts=True, player=player).filter(readable(reader, "match__", own=own))
    return list(rows.order_by("-date", "-match_id")[:RESULTS_SHOWN])


def _matches(seats: Iterable[MatchSeat], reader: User) -> Iterable[LastResult]:
    mine = {seat.match_id: seat for seat in seats}
    for match in Match.objects.filter(pk__in=mine).select_related("campaign").prefetch_related(SEATS):
        line, seat = line_of(match, reader, match.campaign), mine[match.pk]
        about = " · ".join([line.game.name, *([line.season.name] if line.season is not None else [])])
        if seat.won:
            standing = (pgettext("seat", "won"), "good")
        else:
            standing = (_("Place %(place)s") % {"place": seat.place} if seat.place else "–", "muted")
        yield LastResult(
            match.date, line.title, match.get_absolute_url(), game_of(match.game).icon, about, *standing
        )  # fmt: skip


def _met(found: Career, player: Player | None, reader: User) -> list[Rival]:
    """Return everybody the player met in battles and matches that the reader may read, most often met first."""
    sums: dict[tuple[str, int], list[int]] = {}
    who: dict[tuple[str, int], tuple[str, str]] = {}

    def add(key: tuple[str, int], name: str, address: str, met: int, ahead: int, behind: int) -> None:
        who[key] = (name, address)
        sums[key] = [before + now for before, now in zip(sums.get(key, [0, 0, 0]), (met, ahead, behind), strict=True)]

    for one in found.opponents:
        key, address = ("member", one.member.pk), reverse("campaigns:player", args=[one.member.pk])
        add(key, one.member.name_for(reader), address, one.met, one.ahead, one.behind)
    cards = statistics.rivals(Counters(visible_tallies(reader, player)), reader) if player is not None else []
    for rival in cards:
        member = rival.player.member_id
        key = ("member", member) if member is not None else ("player", rival.player.pk)
        add(key, rival.name, rival.player.get_absolute_url(), rival.met, rival.ahead, rival.behind)
    made = [Rival(*who[key], *counts) for key, counts in sums.items()]
    return sorted(made, key=lambda one: (-one.met, one.name.casefold(), one.address))
