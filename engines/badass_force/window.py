"""The window for calling: everybody is asked about every announcement, and all answers are shown together.

The first caller clockwise from the announcer is involved (rulings F14, F40), the others' calls have no effect (F54).
"""

from __future__ import annotations

from typing import Any, Final

from engines.badass_force import characters, losses
from engines.badass_force.actions import CALL, WINDOW, Action
from engines.badass_force.events import Answered, BluffCalled
from engines.badass_force.lasting import forbidden
from engines.badass_force.points import leader
from engines.badass_force.score.entries import Means
from engines.badass_force.state import BIT, NONE, Claim, Table
from engines.badass_force.view import Phase

CALLING: Final = "Badass Force, Dénoncer un bluff"


def open_window(table: Table, claim: Claim) -> None:
    """Ask everybody else, clockwise, whether they believe it; who may not call is not asked, which all can see."""
    asked = table.order_after(claim.seat)
    if table.lasting:
        asked = tuple([seat for seat in asked if not forbidden(table, seat, "call")])
    table.seats[claim.seat].said |= BIT[claim.character]
    table.claim = claim
    table.askees = asked
    table.heard = 0
    table.callers = 0
    if asked:
        _ask(table, None)
    else:
        settle(table)


def _ask(table: Table, _: Any) -> None:
    """Step: the next one answers."""
    table.phase = Phase.CALL
    table.actor = table.askees[table.heard]
    table.legal = WINDOW
    table.reply = _answered
    table.question = (_ask, None)
    table.waiting = True


def _answered(table: Table, action: Action) -> None:
    asked = table.askees
    heard = table.heard
    if action is CALL:
        table.callers |= BIT[asked[heard]]
    heard += 1
    table.heard = heard
    if heard < len(asked):
        table.actor = asked[heard]
        table.waiting = True
    else:
        settle(table)


def settle(table: Table) -> None:
    """Show all answers; a call is settled before anything else happens (ruling F38)."""
    claim = table.claim
    if claim is None:
        raise RuntimeError("nothing is announced")
    callers = tuple([seat for seat in table.askees if table.callers & BIT[seat]])
    table.claim = None
    table.askees = ()
    table.callers = 0
    if table.events is not None:
        table.emit(Answered(seat=claim.seat, callers=callers, rule="ruling F54"))
    if not callers:
        claim.then(table, claim, True, NONE)
        return
    _show(table, claim, callers[0])


def _show(table: Table, claim: Claim, caller: int) -> None:
    seat = table.seats[claim.seat]
    judged = leader(table)
    characters.show(table, seat)
    true = seat.active == claim.character
    seat.honest += true
    seat.caught += not true
    if table.events is not None:
        table.emit(BluffCalled(seat=claim.seat, caller=caller, true=true, rule="ruling F14"))
    table.agenda.append((_go_on, (claim, true, caller)))
    if true:
        table.agenda.append((characters.change, claim.seat))
        losses.lose_from_hand(table, table.seats[caller], claim.seat, Means.BLUFF_RESISTED, judged)
    else:
        losses.lose(table, seat, seat.active, caller, Means.BLUFF_CALLED, judged)


def _go_on(table: Table, settled: tuple[Claim, bool, int]) -> None:
    """Step: losses, Vengeance and new actives are done; now comes what was announced, if it was true (ruling F15)."""
    claim, true, caller = settled
    claim.then(table, claim, true, caller)
