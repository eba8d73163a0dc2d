"""Seasons and matches of the card games, made by the site's own operations."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.league.models import Campaign
from campaigns.league.terms import Terms
from campaigns.matches.models.match import Match
from campaigns.matches.operations.entries import add_entry
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import Occasion, Sitting, open_match, record_result
from campaigns.matches.operations.verdicts import settle_match
from campaigns.seasons.operations.season import create_season
from club.models import Member
from tests.factories.club import MemberFactory

_numbers = itertools.count(1)


def season(
    game: str = "badass_force", referee: Member | None = None, *, name: str = "Thursdays", **terms: Any
) -> Campaign:
    """A season of a card game with one referee."""
    return create_season(referee=referee or MemberFactory.create(), game=game, terms=Terms(name=name, **terms))


def pad(
    people: Sequence[Who],
    *,
    game: str = "badass_force",
    recorder: Member | None = None,
    entries: Sequence[Any] = (),
    **sitting: Any,
) -> Match:
    """A live pad with these entries in its log, made by the recorder (the first member at the table unless said)."""
    recorder = recorder or next(one for one in people if isinstance(one, Member))
    match = open_match(sitting=Sitting(game=game, people=people, **sitting), recorder=recorder)
    for data in entries:
        enter(match, data, recorder)
    return match


def enter(match: Match, data: Mapping[str, Any], author: Member) -> None:
    """One more entry, as a phone would send it."""
    add_entry(match=match, data=data, author=author, client_id=f"phone-{next(_numbers)}")


def result(
    people: Sequence[Who], totals: Sequence[int], *, game: str = "badass_force", recorder: Member | None = None,
    occasion: Occasion | None = None, confirmed: bool = False, **sitting: Any,
) -> Match:  # fmt: skip
    """A result typed on one screen; ``confirmed`` by a club admin or the season's referee."""
    recorder = recorder or next(one for one in people if isinstance(one, Member))
    made = record_result(
        sitting=Sitting(game=game, people=people, **sitting),
        recorder=recorder,
        table=[{"total": total} for total in totals],
        occasion=occasion,
    )
    if confirmed:
        campaign = made.campaign
        judge = campaign.memberships.get(role="referee").member if campaign else MemberFactory.create(is_staff=True)
        settle_match(match=made, judge=judge, because="As it was played")
    return made


def kill(killer: int, victim: int, means: str = "weapon") -> dict[str, Any]:
    """A kill in Badass Force."""
    return {"kind": "kill", "killer": killer, "victim": victim, "means": means}


END_TURN = {"kind": "end_turn"}
