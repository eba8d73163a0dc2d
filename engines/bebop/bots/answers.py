"""What looks best when a card's text or a skill asks: each word of an answer has its own way of being weighed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.bebop.actions import Action
from engines.bebop.bots.hunt import haul, value_of_token
from engines.bebop.bots.leanings import PLAIN, Leanings
from engines.bebop.bots.worth import steps_worth, worths
from engines.bebop.ground import BEBOP, CHARACTERS, PILES, PLACES, TARGETS
from engines.bebop.resolving import Resolving
from engines.core.effects.combinators import Choose, Pay

OFFER: Final = 0.01


def answer(table: Resolving, to: Leanings = PLAIN) -> Action:
    """Return the answer that looks best."""
    seat = table.actor or 0
    best, most = table.legal[0], float("-inf")
    for action in table.legal:
        word, _, about = action.code.partition(" ")
        weigh = _WEIGH.get(word)
        value = weigh(table, seat, about, to) if weigh else 0.0
        if value > most:
            best, most = action, value
    return best


def _step(table: Resolving) -> Any:
    """Return the step that asks; none when a skill does."""
    if not table.ways or not table.ways[-1].frames:
        return None
    steps, place = table.ways[-1].frames[-1]
    return steps[place] if place < len(steps) else None


def _card(table: Resolving, about: str, to: Leanings) -> float:
    name = about if about in table.book.number else about.rpartition(" ")[0]
    return worths(table.book, to)[table.book.number[name]]


def _trash(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    return to.kept - _card(table, about, to)


def _discard(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    return -_card(table, about, to)


def _yes(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    step = _step(table)
    if step is None:  # Spike's first skill: the card drawn goes if it is poor
        return 1.0 - worths(table.book, to)[table.seats[seat].hand[-1]]
    return steps_worth(step.steps, to) if hasattr(step, "steps") else 0.5


def _pay(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    step = _step(table)
    if not isinstance(step, Pay):
        return 0.0
    price = int(about) * to.resource(step.what)
    if step.what in ("force", "clues") and _of_no_use(table, seat):
        price *= 0.2
    worth = max(
        steps_worth(step.steps, to), 1.0 if table.book.is_damage[table.book.number[table.ways[-1].card]] else 0.0
    )
    return worth * (int(about) if step.up_to else 1) - price * 0.8


def _of_no_use(table: Resolving, seat: int) -> bool:
    one = table.seats[seat]
    place = table.figures[one.character]
    return place == BEBOP or not haul(table, one, place, table.force, table.clues)


def _move(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    """A figure goes somewhere, or a card to another pile."""
    who, _, where = about.rpartition(" ")
    if where not in PLACES or who not in CHARACTERS:
        return _card(table, about, to) - 0.5
    one = table.seats[seat]
    if CHARACTERS.index(who) != one.character:
        return -0.1 if any(CHARACTERS.index(who) == other.character for other in table.seats) else -0.2
    place, here = PLACES.index(where), table.figures[one.character]
    if place == BEBOP:
        return -0.5
    ready = (max(table.force, 2), max(table.clues, 2))
    stay = haul(table, one, here, *ready, to) if here != BEBOP else 0.0
    return haul(table, one, place, *ready, to) - stay


def _gauge(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    where, _, which = about.partition(" ")
    planet = PLACES.index(where)
    one = table.seats[seat]
    wants = haul(table, one, planet, 2, 2, to)
    return (0.2 * wants if which == "down" else -0.2 * wants) + 0.1


def _branch(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    step = _step(table)
    return steps_worth(step.of[int(about) - 1], to) if isinstance(step, Choose) else 0.0


def _token(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    target, _, pile = about.partition(" ")
    return value_of_token(table, table.seats[seat], TARGETS.index(target), PILES.index(pile), to)


def _seat(table: Resolving, seat: int, about: str, to: Leanings) -> float:
    """Choose whoever seems ahead: what is captured lies there to be counted."""
    one = table.seats[int(about)]
    return len(one.captured) + 0.1 * sum(one.tokens) + OFFER * one.fuel


_WEIGH: Final[Mapping[str, Callable[[Resolving, int, str, Leanings], float]]] = {
    "trash": _trash,
    "discard": _discard,
    "yes": _yes,
    "no": lambda table, seat, about, to: 0.0,
    "pay": _pay,
    "move": _move,
    "gauge": _gauge,
    "branch": _branch,
    "token": _token,
    "seat": _seat,
    "obtain": lambda table, seat, about, to: _card(table, about, to) - 1.0,
    "copy": lambda table, seat, about, to: _card(table, about, to),
    "use": lambda table, seat, about, to: 0.5,
    "accept": lambda table, seat, about, to: 1.0,
}
