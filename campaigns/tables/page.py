"""What a table's page shows to one reader: who sits there, the game as that reader may see it, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from campaigns.seating.absence import waited_for
from campaigns.seating.models import SeatEvent
from campaigns.seating.people import seat_name
from campaigns.tables import rules
from campaigns.tables.absence import is_absent, mark
from campaigns.tables.counting import Counting, Entered, after_the_game, before_the_game, during_the_game
from campaigns.tables.forms import SeasonForm
from campaigns.tables.listing import title
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, SeatChange, TableState
from campaigns.tables.people import person_of
from campaigns.tables.progress import Progress
from campaigns.tables.proposing import ProposalForm
from campaigns.tables.scene import Scene, StoryLine
from club.access import User
from club.models import Member

# What happened since the reader's last decision is shown at once, within these limits; other lines are folded away.
RECENT_LEAST: Final = 14
RECENT_MOST: Final = 40

# So many of those lines a phone also shows above the table.
LATEST_LEAST: Final = 3
LATEST_MOST: Final = 6

MOTIONS: Final = 40
"""So many of the latest things that moved are drawn moving on a page that has not shown them yet."""

# How often the page asks for news, in milliseconds. Somebody else's move is seen within half a second; what a reader
# waits for who must move, or once the game is over, has time.
ASKS_RACING: Final = 200
ASKS_WAITING: Final = 300
ASKS_GATHERING: Final = 1000
ASKS_MOVING: Final = 2000
ASKS_OVER: Final = 5000


class SeatLine(Struct, frozen=True):
    """Who sits somewhere. ``bot`` says how a bot plays; ``link`` leads to an open seat, for whoever may pass it on.

    ``team`` counts from 1; ``None`` where everybody plays alone.
    """

    seat: CardSeat
    number: int
    name: str
    own: bool
    bot: str
    away: bool
    link: str = ""
    place: int | None = None
    team: int | None = None


class AccountLine(Struct, frozen=True):
    """A line of the account with its place in it, counted from 1."""

    number: int
    line: StoryLine


class Account(Struct, frozen=True):
    """What happened: the latest lines, and before them the earlier ones; ``known`` lines the reader knew when deciding.

    A reader who decides nothing knew none.
    """

    earlier: tuple[AccountLine, ...] = ()
    recent: tuple[AccountLine, ...] = ()
    known: int = 0

    @property
    def latest(self) -> list[str]:
        """The last few lines that are not headings: those since the reader's last decision, as far as there is room."""
        lines = [one for one in self.recent if one.line.kind != "turn"]
        fresh = sum(one.number > self.known for one in lines) if self.known else 0
        return [one.line.text for one in lines[-min(max(fresh, LATEST_LEAST), LATEST_MOST) :]]

    @property
    def last(self) -> int:
        """The number of the latest line."""
        return self.recent[-1].number if self.recent else 0


class TablePage(Struct, frozen=True):
    """Everything the template needs. ``mark`` tells the page whether it is up to date; ``status`` whose move it is.

    ``counting`` is the season the game is to count in, as far as the reader may know; ``booked`` what became of that.
    ``alarm`` is when the clock acts next. ``pending`` names the others who have not answered yet where several are
    asked at once, in the order of the seats. ``proposal`` is the form of what the reader proposes to the table, with
    what the address holds of it.
    """

    table: CardTable
    title: str
    game: str
    agreed: tuple[str, ...]
    reminder: tuple[tuple[str, str], ...]
    mark: str
    seats: tuple[SeatLine, ...]
    own: SeatLine | None
    opener: bool
    refused: tuple[str, ...]
    status: str = ""
    pending: tuple[str, ...] = ()
    scene: Scene | None = None
    alarm: datetime | None = None
    account: Account = Account()
    may_start: bool = False
    may_sit: bool = False
    may_resign: bool = False
    may_step_aside: bool = False
    may_hurry: bool = False
    may_take_back: bool = False
    absent: SeatLine | None = None
    rematch: int | None = None
    proposal: ProposalForm | None = None
    counting: Counting | None = None
    booked: Entered | None = None
    season_form: SeasonForm | None = None
    bots: tuple[tuple[str, str], ...] = ()

    @property
    def style(self) -> str:
        """The style sheet of the game's own table."""
        return rules.of(self.table.game).style

    @property
    def mine(self) -> bool:
        """Whether the reader must decide."""
        own = self.own
        return self.scene is not None and own is not None and own.seat.asked is not None and not own.away

    @property
    def ranking(self) -> list[SeatLine]:
        """The seats of a finished game, the best first."""
        return sorted((line for line in self.seats if line.place is not None), key=lambda line: line.place or 0)

    @property
    def asks(self) -> int:
        """After how many milliseconds the page asks for news; 0 when nothing will come."""
        if self.table.state == TableState.CLOSED or self.rematch is not None:
            return 0
        if self.moves_by_itself:
            return ASKS_RACING
        if self.table.state == TableState.RUNNING:
            return ASKS_MOVING if self.mine else ASKS_WAITING
        return ASKS_GATHERING if self.table.state == TableState.OPEN else ASKS_OVER

    @property
    def moves_by_itself(self) -> bool:
        """Whether something is due at its moment, which whoever asks for the table then brings about."""
        return self.table.due is not None or (self.scene is not None and self.scene.racing)

    @property
    def alarm_in(self) -> int:
        """Milliseconds until the clock does something, such as showing cards to all phones at once."""
        return max(0, round((self.alarm - timezone.now()).total_seconds() * 1000)) if self.alarm is not None else 0

    @property
    def moves(self) -> str:
        """The latest things that moved, for the page's script: the number of the first of them, then all of them."""
        motions = self.scene.motions if self.scene is not None else ()
        first = max(0, len(motions) - MOTIONS)
        return " ".join([str(first), *(one.encoded for one in motions[first:])])


def page_of(request: HttpRequest, progress: Progress, *, refused: Sequence[str] = ()) -> TablePage:
    """Return the page of a table as its reader may see it: two queries at most, besides those of its season."""
    table, seats = progress.table, progress.seats
    person = person_of(request)
    own = person.seat_among(seats)
    opener = person.member is not None and person.member.pk == table.opener_id
    names = [seat_name(seat, request.user) for seat in seats]
    shows_links = (opener or own is not None) and table.state == TableState.OPEN
    game = rules.of(table.game)
    teams = game.teams(table.variant, len(seats), table.options)
    lines = tuple(
        replace(
            _seat_line(request, seat, names[seat.number], own, shows_links=shows_links),
            team=teams[seat.number] if teams else None,
        )
        for seat in seats
    )
    mine = next((line for line in lines if line.own), None)
    page = TablePage(
        table,
        title(table, request.user),
        rules.name_of(table.game),
        tuple(game.describe_options(table.variant, table.options)),
        tuple(game.remind_of_rules(table.variant, len(seats), table.options)),
        mark(table.version, table.state, table.moved),
        lines,
        mine,
        opener,
        tuple(refused),
    )
    if table.state in (TableState.OPEN, TableState.CLOSED):
        return _before_the_game(page, seats, request.user)
    number = own.number if own is not None else None
    scene = progress.scene(number, names)
    decided = max(
        (index for index, (seat, _code) in enumerate(progress.actions) if own is not None and seat == number),
        default=None,
    )
    running = table.state == TableState.RUNNING
    return replace(
        page,
        status=_status(table, scene, lines),
        pending=_pending(scene, lines),
        alarm=progress.alarm,
        scene=scene,
        account=_account(scene, progress.changes, names, decided),
        may_resign=running and own is not None and own.number not in scene.out,
        may_step_aside=running and bool(scene.out) and own is not None and not own.bot and own.number not in scene.out,
        may_hurry=running and own is not None and all(seat.bot or seat.number in scene.out for seat in seats),
        may_take_back=running and own is not None and progress.may_take_back(own.number),
        absent=_absent(page),
        rematch=None if running else _rematch(table),
        counting=during_the_game(table, request.user) if running else None,
        booked=None if running else after_the_game(table, request.user),
        proposal=ProposalForm.of(scene.proposing, request.GET) if scene.proposing is not None else None,
    )


def _before_the_game(page: TablePage, seats: Sequence[CardSeat], reader: User) -> TablePage:
    gathering = page.table.state == TableState.OPEN
    chooses = reader if gathering and page.opener and isinstance(reader, Member) else None
    free = any(seat.is_open for seat in seats)
    labels = dict(BotStrength.choices)
    return replace(
        page,
        status=_gathering(page.table, free=free),
        may_start=gathering and page.own is not None and not free,
        may_sit=gathering and page.own is None and reader.is_authenticated,
        counting=before_the_game(page.table, seats, reader) if gathering else None,
        season_form=SeasonForm(table=page.table, opener=chooses) if chooses is not None else None,
        bots=tuple((code, str(labels[code])) for code in rules.of(page.table.game).strengths),
    )


def _absent(page: TablePage) -> SeatLine | None:
    """Return who keeps the table waiting too long, if the reader may have a bot decide for that seat."""
    table = page.table
    if page.own is None or not is_absent(table.state, table.moved):
        return None
    waited = waited_for((line.seat for line in page.seats), page.own.seat)
    return page.seats[waited.number] if waited is not None else None


def _seat_line(request: HttpRequest, seat: CardSeat, name: str, own: CardSeat | None, *, shows_links: bool) -> SeatLine:
    link = request.build_absolute_uri(reverse("tables:seat", args=[seat.link])) if seat.is_open and shows_links else ""
    return SeatLine(
        seat,
        seat.number,
        name,
        own is not None and seat.pk == own.pk,
        str(seat.get_bot_display()) if seat.bot else "",
        seat.is_away,
        link,
        seat.place,
    )


def _gathering(table: CardTable, *, free: bool) -> str:
    if table.state == TableState.CLOSED:
        return _("This table was called off.")
    return _("Waiting for players.") if free else _("Everybody is here: the cards can be dealt.")


def _status(table: CardTable, scene: Scene, lines: Sequence[SeatLine]) -> str:
    """Say whose move it is; that person is told in other words than the others."""
    if scene.ending:
        return scene.ending
    if any(line.own and line.seat.asked is not None and not line.away for line in lines):
        return scene.question
    if scene.together or table.actor is None:
        return scene.waiting
    return _("%(name)s %(decides)s…") % {"name": lines[table.actor].name, "decides": scene.doing}


def _pending(scene: Scene, lines: Sequence[SeatLine]) -> tuple[str, ...]:
    """Name the others who have a question to answer that everybody is asked at once.

    Bots answer when it is their turn, and the reader reads the question itself.
    """
    asked = (line for line in lines if scene.together and line.seat.asked is not None and not line.bot)
    return tuple(line.name for line in asked if not line.own)


def _account(scene: Scene, changes: Iterable[SeatChange], names: Sequence[str], decided: int | None = None) -> Account:
    """Put together what happened at the table and who took over whose seat when.

    ``decided`` is the place in the log of the reader's last decision.
    """
    by_place: dict[int, list[StoryLine]] = {}
    for change in changes:
        by_place.setdefault(change.index, []).append(StoryLine(_changed(change, names), "loud"))
    told: list[StoryLine] = []
    known = 0
    for place, some in enumerate(scene.lines):
        if place - 1 == decided:
            known = len(told)
        told += some
        told += by_place.get(place, [])
    numbered = [AccountLine(number, line) for number, line in enumerate(told, 1)]
    fresh = len(numbered) - known if known else 0
    cut = max(0, len(numbered) - min(max(fresh, RECENT_LEAST), RECENT_MOST))
    return Account(tuple(islice(numbered, cut)), tuple(numbered[cut:]), known)


def _changed(change: SeatChange, names: Sequence[str]) -> str:
    name = names[change.seat]
    if change.event == SeatEvent.BACK:
        return _("%(name)s is back and decides again.") % {"name": name}
    if change.by == change.seat:
        return _("%(name)s lets a bot play on.") % {"name": name}
    by = names[change.by] if change.by is not None else ""
    return _("%(name)s was away: %(by)s let a bot decide.") % {"name": name, "by": by}


def _rematch(table: CardTable) -> int | None:
    return CardTable.objects.filter(rematch_of=table).values_list("pk", flat=True).first()
