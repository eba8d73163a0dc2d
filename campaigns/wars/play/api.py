"""Battles played at the site for programs: watch, decide, go and come back. So a bot of one's own leads a warband."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Body, Path, Query, Router

from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.play import Bot, PlayedBattle, PlayState
from campaigns.wars.play import away as leaving, bots, deciding, positions
from campaigns.wars.play.absence import due_of
from campaigns.wars.play.access import (
    get_played,
    get_played_for_captain,
    get_played_for_referee,
    get_played_with_say,
    person_of,
    visible_battles,
)
from campaigns.wars.play.account import Line
from campaigns.wars.play.aiming import Aim, reach_data
from campaigns.wars.play.board import BandLine
from campaigns.wars.play.entry import terms_of
from campaigns.wars.play.forms import PlaceForm
from campaigns.wars.play.page import Deciding, PlayPage, page_of
from campaigns.wars.play.seats import SeatLine, eyes_of, seat_lines
from club.access import not_found, signed_in
from club.api.forms import checked
from club.api.lists import Asked, several
from club.api.scopes import EVERYBODY, Play, PlayOnce, Read, Referee
from club.api.structs import Told, plain, told
from club.api.versions import seen, tag
from club.outages.trouble import in_passing
from engines.musg.ground.layout import Layout

router = Router(tags=["played battles"])
Heard = Annotated[int, Query(ge=0, le=2**31)]
Side = Annotated[int | None, Query(ge=0, le=100)]
Figure = Annotated[int, Path(ge=0, le=10_000)]


class PlayedLine(Struct, frozen=True):
    """A battle played at the site, in a list; ``battle`` is its number in its campaign.

    ``waits``: for your decision. ``moved`` is when it last went on, ``turn`` is 0 while the figures are placed.
    """

    id: int
    version: int
    campaign: str
    battle: int
    title: str
    state: str
    state_name: str
    pace: str
    turn: int
    moved: datetime | None
    sides: tuple[SeatLine, ...]
    waits: bool


class PlayedTold(Struct, frozen=True):
    """A battle played at the site as you may see it, with the eyes of your ``side`` (none for who looks on).

    ``status`` says in words what it waits for. ``mine``: the decision is yours, and ``deciding`` are the question and
    what you may do, each with what to send. Other places than those offered are sent in the same form. ``account`` is
    what happened since you had ``heard`` so many events, 80 at most: ask with the new number next time. The numbers
    are your side's own; once the battle is over all is told, and numbered anew.
    ``bands`` is the table in words, ``view`` the same as numbers: places in paces from the upper left corner. Both are
    empty before the battle, and while one who leads several sides is asked for another (``hand_over``): ``side=``.
    ``standing`` says how questions out of turn are answered for you. ``due``: whoever is asked counts as away then.
    """

    id: int
    version: int
    campaign: str
    battle: int
    title: str
    state: str
    state_name: str
    pace: str
    terms: tuple[str, ...]
    turn: int
    turn_name: str
    wave: str
    matters: tuple[str, ...]
    status: str
    result: str
    due: datetime | None
    sides: tuple[SeatLine, ...]
    side: int | None
    hand_over: int | None
    mine: bool
    deciding: Deciding | None
    standing: dict[str, str]
    may_take_back: bool
    may_come_back: bool
    may_replace: bool
    may_break_off: bool
    may_stop: bool
    bands: tuple[BandLine, ...]
    view: dict[str, Any] | None
    account: tuple[Line, ...]
    heard: int


class BattleDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of what you decide: one of those offered, or one like it for another place."""

    code: str


class StandingAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """By the kinds of the questions, how they are answered: ``ask``, ``always``, ``never`` or ``above_half``."""

    answers: dict[str, str]


class Substitute(Struct, frozen=True, forbid_unknown_fields=True):
    """The strength of the bot that plays for you: ``gentle``, ``steady`` or ``strong``."""

    bot: str = Bot.STEADY.value


@router.get("/played", response=told(list[PlayedLine]), auth=EVERYBODY)
def played_battles(
    request: HttpRequest, response: HttpResponse, asked: Asked, state: PlayState | None = None
) -> list[PlayedLine]:
    """The battles played at the site that you may watch, the newest first; those of lessons are not among them."""
    sides = Prefetch("battle__sides", BattleSide.objects.select_related("warband").order_by("seat"))
    rows = visible_battles(request.user).filter(practice=False).defer("setup")
    rows = rows.select_related("battle__campaign").prefetch_related("captains__member", sides)
    if state is not None:
        rows = rows.filter(state=state)
    return [_line(request, row) for row in several(request, response, rows, asked)]


@router.get("/played/{int:pk}", response=told(PlayedTold), auth=EVERYBODY)
def played_battle(
    request: HttpRequest, response: HttpResponse, pk: int, heard: Heard = 0, side: Side = None
) -> PlayedTold:
    """A battle as you may see it, after what its bots were to do by now."""
    played = get_played(request, pk)
    if bots.is_due(played, list(played.captains.all())):
        _advance(played)
        played = get_played(request, pk)
    page = page_of(request, played, heard=heard)
    tag(response, request, played.version)
    return _told(page)


@router.get("/played/{int:pk}/ground", response=told(Layout), auth=EVERYBODY)
def played_ground(request: HttpRequest, pk: int) -> Layout:
    """The table of a battle that has begun: its terrain and its zones, which stay as they are."""
    played = get_played(request, pk)
    return played.prepared.table if played.setup else not_found("no table yet")


@router.get("/played/{int:pk}/reach/{int:figure}", response=told(dict[str, Any]), auth=Read())
def figure_reach(request: HttpRequest, pk: int, figure: Figure, side: Side = None) -> dict[str, Any]:
    """What a figure of your side can get at: outlines of where it may walk and run, whom it may charge or shoot."""
    played = get_played_for_captain(request, pk)
    own = eyes_of(request, played).side
    if own is None or not played.setup:
        return {}
    with positions.standing(played) as game:
        return reach_data(game, figure, own)


@router.get("/played/{int:pk}/way", response=told(Aim | None), auth=Read())
def figure_way(
    request: HttpRequest,
    pk: int,
    x: float,
    y: float,
    run: bool = False,
    figure: int | None = None,
    side: Side = None,
) -> Aim | None:
    """The way of the figure that acts to a place, what it costs and brings; none where it gets nowhere.

    ``figure``: of whom else, while somebody is to be activated. Nothing is done: decide with its ``code``, after
    ``first`` if there is one.
    """
    played = get_played_for_captain(request, pk)
    place = checked(PlaceForm({"x": x, "y": y, "run": run, "figure": figure}))
    return page_of(request, played, place=place, heard=0).aim


@router.post("/played/{int:pk}/decide", response=told(PlayedLine), auth=PlayOnce())
def decide_in_battle(
    request: HttpRequest,
    response: HttpResponse,
    pk: int,
    decided: Annotated[BattleDecision, Told(BattleDecision), Body()],
) -> PlayedLine:
    """Decide, with the code of something offered, or one like it for another place.

    Look at the battle again for what came of it, and for what the site's bots did then. Needs ``If-Match`` with the
    ``ETag`` of the battle, and an ``Idempotency-Key``.
    """
    played = get_played_for_captain(request, pk)
    person, version = person_of(request), seen(request)
    operation = deciding.decide
    return _done(
        request, response, pk, lambda: operation(played=played, person=person, code=decided.code, version=version)
    )


@router.post("/played/{int:pk}/take-back", response=told(PlayedLine), auth=Play())
def take_back_decision(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """Take your last decision back: no die fell since, and nobody has learnt anything by it.

    Needs ``If-Match`` with the ``ETag`` of the battle.
    """
    played = get_played_for_captain(request, pk)
    person, version = person_of(request), seen(request)
    return _done(request, response, pk, lambda: deciding.take_back(played=played, person=person, version=version))


@router.post("/played/{int:pk}/standing", response=told(PlayedLine), auth=Play())
def answer_standing(
    request: HttpRequest,
    response: HttpResponse,
    pk: int,
    said: Annotated[StandingAnswers, Told(StandingAnswers), Body()],
) -> PlayedLine:
    """Say how questions out of turn are answered from now on; you are asked those of which you say nothing."""
    played = get_played_for_captain(request, pk)
    person = person_of(request)
    return _done(
        request, response, pk, lambda: deciding.set_standing(played=played, person=person, wishes=said.answers)
    )


@router.post("/played/{int:pk}/away", response=told(PlayedLine), auth=Play())
def step_aside(
    request: HttpRequest, response: HttpResponse, pk: int, chosen: Annotated[Substitute, Told(Substitute), Body()]
) -> PlayedLine:
    """Let a bot play on for you, until you come back."""
    played = get_played_for_captain(request, pk)
    person = person_of(request)
    return _done(request, response, pk, lambda: leaving.step_aside(played=played, person=person, strength=chosen.bot))


@router.post("/played/{int:pk}/back", response=told(PlayedLine), auth=Play())
def come_back(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """Decide in person again."""
    played = get_played_for_captain(request, pk)
    return _done(request, response, pk, lambda: leaving.come_back(played=played, person=person_of(request)))


@router.post("/played/{int:pk}/replace", response=told(PlayedLine), auth=Play())
def replace_by_bot(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """Have the bot play for who keeps the battle waiting, where that was agreed."""
    played = get_played_with_say(request, pk)
    return _done(request, response, pk, lambda: leaving.replace_by_bot(played=played, person=person_of(request)))


@router.post("/played/{int:pk}/break-off", response=told(PlayedLine), auth=Play())
def break_off(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """Break the battle off because somebody is away too long, where that was agreed."""
    played = get_played_with_say(request, pk)
    return _done(request, response, pk, lambda: leaving.break_off(played=played, person=person_of(request)))


@router.post("/played/{int:pk}/stop", response=told(PlayedLine), auth=Referee())
def stop_battle(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """End a battle under way as its referee; it is ahead again."""
    played = get_played_for_referee(request, pk)
    return _done(request, response, pk, lambda: leaving.stop(played=played, member=signed_in(request)))


def told_played(request: HttpRequest, response: HttpResponse, pk: int) -> PlayedLine:
    """Return a battle as it is now, with its ``ETag``, and let the bots play on once what was done is stored.

    Its board is asked for apart: within a transaction it would be a replay of everything.
    """
    played = get_played(request, pk)
    tag(response, request, played.version)
    transaction.on_commit(lambda: _advance(played))
    return _line(request, played)


def _done(request: HttpRequest, response: HttpResponse, pk: int, operation: Callable[[], object]) -> PlayedLine:
    operation()
    return told_played(request, response, pk)


def _advance(played: PlayedBattle) -> None:
    with in_passing(at_once=False):
        bots.play_on(played=played)


def _line(request: HttpRequest, row: PlayedBattle) -> PlayedLine:
    names = [side.warband.name for side in row.battle.sides.all()]
    sides = seat_lines(row, list(row.captains.all()), names, eyes_of(request, row), request.user)
    return PlayedLine(
        id=row.pk,
        version=row.version,
        campaign=row.battle.campaign.slug,
        battle=row.battle_id,
        title=row.battle.title,
        state=row.state,
        state_name=row.get_state_display(),
        pace=row.pace,
        turn=row.turn,
        moved=row.moved,
        sides=sides,
        waits=row.state == PlayState.RUNNING and any(one.own and one.asked and not one.bot for one in sides),
    )


def _told(page: PlayPage) -> PlayedTold:
    played, board, captain = page.played, page.board, page.captain
    return PlayedTold(
        id=played.pk,
        version=played.version,
        campaign=played.battle.campaign.slug,
        battle=played.battle_id,
        title=page.title,
        state=played.state,
        state_name=played.get_state_display(),
        pace=played.pace,
        terms=tuple(terms_of(played)),
        turn=played.turn,
        turn_name=page.turn,
        wave=page.wave,
        matters=page.matters,
        status=page.status,
        result=page.result,
        due=due_of(played),
        sides=page.seats,
        side=page.side,
        hand_over=page.covered.number if page.covered is not None else None,
        mine=page.deciding is not None,
        deciding=page.deciding,
        standing=captain.standing if captain is not None else {},
        may_take_back=page.may_take_back,
        may_come_back=page.may_come_back,
        may_replace=page.may_replace,
        may_break_off=page.may_break_off,
        may_stop=page.may_stop,
        bands=board.bands if board is not None else (),
        view=plain(board.view) if board is not None else None,
        account=page.account.new,
        heard=page.account.last,
    )
