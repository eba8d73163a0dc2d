"""What the search of the site finds among players and matches."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.league.games import CARD_GAMES, game_of
from campaigns.matches.access import SEATED, known_guests, visible_matches
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons.access import visible_players
from club.access import User
from club.dates import date_text
from club.folding import plain
from club.lookups import WORDS_LIMIT, has_words
from club.models import Member
from club.search import SHOWN, Find, Shelf


def players(reader: User, query: str) -> Shelf:
    """Members and guests by the names that the reader may read; visitors find whoever played in public by name."""
    members = _members(reader).filter(has_words(query, "username", "display_name")).order_by("display_name", "username")
    finds = [
        Find(one.name, reverse("campaigns:player", args=[one.pk]), _("member"))
        for one in members.only("username", "display_name", "closed")[:SHOWN]
    ]
    guests = known_guests(reader).filter(has_words(query, "name")).order_by("name")
    finds += [Find(one.name, one.get_absolute_url(), _("guest")) for one in guests.only("name", "member")[:SHOWN]]
    return Shelf(_("Players"), "trophy", finds[:SHOWN])


def matches(reader: User, query: str) -> Shelf:
    """Matches of card games by who sat there, where it was, and the game, the latest first."""
    wanted = Q()
    for word in query.split()[:WORDS_LIMIT]:
        games = [game.code for game in CARD_GAMES if plain(word) in plain(game.name)]
        wanted &= Q(_seated(reader, word)) | Q(place__folded=word) | Q(game__in=games)
    found = visible_matches(reader, one_by_one=True).filter(wanted).only("game", "date").prefetch_related(SEATED)
    finds = [
        Find(
            f"{game_of(one.game).name}, {date_text(timezone.localdate(one.date), 'DATE_FORMAT')}",
            one.get_absolute_url(),
            ", ".join(seat.player.name_for(reader) for seat in one.seats.all()),
        )
        for one in found.order_by("-date", "-pk")[:SHOWN]
    ]
    return Shelf(_("Matches"), "card", finds)


def _members(reader: User) -> QuerySet[Member]:
    found = Member.objects.filter(is_active=True)
    if reader.is_authenticated:
        return found
    return found.filter(hidden=False, pk__in=visible_players(reader).values("member"))


def _seated(reader: User, word: str) -> Exists:
    """A seat whose player has a name with this word that the reader may read."""
    called = Q(member__in=_members(reader).filter(has_words(word, "username", "display_name")).values("pk"))
    if reader.is_authenticated:
        called |= Q(member__isnull=True, name__folded=word)
    return Exists(MatchSeat.objects.filter(match=OuterRef("pk"), player__in=Player.objects.filter(called).values("pk")))
