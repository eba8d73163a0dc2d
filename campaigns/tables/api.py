"""Card tables for programs: look, sit down, decide. So a bot of one's own sits at a table of the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct
from ninja import Body, Router

from campaigns.seating.people import Person, seat_name
from campaigns.tables import rules
from campaigns.tables.access import get_table, get_table_for_opener, get_table_for_seated, seat_of, visible_tables
from campaigns.tables.asking import ahead
from campaigns.tables.listing import line
from campaigns.tables.models.card_table import CardTable, TableState, TableVisibility, with_seats
from campaigns.tables.operations import play, tables as operations
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from campaigns.tables.page import page_of
from campaigns.tables.people import person_of
from campaigns.tables.progress import Progress
from club.access import signed_in
from club.api.lists import Asked, several
from club.api.scopes import Play, PlayOnce, Read
from club.api.structs import Told, plain, told
from club.api.versions import seen, tag
from club.operations import Refused
from club.outages.trouble import in_passing

router = Router(tags=["tables"])

type Strength = Literal["random", "thumb", "strong"]
"""Of a bot of the site's."""


class TableInList(Struct, frozen=True):
    """A table in a list; ``free`` seats are open, ``waits``: for your decision."""

    id: int
    title: str
    game: str
    variant: str
    state: str
    players: tuple[str, ...]
    free: int
    mine: bool
    waits: bool
    winners: tuple[str, ...]


class AtTable(Struct, frozen=True):
    """Who sits somewhere: ``bot`` is a bot's strength, ``open``: nobody yet; ``place`` at the end, 1 has won."""

    seat: int
    name: str
    mine: bool
    bot: str
    open: bool
    asked: bool
    place: int | None


class Choice(Struct, frozen=True):
    """What you may decide: its code, which is sent, and the engine's own value."""

    code: str
    action: dict[str, Any]


class TableTold(Struct, frozen=True):
    """A table as you see it. ``view`` is the game from your seat (none before the cards are dealt).

    ``mine``: you are asked, and ``choices`` are what you may decide. ``status`` says whose move it is, ``account`` what
    happened, in words. ``due`` is when the clock goes on by itself.
    """

    id: int
    version: int
    title: str
    game: str
    variant: str
    state: str
    agreed: tuple[str, ...]
    seats: tuple[AtTable, ...]
    seat: int | None
    mine: bool
    choices: tuple[Choice, ...]
    status: str
    account: tuple[str, ...]
    view: dict[str, Any] | None
    due: datetime | None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open, with what is agreed as a rule: you take the first seat, then come ``bots``, then ``open`` seats.

    ``link``: only the people at the table see it.
    """

    game: str
    bots: tuple[Strength, ...] = ()
    open: int = 0
    name: str = ""
    link: bool = False


class ChosenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, counted from 0."""

    seat: int


class FilledSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, counted from 0, and the strength of the bot that takes it; without one it is open again."""

    seat: int
    bot: Strength | None = None


class Decided(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of one of your choices."""

    code: str


@router.get("/tables", response=told(list[TableInList]), auth=Read())
def tables(
    request: HttpRequest, response: HttpResponse, asked: Asked, game: str = "", state: TableState | None = None
) -> list[TableInList]:
    """The card tables that you may see, the newest first."""
    person = person_of(request)
    found = with_seats(visible_tables(person))
    if game:
        found = found.filter(game=game)
    if state is not None:
        found = found.filter(state=state)
    return [_line(row, person) for row in several(request, response, found, asked)]


@router.get("/tables/{int:pk}", response=told(TableTold), auth=Read())
def table(request: HttpRequest, response: HttpResponse, pk: int) -> TableTold:
    """A table as you may see it, after what its clock and its bots were to do by now."""
    progress = _progress(request, get_table(request, pk))
    if play.is_due(progress.table):
        _advance(progress)
    return _told(request, response, progress)


@router.post("/tables", response=told(TableTold), auth=PlayOnce())
def new_table(
    request: HttpRequest, response: HttpResponse, new: Annotated[NewTable, Told(NewTable), Body()]
) -> TableTold:
    """Open a table. With bots on all other seats the cards are dealt at once. Needs an ``Idempotency-Key``."""
    game = rules.find(new.game)
    if game is None:
        raise Refused.because("unknown_game", _("This game is not played at the site."), "game", value=new.game)
    variant, options = game.usual()
    others = [*(SeatPlan(bot=bot) for bot in new.bots), *(SeatPlan() for _seat in range(min(max(new.open, 0), 20)))]
    visibility = TableVisibility.LINK if new.link else TableVisibility.CLUB
    plan = TablePlan(game.code, others, variant, options, visibility=visibility, name=new.name)
    member = signed_in(request)
    opened = operations.open_table(opener=member, plan=plan)
    progress = _progress(request, get_table(request, opened.pk))
    if not new.open:
        return _done(request, response, lambda: play.start(table=progress.table, person=Person(member)))
    return _told(request, response, progress)


@router.post("/tables/{int:pk}/sit", response=told(TableTold), auth=Play())
def sit_down(
    request: HttpRequest, response: HttpResponse, pk: int, chosen: Annotated[ChosenSeat, Told(ChosenSeat), Body()]
) -> TableTold:
    """Take an open seat."""
    shown = get_table(request, pk)
    place = next((one for one in shown.seats.all() if one.number == chosen.seat), None)
    if place is None:
        raise Refused.because("no_such_seat", _("Choose one of the open seats."), "seat", value=chosen.seat)
    operations.take_seat(seat=place, person=person_of(request))
    return _told(request, response, _progress(request, get_table(request, pk)))


@router.post("/tables/{int:pk}/leave", response=told(TableInList), auth=Play())
def get_up(request: HttpRequest, pk: int) -> TableInList:
    """Get up before the game begins."""
    shown, _seat = get_table_for_seated(request, pk)
    person = person_of(request)
    operations.leave_seat(table=shown, person=person)
    return _line(with_seats(CardTable.objects.all()).get(pk=pk), person)


@router.post("/tables/{int:pk}/fill", response=told(TableTold), auth=Play())
def fill_seat(
    request: HttpRequest, response: HttpResponse, pk: int, filled: Annotated[FilledSeat, Told(FilledSeat), Body()]
) -> TableTold:
    """Give an open seat of a table that you opened to a bot of the site's, or open it again."""
    shown = get_table_for_opener(request, pk)
    operations.fill_seat(table=shown, number=filled.seat, strength=filled.bot or "")
    return _told(request, response, _progress(request, get_table(request, pk)))


@router.post("/tables/{int:pk}/start", response=told(TableTold), auth=Play())
def deal(request: HttpRequest, response: HttpResponse, pk: int) -> TableTold:
    """Deal the cards, once all seats are taken."""
    shown, _seat = get_table_for_seated(request, pk)
    return _done(request, response, lambda: play.start(table=shown, person=person_of(request)))


@router.post("/tables/{int:pk}/decide", response=told(TableTold), auth=PlayOnce())
def decide(
    request: HttpRequest, response: HttpResponse, pk: int, decided: Annotated[Decided, Told(Decided), Body()]
) -> TableTold:
    """Decide, with the code of one of your choices.

    The answer is the table right after that; look again for what the site's bots did then. Needs ``If-Match`` with the
    ``ETag`` of the table, and an ``Idempotency-Key``.
    """
    shown, _seat = get_table_for_seated(request, pk)
    progress, version = _progress(request, shown), seen(request)

    def decide_now() -> Progress:
        person = person_of(request)
        return play.play(table=shown, person=person, code=decided.code, version=version, progress=progress)

    return _done(request, response, decide_now)


@router.post("/tables/{int:pk}/resign", response=told(TableTold), auth=Play())
def resign(request: HttpRequest, response: HttpResponse, pk: int) -> TableTold:
    """Give up."""
    shown, _seat = get_table_for_seated(request, pk)
    return _done(request, response, lambda: play.resign(table=shown, person=person_of(request)))


def _done(request: HttpRequest, response: HttpResponse, operation: Callable[[], Progress]) -> TableTold:
    """Run the operation, tell the table as it is then, and let the bots play on.

    They think once the decision is stored: no transaction waits for them.
    """
    progress = operation()
    told_now = _told(request, response, progress)
    transaction.on_commit(lambda: _advance(progress))
    return told_now


def _advance(progress: Progress) -> None:
    with in_passing(at_once=False):
        play.advance(table=progress.table, progress=progress)


def _progress(request: HttpRequest, shown: CardTable) -> Progress:
    return Progress(shown, lambda: get_table(request, shown.pk))


def _line(row: CardTable, person: Person) -> TableInList:
    shown = line(row, person)
    return TableInList(
        id=row.pk,
        title=shown.title,
        game=row.game,
        variant=row.variant,
        state=row.state,
        players=shown.players,
        free=shown.free,
        mine=shown.mine,
        waits=shown.waits,
        winners=shown.winners,
    )


def _told(request: HttpRequest, response: HttpResponse, progress: Progress) -> TableTold:
    shown, own = progress.table, seat_of(request, progress.table)
    tag(response, request, shown.version)
    page = page_of(request, progress)
    dealt = shown.state in (TableState.RUNNING, TableState.OVER)
    number = own.number if own is not None else None
    return TableTold(
        id=shown.pk,
        version=shown.version,
        title=page.title,
        game=shown.game,
        variant=shown.variant,
        state=shown.state,
        agreed=page.agreed,
        seats=tuple(
            AtTable(
                seat=seat.number,
                name=seat_name(seat, request.user),
                mine=seat.number == number,
                bot=seat.bot,
                open=seat.is_open,
                asked=seat.asked is not None,
                place=seat.place,
            )
            for seat in progress.seats
        ),
        seat=number,
        mine=page.mine,
        choices=_choices(progress, number) if page.mine and number is not None else (),
        status=page.status,
        account=tuple(one.line.text for one in (*page.account.earlier, *page.account.recent)),
        view=_view(progress, number) if dealt else None,
        due=shown.due,
    )


def _view(progress: Progress, seat: int | None) -> dict[str, Any]:
    answered = progress.answers.get(seat, "") if seat is not None else ""
    view: dict[str, Any] = plain(progress.rules.view(progress.game, seat, answered))
    return view


def _choices(progress: Progress, seat: int) -> tuple[Choice, ...]:
    now = ahead(progress.game, seat)
    return tuple(Choice(action.code, plain(action)) for action in now.actions_of(seat))
