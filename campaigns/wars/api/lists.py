"""Lists of a Musg campaign for programs: rounds, battles, standings, chronicle."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router
from pydantic import Field

from campaigns.league.access import get_campaign_for_reader
from campaigns.league.games import SINGLE, WAR
from campaigns.wars import chronicle as chronicles
from campaigns.wars.access import get_war_for_reader
from campaigns.wars.battles.lines import line_of, with_sides
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import Round
from campaigns.wars.standings import StandingsLine, standings
from club.access import User, not_found
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY
from club.api.structs import told
from rosters.models import Warband
from rosters.wording import race_name

router = Router(tags=["battles"])
OUTSIDE: Final = 0
"""Stands for the battles outside the rounds where a round's number is asked for."""
Number = Annotated[int, Field(ge=OUTSIDE, le=32_767)]
Key = Annotated[int, Field(ge=1, le=2**53)]


class RoundTold(Struct, frozen=True):
    """A round: ``number`` in words (``title``) and in addresses, ``id`` in forms; ``battles`` by their numbers.

    By ``agree_by`` its battles are to have a date; otherwise happens ``then_what``. A ``locked`` one stays as it is.
    """

    id: int
    number: int
    title: str
    locked: bool
    agree_by: datetime | None
    then_what: str
    then_what_name: str
    battles: tuple[int, ...]


class SideScore(Struct, frozen=True):
    """A warband in a list of battles. ``victory_points`` are told once the battle is confirmed."""

    warband: int
    name: str
    victory_points: int | None
    won: bool


class BattleScore(Struct, frozen=True):
    """A battle in a list. ``playing``: it is being played on the site; ``round`` is its round's number."""

    id: int
    title: str
    state: str
    state_name: str
    round: int | None
    date: datetime | None
    where: str
    confirms_at: datetime | None
    playing: bool
    sides: tuple[SideScore, ...]


class Standing(Struct, frozen=True):
    """A warband's line. ``place`` is shared by those with the same victories, draws, victory points and value."""

    place: int
    warband: int
    name: str
    race: str
    race_name: str
    owner: str
    withdrawn: bool
    played: int
    won: int
    drawn: int
    lost: int
    victory_points: int
    value: int
    takedowns: int
    losses: int


class ChapterItem(Struct, frozen=True):
    """What one warband has to tell in a chapter."""

    warband: str
    sentences: tuple[str, ...]


class ChapterTold(Struct, frozen=True):
    """A chapter: one ``battle`` and its aftermaths, or one day between battles."""

    battle: int | None
    title: str
    day: date
    lead: tuple[str, ...]
    items: tuple[ChapterItem, ...]


class Chronicle(Struct, frozen=True):
    """A page of a chronicle, newest first, and how many ``pages`` there are."""

    page: int
    pages: int
    chapters: tuple[ChapterTold, ...]


@router.get("/campaigns/{slug:slug}/rounds", response=told(list[RoundTold]), auth=EVERYBODY)
def campaign_rounds(request: HttpRequest, slug: str) -> list[RoundTold]:
    """The rounds, the last one first."""
    shown = get_war_for_reader(request.user, slug)
    fought: dict[int, list[int]] = {}
    for pk, round in shown.battles.order_by("pk").values_list("pk", "round"):
        fought.setdefault(round, []).append(pk)
    return [_round(row, fought.get(row.pk, ())) for row in shown.rounds.order_by("-number")]


@router.get("/campaigns/{slug:slug}/battles", response=told(list[BattleScore]), auth=EVERYBODY)
def campaign_battles(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    asked: Asked,
    round: Number | None = None,
    state: BattleState | None = None,
    warband: Key | None = None,
) -> list[BattleScore]:
    """The battles, those scheduled last first: of a round (0: outside the rounds), in a state, of a warband.

    A single game is a campaign of one battle.
    """
    shown = get_campaign_for_reader(request.user, slug)
    if shown.played.kind not in (WAR, SINGLE):
        not_found("no battles in such a campaign")
    rows: QuerySet[Battle] = with_sides(shown.battles.select_related("round"))
    if round is not None:
        rows = rows.filter(round=None) if round == OUTSIDE else rows.filter(round__number=round)
    if state is not None:
        rows = rows.filter(state=state)
    if warband is not None:
        rows = rows.filter(sides__warband=warband)
    return stretch(request, response, rows, asked, lambda row: _score(row, slug))


@router.get("/campaigns/{slug:slug}/standings", response=told(list[Standing]), auth=EVERYBODY)
def campaign_standings(request: HttpRequest, slug: str) -> list[Standing]:
    """Who stands where, best first: only confirmed battles count."""
    shown = get_war_for_reader(request.user, slug)
    return [_standing(line, request.user) for line in standings(shown)]


@router.get("/campaigns/{slug:slug}/chronicle", response=told(Chronicle), auth=EVERYBODY)
def campaign_chronicle(request: HttpRequest, slug: str, page: int = 1, warband: Key | None = None) -> Chronicle:
    """What the warbands lived through, as a story in your language; of one warband, if you name it."""
    shown = get_war_for_reader(request.user, slug)
    if warband is not None and not Warband.objects.filter(enlistment__campaign=shown, pk=warband).exists():
        not_found("no such warband")
    found, chapters = chronicles.page(shown, page, warband)
    return Chronicle(found.number, found.paginator.num_pages, tuple(map(_chapter, chapters)))


def _round(row: Round, battles: list[int] | tuple[int, ...]) -> RoundTold:
    return RoundTold(
        id=row.pk,
        number=row.number,
        title=str(row),
        locked=row.locked,
        agree_by=row.agree_by,
        then_what=row.then_what,
        then_what_name=row.get_then_what_display(),
        battles=tuple(battles),
    )


def _score(row: Battle, slug: str) -> BattleScore:
    line, settled = line_of(row, slug), row.state == BattleState.CONFIRMED
    return BattleScore(
        id=row.pk,
        title=line.title,
        state=line.state,
        state_name=line.state_name,
        round=row.round.number if row.round is not None else None,
        date=line.date,
        where=line.place,
        confirms_at=line.confirms_at,
        playing=line.playing,
        sides=tuple(
            SideScore(side.warband, side.name, side.points if settled else None, side.won) for side in line.sides
        ),
    )


def _standing(line: StandingsLine, reader: User) -> Standing:
    return Standing(
        place=line.place,
        warband=line.warband.pk,
        name=line.warband.name,
        race=line.warband.race,
        race_name=race_name(line.warband.race, line.warband.catalogue),
        owner=line.warband.owner.name_for(reader),
        withdrawn=line.withdrawn,
        played=line.played,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        victory_points=line.victory_points,
        value=line.warband.value,
        takedowns=line.takedowns,
        losses=line.losses,
    )


def _chapter(chapter: chronicles.Chapter) -> ChapterTold:
    return ChapterTold(
        battle=chapter.battle.pk if chapter.battle else None,
        title=chapter.battle.title if chapter.battle else "",
        day=chapter.day,
        lead=chapter.lead,
        items=tuple(ChapterItem(item.warband, item.sentences) for item in chapter.items),
    )
