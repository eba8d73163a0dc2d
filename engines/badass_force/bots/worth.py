"""What steps are worth to whoever has them done: weights of verbs, in points, no card by name.

A card's worth is the sum of what its verbs do here and now, as far as that lies open. Rough numbers are enough: they
only choose what is tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.badass_force.state import NONE, Seat, Table
from engines.core.effects.combinators import Choose, Each, If, May, Pay, Repeat
from engines.core.effects.steps import Count, Step

KILL: Final = 2.6
"""A kill: mostly the first of a turn, sometimes the leader's, and one character less for somebody else."""
AMMO: Final = 0.55
"""One charge, where there is room for it."""
OWN_CHARACTER: Final = 1.6
POINT: Final = 1.0
FEW: Final = 2
"""A number counted at the table is taken for this one."""


def worth(table: Table, seat: Seat, steps: tuple[Step, ...]) -> float:
    """Return what steps are worth to a seat."""
    total: float = 0.0
    for step in steps:
        weigh = _WEIGHTS.get(type(step).__struct_config__.tag)
        if weigh is not None:
            total += weigh(table, seat, step)
    return total


def room(table: Table, seat: Seat) -> int:
    """Return how many charges a seat's weapon still takes."""
    return table.arms[seat.weapon].most - seat.ammo if seat.weapon != NONE else 0


def weapon_worth(table: Table, seat: Seat, weapon: int, ammo: int) -> float:
    """Return what a weapon is worth with so much on it: what it does, the less the longer it takes to charge."""
    arm = table.arms[weapon]
    missing = max(0, arm.explode - ammo)
    pace = (2 if seat.vengeance else 1) + 0.6 * bool(arm.each_turn)
    return worth(table, seat, arm.execution) * float(0.82 ** (missing / pace))


def _number(amount: int | str | Count) -> int:
    return amount if isinstance(amount, int) else FEW


def _sides(table: Table, who: str) -> tuple[int, int]:
    """Return how many seats of mine and how many others a word means."""
    others = table.players - 1
    return {"me": (1, 0), "others": (0, others), "all": (1, others)}.get(who, (0, 1))


def _gain(table: Table, seat: Seat, step: Any) -> float:
    mine, others = _sides(table, step.who)
    amount = _number(step.n)
    if step.what == "points":
        return POINT * amount * (mine - others / max(1, table.players - 1))
    own = AMMO * min(amount, room(table, seat)) * mine
    if not others:
        return own
    victims = [table.seats[other] for other in table.order_after(seat.index)]
    hits = [_explodes(table, victim, amount) for victim in victims]
    if step.who == "chosen":
        return own + max(hits)
    return own + sum(hits)


def _explodes(table: Table, victim: Seat, amount: float) -> float:
    """Return what giving somebody charges brings: a kill if its weapon kills its owner, else it costs a little."""
    if victim.weapon == NONE:
        return 0.0
    arm = table.arms[victim.weapon]
    if amount > arm.most - victim.ammo and arm.overload:
        deadly = any(step.__struct_config__.tag == "kill" for step in arm.overload)
        return KILL if deadly else 0.3
    return -0.25 * AMMO * amount


def _lose(table: Table, seat: Seat, step: Any) -> float:
    mine, others = _sides(table, step.who)
    each = POINT if step.what == "points" else 0.5 * AMMO
    return each * _number(step.n) * (others - mine * 1.5)


def _take(table: Table, seat: Seat, step: Any) -> float:
    amount = _number(step.n)
    others = [table.seats[other] for other in table.order_after(seat.index)]
    if step.what == "points":
        return 1.4 * POINT * amount
    there = [min(amount, other.ammo) for other in others]
    taken = float(sum(there) if step.who in ("others", "all") else max(there))
    return AMMO * (min(taken, room(table, seat)) + 0.6 * taken)


def _kill(table: Table, seat: Seat, step: Any) -> float:
    mine, others = _sides(table, step.who)
    return KILL * (1.0 if others else 0.0) + 1.4 * max(0, others - 1) - OWN_CHARACTER * mine


def _revive(table: Table, seat: Seat, step: Any) -> float:
    return 0.7 * min(_number(step.n), seat.grave.bit_count()) if step.who == "me" else 0.0


def _pay(table: Table, seat: Seat, step: Any) -> float:
    price = _number(step.n)
    has = seat.ammo if step.what == "ammo" else seat.points
    if has < (1 if step.up_to else price):
        return 0.0
    return max(0.0, worth(table, seat, step.steps) - (AMMO if step.what == "ammo" else POINT) * min(price, has))


def _choose(table: Table, seat: Seat, step: Any) -> float:
    return max(worth(table, seat, branch) for branch in step.of)


def _inner(table: Table, seat: Seat, step: Any) -> float:
    return worth(table, seat, step.steps)


def _may(table: Table, seat: Seat, step: Any) -> float:
    return max(0.0, worth(table, seat, step.steps))


def _repeat(table: Table, seat: Seat, step: Any) -> float:
    return _number(step.times) * worth(table, seat, step.steps)


def _if(table: Table, seat: Seat, step: Any) -> float:
    return 0.5 * (worth(table, seat, step.steps) + worth(table, seat, step.otherwise))


def _copy(table: Table, seat: Seat, step: Any) -> float:
    return max((worth(table, seat, one.power) for one in table.cast if one.power and not one.copies), default=0.0)


def _guess(table: Table, seat: Seat, step: Any) -> float:
    chance = 0.9 if step.who not in ("chosen", "others") else 0.3
    return chance * KILL + (1 - chance) * worth(table, seat, step.otherwise)


def _flat(value: float) -> Callable[[Table, Seat, Any], float]:
    return lambda table, seat, step: value


_WEIGHTS: Final[Mapping[object, Callable[[Table, Seat, Any], float]]] = {
    "gain": _gain,
    "lose": _lose,
    "take": _take,
    "kill": _kill,
    "revive": _revive,
    "guess": _guess,
    "copy": _copy,
    "change_character": _flat(0.15),
    "change_weapon": _flat(0.1),
    "look": _flat(0.4),
    "reveal": _flat(0.3),
    "exchange": _flat(0.6),
    "roll": _flat(0.5),
    "modify": _flat(0.8),
    "forbid": _flat(0.7),
    "table_decides": _flat(0.5),
    Pay.__struct_config__.tag: _pay,
    Choose.__struct_config__.tag: _choose,
    May.__struct_config__.tag: _may,
    Each.__struct_config__.tag: _inner,
    Repeat.__struct_config__.tag: _repeat,
    If.__struct_config__.tag: _if,
}
