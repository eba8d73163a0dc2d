"""Why an action is refused: the rule, the value and the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.confront import price, targets_on
from engines.bebop.ground import BEBOP, CLUES, ED, JET, PILES, PLACES, RENEWAL, RESISTANCE, TARGETS
from engines.bebop.market import BUYING
from engines.bebop.planets import TRAVEL
from engines.bebop.playing import PLAYING, TEAM
from engines.bebop.score.hunting import TURN, WEAKEN
from engines.bebop.score.state import END
from engines.bebop.skills import BY_NAME, OF
from engines.bebop.skills.base import SKILLS
from engines.bebop.skills.spike import REDUCTION
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase
from engines.core.game import IllegalAction, refuse


def refusal(table: Table, action: Action) -> IllegalAction:
    """Say why an action that is not legal now is refused."""
    if table.actor is None:
        return refuse("game_over", END)
    seat = table.seats[table.actor]
    why = _WHY.get(action.kind) if table.phase is Phase.TURN else None
    return (why(table, seat, action) if why else None) or _not_offered(table, action)


def _not_offered(table: Table, action: Action) -> IllegalAction:
    if table.phase is Phase.CHARACTER and action.kind is Kind.CHARACTER:
        by = next(one.index for one in table.seats if one.character == action.number)
        return refuse("character_taken", _ASKING[table.phase], seat=table.actor, action=action.code, by=by)
    legal = ", ".join(option.code for option in table.legal)
    rule = _ASKING.get(table.phase, TEAM if action.kind is Kind.TEAM else TURN)
    return refuse("not_offered", rule, seat=table.actor, action=action.code, legal=legal)


_ASKING: Final[Mapping[Phase, str]] = {
    Phase.CHARACTER: "ruling C76",
    Phase.TEAM: TEAM,
    Phase.TEXT: PLAYING,
    Phase.SKILL: SKILLS,
}
"""What is being decided where it is not an action of a turn, by the rule that says so: it comes before all else."""


def _play(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    card = table.book.codes[action.number]
    return refuse("card_not_in_hand", PLAYING, seat=seat.index, card=card)


def _buy(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    card = table.book.codes[action.number]
    if action.number not in table.market:
        return refuse("card_not_in_market", BUYING, seat=seat.index, card=card)
    cost = table.book.cost[action.number]
    return refuse("woolongs_short", BUYING, seat=seat.index, card=card, value=table.woolongs, needs=cost)


def _renew(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if not table.market:
        return refuse("market_empty", "ruling C62", seat=seat.index, count=0)
    return refuse("fuel_short", "ruling C63", seat=seat.index, value=seat.fuel, needs=RENEWAL)


def _travel(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    place = PLACES[action.number]
    if table.figures[seat.character] == action.number:
        return refuse("already_there", "ruling C45", seat=seat.index, place=place)
    return refuse("fuel_short", TRAVEL, seat=seat.index, value=seat.fuel, needs=table.gauge[action.number])


def _take(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    place, target, pile = table.figures[seat.character], action.number, action.second
    if place == BEBOP or target not in targets_on(table, place):
        told = {"target": TARGETS[target], "place": PLACES[place]}
        return refuse("nobody_to_confront", "ruling C24", seat=seat.index, **told)
    code = "force_short" if pile == RESISTANCE else "clues_short"
    value = table.force if pile == RESISTANCE else table.clues
    told = {"target": TARGETS[target], "pile": PILES[pile]}
    return refuse(code, WEAKEN, seat=seat.index, value=value, needs=price(table, target, pile), **told)


def _skill(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    name = action.code.split(" ")[1]
    skill = BY_NAME[name]
    owner = next(character for character, pair in enumerate(OF) if skill in pair)
    first = OF[owner][0] is skill
    if owner != seat.character and not first:
        return refuse("skill_not_yours", SKILLS, seat=seat.index, skill=name)
    if table.figures[owner] != table.figures[seat.character]:
        return refuse("skill_elsewhere", "ruling C23", seat=seat.index, skill=name)
    if seat.fuel < skill.fuel:
        return refuse("fuel_short", SKILLS, seat=seat.index, skill=name, value=seat.fuel, needs=skill.fuel)
    short = _SHORT.get(name)
    return (short(table, seat, action) if short else None) or refuse(
        "skill_without_object", _OBJECT.get(name, "ruling C70"), seat=seat.index, skill=name, action=action.code
    )


_OBJECT: Final[Mapping[str, str]] = {"spike_a": "ruling C69"}
"""The ruling by which a skill is refused without an object, where it has one of its own."""


def _token_short(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    """Say how much the token costs and what there is for it, what the skill brings included (ruling C54)."""
    if action.number not in targets_on(table, table.figures[ED if action.second == CLUES else JET]):
        return None
    code, value = ("clues_short", table.clues) if action.second == CLUES else ("force_short", table.force)
    needs = price(table, action.number, action.second)
    told = {"target": TARGETS[action.number], "pile": PILES[action.second]}
    return refuse(code, "ruling C54", seat=seat.index, value=value + 1, needs=needs, **told)


def _bargain_short(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if action.number not in table.market:
        return None
    card, needs = table.book.codes[action.number], table.book.cost[action.number] - REDUCTION
    return refuse("woolongs_short", "ruling C26", seat=seat.index, card=card, value=table.woolongs, needs=needs)


def _debt_short(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    if action.number not in table.market:
        return None
    card, needs = table.book.codes[action.number], table.book.cost[action.number]
    return refuse("fuel_short", "ruling C27", seat=seat.index, card=card, value=seat.fuel, needs=needs)


_SHORT: Final[Mapping[str, Callable[[Table, Seat, Action], IllegalAction | None]]] = {
    "ed_a": _token_short,
    "jet_b": _token_short,
    "spike_b": _bargain_short,
    "faye_b": _debt_short,
}
"""What is too little for skills that have an object, by skill."""


_WHY: Final[Mapping[Kind, Callable[[Table, Seat, Action], IllegalAction | None]]] = {
    Kind.PLAY: _play,
    Kind.BUY: _buy,
    Kind.RENEW: _renew,
    Kind.TRAVEL: _travel,
    Kind.TAKE: _take,
    Kind.SKILL: _skill,
}
