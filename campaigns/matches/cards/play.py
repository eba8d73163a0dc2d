"""What playing a game without its box asks of a card set, which is more than keeping score asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from campaigns.matches.cards.kinds import COPIES, KINDS, CardData, Kind
from campaigns.matches.cards.sentences import LANGUAGES
from campaigns.matches.cards.sets import CARDS
from engines.core.effects.reading import Reader
from engines.core.effects.steps import Step
from engines.core.effects.texts import text_warnings
from engines.core.effects.wholeness import Wholeness, wholeness
from engines.core.problems import Problem


def _own(cards: Any) -> Iterable[Problem]:
    """Where keeping score and playing need the same."""
    found: Iterable[Problem] = cards.problems()
    return found


def _bebop(cards: Any) -> Iterable[Problem]:
    from engines.bebop.language import play_problems

    return play_problems(cards)


def _badass_force(cards: Any) -> Iterable[Problem]:
    from engines.badass_force.language import problems

    return problems(cards)


PROBLEMS: Final[Mapping[str, Callable[[Any], Iterable[Problem]]]] = {
    "baf": _own,
    "bebop": _bebop,
    "badass_force": _badass_force,
}
"""By game: everything that keeps a set from being played, from the set as the engine reads it."""


def readiness_problems(game: str, cards: Any) -> Iterable[Problem]:
    """Return what keeps a set from being offered: what keeping score needs, or play where no pad checks cards."""
    return _own(cards) if CARDS[game].scored else PROBLEMS[game](cards)


UNFINISHED: Final = frozenset({"card_count", "price_missing", "card_says_nothing"})
"""What a set that is not complete may have wrong with it."""


def read_slots(game: str, kind: Kind, row: CardData) -> tuple[dict[str, tuple[Step, ...]], Reader]:
    """Return the steps of a card by slot, and the reader with what is wrong and what is odd about them."""
    reader = Reader(LANGUAGES[game], str(row.get("code", "")))
    return {slot.code: reader.slot(slot.code, slot.steps(row)) for slot in kind.slots}, reader


def card_warnings(game: str, kind: Kind, row: CardData) -> Iterator[Problem]:
    """Yield what is odd about a card: names that nobody uses, words of its text that no step says."""
    if not kind.slots:
        return
    slots, reader = read_slots(game, kind, row)
    yield from reader.warnings
    steps = tuple(step for found in slots.values() for step in found)
    printed = {str(figure.of(row)) for figure in kind.figures if figure.path not in (COPIES, "cost")}
    for problem in text_warnings(str(row.get("code", "")), "", kind.words(row), steps):
        if problem.code != "effect_text_number" or str(problem.params["value"]) not in printed:
            yield problem


def whole(game: str, kind: Kind, row: CardData) -> Wholeness:
    """Return how whole a card is for playing: what it lacks beside its texts makes it one of which only the text is
    known, too.
    """
    lacking = any(figure.optional and not figure.of(row) for figure in kind.figures)
    if lacking or not kind.slots:
        return Wholeness.TEXT if lacking else Wholeness.WHOLE
    slots, _reader = read_slots(game, kind, row)
    found = wholeness(slots.values(), text=kind.words(row))
    silent = kind.more and not any(slots.values())
    return Wholeness.TEXT if silent else found


class Tally(Struct, frozen=True):
    """How many cards are whole, ask the table, have their text only, or are missing; copies count."""

    whole: int
    asks: int
    text: int
    missing: int

    @classmethod
    def of(cls, game: str, kinds: Iterable[Kind], data: CardData) -> Tally:
        """Count the cards of some kinds."""
        counts = dict.fromkeys(Wholeness, 0)
        for kind in kinds:
            for row in kind.rows(data):
                counts[whole(game, kind, row)] += kind.times(row)
            counts[Wholeness.MISSING] += max(0, kind.needs - kind.count(data))
        return cls(*(counts[one] for one in Wholeness))

    @property
    def total(self) -> int:
        """How many cards there are in the box."""
        return self.whole + self.asks + self.text + self.missing


def tally(game: str, data: CardData) -> Tally:
    """Return how all cards of a set stand."""
    return Tally.of(game, KINDS[game], data)
