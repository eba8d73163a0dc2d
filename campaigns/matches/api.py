"""Matches of the card games for programs: what stands in the books, score pads kept from afar, results judged."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, field
from ninja import Body, Router

from campaigns.league.models import Campaign
from campaigns.matches.access import (
    get_match_for_judge,
    get_match_for_keeper,
    get_match_for_player,
    get_match_for_reader,
    get_season_for_reader,
    is_judge,
    may_record_in,
    seat_of,
    visible_matches,
)
from campaigns.matches.forms.people import People
from campaigns.matches.lines import MatchLine, for_lines, lines_of
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.operations import entries as pad_entries, recording, verdicts
from campaigns.matches.operations.players import Who
from campaigns.matches.page import BoardLine, LogLine, MatchPage
from campaigns.matches.scores import PADS, pad_of
from campaigns.matches.scores.refusals import refusing
from club.access import forbidden, signed_in
from club.api.bodies import Because, moment
from club.api.lists import Asked, several
from club.api.scopes import EVERYBODY, Play, PlayOnce, PlayOrReferee, PlayOrRefereeOnce, Referee, acts
from club.api.structs import Told, told
from club.api.versions import seen, tag
from club.models import Member
from club.operations import Refused

router = Router(tags=["matches"])

type Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""Of a match; 0 for none."""


class MatchInList(Struct, frozen=True):
    """A match in a list. ``season`` is the season's name, empty outside of seasons."""

    id: int
    game: str
    season: str
    state: str
    date: datetime
    place: str
    title: str
    players: tuple[MatchPlayer, ...]


class MatchPlayer(Struct, frozen=True):
    """Who sat in a match; ``rank`` counts from 1 and is shared by equals, ``points`` is empty where there are none."""

    name: str
    rank: int | None
    points: int | None
    won: bool


class OnBoard(Struct, frozen=True):
    """A seat on the board: ``total`` is empty where it is not known, ``sources`` say what points were given for."""

    seat: int
    name: str
    total: int | None
    rank: int
    won: bool
    sources: dict[str, int]
    heroes: tuple[str, ...]
    active: bool


class MatchTold(Struct, frozen=True):
    """A match as its page shows it. ``setup`` is the engine's, ``log`` the entries that its page lists.

    ``turn`` says whose turn it is, ``verdict`` who won once it is over; ``version`` is that of the ``ETag``.
    """

    id: int
    version: int
    game: str
    season: str
    state: str
    date: datetime
    place: str
    duration: int | None
    notes: str
    house_rules: str
    setup: dict[str, Any]
    board: tuple[OnBoard, ...]
    turn: str
    verdict: str
    ending: str
    log: tuple[LogLine, ...]


class Seat(Struct, frozen=True):
    """Somebody at a table: a member by user name, or a guest by name."""

    member: str = ""
    guest: str = ""


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open a score pad for, or with its ``result`` as the game's form of a final result has it.

    ``players`` sit clockwise, ``start`` is the seat that begins. ``options`` are the engine's. ``season`` is its short
    name in addresses; outside of seasons ``visibility`` says who may read it. A ``date`` without an offset is by the
    club's clock. A ``result`` has one object for each seat (such as ``{"total": 12}``), ``heroes`` one list of codes
    for each, where known.

    A result that stands in the books already, of the same people at about that time, is refused (``looks_alike``, with
    the number of that ``match``): if yours is another one, name that number in ``seen``.
    """

    game: str
    players: tuple[Seat, ...]
    start: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    season: str = ""
    visibility: Literal["private", "club", "public"] = "club"
    date: datetime | None = None
    place: str = ""
    duration: int | None = None
    notes: str = ""
    house_rules: str = ""
    result: tuple[dict[str, int], ...] = ()
    heroes: tuple[tuple[str, ...], ...] = ()
    seen: Number = 0


class NewEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the score log: the engine's own, with its ``kind``.

    ``client_id`` is a name of yours for it: sent again under that it counts once.

    ``seen`` is the number of the last entry that you knew when you wrote this one, for what was written some time ago.
    """

    entry: dict[str, Any]
    client_id: str
    seen: int | None = None


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with the result."""

    text: str


@router.get("/matches", response=told(list[MatchInList]), auth=EVERYBODY)
def matches(
    request: HttpRequest,
    response: HttpResponse,
    asked: Asked,
    game: str = "",
    season: str = "",
    state: MatchState | None = None,
) -> list[MatchInList]:
    """The matches that you may read, those written down last first."""
    found = visible_matches(request.user)
    if season:
        found = found.filter(campaign=get_season_for_reader(request.user, season))
    if game:
        found = found.filter(game=game)
    if state is not None:
        found = found.filter(state=state)
    rows = several(request, response, for_lines(found), asked)
    return [_line(line) for line in lines_of(rows, request.user)]


@router.get("/matches/{int:pk}", response=told(MatchTold), auth=EVERYBODY)
def match(request: HttpRequest, response: HttpResponse, pk: int) -> MatchTold:
    """A match: how it stands or ended, and its log."""
    return _told(request, response, get_match_for_reader(request.user, pk))


@router.post("/matches", response=told(MatchTold), auth=PlayOnce())
def new_match(
    request: HttpRequest, response: HttpResponse, new: Annotated[NewMatch, Told(NewMatch), Body()]
) -> MatchTold:
    """Open a score pad, or write down a result, which somebody else who played then confirms.

    Needs an ``Idempotency-Key``.
    """
    member = signed_in(request)
    if new.game not in PADS:
        raise Refused.because("unknown_game", _("This game has no score pad."), "game", value=new.game)
    sitting = _sitting(member, new)
    occasion = recording.Occasion(
        date=moment(new.date, "date") if new.date is not None else None,
        place=new.place,
        duration=new.duration,
        notes=new.notes,
        house_rules=new.house_rules,
    )
    if new.result:
        made = recording.record_result(
            sitting=sitting, recorder=member, table=new.result, occasion=occasion, heroes=new.heroes, seen=new.seen
        )
    else:
        made = recording.open_match(sitting=sitting, recorder=member, occasion=occasion)
    return _told(request, response, get_match_for_reader(member, made.pk))


@router.post("/matches/{int:pk}/entries", response=told(MatchTold), auth=PlayOrReferee())
def enter(
    request: HttpRequest, response: HttpResponse, pk: int, new: Annotated[NewEntry, Told(NewEntry), Body()]
) -> MatchTold:
    """Add an entry to the end of the score log. Two made at the same moment both count, unless the rules forbid it."""
    shown = get_match_for_keeper(request.user, pk)
    author = acts(request, own=_own(request, shown))
    with refusing(pad_of(shown.game)):
        pad_entries.add_entry(match=shown, data=new.entry, author=author, client_id=new.client_id, seen=new.seen)
    return _told(request, response, get_match_for_reader(author, pk))


@router.post("/matches/{int:pk}/undo", response=told(MatchTold), auth=PlayOrRefereeOnce())
def undo_entry(request: HttpRequest, response: HttpResponse, pk: int) -> MatchTold:
    """Take back the last entry that is your own. Needs an ``Idempotency-Key``."""
    shown = get_match_for_keeper(request.user, pk)
    author = acts(request, own=_own(request, shown))
    pad_entries.undo_last(match=shown, author=author)
    return _told(request, response, get_match_for_reader(author, pk))


@router.post("/matches/{int:pk}/finish", response=told(MatchTold), auth=PlayOrReferee())
def finish_match(request: HttpRequest, response: HttpResponse, pk: int) -> MatchTold:
    """Say that the match is over; somebody else who played confirms it. Needs ``If-Match``."""
    shown = get_match_for_keeper(request.user, pk)
    author = acts(request, own=_own(request, shown))
    verdicts.finish_match(match=shown, author=author, version=seen(request))
    return _told(request, response, get_match_for_reader(author, pk))


@router.post("/matches/{int:pk}/reopen", response=told(MatchTold), auth=PlayOrReferee())
def reopen_match(
    request: HttpRequest, response: HttpResponse, pk: int, why: Annotated[Because, Told(Because), Body()]
) -> MatchTold:
    """Go on entering in a match that was said to be over too early. Needs ``If-Match``."""
    shown = get_match_for_keeper(request.user, pk)
    author = acts(request, own=_own(request, shown) and shown.state != MatchState.CONFIRMED)
    verdicts.reopen_match(match=shown, author=author, version=seen(request), because=why.because)
    return _told(request, response, get_match_for_reader(author, pk))


@router.post("/matches/{int:pk}/confirm", response=told(MatchTold), auth=Play())
def confirm_match(request: HttpRequest, response: HttpResponse, pk: int) -> MatchTold:
    """Confirm a result that somebody else who played has written down. Needs ``If-Match``."""
    shown = get_match_for_player(request.user, pk)
    verdicts.confirm_match(match=shown, member=signed_in(request), version=seen(request))
    return _told(request, response, get_match_for_reader(request.user, pk))


@router.post("/matches/{int:pk}/dispute", response=told(MatchTold), auth=Play())
def dispute_match(
    request: HttpRequest, response: HttpResponse, pk: int, wrong: Annotated[Wrong, Told(Wrong), Body()]
) -> MatchTold:
    """Say what is wrong with a result; it then waits for the referee. Needs ``If-Match``."""
    shown = get_match_for_player(request.user, pk)
    verdicts.dispute_match(match=shown, member=signed_in(request), text=wrong.text, version=seen(request))
    return _told(request, response, get_match_for_reader(request.user, pk))


@router.post("/matches/{int:pk}/settle", response=told(MatchTold), auth=Referee())
def settle_match(
    request: HttpRequest, response: HttpResponse, pk: int, why: Annotated[Because, Told(Because), Body()]
) -> MatchTold:
    """Confirm a result as the season's referee. Needs ``If-Match``."""
    shown = get_match_for_judge(request.user, pk)
    verdicts.settle_match(match=shown, judge=signed_in(request), version=seen(request), because=why.because)
    return _told(request, response, get_match_for_reader(request.user, pk))


def _own(request: HttpRequest, shown: Match) -> bool:
    """Whether the reader keeps the match as somebody at the table, not as its judge."""
    at_table = request.user.pk in (shown.recorder_id, shown.keeper_id) or seat_of(request.user, shown) is not None
    return at_table or not is_judge(request.user, shown)


def _sitting(member: Member, new: NewMatch) -> recording.Sitting:
    season = get_season_for_reader(member, new.season) if new.season else None
    if season is not None and not may_record_in(member, season):
        forbidden()
    return recording.Sitting(
        game=new.game,
        people=_people(member, season, new.players),
        start=new.start,
        options=new.options,
        season=season,
        visibility=new.visibility,
    )


def _people(member: Member, season: Campaign | None, seats: tuple[Seat, ...]) -> list[Who]:
    """Return who sits there: members by user name, of those whom the form would offer, and guests by name."""
    offered = People.of(season, member).members.values()
    known = {one.username: one for one in offered}
    unknown = [seat.member for seat in seats if seat.member and seat.member not in known]
    if unknown or any(bool(seat.member) is bool(seat.guest) for seat in seats):
        text = _("Each seat has a member’s user name or a guest’s name. Nobody is called: %(names)s")
        names = ", ".join(unknown) or "—"
        raise Refused.because("unknown_people", text % {"names": names}, "players", names=unknown)
    return [known[seat.member] if seat.member else seat.guest for seat in seats]


def _line(line: MatchLine) -> MatchInList:
    return MatchInList(
        id=line.pk,
        game=line.game.code,
        season=line.season,
        state=line.state,
        date=line.date,
        place=line.place,
        title=line.title,
        players=tuple(MatchPlayer(one.name, one.place, one.points, one.won) for one in line.players),
    )


def _on_board(line: BoardLine) -> OnBoard:
    return OnBoard(
        seat=line.seat,
        name=line.name,
        total=line.total,
        rank=line.place,
        won=line.won,
        sources={str(source.name): source.points for source in line.sources},
        heroes=tuple(map(str, line.heroes)),
        active=line.active,
    )


def _told(request: HttpRequest, response: HttpResponse, shown: Match) -> MatchTold:
    tag(response, request, shown.version)
    page = MatchPage.of(shown, request.user)
    return MatchTold(
        id=shown.pk,
        version=shown.version,
        game=shown.game,
        season=shown.campaign.slug if shown.campaign is not None else "",
        state=shown.state,
        date=shown.date,
        place=shown.place,
        duration=shown.duration,
        notes=shown.notes,
        house_rules=shown.house_rules,
        setup=shown.setup,
        board=tuple(_on_board(line) for line in page.lines),
        turn=page.turn,
        verdict=page.verdict,
        ending=str(page.ending),
        log=tuple(page.log),
    )
