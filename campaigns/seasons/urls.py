"""Addresses of lists of matches, standings, ratings, statistics, exports and the import of plays."""

from django.urls import URLPattern, path

from campaigns.seasons.transfer import export_views as exports, views as play_import
from campaigns.seasons.views import matches, players, standings as season_standings, statistics

urlpatterns: list[URLPattern] = [
    path("scores/", matches.match_list, name="match_list"),
    path("players/<int:pk>/", players.player, name="player"),
    path("scores/leaderboard/", statistics.leaderboard, name="match_leaderboard"),
    path("scores/statistics/", statistics.statistics, name="match_statistics"),
    path("scores/players/<int:pk>/", players.of_games, name="match_player"),
    path("scores/matches.csv", exports.export, {"form": "csv"}, name="match_export_csv"),
    path("scores/matches.json", exports.export, {"form": "json"}, name="match_export_json"),
    path("scores/import/", play_import.club_import, name="match_import"),
]

of_season: list[URLPattern] = [
    path("matches/", matches.season_matches, name="season_matches"),
    path("season/", season_standings.standings, name="season_standings"),
    path("season/scheme/", season_standings.scheme, name="season_scheme"),
    path("season/statistics/", statistics.season_statistics, name="season_statistics"),
    path("season/import/", play_import.season_import, name="season_import"),
]
"""Addresses below a season's."""
