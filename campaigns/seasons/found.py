"""What pages of seasons and players say of themselves to strangers, and what of them stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.league.found import RESULTS, SUBJECT, about_campaign, public_campaign, public_campaigns
from campaigns.league.games import SEASON, game_of, is_card_game
from campaigns.league.models import Campaign
from campaigns.matches.lines import MatchLine, for_lines, lines_of
from campaigns.matches.models.match import Match, MatchState
from campaigns.seasons.access import visible_players
from campaigns.seasons.player_overview import overview_of_member
from campaigns.seasons.standings import standings as standings_of
from campaigns.seasons.statistics_page import leaderboard
from club.dates import date_text
from club.found import cards, excerpts, feeds, openings, sitemap
from club.found.excerpts import Excerpt, Excerpts, Row
from club.found.feeds import Entry, Feed
from club.found.openings import About
from club.models import ClubSettings, Member

VISITOR = AnonymousUser()
GAME = "game"


def register() -> None:
    """Open them; called once when the app starts."""
    openings.open_page("campaigns:season_standings", _standings_page)
    openings.open_page("campaigns:player", _player_page)
    openings.open_page("campaigns:match_leaderboard", _leaderboard_page)
    excerpts.register(
        Excerpts("standings", SUBJECT, gettext_lazy("Standings"), _standings),
        Excerpts(RESULTS, SUBJECT, gettext_lazy("Last results"), _results, feed=RESULTS),
        Excerpts("leaderboard", GAME, gettext_lazy("Leaderboard"), _leaderboard),
    )
    excerpts.stands_for("campaigns:season_standings", subject=SUBJECT, kind="standings", key="slug")
    feeds.register(RESULTS, _feed)
    cards.register("player", _card)
    cards.register("leaderboard", lambda key: _leaderboard(key, cards.ROWS))
    sitemap.add("campaigns:match_leaderboard")
    sitemap.register(
        "seasons",
        lambda: public_campaigns(SEASON).only("slug"),
        address=lambda one: reverse("campaigns:season_standings", args=[one.slug]),
    )
    sitemap.register("players", lambda: _players().only("pk").order_by("pk"), address=lambda one: _address(one))


def _players() -> Any:
    """Members with a name for strangers who played in public."""
    played = visible_players(VISITOR).values("member")
    return Member.objects.filter(is_active=True, hidden=False, pk__in=played)


def _address(member: Member) -> str:
    return reverse("campaigns:player", args=[member.pk])


# Pages


def _standings_page(context: Mapping[str, Any]) -> About | None:
    season: Campaign = context["campaign"]
    text = _("Who leads %(season)s, a season of %(game)s, by how much, and what counts.")
    return about_campaign(season, text % {"season": season.name, "game": season.played.name}, title=_("Standings"))


def _player_page(context: Mapping[str, Any]) -> About | None:
    found = context["player"]
    member: Member | None = found.member
    if member is None or member.hidden or member.closed is not None or found.empty:
        return None
    text = _("What %(player)s plays at %(club)s: campaigns, warbands, results and rivals.")
    words = {"player": found.name, "club": context["club"].name}
    return About(found.name, text % words, cards.address("player", member.pk), found.name, kind="profile")


def _leaderboard_page(context: Mapping[str, Any]) -> About:
    game = context["board"].game
    text = _("The ratings of %(club)s’s players of %(game)s, the best first.")
    words = {"club": context["club"].name, "game": game.name}
    title = " · ".join((_("Leaderboard"), game.name))
    return About(title, text % words, cards.address("leaderboard", game.code), title)


# Elsewhere


def _standings(slug: str, rows: int) -> Excerpt | None:
    season = public_campaign(slug, SEASON)
    if season is None:
        return None
    board = standings_of(season, VISITOR).board(season)
    lines = tuple(
        Row(
            row.name,
            mark=row.place or "–",
            note=ngettext("%(count)s match", "%(count)s matches", int(row.played)) % {"count": row.played},
            figure=row.value,
        )
        for row in board.rows[:rows]
    )
    address = reverse("campaigns:season_standings", args=[slug])
    return Excerpt(_("Standings"), season.name, address, lines, _("No match counts yet."), ranked=True)


def _last(season: Campaign, most: int) -> list[MatchLine]:
    matches = Match.objects.filter(campaign=season, state=MatchState.CONFIRMED).order_by("-date", "-pk")
    return lines_of(for_lines(matches)[:most], VISITOR, season)


def _results(slug: str, rows: int) -> Excerpt | None:
    season = public_campaign(slug, SEASON)
    if season is None:
        return None
    lines = tuple(
        Row(
            _names(line),
            mark=date_text(timezone.localtime(line.date), "SHORT_DATE_FORMAT"),
            figure="–".join(str(seat.points) for seat in line.players) if _scored(line) else "",
            note="" if _scored(line) else line.title,
            address=line.address,
        )
        for line in _last(season, rows)
    )
    return Excerpt(_("Last results"), season.name, season.get_absolute_url(), lines, _("None yet."))


def _names(line: MatchLine) -> str:
    return ", ".join(seat.name for seat in line.players)


def _scored(line: MatchLine) -> bool:
    return bool(line.players) and all(seat.points is not None for seat in line.players)


def _leaderboard(code: str, rows: int) -> Excerpt | None:
    if not is_card_game(code):
        return None
    game = game_of(code)
    board = leaderboard(game, VISITOR)
    lines = tuple(
        Row(
            row.name,
            mark=str(row.place),
            note=ngettext("%(count)s match", "%(count)s matches", row.matches) % {"count": row.matches},
            figure=str(row.points),
            address=row.address,
        )
        for row in board.trusted[:rows]
    )
    address = f"{reverse('campaigns:match_leaderboard')}?game={code}"
    return Excerpt(_("Leaderboard"), game.name, address, lines, _("Nobody has played enough yet."), ranked=True)


def _feed(slug: str) -> Feed | None:
    season = public_campaign(slug, SEASON)
    if season is None:
        return None
    entries = tuple(
        Entry(f"match-{line.pk}", line.title, line.address, line.date, _told(line))
        for line in _last(season, feeds.MOST)
    )
    return Feed(" · ".join((_("Results"), season.name)), season.get_absolute_url(), entries)


def _told(line: MatchLine) -> str:
    return ", ".join(f"{seat.name} ({seat.points})" if seat.points is not None else seat.name for seat in line.players)


def _card(key: str) -> Excerpt | None:
    known = _players().filter(pk=int(key)).first() if key.isascii() and key.isdigit() and len(key) < 10 else None
    if known is None:
        return None
    found = overview_of_member(known, {}, VISITOR)
    rows = tuple(Row(one.title, figure=one.standing) for one in found.results)
    return Excerpt(ClubSettings.load().name, found.name, _address(known), rows, _("No results yet."))
