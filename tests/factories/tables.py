"""Card tables, made by the site's own operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.demo.tables import play_out
from campaigns.seating.people import Person, key_of
from campaigns.tables import rules
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, TableState
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from club.models import Member
from tests.factories.club import MemberFactory

BAGARRE = "bagarre"
BAF = "baf"
BADASS = "badass_force"
BEBOP = "bebop"
BOT = SeatPlan(bot=BotStrength.THUMB)
OPEN = SeatPlan()
SEED = "5b" * 32


def plan(
    *seats: Member | SeatPlan,
    game: str = BAGARRE,
    variant: str = "",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> TablePlan:
    """A table of a game, La Bagarre if nothing is said, with these others, and with what is agreed as a rule."""
    others = [seat if isinstance(seat, SeatPlan) else SeatPlan(member=seat) for seat in seats]
    usual, agreed = rules.of(game).usual()
    return TablePlan(game=game, seats=others, variant=variant or usual, options={**agreed, **(options or {})}, **more)


def open_table(opener: Member, *seats: Member | SeatPlan, seed: str = SEED, **more: object) -> CardTable:
    """Open a table with a seed that never changes."""
    table = tables.open_table(opener=opener, plan=plan(*seats, **more))  # type: ignore[arg-type]
    table.seed = seed
    table.seal(rules.of(table.game).agreed(table, table.seats.count()))
    return table


def dealt(opener: Member, *seats: Member | SeatPlan, **more: object) -> CardTable:
    """A table at which the cards are dealt."""
    table = open_table(opener, *seats, **more)  # type: ignore[arg-type]
    card_play.start(table=table, person=Person(opener))
    table.refresh_from_db()
    return table


def plain_duel(one: Member, other: Member, **more: object) -> CardTable:
    """Two members without heroes: both know all that lies on the table."""
    return dealt(one, other, variant="plain", **more)


def person_at(table: CardTable, number: int) -> Person:
    """Who sits on a seat."""
    seat = seat_at(table, number)
    return Person(seat.member, seat.guest_key)


def seat_at(table: CardTable, number: int) -> CardSeat:
    """A seat as it is stored now."""
    return CardSeat.objects.select_related("member").get(table=table, number=number)


def legal(table: CardTable) -> list[str]:
    """The codes of what whoever must decide may do now."""
    codes = card_play.codes_of(table)
    game = rules.of(table.game).replay(table, table.seats.count(), codes)
    return [action.code for action in game.actions()]


def decide(table: CardTable, code: str | None = None) -> CardTable:
    """Let whoever must decide do so: with this code, or the first legal one. The table is brought up to date."""
    table.refresh_from_db()
    assert table.actor is not None
    person = person_at(table, table.actor)
    card_play.play(table=table, person=person, code=code or legal(table)[0], version=table.version)
    table.refresh_from_db()
    return table


def finished(opener: Member, *seats: Member | SeatPlan, **more: object) -> CardTable:
    """A game that was played to its end, everybody but the opener giving up; bots play on to theirs."""
    table = dealt(opener, *seats, **more)
    for seat in list(table.seats.all())[1:]:
        if seat.has_person and CardTable.objects.get(pk=table.pk).state == TableState.RUNNING:
            card_play.resign(table=table, person=Person(seat.member, seat.guest_key))
    play_out(table)
    assert table.state == TableState.OVER
    return table


def hurried(table: CardTable) -> rules.Game:
    """Play a game to its end by rule of thumb and return it; the table is brought up to date.

    Without an operation for each of some hundred decisions: the last one is played as pages do.
    """
    game_rules, count = rules.of(table.game), table.seats.count()
    game = game_rules.replay(table, count, card_play.codes_of(table))
    codes: list[str] = []
    seats: list[int] = []
    while game.actor is not None:
        seats.append(game.actor)
        action = game_rules.decide(game, BotStrength.THUMB, len(codes))
        codes.append(action.code)
        game.play(action)
    table.actions.bulk_create(
        table.actions.model(table=table, index=index, seat=seat, code=code)
        for index, (seat, code) in enumerate(zip(seats[:-1], codes[:-1], strict=True))
    )
    table.actor = seats[-1]
    table.save()
    table.seats.update(asked=None)
    table.seats.filter(number=seats[-1]).update(asked=table.version)
    card_play.play(table=table, person=person_at(table, seats[-1]), code=codes[-1])
    table.refresh_from_db()
    return game


def guest(name: str = "Zoé") -> tuple[str, Person]:
    """A guest's secret as the browser keeps it, and who that is."""
    secret = (name * 43)[:43].replace("é", "e")
    return secret, Person(guest=key_of(secret))


def members(count: int) -> Sequence[Member]:
    """So many members."""
    return MemberFactory.create_batch(count)
