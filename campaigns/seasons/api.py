"""Seasons for programs: the table of a season, the ratings of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router

from campaigns.league.games import game_of, is_card_game
from campaigns.league.models import Campaign
from campaigns.matches.access import get_season_for_reader, visible_seasons
from campaigns.seasons import statistics_page
from campaigns.seasons.standings import standings
from club.access import not_found
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY
from club.api.structs import told

router = Router(tags=["seasons"])


class Season(Struct, frozen=True):
    """A card game's season; ``slug`` is its name in addresses."""

    slug: str
    name: str
    game: str
    closed: bool


class SeasonPlace(Struct, frozen=True):
    """A line of a season's standings, as it is printed; ``place`` is empty for who has played too little."""

    place: int | None
    name: str
    value: str
    behind: str
    played: int
    counted: int
    won: int
    mean_place: str


class SeasonStandings(Struct, frozen=True):
    """A season's standings: what counts is in ``unit``, the ``best_of`` so many matches (0: all)."""

    season: str
    unit: str
    best_of: int
    matches: int
    rows: tuple[SeasonPlace, ...]


class Rated(Struct, frozen=True):
    """A player's rating. ``place`` is empty while it is provisional; ``streak`` counts victories in a row."""

    place: int | None
    name: str
    points: int
    matches: int
    won: int
    streak: int


@router.get("/seasons", response=told(list[Season]), auth=EVERYBODY)
def seasons(request: HttpRequest, response: HttpResponse, asked: Asked, game: str = "") -> list[Season]:
    """The seasons that you may read, the newest first."""
    found = visible_seasons(request.user)
    return stretch(request, response, found.filter(game=game) if game else found, asked, _season)


@router.get("/seasons/{slug:slug}", response=told(Season), auth=EVERYBODY)
def season(request: HttpRequest, slug: str) -> Season:
    """One season."""
    return _season(get_season_for_reader(request.user, slug))


@router.get("/seasons/{slug:slug}/standings", response=told(SeasonStandings), auth=EVERYBODY)
def season_standings(request: HttpRequest, slug: str) -> SeasonStandings:
    """Who leads the season, by how much, and what counts."""
    shown = get_season_for_reader(request.user, slug)
    found = standings(shown, request.user)
    board = found.board(shown)
    rows = (
        SeasonPlace(
            place=row.line.place,
            name=row.name,
            value=row.value,
            behind=printed.behind,
            played=row.line.played,
            counted=row.line.counted,
            won=row.line.won,
            mean_place=row.mean_place,
        )
        for row, printed in zip(found.rows, board.rows, strict=True)
    )
    return SeasonStandings(shown.slug, board.unit, board.best_of, board.matches, tuple(rows))


@router.get("/ratings/{slug:game}", response=told(list[Rated]), auth=EVERYBODY)
def ratings(request: HttpRequest, game: str) -> list[Rated]:
    """The ratings of a game's players, the best first: of matches that you may read."""
    if not is_card_game(game):
        not_found()
    board = statistics_page.leaderboard(game_of(game), request.user)
    return [Rated(row.place, row.name, row.points, row.matches, row.won, row.streak) for row in board.rows]


def _season(shown: Campaign) -> Season:
    return Season(shown.slug, shown.name, shown.game, shown.closed)
