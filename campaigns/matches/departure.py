"""A member's matches: in the archive of everything about them, and when their account closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from club.models import Member


def follow_closing(member: Member) -> None:
    """Forget the guest names that led to who closes an account, the guests they said they were, the card sets that they
    helped to type in.
    """
    Player.objects.filter(merged_into__member=member).update(name="", name_key="")
    Player.objects.filter(member=member).update(name="", name_key="")
    GuestClaim.objects.filter(member=member).delete()
    ScoreCards.editors.through.objects.filter(member=member).delete()


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield the member's matches with what came of them, and the guest names that led to the member."""
    seats = MatchSeat.objects.filter(player__member=member).select_related("match").prefetch_related("heroes")
    yield (
        "matches",
        [
            {
                "match": seat.match.key,
                "game": seat.game,
                "date": seat.date,
                "place_played_at": seat.match.place,
                "seat": seat.seat + 1,
                "heroes": [hero.hero for hero in seat.heroes.all()],
                "place": seat.place,
                "points": seat.points,
                "won": seat.won,
                "counts": seat.counts,
            }
            for seat in seats.order_by("date", "pk")
        ],
    )
    former = Player.objects.filter(merged_into__member=member).exclude(name="").order_by("pk")
    yield "guest_names", list(former.values_list("name", flat=True))
