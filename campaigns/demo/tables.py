"""The card tables of the demo club: finished games, one that waits for its players, one to play on at."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone
from msgspec import Struct

from campaigns.demo.clock import Clock, as_of
from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID, Person as Account
from campaigns.matches.access import recorded_by
from campaigns.seating import bots
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.baf.options import Variant
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, TableState
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from campaigns.tables.progress import Progress, load
from club.models import Member

BAGARRE: Final = "bagarre"
BAF: Final = "baf"
BADASS: Final = "badass_force"
BEBOP: Final = "bebop"


class Evening(Struct, frozen=True):
    """A game that was played: its name, who opened it, who else sat there (accounts or bots), days ago, seed, how.

    ``season``: it counts in the season of its game.
    """

    name: str
    opener: Account
    others: tuple[Account | str, ...]
    days: int
    seed: int
    game: str = BAGARRE
    variant: str = ""
    teams: str = ""
    season: bool = False


EVENINGS: Final = (
    Evening("La taverne du Cheval blanc", ALINE, (BRUNO, CHLOE, DAVID), 20, 1, season=True),
    Evening("Deux contre deux", EMMA, (FARID, ALINE, BRUNO), 13, 2, teams="2"),
    Evening("Trolls au comptoir", BRUNO, (BotStrength.THUMB, FARID), 6, 3, variant="trolls"),
    Evening("Sans héros, vite fait", DAVID, (CHLOE,), 3, 4, variant="plain"),
    Evening("Neuf manches au donjon", CHLOE, (ALINE, DAVID, FARID), 9, 7, game=BAF),
    Evening("Ce soir on détruit le décor", DAVID, (BRUNO, EMMA), 4, 12, game=BADASS, variant="12"),
    Evening("Quatre mains sur le dragon", EMMA, (ALINE, DAVID), 8, 14, game=BAF, variant=Variant.QUICK, season=True),
    Evening("Blues pour trois primes", FARID, (EMMA, BotStrength.THUMB), 5, 10, game=BEBOP),
)
RUNNING: Final = (
    Evening("Une partie contre les robots", ALINE, (BotStrength.THUMB, BotStrength.THUMB), 0, 5),
    Evening("Quatre mains de trop", EMMA, (FARID, BotStrength.THUMB), 0, 8, game=BAF),
    Evening("Personne ne bouge", BRUNO, (BotStrength.THUMB, BotStrength.THUMB), 0, 13, game=BADASS),
    Evening("Dernier set avant Ganymède", CHLOE, (BotStrength.THUMB, BotStrength.THUMB), 0, 11, game=BEBOP),
)
WAITING: Final = Evening("Revanche du samedi", BRUNO, (CHLOE, "", BotStrength.THUMB), 0, 6)
MOVES: Final = 6
"""Decisions of the person at the table that is still being played."""


def lay(members: dict[str, Member], clock: Clock) -> None:
    """Open all tables and play them as far as the story goes."""
    for evening in EVENINGS:
        with as_of(clock.moment(evening.days, 21)):
            play_out(_open(evening, members))
    with as_of(clock.moment(1, 21)):
        for evening in RUNNING:
            play_out(_open(evening, members), moves=MOVES)
        _open(WAITING, members)


def _open(evening: Evening, members: dict[str, Member]) -> CardTable:
    opener = members[evening.opener.username]
    variant, options = rules.of(evening.game).usual()
    plan = TablePlan(
        game=evening.game,
        seats=[_seat(other, members) for other in evening.others],
        variant=evening.variant or variant,
        options={**options, "teams": evening.teams} if evening.teams else options,
        name=evening.name,
        season=recorded_by(opener).get(game=evening.game) if evening.season else None,
    )
    table = tables.open_table(opener=opener, plan=plan)
    # The same story is told every time.
    table.seed = f"{evening.seed:064x}"
    table.seal(rules.of(table.game).agreed(table, table.seats.count()))
    if all(not seat.is_open for seat in table.seats.all()):
        card_play.start(table=table, person=Person(opener))
    return table


def _seat(other: Account | str, members: dict[str, Member]) -> SeatPlan:
    return SeatPlan(bot=other) if isinstance(other, str) else SeatPlan(member=members[other.username])


def play_out(table: CardTable, *, moves: int | None = None) -> CardTable:
    """Let everybody decide by rule of thumb, people through the operation that their pages call.

    Until the end of the game, or for so many decisions of people, with a person to decide next.
    """
    made = 0
    progress = Progress(load(table.pk))
    while True:
        # A race takes its seconds: what follows comes behind it.
        with as_of(max(timezone.now(), progress.table.moved or timezone.now())):
            card_play.advance(table=table, patient=True, progress=progress)
            if progress.table.state != TableState.RUNNING or made == moves:
                table.refresh_from_db()
                return table
            if progress.table.actor is None:
                _race(progress)
            else:
                _decide(progress)
                made += 1


def _decide(progress: Progress) -> None:
    """Let a person who is asked decide."""
    seat = next(one for one in progress.seats if one.asked is not None and not one.bot)
    now = ahead(progress.game, seat.number)
    chosen = progress.rules.decide(now, BotStrength.THUMB, bots.chance(progress.table.seed, len(progress.actions)))
    _play(progress, seat, chosen.code)


def _race(progress: Progress) -> None:
    """Let whoever is first in a race act: a person whose hand takes as long as a bot's, or what is planned before."""
    table, game, now = progress.table, progress.game, timezone.now()
    hands = [
        (now + timedelta(milliseconds=after), seat, code)
        for seat in progress.seats
        if seat.number in game.actors and not seat.bot
        for code, after in [progress.rules.react(game, seat.number, BotStrength.THUMB, _hand(progress, seat))]
    ]
    first = min(hands, key=lambda hand: (hand[0], hand[1].number), default=None)
    if first is None or (table.due is not None and table.due <= first[0]):
        with as_of(table.due or now):
            card_play.tick(table=table, progress=progress)
        return
    moment, seat, code = first
    with as_of(moment):
        _play(progress, seat, code)


def _play(progress: Progress, seat: CardSeat, code: str) -> None:
    person = Person(seat.member, seat.guest_key)
    version = progress.table.version
    card_play.play(table=progress.table, person=person, code=code, version=version, progress=progress)


def _hand(progress: Progress, seat: CardSeat) -> int:
    return bots.chance(progress.table.seed, len(progress.actions) * len(BotStrength) + seat.number)
