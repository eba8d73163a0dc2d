"""Who may change a season's scheme, and which counters and players a reader may see.

What statistics tell a reader comes from the matches he may read, and from no other.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaigns.league.access import TAKES_PART, is_referee, visible_campaigns
from campaigns.league.models import Campaign, Membership
from campaigns.matches.access import get_season_for_reader
from campaigns.matches.models.player import Player
from campaigns.seasons.models.rating import Facet, Tally, Total
from club.access import User, forbidden, not_found
from club.visibility import Visibility, open_to


def get_season_for_referee(user: User, slug: str) -> Campaign:
    """Return a card game's season the user is a referee of; 404 for a stranger, 403 for others."""
    season = get_season_for_reader(user, slug)
    return season if is_referee(user, season) else forbidden()


def is_own(player: Player | None, user: User) -> bool:
    """Tell whether the player is the user."""
    return player is not None and user.is_authenticated and player.member_id == user.pk


def visible_tallies(user: User, player: int | None = None, *, own: bool = False) -> QuerySet[Tally]:
    """Return the counters over matches that ``user`` may read; with the number of a ``player``, those about him.

    Matches outside of seasons that are for their players alone are counted on the pages of those players, for
    themselves (``own``).
    """
    found = Tally.objects.all() if player is None else Tally.objects.filter(player=player)
    if user.is_authenticated and user.is_club_admin:
        return found
    return found.filter(Q(campaign__in=visible_campaigns(user).values("pk")) | _outside(user, own=own))


def visible_totals(user: User, player: int | None = None, *, own: bool = False) -> QuerySet[Total]:
    """Return what these counters come to over all months and seasons: sums of the same, in far fewer rows."""
    found = Total.objects.all() if player is None else Total.objects.filter(player=player)
    if user.is_authenticated and user.is_club_admin:
        return found
    allowed = _outside(user, own=own)
    if user.is_authenticated:
        # Only seasons that their people alone read have totals of their own.
        mine = Membership.objects.filter(member=user, role__in=TAKES_PART)
        allowed |= Q(campaign__in=mine.values("campaign"))
    return found.filter(allowed)


def _outside(user: User, *, own: bool) -> Q:
    """Counters of no season in particular that the user may read."""
    kinds = [*open_to(user), *([Visibility.PRIVATE] if own else [])]
    return Q(campaign__isnull=True, visibility__in=kinds)


def readable(user: User, path: str = "", *, own: bool = False) -> Q:
    """Return the condition for rows of matches that ``user`` may read; ``path`` leads from the row to its match.

    ``own``: the rows are about the user himself, who reads all of his matches.
    """
    if own or (user.is_authenticated and user.is_club_admin):
        return Q()
    seasons = Q(**{f"{path}campaign__in": visible_campaigns(user).values("pk")})
    return seasons | Q(**{f"{path}campaign__isnull": True, f"{path}visibility__in": open_to(user)})


def visible_players(user: User) -> QuerySet[Player]:
    """Return the players of counted matches that ``user`` may read. Joins no table, so that no row comes twice."""
    own = Q(member=user) if user.is_authenticated else Q(pk__in=())
    seen = visible_totals(user).filter(facet=Facet.PLAYER).values("player")
    return Player.objects.filter(merged_into__isnull=True).filter(Q(pk__in=seen) | own)


def get_player_for_reader(user: User, pk: int) -> Player:
    """Return a player with a match the user may read, or the user himself; 404 for a stranger, and for a signpost."""
    player = Player.objects.filter(pk=pk, merged_into__isnull=True).select_related("member").first()
    if player is None:
        not_found()
    own = is_own(player, user)
    if not own and not visible_totals(user, player.pk, own=own).filter(facet=Facet.PLAYER).exists():
        not_found()
    return player
