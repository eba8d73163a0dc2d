"""The end of the game: at the end of a turn, by points, then cards in hand, then ammunition (rulings F26, F27, F52)."""

from __future__ import annotations

from typing import Final

from engines.badass_force.events import GameOver
from engines.badass_force.outcome import Ending, Outcome
from engines.badass_force.score.points import TIE_BREAKS, contenders, counted, foremost, places
from engines.badass_force.state import BIT, Table
from engines.badass_force.view import Phase

END: Final = "Badass Force, Fin de la partie"


def is_over(table: Table) -> bool:
    """End the game if it ends with this turn, and tell whether it does."""
    if table.reached:
        finish(table, Ending.LIMIT)
    elif table.turns >= table.options.turn_limit:
        finish(table, Ending.TURN_LIMIT)
    return table.outcome is not None


def finish(table: Table, ending: Ending) -> None:
    """End the game as it stands. Whoever has left comes behind all others."""
    seats = table.seats
    points = tuple(seat.points for seat in seats)
    hands = tuple(seat.hand.bit_count() for seat in seats)
    ammo = tuple(seat.ammo for seat in seats)
    standing = counted(points, [seat.index for seat in seats if table.gone & BIT[seat.index]])
    first = foremost(standing, hands, ammo)
    table.outcome = Outcome(
        ending=ending,
        winners=first if len(first) == 1 else (),
        undecided=first if len(first) > 1 else (),
        places=places(standing, first),
        points=points,
        turns=table.turns,
        tie_breaks=_used(standing, hands, ammo),
    )
    table.agenda.clear()
    table.ways.clear()
    table.claim = None
    table.phase = Phase.OVER
    table.actor = None
    table.legal = ()
    table.waiting = True
    if table.events is not None:
        table.emit(GameOver(outcome=table.outcome, hands=hands, ammo=ammo, rule=END))


def _used(standing: tuple[int, ...], hands: tuple[int, ...], ammo: tuple[int, ...]) -> tuple[str, ...]:
    """Return what told those apart who shared the most points."""
    tied = contenders(standing)
    if not tied:
        return ()
    cards = {hands[seat] for seat in tied}
    most = [seat for seat in tied if hands[seat] == max(cards)]
    used = TIE_BREAKS[:1] if len(cards) > 1 else ()
    return (*used, *TIE_BREAKS[1:]) if len({ammo[seat] for seat in most}) > 1 else used
