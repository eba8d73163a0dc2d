"""What a card is worth to a deck, from what it brings and what its steps do; no card is known by name.

The unit is about one Woolong a turn. A verb's weight stands here beside the others', so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.bebop.book import Book
from engines.bebop.verbs.buy import Buy
from engines.bebop.verbs.confront import Confront
from engines.bebop.verbs.copy_ import Copy
from engines.bebop.verbs.discard import Discard
from engines.bebop.verbs.draw import Draw
from engines.bebop.verbs.gain import Gain
from engines.bebop.verbs.gauge import Gauge
from engines.bebop.verbs.look import Look
from engines.bebop.verbs.lose import Lose
from engines.bebop.verbs.move import Move
from engines.bebop.verbs.renew_market import RenewMarket
from engines.bebop.verbs.resources import Pool
from engines.bebop.verbs.reveal import Reveal
from engines.bebop.verbs.roll import Roll
from engines.bebop.verbs.take import Take
from engines.bebop.verbs.trash import Trash
from engines.bebop.verbs.travel import Figure, Travel
from engines.bebop.verbs.use_skill import UseSkill
from engines.core.effects.combinators.choose import Choose
from engines.core.effects.combinators.each import Each
from engines.core.effects.combinators.if_ import If
from engines.core.effects.combinators.may import May
from engines.core.effects.combinators.pay import Pay
from engines.core.effects.combinators.repeat import Repeat
from engines.core.effects.combinators.table_decides import TableDecides
from engines.core.effects.steps import Step

RESOURCES: Final[Mapping[str, float]] = {"woolongs": 1.0, "fuel": 0.8, "force": 1.5, "clues": 1.9}
TEAM: Final = 0.45
"""How often a team zone finds its partner, about."""
TRASH: Final = 1.1
DRAW: Final = 1.4
AGAINST: Final = 0.25
"""What another's loss is worth beside one's own gain."""
FORCED: Final = -0.3
"""Damage cards: in the hand they take the place of another card."""
ODD: Final = 0.7
"""Whatever a table decides is worth what cards are on average."""


def _number(amount: Any) -> float:
    return float(amount) if isinstance(amount, int) else 1.5


def _whose(who: str) -> float:
    """Weigh a gain by who has it."""
    return {"me": 1.0, "all": 0.6, "others": -AGAINST}.get(who, -AGAINST)


def _gain(step: Any) -> float:
    return RESOURCES[step.what.value] * _number(step.n) * _whose(step.who)


def _lose(step: Any) -> float:
    return -RESOURCES[step.what.value] * _number(step.n) * _whose(step.who)


def _discard(step: Any) -> float:
    return -0.8 * _number(step.n) * _whose(step.who) * (0.2 if step.up_to else 1.0)


def _travel(step: Any) -> float:
    return (0.9 if step.figure in (Figure.OWN, Figure.ANY) else 0.4) * (1 + 0.2 * (_number(step.n) - 1))


def _pay(step: Any) -> float:
    price = RESOURCES.get(step.what, 1.0) * _number(step.n)
    return max(0.0, steps_worth(step.steps) - price) + 0.1


_WEIGHTS: Final[Mapping[type[Step], Callable[[Any], float]]] = {
    Gain: _gain,
    Lose: _lose,
    Take: lambda step: RESOURCES[Pool.FUEL.value] * (1 + AGAINST) * _number(step.n),
    Draw: lambda step: DRAW * _number(step.n) * _whose(step.who),
    Discard: _discard,
    Move: lambda step: 0.9 * _number(step.n),
    Trash: lambda step: 0.3 if step.card else TRASH * _number(step.n) * (0.7 if step.sort else 1.0),
    Look: lambda step: 0.2,
    Reveal: lambda step: 0.2,
    Roll: lambda step: 0.0,
    Copy: lambda step: 1.5,
    Travel: _travel,
    Gauge: lambda step: 0.4,
    Buy: lambda step: 4.0 if step.free else 1.2,
    RenewMarket: lambda step: 0.2,
    Confront: lambda step: 3.0,
    UseSkill: lambda step: 1.8,
    Choose: lambda step: 0.2 + max(steps_worth(branch) for branch in step.of),
    May: lambda step: max(0.0, steps_worth(step.steps)),
    Pay: _pay,
    If: lambda step: (steps_worth(step.steps) + steps_worth(step.otherwise)) / 2,
    Each: lambda step: -AGAINST * steps_worth(step.steps),
    Repeat: lambda step: _number(step.times) * steps_worth(step.steps),
    TableDecides: lambda step: ODD,
}


def steps_worth(steps: tuple[Step, ...]) -> float:
    """Return what steps are worth to whoever does them."""
    return sum([_WEIGHTS[type(step)](step) for step in steps if type(step) in _WEIGHTS])


def card_worth(book: Book, card: int) -> float:
    """Return what a card is worth when it is played."""
    text = book.texts[card]
    worth = book.woolongs[card] + steps_worth(text.play)
    worth += book.fuel[card] * RESOURCES["fuel"] + book.force[card] * RESOURCES["force"]
    worth += book.clues[card] * RESOURCES["clues"] + TEAM * steps_worth(text.team)
    return worth + FORCED if book.is_damage[card] else worth


def worths(book: Book) -> list[float]:
    """Return what each card of the book is worth, worked out once."""
    found = _KNOWN.get(id(book))
    if found is None or found[0] is not book:
        found = (book, [card_worth(book, card) for card in range(len(book.codes))])
        _KNOWN[id(book)] = found
        if len(_KNOWN) > KEPT:
            del _KNOWN[next(iter(_KNOWN))]
    return found[1]


KEPT: Final = 16
_KNOWN: Final[dict[int, tuple[Book, list[float]]]] = {}
