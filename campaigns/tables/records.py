"""The club's own games, counted: the confirmed matches that a reader may read, at the site's tables or elsewhere."""

from __future__ import annotations

from django.db.models import Count, Q, Sum

from campaigns.matches.models.match import MatchSeat
from campaigns.seasons.access import readable, visible_totals
from campaigns.seasons.models.rating import Facet
from club.access import User
from engines.core.playout import Rate, Tally


def club_records(game: str, reader: User) -> Tally:
    """Return who won how often in the club's matches, by "hero" and by "seat": three queries.

    A draw is a match that nobody won. Games with bots are not matches and do not count.
    """
    kept = visible_totals(reader).filter(game=game)
    heroes = kept.filter(facet=Facet.HERO).order_by().values_list("subject")
    seats = MatchSeat.objects.filter(readable(reader, "match__"), game=game, counts=True).order_by().values_list("seat")
    counted = seats.annotate(seated=Count("pk"), victories=Count("pk", filter=Q(won=True)))
    return Tally(
        games=kept.filter(facet=Facet.MATCHES).aggregate(Sum("played"))["played__sum"] or 0,
        rates={
            "hero": {code: Rate(*counts) for code, *counts in heroes.annotate(Sum("played"), Sum("won"))},
            "seat": {str(seat): Rate(*counts) for seat, *counts in counted},
        },
    )
