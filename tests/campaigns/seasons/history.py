"""Small histories of matches, and ways to change them through the operations."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from campaigns.matches.models.match import Match
from campaigns.matches.operations.changes import cancel_match, change_occasion, replace_player
from campaigns.matches.operations.entries import correct_entry
from campaigns.matches.operations.guests import merge_guest
from campaigns.matches.operations.recording import Occasion
from campaigns.matches.operations.verdicts import reopen_match, settle_match
from campaigns.seasons.models.rating import Rating, RatingStep, Tally, Total
from campaigns.seasons.tallies import FIGURES
from club.models import Member
from tests.factories.club import MemberFactory
from tests.factories.matches import result

FIRST = datetime(2026, 1, 5, 20, tzinfo=UTC)


def on(day: int) -> datetime:
    """An evening, so many days after the first."""
    return FIRST + timedelta(days=day)


def played(people: Sequence[Any], totals: Sequence[int], day: int, **more: Any) -> Match:
    """A confirmed match of that day."""
    duration = more.pop("duration", None)
    recorder = more.pop("recorder", None) or next((one for one in people if isinstance(one, Member)), None)
    occasion = Occasion(date=on(day), duration=duration)
    return result(
        people, totals, occasion=occasion, confirmed=True, recorder=recorder or MemberFactory.create(), **more
    )


def ratings() -> list[tuple[Any, ...]]:
    """All ratings and steps, to compare."""
    state = ("mu", "sigma", "order", "matches", "won", "streak", "best_streak")
    now = Rating.objects.order_by("game", "player").values_list("game", "player", "last", *state)
    steps = RatingStep.objects.order_by("game", "date", "match_id", "player")
    return [*now, *steps.values_list("match", "player", "game", "date", "place", "mu_before", "sigma_before", *state)]


def tallies() -> list[tuple[Any, ...]]:
    """All counters and totals, to compare."""
    fields = ("key", "facet", "game", "campaign", "visibility", "player", "subject", *FIGURES)
    return [
        *Tally.objects.order_by("key").values_list(*fields, "month"),
        *Total.objects.order_by("key").values_list(*fields),
    ]


def change(dice: random.Random, people: Sequence[Any], judge: Member) -> None:
    """Change some old match, as a judge may."""
    match = dice.choice(list(Match.objects.filter(state="confirmed").order_by("pk")))
    what = dice.choice(("move", "replace", "cancel", "reopen", "correct", "merge"))
    if what == "move":
        change_occasion(match=match, occasion=Occasion(date=on(dice.randint(0, 40)), duration=45), author=judge)
    elif what == "replace":
        sitting = [seat.player.full_name for seat in match.seats.all()]
        free = [one for one in people if str(one) not in sitting]
        if free:
            replace_player(match=match, seat=0, who=dice.choice(free), author=judge)
    elif what == "cancel":
        cancel_match(match=match, author=judge)
    elif what == "reopen":
        reopen_match(match=match, author=judge)
    elif what == "correct":
        entry = match.entries.get(number=1)
        totals = [dice.randint(0, 15) for _seat in match.seats.all()]
        totals[dice.randrange(len(totals))] = 16
        data = {**entry.data, "totals": totals}
        correct_entry(match=match, number=1, data=data, reason="Misread.", author=judge, version=match.version)
    else:
        guest = match.seats.filter(player__member__isnull=True).first()
        if guest is not None:
            merge_guest(guest=guest.player, member=MemberFactory.create(), author=judge)


__all__ = ["change", "on", "played", "ratings", "settle_match", "tallies"]
