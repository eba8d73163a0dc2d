"""Why an action is illegal: the rule it breaks, the value, and the limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.badass_force.actions import Action, Kind
from engines.badass_force.lasting import forbidden
from engines.badass_force.state import NONE, Table
from engines.badass_force.view import Phase
from engines.core.game import IllegalAction, refuse

TURN: Final = "Badass Force, A chaque tour"
EXECUTE: Final = "Badass Force, Utiliser la capacité d'exécution"
CHANGE: Final = "Badass Force, Changer de personnage ou d'arme"
CALLING: Final = "Badass Force, Dénoncer un bluff"
SETTING_UP: Final = "Badass Force, Mise en place"
VENGEANCE: Final = "Badass Force, Mode Vengeance"
ASKING: Final[Mapping[Phase, str]] = {
    Phase.LAY: "Badass Force, Mort d'un personnage",
    Phase.CALL: CALLING,
    Phase.REACT: "ruling F40",
    Phase.WEAPON: CHANGE,
    Phase.EFFECT: "ruling F39",
}
"""What is being decided where it is not the action of a turn, by the rule that says so: it comes before all else.

Nobody is ever without an active character, nor without a weapon.
"""
ASKED_FOR: Final[Mapping[Kind, str]] = {
    Kind.LAY: CHANGE,
    Kind.WEAPON: CHANGE,
    Kind.ANNOUNCE: SETTING_UP,
    **dict.fromkeys((Kind.BELIEVE, Kind.CALL), CALLING),
    **dict.fromkeys((Kind.REACT, Kind.DECLINE), "ruling F40"),
    **dict.fromkeys((Kind.SEAT, Kind.CARD, Kind.BRANCH, Kind.YES, Kind.NO, Kind.PAY), "ruling F39"),
    Kind.FRAME: "ruling F41",
    **dict.fromkeys((Kind.TABLE, Kind.ACCEPT, Kind.OBJECT), "ruling F34"),
}
"""When something may be done at all, and with what: the rule by kind of action."""
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
            return _without_power(table, seat.index, action.word)
    same = [option for option in table.legal if option.kind is action.kind]
    if action.kind is Kind.SEAT and same and not 0 <= action.number < table.players:
        return refuse("no_such_seat", "ruling F2", seat=action.number, players=table.players)
    if action.kind is Kind.PAY and same:
        most = max(option.number for option in same)
        return refuse("pays_too_much", ASKED_FOR[Kind.PAY], seat=seat.index, value=action.number, most=most)
    if same:
        legal = ", ".join(option.code for option in same)
        return refuse("not_offered", ASKED_FOR.get(action.kind, TURN), seat=seat.index, action=action.code, legal=legal)
    rule = ASKING.get(table.phase) or ASKED_FOR.get(action.kind, TURN)
    kinds = ", ".join(dict.fromkeys(option.kind.value for option in table.legal))
    return refuse("not_now", rule, seat=seat.index, action=action.kind.value, phase=table.phase.value, legal=kinds)


def _without_power(table: Table, index: int, word: str) -> IllegalAction:
    """Say why a character cannot be announced: its only text is for Vengeance mode, or it has none (ruling F55)."""
    if table.cast[table.number_of(word)].vengeance:
        return refuse("needs_vengeance", VENGEANCE, seat=index, item=word)
    return refuse("no_power", "ruling F55", seat=index, item=word)
