"""Warbands for programs: roster, journal, file, and every step for which pages have a form."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct
from ninja import Body, Router

from club.access import User, not_found, signed_in
from club.api.forms import KIND, Filled, checked
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY, PlayOnce, PlayOrReferee, PlayOrRefereeOnce, acts
from club.api.structs import Told, told
from club.api.versions import seen, tag
from club.operations import Refused
from rosters import access, levy, operations, transfer
from rosters.forms import FORMS, StepForm
from rosters.forms.warbands import NewWarbandForm
from rosters.history import JournalLine, as_read, line, spoken
from rosters.models import JournalEntry, Warband
from rosters.sheet_model import Fault, WarbandSheet, warband_sheet
from rosters.views.steps import REFEREES_ONLY
from rosters.wording import event_sentence, race_name

router = Router(tags=["warbands"])
BECAUSE: Final = {"type": "string", "description": "Why a referee does this for the player; required of a referee."}


class WarbandLine(Struct, frozen=True):
    """A warband in a list. ``treasury`` and ``value`` are points."""

    id: int
    name: str
    race: str
    race_name: str
    owner: str
    mustered: bool
    figures: int
    treasury: int
    value: int
    battles: int
    won: int
    drawn: int
    lost: int
    victory_points: int
    changed: datetime


class WarbandTold(Struct, frozen=True):
    """A warband as its page shows it, and its ``version``: that of the header ``ETag``."""

    id: int
    owner: str
    version: int
    sheet: WarbandSheet


class Step(Struct, frozen=True):
    """One step of a journal: ``number`` in addresses, ``name`` as readers call it, points ``before`` and ``after``."""

    number: int
    name: str
    kind: str
    at: datetime
    by: str
    sentences: tuple[str, ...]
    before: int
    after: int
    struck: bool
    brought: bool


class Taken(Struct, frozen=True):
    """What a step made happen, in words and in codes, and the warband's version now."""

    number: int
    version: int
    treasury: int
    sentences: tuple[str, ...]
    events: tuple[dict[str, Any], ...]


class Problems(Struct, frozen=True):
    """All that is wrong with a roster (``problems``), and what of it a referee allows (``excused``)."""

    legal: bool
    problems: tuple[Fault, ...]
    excused: tuple[Fault, ...]


@router.get("/warbands", response=told(list[WarbandLine]), auth=EVERYBODY)
def warbands(
    request: HttpRequest, response: HttpResponse, asked: Asked, mine: bool = False, race: str = ""
) -> list[WarbandLine]:
    """The warbands that you may read, the newest first."""
    rows = access.readable_by(request.user).select_related("owner").defer("state")
    if mine:
        rows = rows.filter(owner=request.user) if request.user.is_authenticated else rows.none()
    if race:
        rows = rows.filter(race=race)
    return stretch(request, response, rows, asked, lambda row: _line(row, request.user))


@router.post("/warbands", response=told(WarbandTold), auth=PlayOnce())
def found_warband(
    request: HttpRequest, response: HttpResponse, values: Annotated[dict[str, Any], Filled(NewWarbandForm), Body()]
) -> WarbandTold:
    """Found a warband; its muster is then drawn up by steps. Needs an ``Idempotency-Key``."""
    owner, form = signed_in(request), checked(NewWarbandForm(values))
    made = levy.found(owner=owner, wanted=form.wanted(), visibility=form.cleaned_data["visibility"])
    return _told(request, response, made)


@router.post("/warbands/file", response=told(WarbandTold), auth=PlayOnce())
def take_in_warband(
    request: HttpRequest, response: HttpResponse, file: Annotated[dict[str, Any], Told(dict[str, Any]), Body()]
) -> WarbandTold:
    """Found a warband from a file, with its whole journal. Needs an ``Idempotency-Key``."""
    made = transfer.found_from(signed_in(request), transfer.open_data(file))
    return _told(request, response, made)


@router.get("/warbands/{int:pk}", response=told(WarbandTold), auth=EVERYBODY)
def warband(request: HttpRequest, response: HttpResponse, pk: int) -> WarbandTold:
    """A warband as it is now: its roster, figure by figure, with everything worked out."""
    return _told(request, response, access.get_warband_for_reader(request.user, pk))


@router.get("/warbands/{int:pk}/problems", response=told(Problems), auth=EVERYBODY)
def problems(request: HttpRequest, pk: int) -> Problems:
    """All that is wrong with a warband's roster."""
    sheet = warband_sheet(access.get_warband_for_reader(request.user, pk).roster)
    return Problems(sheet.legal, sheet.faults, sheet.excused)


@router.get("/warbands/{int:pk}/file", response=told(dict[str, Any]), auth=EVERYBODY)
def file(request: HttpRequest, pk: int) -> dict[str, Any]:
    """The warband as a file: whoever imports it has the same warband, with its whole journal."""
    return transfer.export_warband(access.get_warband_for_reader(request.user, pk))


@router.get("/warbands/{int:pk}/journal", response=told(list[Step]), auth=EVERYBODY)
def journal(request: HttpRequest, response: HttpResponse, pk: int, asked: Asked) -> list[Step]:
    """The steps that the warband ever took, those made last first."""
    found = access.get_warband_for_reader(request.user, pk)
    rows = as_read(found.journal.exclude(kind="struck"), "data")
    catalogue = spoken(found)
    return stretch(request, response, rows, asked, lambda row: _step(line(row, catalogue), request.user))


@router.get("/warbands/{int:pk}/journal/{int:number}", response=told(WarbandTold), auth=EVERYBODY)
def warband_then(request: HttpRequest, pk: int, number: int) -> WarbandTold:
    """The warband as it was after a step of its journal."""
    found = access.get_warband_for_reader(request.user, pk)
    if not found.journal.filter(number=number, undone_at=None).exclude(kind="struck").exists():
        not_found("no such step")
    then = operations.roster_at(found, number)
    return WarbandTold(found.pk, found.owner.name_for(request.user), found.version, warband_sheet(then))


@router.post("/warbands/{int:pk}/steps", response=told(Taken), auth=PlayOrRefereeOnce())
def take_step(
    request: HttpRequest,
    response: HttpResponse,
    pk: int,
    values: Annotated[dict[str, Any], Filled(FORMS, because=BECAUSE), Body()],
) -> Taken:
    """Take a step: buy, hire, learn, rename, pay … with the fields that its form on the site has.

    Needs ``If-Match`` with the ``ETag`` of the warband, and an ``Idempotency-Key``.
    """
    kind = str(values.pop(KIND, ""))
    loader = access.get_warband_for_referee if kind in REFEREES_ONLY else access.get_warband_for_player
    found = loader(request.user, pk)
    author = acts(request, own=found.owner_id == request.user.pk and kind not in REFEREES_ONLY)
    form_class = FORMS.get(kind)
    if form_class is None:
        raise Refused.because("unknown_kind", _("There is no such step."), KIND, value=kind)
    form: StepForm = form_class(found.roster, {**values, "version": str(seen(request))})
    if kind not in REFEREES_ONLY and found.owner_id != author.pk:
        form.ask_why(found.owner.name)
    version = checked(form).cleaned_data["version"]
    row = operations.take_step(warband=found, entry=form.entry(), author=author, version=version, reason=form.because)
    tag(response, request, found.version)
    return _taken(found, row)


@router.post("/warbands/{int:pk}/undo", response=told(Taken), auth=PlayOrReferee())
def undo(request: HttpRequest, response: HttpResponse, pk: int) -> Taken:
    """Take back the last step, if it is your own. Needs ``If-Match`` with the ``ETag`` of the warband."""
    found = access.get_warband_for_player(request.user, pk)
    author = acts(request, own=found.owner_id == request.user.pk)
    row = operations.undo_last(warband=found, author=author, version=seen(request))
    tag(response, request, found.version)
    return _taken(found, row)


def _told(request: HttpRequest, response: HttpResponse, found: Warband) -> WarbandTold:
    tag(response, request, found.version)
    return WarbandTold(found.pk, found.owner.name_for(request.user), found.version, warband_sheet(found.roster))


def _line(row: Warband, reader: User) -> WarbandLine:
    return WarbandLine(
        id=row.pk,
        name=row.name,
        race=row.race,
        race_name=race_name(row.race, row.catalogue),
        owner=row.owner.name_for(reader),
        mustered=row.mustered,
        figures=row.figures,
        treasury=row.treasury,
        value=row.value,
        battles=row.battles,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        victory_points=row.victory_points,
        changed=row.changed,
    )


def _step(row: JournalLine, reader: User) -> Step:
    return Step(
        number=row.number,
        name=row.name,
        kind=row.kind,
        at=row.at,
        by=row.author.name_for(reader) if row.author is not None else "",
        sentences=tuple(sentence.text for sentence in row.sentences),
        before=row.before,
        after=row.after,
        struck=row.struck,
        brought=row.brought,
    )


def _taken(found: Warband, row: JournalEntry) -> Taken:
    sentences = tuple(event_sentence(event["code"], event["params"], found.catalogue) for event in row.events)
    return Taken(row.number, found.version, found.treasury, sentences, tuple(row.events))
