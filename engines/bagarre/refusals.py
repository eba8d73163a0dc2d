"""Why an action is illegal: the rule it breaks, the value, and the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.choices import neighbours
from engines.bagarre.state import BIT, Seat, Table
from engines.bagarre.view import Phase
from engines.core.cards import CODE
from engines.core.game import IllegalAction, refuse

TURN: Final = "La Bagarre, Déroulement d'un tour"
_ASKING: Final[Mapping[Phase, str]] = {
    **dict.fromkeys((Phase.HERO, Phase.LAY, Phase.OPENING), "La Bagarre, Mise en place"),
    Phase.COUNTER: "ruling B41",
    Phase.PICK: "La Bagarre, Clairvoyance",
    Phase.REROLL: "La Bagarre, Démoniste",
    Phase.TRANSFORM: "La Bagarre, Mage",
    **dict.fromkeys((Phase.INVISIBLE, Phase.SPEED), "La Bagarre, Alchimiste"),
    Phase.THEFT: "La Bagarre, Voleuse",
    **dict.fromkeys((Phase.LOSE, Phase.TAKE), "La Bagarre, Attaquer"),
}
"""What is being decided where it is not an action of a turn, by the rule that says so: it comes before all else."""
TURN_KINDS: Final = (Kind.ATTACK, Kind.SHIELD, Kind.CHARGE, Kind.EXCHANGE)


def refusal(table: Table, action: Action) -> IllegalAction:
    """Return why an action that is not among the legal ones is refused."""
    if table.outcome is not None or table.actor is None:
        return refuse("game_over", "La Bagarre, Fin de partie")
    fits = any(option.kind is action.kind for option in table.legal)
    if table.phase not in (Phase.TURN, Phase.COUNTER) or action.kind not in TURN_KINDS:
        if fits or action.kind is Kind.START:
            return _not_offered(table, action)
        kinds = ", ".join(dict.fromkeys(option.kind.value for option in table.legal))
        told = {"action": action.kind.value, "phase": table.phase.value, "legal": kinds}
        return refuse("not_now", _ASKING.get(table.phase, TURN), seat=table.actor, **told)
    seat = table.seats[table.actor]
    return (
        _target(table, seat, action)
        or _pile(table, seat, action)
        or (_KINDS[action.kind](table, seat, action))
        or _not_offered(table, action)
    )


def _not_offered(table: Table, action: Action) -> IllegalAction:
    legal = ", ".join(option.code for option in table.legal)
    rule = _ASKING.get(table.phase, TURN)
    return refuse("not_offered", rule, seat=table.actor, action=action.code, legal=legal)


def _target(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    for target in (action.target, action.second):
        if target >= table.players:
            return refuse("no_such_seat", TURN, seat=seat.index, target=target, players=table.players)
        if target >= 0 and not table.alive & BIT[target]:
            return refuse("target_is_out", "La Bagarre, Fin de partie", seat=seat.index, target=target)
        if target == seat.index and action.kind is Kind.ATTACK:
            return refuse("attacks_itself", "La Bagarre, Attaquer", seat=seat.index, target=target)
    if table.phase is Phase.COUNTER and (action.kind is not Kind.ATTACK or action.target != table.legal[0].target):
        return refuse("counter_is_an_attack", "ruling B41", seat=seat.index, target=table.legal[0].target)
    return None


def _pile(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if not action.discard:
        empty = action.kind is not Kind.ATTACK and not table.draw and not table.discard
        return refuse("no_card_to_draw", TURN, seat=seat.index, draw=0) if empty else None
    if not seat.powers.uses_discard:
        return refuse("discard_not_usable", "ruling B32", seat=seat.index)
    if not table.discard:
        return refuse("discard_is_empty", "ruling B32", seat=seat.index, count=0)
    if action.kind is Kind.SHIELD and table.changed & BIT[table.discard[-1]]:
        return refuse("shield_may_not_come_back", "ruling B33", seat=seat.index, card=CODE[table.discard[-1]])
    return None


def _attack(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if action.second < 0:
        return None
    if not any(hook(seat) for hook in seat.powers.aims_twice):
        return refuse("no_second_target", "ruling B47", seat=seat.index, second=action.second)
    near = neighbours(table.alive, action.target)
    if action.second not in near:
        legal = ", ".join(str(other) for other in near if other != seat.index)
        return refuse("not_adjacent", "ruling B47", seat=seat.index, second=action.second, legal=legal)
    return None


def _charge(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    count, most = len(seat.charges), seat.powers.charge_limit
    return refuse("charge_limit", "ruling B17", seat=seat.index, count=count, most=most) if count >= most else None


def _exchange(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if Kind.EXCHANGE not in seat.powers.performs:
        return refuse("no_exchange", "ruling B44", seat=seat.index)
    if action.cards[0] not in table.seats[action.target].hp:
        card = CODE[action.cards[0]]
        return refuse("not_a_hit_point_card", "ruling B44", seat=seat.index, target=action.target, card=card)
    return None


def _shield(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    return None


_KINDS: Final[Mapping[Kind, Callable[[Table, Seat, Action], IllegalAction | None]]] = {
    Kind.ATTACK: _attack,
    Kind.SHIELD: _shield,
    Kind.CHARGE: _charge,
    Kind.EXCHANGE: _exchange,
}
