"""The years of card games that are measured: many matches written straight into the tables of the scratch database.

Sixty people play four games at tables of four, in half-year seasons of twenty-four people for each game. More matches
mean more years and fuller seasons: a thousand lie within one year, a hundred thousand within ten. Ratings and counters
are reckoned by the site's own operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign, Membership, Role
from campaigns.matches.models.match import ConfirmedBy, Match, MatchHero, MatchSeat, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from club.models import Member

PEOPLE: Final = 60
SEATED: Final = 4
REGULARS: Final = 24
"""People of one season."""
HALF_YEAR: Final = timedelta(days=182)
BATCH: Final = 2000
HEROES: Final = (
    "warrior", "necromancer", "mage", "thief", "ogre", "paladin", "priestess", "beast", "alchemist", "spy", "bard",
    "demonist",
)  # fmt: skip


class History(Struct, frozen=True):
    """Matches of a club, its newest season of the first game, one of its players, that player and another reader."""

    matches: int
    season: Campaign
    player: Player
    viewer: Member
    other: Member


def build(matches: int, *, years: int) -> History:
    """Fill the database with so many matches that end now; whatever was played before is removed first."""
    dice = Random(matches)  # noqa: S311  the same history every time
    with transaction.atomic():
        Match.objects.all().delete()
        Campaign.objects.filter(game__in=[game.code for game in CARD_GAMES]).delete()
        players = _players()
        each = matches // (len(CARD_GAMES) * years * 2)
        newest: dict[str, Campaign] = {}
        for half in range(years * 2, 0, -1):
            for game in CARD_GAMES:
                season = newest[game.code] = _season(game.code, half, dice.sample(players, REGULARS))
                _play(season, half, each, dice)
    rebuild_tallies()
    for game in CARD_GAMES:
        rebuild_ratings(game.code)
    season = newest[CARD_GAMES[0].code]
    player = Player.objects.filter(seats__campaign=season).order_by("pk").first()
    if player is None or player.member is None:
        raise LookupError("nobody played in the newest season")
    other = next(one.member for one in players if one.member is not None and one.pk != player.pk)
    return History(each * len(CARD_GAMES) * years * 2, season, player, player.member, other)


def _players() -> list[Player]:
    if not Player.objects.filter(member__username__startswith="regular-").exists():
        members = Member.objects.bulk_create(Member(username=f"regular-{number:02}") for number in range(PEOPLE))
        Player.objects.bulk_create(Player(member=member) for member in members)
    return list(Player.objects.filter(member__username__startswith="regular-").select_related("member").order_by("pk"))


def _season(game: str, half: int, players: Sequence[Player]) -> Campaign:
    season = Campaign.objects.create(game=game, slug=f"bench-{game.replace('_', '-')}-{half}", name=f"{game} {half}")
    Membership.objects.bulk_create(
        Membership(campaign=season, member_id=player.member_id or 0, role=Role.PLAYER) for player in players
    )
    return season


def _play(season: Campaign, half: int, count: int, dice: Random) -> None:
    begun = timezone.now() - HALF_YEAR * half
    rows = [_match(season, begun + HALF_YEAR * number / count, dice) for number in range(count)]
    players = list(Player.objects.filter(member__memberships__campaign=season).order_by("pk"))
    for place in range(0, count, BATCH):
        made = Match.objects.bulk_create(rows[place : place + BATCH])
        seats = MatchSeat.objects.bulk_create(seat for match in made for seat in _seats(match, players, dice))
        MatchHero.objects.bulk_create(MatchHero(seat=seat, hero=dice.choice(HEROES)) for seat in seats)


def _match(season: Campaign, date: Any, dice: Random) -> Match:
    return Match(
        campaign=season,
        game=season.game,
        way=MatchWay.IMPORT,
        setup={"game": season.game, "seats": SEATED},
        rules_version=1,
        date=date,
        duration=dice.randint(20, 120),
        state=MatchState.CONFIRMED,
        confirmed_how=ConfirmedBy.IMPORT,
        confirmed_at=date,
    )


def _seats(match: Match, players: Sequence[Player], dice: Random) -> Iterator[MatchSeat]:
    places = dice.sample(range(1, SEATED + 1), SEATED)
    for number, (player, place) in enumerate(zip(dice.sample(players, SEATED), places, strict=True)):
        yield MatchSeat(
            match=match,
            player=player,
            seat=number,
            place=place,
            points=None if match.game == "bagarre" else 20 - 4 * place + dice.randint(0, 3),
            won=place == 1,
            started=number == 0,
            game=match.game,
            campaign_id=match.campaign_id,
            date=match.date,
            counts=True,
        )
