"""Gathering at a card table: opening it, taking and leaving seats, filling one with a bot, calling it off, a rematch.

What happens once the cards are dealt stands in ``play``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field

from campaigns.league.models import Campaign
from campaigns.league.news import tell
from campaigns.matches.access import recorded_by
from campaigns.matches.operations.players import not_in_season, strangers
from campaigns.seating.models import new_link
from campaigns.seating.people import Person
from campaigns.seating.sitting import SITS, get_up, sit_down
from campaigns.tables import rules
from campaigns.tables.models.card_table import (
    BotStrength,
    CardSeat,
    CardTable,
    TableState,
    TableVisibility,
    with_seats,
)
from club.models import Member
from club.names import objections
from club.operations import Objection, Refused, Stale, for_update
from engines.core import names

NAME_LIMIT: Final = 60
UNFINISHED_MOST: Final = 20
"""How many tables one member may have open at once."""


class SeatPlan(Struct, frozen=True):
    """Who sits somewhere from the beginning: a member, a bot, or nobody yet (taken by link)."""

    member: Member | None = None
    bot: str = ""


class TablePlan(Struct, frozen=True):
    """What is agreed before a table is opened. ``seats`` are the others', the opener takes the first."""

    game: str
    seats: Sequence[SeatPlan]
    variant: str
    options: dict[str, Any] = field(default_factory=dict)
    visibility: str = TableVisibility.CLUB
    guests: bool = True
    name: str = ""
    season: Campaign | None = None


@transaction.atomic
def open_table(*, opener: Member, plan: TablePlan) -> CardTable:
    """Open a table with its seats. The seed of its dice is drawn here, the hash of seed and setup shown from now on.

    Raises ``Refused`` with everything that is wrong with the plan.
    """
    problems = list(_wrong_with(opener, plan))
    if problems:
        raise Refused(problems)
    table = CardTable.objects.create(
        game=plan.game,
        name=names.plain(plan.name),
        variant=plan.variant,
        options=plan.options,
        engine=rules.of(plan.game).version,
        visibility=plan.visibility,
        guests=plan.guests,
        opener=opener,
        season=plan.season,
    )
    planned = [SeatPlan(member=opener), *plan.seats]
    CardSeat.objects.bulk_create(
        CardSeat(table=table, number=number, member=seat.member, bot=seat.bot) for number, seat in enumerate(planned)
    )
    table.seal(rules.of(table.game).agreed(table, len(planned)))
    _tell(table, "seat_kept", [seat.member_id for seat in table.seats.all()], by=opener, waits=True)
    return table


def _tell(
    table: CardTable, code: str, members: Iterable[int | None], *, by: Member | None, waits: bool = False
) -> None:
    """Tell the members among those who sit at a table."""
    tell(
        campaign=None,
        to=[member for member in members if member is not None],
        code=code,
        params={"game": table.game},
        address=table.get_absolute_url(),
        by=by,
        waits=waits,
    )


def _wrong_with(opener: Member, plan: TablePlan) -> list[Objection]:
    game = rules.find(plan.game)
    if game is None:
        return [Objection("no_such_game", _("Choose a game."), "game")]
    problems = []
    players = len(plan.seats) + 1
    if not game.least <= players <= game.most:
        words = _("This table is for %(least)s to %(most)s players.")
        problems.append(Objection("players", words % {"least": game.least, "most": game.most}, "seat_2"))
    else:
        problems += game.problems(plan.variant, players, plan.options)
    members = [seat.member for seat in plan.seats if seat.member is not None]
    if len({opener.pk, *(member.pk for member in members)}) != len(members) + 1:
        problems.append(Objection("seated_twice", _("Nobody can sit in two seats."), "seat_2"))
    if any(seat.bot and seat.bot not in game.strengths for seat in plan.seats):
        problems.append(Objection("no_such_bot", _("This bot does not play here."), "seat_2"))
    if plan.visibility not in TableVisibility.values:
        problems.append(Objection("visibility", _("Choose who may watch."), "visibility"))
    problems += objections(names.plain(plan.name), "name", NAME_LIMIT)
    problems += _season_problems(plan.season, opener, plan.game, members)
    unfinished = CardTable.objects.filter(opener=opener, state__in=[TableState.OPEN, TableState.RUNNING])
    if unfinished.count() >= UNFINISHED_MOST:
        words = _("You have %(count)s tables that are not finished: finish some of them, or call them off.")
        problems.append(Objection("too_many_tables", words % {"count": UNFINISHED_MOST}))
    return problems


def lock(table: CardTable, version: int | None = None) -> tuple[CardTable, list[CardSeat]]:
    """Return the table as it is stored now, locked, and its seats. Raises ``Stale`` for another ``version``."""
    locked = for_update(with_seats(CardTable.objects.all())).get(pk=table.pk)
    if version is not None and version != locked.version:
        raise moved_meanwhile()
    return locked, list(locked.seats.all())


def moved_meanwhile() -> Stale:
    """Return the refusal of what was decided in sight of an earlier table."""
    return Stale(_("The table has moved on since you looked: nothing was saved. Look again."))


def lock_open(table: CardTable) -> tuple[CardTable, list[CardSeat]]:
    """Lock a table that still gathers. Raises ``Refused`` once it does not."""
    locked, seats = lock(table)
    if locked.state != TableState.OPEN:
        raise Refused.because("not_open", _("This table is no longer looking for players."))
    return locked, seats


def moved_on(table: CardTable, *fields: str) -> None:
    """Store these columns and count the change."""
    table.version += 1
    table.save(update_fields=["version", *fields])


@transaction.atomic
def take_seat(*, seat: CardSeat, person: Person, name: str = "") -> CardSeat:
    """Sit down on an open seat: members as themselves, guests with the ``name`` they type.

    Raises ``Refused`` when it is taken, when the person sits there already, or when guests are not let in.
    """
    table, seats = lock_open(seat.table)
    here = next(one for one in seats if one.pk == seat.pk)
    if not here.is_open:
        raise Refused.because("seat_taken", _("Somebody else has taken this seat."))
    if person.seat_among(seats) is not None:
        raise Refused.because("already_seated", _("You are already sitting at this table."))
    if person.member is None and not (table.guests and person.guest):
        raise Refused.because("members_only", _("Only members of the club can sit at this table: log in first."))
    sit_down(here, person, among=seats, name=name)
    here.save(update_fields=SITS)
    moved_on(table)
    return here


@transaction.atomic
def leave_seat(*, table: CardTable, person: Person) -> None:
    """Get up again before the game begins; the seat is open under a new link. Raises ``Refused``."""
    locked, seats = lock_open(table)
    seat = person.seat_among(seats)
    if seat is None:
        raise Refused.because("not_seated", _("You are not sitting at this table."))
    if seat.member_id is not None and seat.member_id == locked.opener_id:
        raise Refused.because("opener_stays", _("You opened the table: stay, or call it off."))
    get_up(seat)
    moved_on(locked)


@transaction.atomic
def fill_seat(*, table: CardTable, number: int, strength: str) -> None:
    """Give an open seat to a bot, or with an empty ``strength`` open a bot's seat again. Raises ``Refused``."""
    locked, seats = lock_open(table)
    seat = next((one for one in seats if one.number == number), None)
    if seat is None or seat.has_person:
        raise Refused.because("seat_taken", _("Somebody else has taken this seat."))
    if strength and strength not in rules.of(locked.game).strengths:
        raise Refused.because("no_such_bot", _("This bot does not play here."))
    seat.bot, seat.link = BotStrength(strength).value if strength else "", new_link()
    seat.save(update_fields=["bot", "link"])
    moved_on(locked)


@transaction.atomic
def choose_season(*, table: CardTable, season: Campaign | None) -> None:
    """Let a game that is not begun count in another season of whoever opened the table, or in none.

    Raises ``Refused`` for a season that is not theirs to record in, or in which a member at the table takes no part.
    """
    locked, seats = lock_open(table)
    members = [seat.member for seat in seats if seat.member is not None]
    if locked.opener is not None:
        problems = _season_problems(season, locked.opener, locked.game, members)
        if problems:
            raise Refused(problems)
    locked.season = season
    moved_on(locked, "season")


@transaction.atomic
def call_off(*, table: CardTable) -> None:
    """Close a table at which no card was dealt. Raises ``Refused`` afterwards."""
    locked, seats = lock_open(table)
    locked.state = TableState.CLOSED
    moved_on(locked, "state")
    _tell(locked, "table_called_off", [seat.member_id for seat in seats], by=locked.opener)


@transaction.atomic
def rematch(*, table: CardTable, person: Person) -> CardTable:
    """Open the same table once more, everybody on the same seat; whoever asks second gets the first one's.

    Whoever was away is expected back: the bot of the finished game does not keep the seat. It counts in the same
    season, as long as that runs and whoever opened the table plays in it. Raises ``Refused``.
    """
    locked, seats = lock(table)
    mine = person.seat_among(seats)
    if mine is None:
        raise Refused.because("not_seated", _("You are not sitting at this table."))
    if locked.state != TableState.OVER:
        raise Refused.because("not_over", _("This game is not finished."))
    known = CardTable.objects.filter(rematch_of=locked).first()
    if known is not None:
        return known
    again = CardTable.objects.create(
        game=locked.game,
        name=locked.name,
        variant=locked.variant,
        options=locked.options,
        engine=rules.of(locked.game).version,
        visibility=locked.visibility,
        guests=locked.guests,
        opener=locked.opener,
        season=_season_once_more(locked),
        rematch_of=locked,
    )
    CardSeat.objects.bulk_create(
        CardSeat(
            table=again,
            number=seat.number,
            member=seat.member,
            guest=seat.guest,
            # A guest whose name was forgotten cannot come back: the seat is open.
            guest_key=seat.guest_key if seat.guest else "",
            bot="" if seat.has_person else seat.bot,
        )
        for seat in seats
    )
    again.seal(rules.of(again.game).agreed(again, len(seats)))
    moved_on(locked)
    _tell(again, "rematch", [seat.member_id for seat in seats], by=person.member, waits=True)
    return again


def _season_problems(season: Campaign | None, opener: Member, game: str, members: Sequence[Member]) -> list[Objection]:
    """Return why a game with these ``members`` cannot be meant for a season; guests play in any. Two queries."""
    if season is None:
        return []
    if not recorded_by(opener).filter(pk=season.pk, game=game).exists():
        return [Objection("not_your_season", _("Choose a running season of this game in which you play."), "season")]
    return not_in_season(strangers(members, season), "season")


def _season_once_more(table: CardTable) -> Campaign | None:
    """Return the season in which a rematch counts: the same, unless it is over or the opener has left it."""
    if table.season_id is None or table.opener is None:
        return None
    return recorded_by(table.opener).filter(pk=table.season_id).first()
