"""Why an action is illegal: the rule it breaks, the value, and the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.baf.actions import NONE, Action, Kind, hand
from engines.baf.score.state import Side
from engines.baf.state import Table
from engines.baf.view import Phase
from engines.core.game import IllegalAction, refuse

ATTACK: Final = "BAF!, Combat contre les monstres"
RESULT: Final = "BAF!, Résultat des combats"
_ASKING: Final[Mapping[Phase, str]] = {
    Phase.DRAFT: "BAF!, Mise en place",
    Phase.SIDES: "ruling A30",
    Phase.GAIN: RESULT,
    Phase.ATTEMPT: "BAF!, Score final",
}
"""What is being decided where no hand is laid, by the rule that says so: it comes before anything else."""


def refusal(table: Table, action: Action) -> IllegalAction:
    """Return why an action that is not among the legal ones is refused."""
    if table.outcome is not None:
        return refuse("game_over", "BAF!, Score final")
    if action.kind is Kind.TOUCH and table.phase is Phase.READY:
        return refuse("not_shown_yet", "ruling A38", seat=action.seat)
    if action.kind not in {option.kind for option in table.legal} and not _late(table, action):
        kinds = ", ".join(dict.fromkeys(option.kind.value for option in table.legal))
        return refuse(
            "not_now",
            _ASKING.get(table.phase, ATTACK),
            seat=table.actor,
            action=action.kind.value,
            phase=table.phase.value,
            legal=kinds,
        )
    return _KINDS.get(action.kind, _not_offered)(table, action)


def _late(table: Table, action: Action) -> bool:
    """Tell whether a touch comes in the race though nobody can touch anything any more."""
    return action.kind is Kind.TOUCH and table.phase is Phase.RACE


def _not_offered(table: Table, action: Action) -> IllegalAction:
    legal = ", ".join(option.code for option in table.legal)
    rule = _ASKING.get(table.phase, ATTACK)
    return refuse("not_offered", rule, seat=table.actor, action=action.code, legal=legal)


def _draft(table: Table, action: Action) -> IllegalAction:
    for seat in table.seats:
        if any(hero.code == action.card for hero in seat.picks):
            return refuse("hero_taken", "BAF!, Mise en place", seat=table.actor, card=action.card, by=seat.index)
    legal = ", ".join(hero.code for hero in table.heroes)
    return refuse("no_such_hero", "BAF!, Mise en place", seat=table.actor, card=action.card, legal=legal)


def _left(table: Table, action: Action) -> IllegalAction:
    legal = ", ".join(option.card for option in table.legal)
    return refuse("not_your_hero", "ruling A30", seat=table.actor, card=action.card, legal=legal)


def _lay(table: Table, action: Action) -> IllegalAction:
    seat = table.seats[table.actor or 0]
    for place in (action.left, action.right):
        if place >= len(table.cards):
            return refuse("no_such_place", ATTACK, seat=table.actor, place=place, most=len(table.cards) - 1)
    for bit, place, fixed in ((1, action.left, seat.hands[0]), (2, action.right, seat.hands[1])):
        if not seat.asked & bit and place != fixed:
            return refuse("hand_is_laid", ATTACK, seat=table.actor, hand=hand(place), lies=hand(fixed))
    for place in (action.left, action.right):
        if place != NONE and table.owners[place] not in (NONE, seat.index):
            return refuse("monster_taken", ATTACK, seat=table.actor, place=place, by=table.owners[place])
    return _not_offered(table, action)


def _touch(table: Table, action: Action) -> IllegalAction:
    if action.seat >= table.players:
        return refuse("no_such_seat", "ruling A1", seat=action.seat, players=table.players)
    if action.place >= len(table.cards):
        return refuse("no_such_place", ATTACK, seat=action.seat, place=action.place, most=len(table.cards) - 1)
    seat = table.seats[action.seat]
    lies = seat.hands[0 if action.side is Side.LEFT else 1]
    if lies != NONE:
        return refuse("hand_is_laid", ATTACK, seat=action.seat, hand=str(action.place), lies=hand(lies))
    if seat.done:
        return refuse("has_done", "ruling A33", seat=action.seat)
    return refuse("monster_taken", ATTACK, seat=action.seat, place=action.place, by=table.owners[action.place])


def _done(table: Table, action: Action) -> IllegalAction:
    if action.seat >= table.players:
        return refuse("no_such_seat", "ruling A1", seat=action.seat, players=table.players)
    return refuse("has_done", "ruling A33", seat=action.seat)


def _gain(table: Table, action: Action) -> IllegalAction:
    _, place = table.gains[0]
    if action.place != place:
        return refuse("other_gain_first", RESULT, seat=table.actor, place=action.place, needs=place)
    runes = table.monster(place).runes
    return refuse("runes_count", "ruling A28", seat=table.actor, count=len(action.runes), needs=runes)


_KINDS: Final[Mapping[Kind, Callable[[Table, Action], IllegalAction]]] = {
    Kind.DRAFT: _draft,
    Kind.LEFT: _left,
    Kind.LAY: _lay,
    Kind.TOUCH: _touch,
    Kind.DONE: _done,
    Kind.PUT: _gain,
    Kind.DECLINE: _gain,
}
