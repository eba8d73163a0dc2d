"""Reading a file of plays as BG Stats exports it: players, games, locations, and plays that refer to them by number.

Of its many fields these are read: ``players`` (id, name), ``games`` (id, name), ``locations`` (id, name) and ``plays``
(uuid, playDate, durationMin, gameRefId, locationRefId, usesTeams, ignored, comments, playerScores with playerRefId,
score, winner, rank, startPlayer, seatOrder, team), and what this site's own exports add: ``heroes`` of a player,
``options`` (what was agreed other than printed) and ``houseRules`` of a play.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext
from msgspec import Struct, field

from campaigns.league.games import CARD_GAMES, Game
from campaigns.matches.operations.recording import DURATION_MOST, HOUSE_LIMIT, NOTES_LIMIT, PLACE_LIMIT
from campaigns.matches.scores import pad_of
from club.grammar import continued
from club.moments import read_moment
from club.operations import Refused
from engines.core.names import cleaned
from rosters.wording.files import fault_sentence

UNKNOWN_SHOWN: Final = 12
BYTES_LIMIT: Final = 2_000_000
PEOPLE_MOST: Final = 1000
"""The page that asks who they are has a list of the whole club for each of them."""
BGSTATS: Final = "bgstats:"
"""How the ``source`` of a match begins that was a play with a uuid."""
SOURCE_LIMIT: Final = 80
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL as JSON writes it: no database keeps one."""
NAMES: Final[Mapping[str, str]] = {
    "labagarre": "bagarre",
    "bagarre": "bagarre",
    "badassforce": "badass_force",
    "baf": "baf",
    "spaceserenade": "bebop",
    "cowboybebopspaceserenade": "bebop",
}
"""What games are called in files, in small letters without spaces and signs."""


class _Named(msgspec.Struct):
    id: int
    name: str = ""


class PlayScore(msgspec.Struct, rename="camel"):
    """One player's part in a play."""

    player_ref_id: int
    score: str | int | float | None = None
    winner: bool = False
    rank: int | None = None
    start_player: bool = False
    seat_order: int | None = None
    team: str | int | None = None
    heroes: list[str] = []


class Play(msgspec.Struct, rename="camel"):
    """One play of a file."""

    game_ref_id: int
    play_date: str
    player_scores: list[PlayScore]
    uuid: str = ""
    duration_min: int | None = None
    location_ref_id: int | None = None
    uses_teams: bool = False
    ignored: bool = False
    comments: str | None = None
    options: Any = None
    house_rules: Any = None


class _File(msgspec.Struct):
    players: list[_Named]
    games: list[_Named]
    plays: list[Play]
    locations: list[_Named] = []


class Seat(Struct, frozen=True):
    """One player's part, in seat order: ``who`` is the number of the player in the file."""

    who: int
    score: int | None
    winner: bool
    rank: int | None
    start: bool
    team: str
    heroes: tuple[str, ...]


class Read(Struct, frozen=True):
    """A play of one of the card games, as far as it can be read; ``problem`` says why it cannot be taken."""

    number: int
    uuid: str
    game: Game
    date: datetime | None
    duration: int | None
    place: str
    notes: str
    seats: tuple[Seat, ...]
    problem: str | Promise = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    house_rules: str = ""

    @property
    def source(self) -> str:
        """What the match is known by when the same file comes again; empty without a uuid.

        A uuid too long for its column is known by a digest of it: two of one beginning are two plays.
        """
        if len(self.uuid) > SOURCE_LIMIT - len(BGSTATS):
            return BGSTATS + hashlib.sha256(self.uuid.encode()).hexdigest()
        return BGSTATS + self.uuid if self.uuid else ""


class Book(Struct, frozen=True):
    """A file that was read: who is in it, its plays, the games that are unknown here with how many plays they have."""

    players: dict[int, str]
    plays: list[Read]
    unknown: dict[str, int]

    @property
    def unknown_first(self) -> list[tuple[str, int]]:
        """The unknown games with the most plays: a collector has hundreds of them."""
        return sorted(self.unknown.items(), key=lambda one: (-one[1], one[0].casefold()))[:UNKNOWN_SHOWN]

    @property
    def unknown_more(self) -> int:
        """How many unknown games are not among the first."""
        return max(0, len(self.unknown) - UNKNOWN_SHOWN)

    @property
    def people(self) -> dict[int, str]:
        """Those who sit in some play that is taken, by their number, in alphabetical order."""
        seated = {seat.who for play in self.plays if not play.problem for seat in play.seats}
        named = [(number, name) for number, name in self.players.items() if number in seated]
        return dict(sorted(named, key=lambda one: one[1].casefold()))


def parse_book(content: bytes | str) -> Book:
    """Return what a file says. Raises ``Refused`` with what is wrong and where, beside the field ``file``."""
    data = content.encode() if isinstance(content, str) else content.removeprefix(b"\xef\xbb\xbf")
    if len(data) > BYTES_LIMIT:
        raise Refused.because("too_large", _("The file is larger than 2 megabytes."), "file")
    try:
        file = msgspec.json.decode(data, type=_File, strict=False)
    except msgspec.ValidationError as error:
        sentence = _("This is not a file of plays: %(error)s") % {"error": _fault(error)}
        raise Refused.because("no_plays", sentence, "file") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused.because("no_json", fault_sentence(f"not JSON: {error}"), "file") from error
    if _NUL.search(data):
        raise Refused.because("no_plays", _("This is not a file of plays: %(error)s") % {"error": r"\u0000"}, "file")
    if not file.plays:
        raise Refused.because("empty", _("There is no play in this file."), "file")
    games = {game.id: game.name for game in file.games}
    places = {place.id: place.name for place in file.locations}
    names = {player.id: " ".join(cleaned(player.name).split()) for player in file.players}
    plays: list[Read] = []
    unknown: dict[str, int] = {}
    for number, play in enumerate(file.plays, start=1):
        game = game_called(games.get(play.game_ref_id, ""))
        if play.ignored:
            continue
        if game is None:
            name = games.get(play.game_ref_id) or f"#{play.game_ref_id}"
            unknown[name] = unknown.get(name, 0) + 1
            continue
        plays.append(_read(number, play, game, places.get(play.location_ref_id or 0, ""), names))
    book = Book(names, plays, unknown)
    if len(book.people) > PEOPLE_MOST:
        params = {"count": len(book.people), "most": PEOPLE_MOST}
        too_many = _("Players in this file: %(count)s. At most %(most)s can be assigned at once: send part of it.")
        raise Refused.because("too_many_players", too_many % params, "file")
    return book


def game_called(name: str) -> Game | None:
    """Return the card game of that name, if there is one."""
    code = NAMES.get(re.sub(r"[\W_]", "", name.casefold()))
    return next((game for game in CARD_GAMES if game.code == code), None)


def _fault(error: msgspec.ValidationError) -> str:
    """Return what cannot be read, with the place as the file's author knows it, in the reader's language."""
    message, _at, where = str(error).partition(" - at `$")
    said, place = fault_sentence(message), where.strip("`.")
    said = continued(said, ())
    colon = pgettext("after a name", ":")
    return f"{place}{colon} {said}" if place else said


def _read(number: int, play: Play, game: Game, place: str, names: Mapping[int, str]) -> Read:
    date, problem = _date(play.play_date)
    if not problem and any(
        score.player_ref_id not in names or not names[score.player_ref_id] for score in play.player_scores
    ):
        problem = _("Somebody in it has no name in the file.")
    scores = sorted(play.player_scores, key=lambda score: score.seat_order or 0)
    seats = tuple(
        Seat(
            score.player_ref_id,
            points(score.score),
            score.winner,
            score.rank or None,
            score.start_player,
            str(score.team or "") if play.uses_teams else "",
            tuple(score.heroes),
        )
        for score in scores
    )
    minutes = play.duration_min or 0
    duration = minutes if 0 < minutes <= DURATION_MOST else None
    notes = (play.comments or "").strip()[:NOTES_LIMIT]
    return Read(
        number,
        play.uuid.strip(),
        game,
        date,
        duration,
        place.strip()[:PLACE_LIMIT],
        notes,
        seats,
        problem,
        {name: value for name, value in play.options.items() if name in pad_of(game.code).option_fields}
        if isinstance(play.options, dict)
        else {},
        play.house_rules.strip()[:HOUSE_LIMIT] if isinstance(play.house_rules, str) else "",
    )


def _date(text: str) -> tuple[datetime | None, str | Promise]:
    """Return when it was, or why that is no moment."""
    try:
        return read_moment(text), ""
    except ValidationError as error:
        return None, _("Its date cannot be read.") if error.code == "invalid" else error.messages[0]


def points(score: str | int | float | None) -> int | None:
    """Return a score as a whole number; BG Stats allows sums such as ``12+3``. None where there is none."""
    text = "" if score is None else str(score).replace(" ", "").removesuffix(".0")
    if not re.fullmatch(r"[+-]?\d{1,6}([+-]\d{1,6})*", text):
        return None
    return sum(int(part) for part in re.findall(r"[+-]?\d+", text))


def table(play: Read) -> tuple[list[dict[str, int]], dict[str, Any]]:
    """Return the lines of a final result and the options of the match. Raises ``Refused`` where scores are missing."""
    options: dict[str, Any] = dict(play.options)
    if any(seat.team for seat in play.seats):
        teams = list(dict.fromkeys(seat.team for seat in play.seats))
        options["teams"] = [teams.index(seat.team) + 1 for seat in play.seats]
    if not pad_of(play.game.code).counts_points:
        return [{"place": place} for place in places(play.seats)], options
    missing = [seat for seat in play.seats if seat.score is None]
    if missing:
        raise Refused.because("no_score", _("Somebody’s score is missing or is not a whole number."))
    return [{"total": seat.score or 0} for seat in play.seats], options


def places(seats: Sequence[Seat]) -> list[int]:
    """Return everybody’s place: by rank where all have one, else by score, else winners before the others."""
    if all(seat.rank for seat in seats):
        return [seat.rank or 1 for seat in seats]
    if all(seat.score is not None for seat in seats):
        best = sorted({seat.score or 0 for seat in seats}, reverse=True)
        return [best.index(seat.score or 0) + 1 for seat in seats]
    return [1 if seat.winner else 2 for seat in seats]
