"""Why an action is illegal: the rule it breaks, the value, and the limit."""

from __future__ import annotations

from typing import Final

from engines.badass_force.actions import Action, Kind
from engines.badass_force.lasting import forbidden
from engines.badass_force.state import NONE, Table
from engines.badass_force.view import Phase
from engines.core.game import IllegalAction, refuse

TURN: Final = "Badass Force, A chaque tour"
EXECUTE: Final = "Badass Force, Utiliser la capacité d'exécution"
DEEDS: Final = {
    Kind.ANNOUNCE: "power",
    Kind.EXECUTE: "execution",
    Kind.ARMOURY: "armoury",
    Kind.WEAPON: "weapon",
}
"""The deeds that a card can forbid, by kind of action."""


def refusal(table: Table, action: Action) -> IllegalAction:
    """Return why an action that is not among the legal ones is refused."""
    if table.outcome is not None or table.actor is None:
        return refuse("game_over", "Badass Force, Fin de la partie")
    seat = table.seats[table.actor]
    if table.phase is Phase.TURN and action.kind in DEEDS:
        if forbidden(table, seat.index, DEEDS[action.kind]):
            return refuse("forbidden", "ruling F34", seat=seat.index, item=DEEDS[action.kind])
        if action.kind is Kind.EXECUTE and seat.weapon != NONE:
            explode = table.arms[seat.weapon].explode
            return refuse("too_few_charges", EXECUTE, seat=seat.index, value=seat.ammo, least=explode)
        if action.kind is Kind.ANNOUNCE and action.word in table.codes:
            return refuse("no_power", "ruling F55", seat=seat.index, item=action.word)
    if any(option.kind is action.kind for option in table.legal):
        legal = ", ".join(option.code for option in table.legal)
        return refuse("not_offered", TURN, seat=seat.index, action=action.code, legal=legal)
    kinds = ", ".join(dict.fromkeys(option.kind.value for option in table.legal))
    return refuse("not_now", TURN, seat=seat.index, action=action.kind.value, phase=table.phase.value, legal=kinds)
