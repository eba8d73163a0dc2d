"""The rules for programs: the pages' tables and what a search finds in them, the catalogue in numbers, rulings."""

from __future__ import annotations

from typing import Annotated, Final

from django.http import HttpRequest
from msgspec import Struct
from ninja import Query, Router

from club.access import not_found
from club.api.scopes import EVERYBODY
from club.api.structs import told
from club.rulings import GAMES, Game, Ruling, find, rulings_of
from rosters import reference
from rosters.reference import told as catalogue
from rosters.reference.model import Cell, Column, ReferenceRow, Section

router = Router(tags=["rules"])
MUSG: Final = GAMES[0]
Words = Annotated[str, Query(max_length=80, description="Words that all must be there, in French or in English.")]


class CellTold(Struct, frozen=True):
    """One cell: a text and the rows that it leads to, by their anchors."""

    text: str
    rows: tuple[str, ...]


class Row(Struct, frozen=True):
    """A row, at ``anchor`` of the page."""

    anchor: str
    name: str
    cells: tuple[CellTold, ...]
    notes: tuple[str, ...]


class Rows(Struct, frozen=True):
    """Rows under a heading of their own."""

    anchor: str
    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


class RulesTable(Struct, frozen=True):
    """A table of the rulebook. ``source`` is the heading it stands under, ``module`` the one whose page it is on.

    ``columns`` are the heads behind that of the names; ``lead`` is said before the rows.
    """

    anchor: str
    title: str
    source: str
    module: str
    lead: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    groups: tuple[Rows, ...]


class RulingLine(Struct, frozen=True):
    """A ruling in a list: how a place of a rulebook is read."""

    number: str
    game: str
    subject: str
    title: str
    followed: str


class Switched(Struct, frozen=True):
    """What lets a table choose another reading: the field of its options, and what that is called."""

    option: str
    words: str


class RulingTold(Struct, frozen=True):
    """A ruling: where and what the rulebook says, how the site reads it and why, what else it might mean."""

    number: str
    game: str
    subject: str
    heading: str
    title: str
    printed: str
    followed: str
    others: tuple[str, ...]
    why: str
    switch: Switched | None


class Found(Struct, frozen=True):
    """The tables with the rows that were found, and Musg's rulings where words were looked for."""

    tables: tuple[RulesTable, ...]
    rulings: tuple[RulingLine, ...]


@router.get("/rules", response=told(Found), auth=EVERYBODY)
def rules(request: HttpRequest, q: Words = "") -> Found:
    """The tables of Musg's rulebook. With words in `q`, what contains them, modules and rulings included."""
    found = rulings_of(MUSG, q) if q.split() else []
    return Found(tuple(_table(one) for one in reference.sections_with(q)), tuple(_line(one) for one in found))


@router.get("/rules/races", response=told(catalogue.Races), auth=EVERYBODY)
def races(request: HttpRequest) -> catalogue.Races:
    """The races: profiles, prices, who may join whom."""
    return catalogue.races()


@router.get("/rules/items", response=told(catalogue.Items), auth=EVERYBODY)
def items(request: HttpRequest) -> catalogue.Items:
    """Weapons and equipment: prices, numbers, effects."""
    return catalogue.items()


@router.get("/rules/skills", response=told(tuple[catalogue.SkillTold, ...]), auth=EVERYBODY)
def skills(request: HttpRequest) -> tuple[catalogue.SkillTold, ...]:
    """The skills: effects, what each needs and what it opens."""
    return catalogue.skills()


@router.get("/rules/mercenaries", response=told(tuple[catalogue.MercenaryTold, ...]), auth=EVERYBODY)
def mercenaries(request: HttpRequest) -> tuple[catalogue.MercenaryTold, ...]:
    """The mercenaries: profiles, prices, rules."""
    return catalogue.mercenaries()


@router.get("/rules/worth", response=told(catalogue.Worth), auth=EVERYBODY)
def worth(request: HttpRequest) -> catalogue.Worth:
    """What a point buys: the printed prices beside those that battles found fair."""
    return catalogue.worth()


@router.get("/rules/rulings/{slug:game}", response=told(list[RulingLine]), auth=EVERYBODY)
def rulings(request: HttpRequest, game: str, q: Words = "") -> list[RulingLine]:
    """How a game's rulebook is read where it is silent or says two things; with `q`, the rulings with these words."""
    return [_line(one) for one in rulings_of(_game(game), q)]


@router.get("/rules/rulings/{slug:game}/{slug:number}", response=told(RulingTold), auth=EVERYBODY)
def ruling(request: HttpRequest, game: str, number: str) -> RulingTold:
    """One ruling: what is printed, the readings, the one that is followed and why."""
    about, found = _game(game), find(number)
    if found is None or found.game != about:
        not_found("no such ruling")
    return RulingTold(
        number=found.number,
        game=found.game.code,
        subject=str(found.subject),
        heading=str(found.heading),
        title=str(found.title),
        printed=str(found.printed),
        followed=str(found.followed),
        others=tuple(str(one) for one in found.others),
        why=str(found.why),
        switch=None if found.switch is None else Switched(found.switch.option, str(found.switch)),
    )


def _game(code: str) -> Game:
    return next((game for game in GAMES if game.code == code), None) or not_found("no such game")


def _line(one: Ruling) -> RulingLine:
    return RulingLine(one.number, one.game.code, str(one.subject), str(one.title), str(one.followed))


def _table(one: Section) -> RulesTable:
    return RulesTable(
        anchor=one.anchor,
        title=one.title,
        source=one.source,
        module=one.page,
        lead=one.lead,
        columns=tuple(_head(column) for column in one.columns),
        rows=tuple(_row(row) for row in one.rows),
        groups=tuple(
            Rows(group.anchor, group.title, tuple(_row(row) for row in group.rows), group.notes) for group in one.groups
        ),
    )


def _head(column: Column) -> str:
    return column.title or column.label


def _row(row: ReferenceRow) -> Row:
    return Row(row.anchor, row.name, tuple(_cell(cell) for cell in row.cells), row.notes)


def _cell(cell: Cell) -> CellTold:
    links = ", ".join(link.text for link in cell.links)
    return CellTold(f"{cell.text}{cell.code}{links}", tuple(link.anchor for link in cell.links))
