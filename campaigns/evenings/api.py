"""Evenings for programs: when and where, who comes, what is played; saying that one comes, sitting down, getting up."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from msgspec import Struct
from ninja import Body, Router

from campaigns.evenings.access import get_evening, get_game
from campaigns.evenings.forms import JoinForm, WordsForm
from campaigns.evenings.listing import ahead
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven, Attendance
from campaigns.evenings.operations import coming
from campaigns.evenings.page import EveningPage, GameLine, Named, page_of
from campaigns.evenings.people import Comer, comer_of
from club.access import member_of, signed_in
from club.api.forms import Filled, checked
from club.api.lists import MOST
from club.api.scopes import EVERYBODY, Play
from club.api.structs import told
from club.models.place import Place
from club.operations import Refused
from engines.evenings import Answer, Role

router = Router(tags=["evenings"])

ANSWERS: Final = {"type": "string", "enum": AnswerGiven.values, "description": "Whether you come; required."}
type Said = Literal["yes", "maybe", "no"]


class EveningLine(Struct, frozen=True):
    """An evening in a list: how many come, and your own answer, null where you gave none."""

    id: int
    title: str
    begins: datetime
    ends: datetime
    place: str
    cancelled: bool
    coming: int
    answer: Said | None


class EveningPlace(Struct, frozen=True):
    """Where it is, and how to get there."""

    name: str
    address: str
    notes: str


class EveningAnswer(Struct, frozen=True):
    """What you said. ``outdated``: of another time, so say it anew. ``brings`` and ``seeks`` are words beside it."""

    answer: Said
    outdated: bool
    brings: str
    seeks: str


class Coming(Struct, frozen=True):
    """Somebody who comes, and what he brings or looks for."""

    name: str
    words: str


class SeatThere(Struct, frozen=True):
    """Who sits at a game, and what he does there."""

    name: str
    role: str


class GameThere(Struct, frozen=True):
    """A game of the evening; ``number`` in addresses. ``kind`` is what is played, ``table`` where.

    ``state`` is your own: seated, waiting, watching or nothing; ``place`` yours in the waiting list, from 1.
    """

    number: int
    title: str
    kind: str
    notes: str
    wanted: str
    begins: datetime
    ends: datetime
    table: str | None
    seats: int
    free: int
    seated: tuple[SeatThere, ...]
    waiting: tuple[str, ...]
    watching: tuple[str, ...]
    state: str
    place: int | None


class EveningTold(Struct, frozen=True):
    """An evening as its page shows it to you. ``notes`` are Markdown; ``repeats`` says how, where it does.

    ``there``: who was there, once it is over.
    """

    id: int
    title: str
    begins: datetime
    ends: datetime
    place: EveningPlace | None
    notes: str
    repeats: str
    cancelled: bool
    cancelled_why: str
    answer: EveningAnswer | None
    coming: tuple[Coming, ...]
    perhaps: tuple[str, ...]
    away: tuple[str, ...]
    there: tuple[str, ...]
    games: tuple[GameThere, ...]


@router.get("/evenings", response=told(list[EveningLine]), auth=EVERYBODY)
def evenings(request: HttpRequest) -> list[EveningLine]:
    """The evenings ahead that you may see, the next one first; a hundred at most."""
    return [_line(one) for one in ahead(request, member_of(request))[:MOST]]


@router.get("/evenings/{int:pk}", response=told(EveningTold), auth=EVERYBODY)
def evening(request: HttpRequest, pk: int) -> EveningTold:
    """One evening: when and where, who comes, the games with who sits there."""
    return _told(request, get_evening(request, pk))


@router.post("/evenings/{int:pk}/answer", response=told(EveningTold), auth=Play())
def answer_evening(
    request: HttpRequest, pk: int, values: Annotated[dict[str, Any], Filled(WordsForm, answer=ANSWERS), Body()]
) -> EveningTold:
    """Say whether you come (`answer`), and what you bring or look for; without these two what you said stays."""
    shown = get_evening(request, pk)
    said = values.pop("answer", "")
    words = checked(WordsForm(values)).cleaned_data if values else {}
    if said not in AnswerGiven.values:
        raise Refused.because("no_answer", _("Say whether you come."), "answer", value=said)
    coming.answer(
        evening=shown,
        comer=Comer(signed_in(request)),
        said=Answer(said),
        brings=words.get("brings"),
        seeks=words.get("seeks", ""),
    )
    return _told(request, get_evening(request, pk))


@router.post("/evenings/{int:pk}/games/{int:number}/join", response=told(EveningTold), auth=Play())
def join_game(
    request: HttpRequest, pk: int, number: int, values: Annotated[dict[str, Any], Filled(JoinForm), Body()]
) -> EveningTold:
    """Sit down at a game, or wait for a seat; with guests, or to watch, if you say so."""
    game = get_game(request, pk, number)
    form = checked(JoinForm(values))
    said = form.cleaned_data
    coming.join(
        evening=game.evening,
        game=number,
        comer=Comer(signed_in(request)),
        role=Role(said["role"] or Role.PLAYER),
        party=form.names,
        may_split=said["may_split"],
        instead=said["instead"],
    )
    return _told(request, get_evening(request, pk))


@router.post("/evenings/{int:pk}/games/{int:number}/leave", response=told(EveningTold), auth=Play())
def leave_game(request: HttpRequest, pk: int, number: int) -> EveningTold:
    """Give up your seat at a game, or your place in its waiting list."""
    game = get_game(request, pk, number)
    coming.leave(evening=game.evening, game=number, comer=Comer(signed_in(request)))
    return _told(request, get_evening(request, pk))


def _line(one: Any) -> EveningLine:
    return EveningLine(
        id=one.pk,
        title=one.title,
        begins=one.begins,
        ends=one.ends,
        place=str(one.place) if one.place is not None else "",
        cancelled=one.cancelled,
        coming=one.coming,
        answer=one.own_answer or None,
    )


def _told(request: HttpRequest, shown: ClubEvening) -> EveningTold:
    page = page_of(shown, comer_of(request, shown), request.user)
    return EveningTold(
        id=shown.pk,
        title=shown.title,
        begins=shown.begins,
        ends=shown.ends,
        place=_place(shown.place) if shown.place is not None else None,
        notes=shown.notes,
        repeats=page.repeats,
        cancelled=shown.cancelled,
        cancelled_why=shown.cancelled_why,
        answer=_answer(page.answer),
        coming=tuple(Coming(one.name, one.words) for one in page.people.coming),
        perhaps=_names(page.people.perhaps),
        away=_names(page.people.away),
        there=_names(page.people.there or page.people.coming) if shown.is_over else (),
        games=_games(page),
    )


def _place(place: Place) -> EveningPlace:
    return EveningPlace(place.name, place.address, place.notes)


def _answer(row: Attendance | None) -> EveningAnswer | None:
    if row is None or not row.answer:
        return None
    said: Said = row.answer  # type: ignore[assignment]
    return EveningAnswer(said, row.outdated, row.brings, row.seeks)


def _games(page: EveningPage) -> tuple[GameThere, ...]:
    return tuple(_game(line) for line in page.games)


def _game(line: GameLine) -> GameThere:
    game = line.game
    return GameThere(
        number=game.number,
        title=game.title,
        kind=game.kind,
        notes=game.notes,
        wanted=game.get_wanted_display() if game.wanted else "",
        begins=game.begins,
        ends=game.ends,
        table=str(game.spot) if game.spot is not None else None,
        seats=game.seats,
        free=line.free,
        seated=tuple(SeatThere(one.name, one.role) for one in line.seated),
        waiting=_names(line.waiting),
        watching=_names(line.watching),
        state=line.state,
        place=line.place or None,
    )


def _names(people: tuple[Named, ...]) -> tuple[str, ...]:
    return tuple(one.name for one in people)
