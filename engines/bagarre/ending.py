"""How a game ends: the last player or team (La Bagarre, Fin de partie; ruling B56), resigning, the turn limit."""

from __future__ import annotations

from engines.bagarre.events import GameOver
from engines.bagarre.losses import eliminate
from engines.bagarre.options import SHARED
from engines.bagarre.outcome import Ending, Outcome
from engines.bagarre.state import Table, bits
from engines.bagarre.view import Phase


def decided(table: Table) -> bool:
    """Tell whether at most one player, or team, is left."""
    alive = table.alive
    if not table.teams:
        return alive & (alive - 1) == 0
    return len({table.seats[seat].team for seat in bits(alive)}) <= 1


def is_over(table: Table) -> bool:
    """End the game if it is decided, and tell whether it is."""
    table.fallen = False
    if not decided(table):
        return False
    alive = bits(table.alive)
    if not alive:
        _end(table, Ending.NOBODY, _sharing(table))
    elif table.teams:
        team = table.seats[alive[0]].team
        _end(table, Ending.LAST_TEAM, tuple(seat.index for seat in table.seats if seat.team == team))
    else:
        _end(table, Ending.LAST_PLAYER, alive)
    return True


def stop(table: Table) -> None:
    """End the game after the agreed number of turns: those still standing share the victory (ruling B61)."""
    _end(table, Ending.TURN_LIMIT, _sharing(table))


def leave(table: Table) -> None:
    """Eliminate those who resigned, now that no action is under way."""
    leaving = table.resigning & table.alive
    table.resigning = 0
    at_once = table.setup.rules >= SHARED
    table.clock += at_once and bool(leaving)
    for index in bits(leaving):
        table.clock += not at_once
        eliminate(table, index, None, "resigned")
    table.discard += table.fresh
    table.fresh.clear()


def _end(table: Table, ending: Ending, winners: tuple[int, ...]) -> None:
    table.outcome = Outcome(ending, winners, _places(table), table.turns, table.dragons)
    table.agenda.clear()
    table.play_under_way = None
    table.phase = Phase.OVER
    table.actor = None
    table.legal = ()
    table.waiting = True
    if table.events is not None:
        table.emit(GameOver(outcome=table.outcome, rule="La Bagarre, Fin de partie"))


def _sharing(table: Table) -> tuple[int, ...]:
    """Return who shares the victory: those in first place, in the first rules nobody (ruling B61)."""
    if table.setup.rules < SHARED:
        return ()
    return tuple(seat for seat, place in enumerate(_places(table)) if place == 1)


def _places(table: Table) -> tuple[int, ...]:
    lasted = [table.clock + 1 if seat.alive else seat.fell for seat in table.seats]
    if table.teams:
        lasted = [
            max(other for other, mate in zip(lasted, table.seats, strict=True) if mate.team == seat.team)
            for seat in table.seats
        ]
    return tuple(1 + sum(other > own for other in lasted) for own in lasted)
