"""The demo club's score pads: a match kept entry by entry, with one put right afterwards, and one being played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from campaigns.demo.clock import Clock, as_of
from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, REFEREE
from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match
from campaigns.matches.operations.entries import add_entry, correct_entry
from campaigns.matches.operations.recording import Occasion, Sitting, open_match
from campaigns.matches.operations.results import batch
from campaigns.matches.operations.verdicts import confirm_match, finish_match
from club.models import Member

GAME: Final = "badass_force"
SEATED: Final = (ALINE, BRUNO, CHLOE, DAVID)
PLAYED: Final = 13
"""So many turns of the evening's match are played when somebody looks at the demo."""
type Data = Mapping[str, Any]


def _kill(killer: int, victim: int, means: str = "weapon") -> Data:
    return {"kind": "kill", "killer": killer, "victim": victim, "means": means}


def _vengeance(seat: int) -> Data:
    return {"kind": "vengeance", "seat": seat}


TURNS: Final[Sequence[Sequence[Data]]] = (
    [_kill(0, 1)],
    [_kill(1, 0)],
    [_kill(3, 2, "bluff_called")],
    [_kill(3, 1, "power")],
    [_kill(0, 3), _kill(0, 2)],
    [_kill(1, 0, "bluff_resisted")],
    [_kill(2, 0)],
    [],
    [_kill(0, 1, "power")],
    [_kill(1, 0, "explosion"), _kill(1, 3, "explosion")],
    [_kill(2, 1)],
    [_kill(3, 1, "bluff_called"), _vengeance(1)],
    [_kill(0, 2)],
    [_kill(1, 0), _vengeance(0), _kill(1, 2)],
    [_kill(2, 1, "power")],
    [_kill(3, 1)],
    [_kill(0, 3, "power")],
    [_kill(1, 0)],
)
"""What happened in each turn. Bruno and Aline lose five characters each and play for vengeance; Bruno reaches 16."""


def keep(members: Mapping[str, Member], clock: Clock) -> None:
    """Keep both matches in the season of the game."""
    season = Campaign.objects.get(game=GAME, memberships__member=members[REFEREE.username])
    people = [members[account.username] for account in SEATED]
    with batch():
        match = _play(people, season, clock.moment(1, 20.5), TURNS)
        with as_of(clock.moment(1, 22)):
            finish_match(match=match, author=people[0])
            # In the heat of the turn the first bluff was noted as a shot.
            correct_entry(
                match=match,
                number=1,
                data=_kill(0, 1, "bluff_called"),
                reason="C’était un bluff dénoncé, pas un tir.",
                author=people[0],
            )
            confirm_match(match=match, member=people[1])
        _play(people, season, clock.present - timedelta(minutes=50), TURNS[:PLAYED])


def _play(people: Sequence[Member], season: Campaign, begun: datetime, turns: Sequence[Sequence[Data]]) -> Match:
    with as_of(begun):
        match = open_match(
            sitting=Sitting(game=GAME, people=list(people), season=season),
            recorder=people[0],
            occasion=Occasion(date=begun, place="Chez Aline"),
        )
    for number, turn in enumerate(turns):
        with as_of(begun + timedelta(minutes=3 * number)):
            for step, data in enumerate([*turn, {"kind": "end_turn"}]):
                author = people[number % len(people)]
                add_entry(match=match, data=data, author=author, client_id=f"demo-{number}-{step}")
    return match
