"""What a card is worth to a deck, from what it brings and what its steps do; no card is known by name.

What a resource or a card drawn is worth to whom says ``leanings``; how much of that a verb brings stands here, each
beside the others, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engines.bebop.book import Book
from engines.bebop.bots.leanings import PLAIN, Leanings
from engines.bebop.verbs.cards import Buy, Copy, Discard, Draw, Look, Move, RenewMarket, Reveal, Trash
from engines.bebop.verbs.hunt import Confront, Figure, Gauge, Roll, Travel, UseSkill
from engines.bebop.verbs.resources import Gain, Lose, Pool, Take
from engines.core.effects.combinators import Choose, Each, If, May, Pay, Repeat, TableDecides
from engines.core.effects.steps import Step

ODD: Final = 0.7
"""Whatever a table decides is worth what cards are on average."""


def _number(amount: Any) -> float:
    return float(amount) if isinstance(amount, int) else 1.5


def _whose(who: str, to: Leanings) -> float:
    """Weigh a gain by who has it."""
    return {"me": 1.0, "all": 0.6, "others": -to.against}.get(who, -to.against)


def _gain(step: Any, to: Leanings) -> float:
    return to.resource(step.what.value) * _number(step.n) * _whose(step.who, to)


def _lose(step: Any, to: Leanings) -> float:
    return -to.resource(step.what.value) * _number(step.n) * _whose(step.who, to)


def _discard(step: Any, to: Leanings) -> float:
    return -0.8 * _number(step.n) * _whose(step.who, to) * (0.2 if step.up_to else 1.0)


def _trash(step: Any, to: Leanings) -> float:
    return 0.3 if step.card else to.trash * _number(step.n) * (0.7 if step.sort else 1.0)


def _travel(step: Any, to: Leanings) -> float:
    whose = 1.0 if step.figure in (Figure.OWN, Figure.ANY) else 0.45
    return to.travel * whose * (1 + 0.2 * (_number(step.n) - 1))


def _pay(step: Any, to: Leanings) -> float:
    price = to.resource(step.what) * _number(step.n)
    return max(0.0, steps_worth(step.steps, to) - price) + 0.1


_WEIGHTS: Final[Mapping[type[Step], Callable[[Any, Leanings], float]]] = {
    Gain: _gain,
    Lose: _lose,
    Take: lambda step, to: to.resource(Pool.FUEL.value) * (1 + to.against) * _number(step.n),
    Draw: lambda step, to: to.draw * _number(step.n) * _whose(step.who, to),
    Discard: _discard,
    Move: lambda step, to: 0.9 * _number(step.n),
    Trash: _trash,
    Look: lambda step, to: 0.2,
    Reveal: lambda step, to: 0.2,
    Roll: lambda step, to: 0.0,
    Copy: lambda step, to: 1.5,
    Travel: _travel,
    Gauge: lambda step, to: 0.4,
    Buy: lambda step, to: 4.0 if step.free else 1.2,
    RenewMarket: lambda step, to: 0.2,
    Confront: lambda step, to: 3.0,
    UseSkill: lambda step, to: 1.8,
    Choose: lambda step, to: 0.2 + max(steps_worth(branch, to) for branch in step.of),
    May: lambda step, to: max(0.0, steps_worth(step.steps, to)),
    Pay: _pay,
    If: lambda step, to: (steps_worth(step.steps, to) + steps_worth(step.otherwise, to)) / 2,
    Each: lambda step, to: -to.against * steps_worth(step.steps, to),
    Repeat: lambda step, to: _number(step.times) * steps_worth(step.steps, to),
    TableDecides: lambda step, to: ODD,
}


def steps_worth(steps: tuple[Step, ...], to: Leanings = PLAIN) -> float:
    """Return what steps are worth to whoever does them."""
    return sum([_WEIGHTS[type(step)](step, to) for step in steps if type(step) in _WEIGHTS])


def card_worth(book: Book, card: int, to: Leanings = PLAIN) -> float:
    """Return what a card is worth when it is played."""
    text = book.texts[card]
    worth = book.woolongs[card] * to.woolongs + steps_worth(text.play, to)
    worth += book.fuel[card] * to.fuel + book.force[card] * to.force
    worth += book.clues[card] * to.clues + to.team * steps_worth(text.team, to)
    return worth + to.damage if book.is_damage[card] else worth


def worths(book: Book, to: Leanings = PLAIN) -> list[float]:
    """Return what each card of the book is worth, worked out once."""
    return _known(book, to)[0]


def late_worths(book: Book, to: Leanings = PLAIN) -> list[float]:
    """Return what each card of the book is worth when the end is near, worked out once."""
    return _known(book, to)[1]


def _known(book: Book, to: Leanings) -> tuple[list[float], list[float]]:
    key = id(book), id(to)
    found = _KNOWN.get(key)
    if found is None or found[0] is not book or found[1] is not to:
        late = replace(to, woolongs=to.late_woolongs, trash=to.late_trash)
        cards = range(len(book.codes))
        both = [card_worth(book, card, to) for card in cards], [card_worth(book, card, late) for card in cards]
        found = _KNOWN[key] = (book, to, both)
        if len(_KNOWN) > KEPT:
            del _KNOWN[next(iter(_KNOWN))]
    return found[2]


KEPT: Final = 16
_KNOWN: Final[dict[tuple[int, int], tuple[Book, Leanings, tuple[list[float], list[float]]]]] = {}
