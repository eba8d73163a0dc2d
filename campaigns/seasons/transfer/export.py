"""Counted matches as CSV and JSON, written piece by piece so that a whole club's history needs little memory.

The JSON has the structure of BG Stats' exports (players, games, locations, plays), so that it can be read back here and
elsewhere. Names are those the reader may read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.matches.access import SEATS, visible_matches
from campaigns.matches.cards.sets import hero_names
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.scores import pad_of
from campaigns.seasons.filter import MatchFilter
from club.access import User

CHUNK: Final = 300
COLUMNS: Final = (
    "match", "date", "game", "season", "location", "minutes", "recorded", "seat", "started", "player", "team",
    "heroes", "place", "points", "won",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def wanted(chosen: MatchFilter, reader: User) -> QuerySet[Match]:
    """Return the counted matches that were asked for and the reader may read, the oldest first."""
    found = chosen.narrow(visible_matches(reader)).filter(state=MatchState.CONFIRMED)
    return found.select_related("campaign").prefetch_related(SEATS).order_by("date", "pk")


def rows(matches: QuerySet[Match], reader: User) -> Iterator[list[Any]]:
    """Yield a row for each seat, under ``COLUMNS``."""
    heroes = _Heroes()
    for match in matches.iterator(chunk_size=CHUNK):
        pad = pad_of(match.game)
        for seat in match.seats.all():
            yield [
                match.key,
                timezone.localtime(match.date).isoformat(timespec="minutes"),
                pad.name,
                match.campaign.name if match.campaign else "",
                match.place,
                match.duration,
                match.way,
                seat.seat + 1,
                int(seat.started),
                seat.player.name_for(reader),
                seat.team,
                ", ".join(heroes.name(match.game, hero.hero) for hero in seat.heroes.all()),
                seat.place,
                seat.points,
                int(seat.won),
            ]


class _Heroes:
    """What heroes are called; the card sets of a game are asked for once."""

    def __init__(self) -> None:
        self.cards: dict[str, dict[str, str]] = {}

    def name(self, game: str, code: str) -> str:
        if game not in self.cards:
            self.cards[game] = hero_names(game)
        return str(self.cards[game].get(code) or pad_of(game).hero_name(code))


def guarded(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


class _Echo:
    def write(self, text: str) -> str:
        return text


def as_csv(matches: QuerySet[Match], reader: User) -> Iterator[str]:
    """Yield the lines of a CSV file, one for each player of a match."""
    writer = csv.writer(_Echo())
    yield "\ufeff"  # spreadsheets read UTF-8 by it
    yield writer.writerow(COLUMNS)
    for row in rows(matches, reader):
        yield writer.writerow([guarded(cell) for cell in row])


def as_json(matches: QuerySet[Match], reader: User) -> Iterator[str]:
    """Yield the pieces of a JSON file of plays; who and what they refer to stands at its end."""
    heroes = _Heroes()
    people: dict[int, str] = {}
    games: dict[str, int] = {}
    locations: dict[str, int] = {}
    yield '{"plays": ['
    comma = ""
    for match in matches.iterator(chunk_size=CHUNK):
        seats = list(match.seats.all())
        people.update((seat.player_id, seat.player.name_for(reader)) for seat in seats)
        play = _play(match, seats, games, locations, heroes)
        yield f"{comma}\n{json.dumps(play, ensure_ascii=False)}"
        comma = ","
    rest: dict[str, Any] = {
        "players": [{"id": number, "name": name} for number, name in sorted(people.items())],
        "games": [{"id": number, "name": pad_of(code).name} for code, number in games.items()],
        "locations": [{"id": number, "name": name} for name, number in locations.items()],
    }
    for name, values in rest.items():
        yield f'\n], "{name}": [' + ",".join(_lines(values))
    yield "\n]}\n"


def _lines(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield "\n" + json.dumps(value, ensure_ascii=False)


def _play(
    match: Match, seats: Sequence[MatchSeat], games: dict[str, int], locations: dict[str, int], heroes: _Heroes
) -> dict[str, Any]:
    play: dict[str, Any] = {
        "uuid": match.key,
        "playDate": timezone.localtime(match.date).strftime("%Y-%m-%d %H:%M:%S"),
        "gameRefId": games.setdefault(match.game, len(games) + 1),
        "usesTeams": any(seat.team is not None for seat in seats),
        "durationMin": match.duration or 0,
        "playerScores": [_score(match, seat, heroes) for seat in seats],
    }
    if match.place:
        play["locationRefId"] = locations.setdefault(match.place, len(locations) + 1)
    if agreed := pad_of(match.game).agreed(match.setup):
        play["options"] = agreed
    if match.house_rules:
        play["houseRules"] = match.house_rules
    if match.campaign is not None:
        play["season"] = match.campaign.name
    return play


def _score(match: Match, seat: MatchSeat, names: _Heroes) -> dict[str, Any]:
    heroes = [hero.hero for hero in seat.heroes.all()]
    score: dict[str, Any] = {
        "playerRefId": seat.player_id,
        "score": "" if seat.points is None else str(seat.points),
        "winner": seat.won,
        "rank": seat.place or 0,
        "startPlayer": seat.started,
        "seatOrder": seat.seat + 1,
    }
    if seat.team is not None:
        score["team"] = str(seat.team)
    if heroes:
        score["role"] = ", ".join(names.name(match.game, hero) for hero in heroes)
        score["heroes"] = heroes
    return score
