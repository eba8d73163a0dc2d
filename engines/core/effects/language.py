"""A game's language of effects: its verbs and conditions, words for seats, what it can count, slots of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.core.effects.combinators import COMBINATORS
from engines.core.effects.conditions import JOINING, Condition, word_of
from engines.core.effects.steps import Step


class Language:
    """What may be written on the cards of a game.

    ``verbs`` by their word, combinators included; ``conditions`` by theirs. ``who`` are the words for seats, each with
    the slots in which it means somebody (empty: in all). ``counts`` are the things that can be counted,
    ``payable`` those among them that can be paid with (by default all).
    """

    def __init__(
        self,
        *,
        verbs: Iterable[type[Step]],
        conditions: Iterable[type[Condition]],
        who: Mapping[str, tuple[str, ...]],
        counts: tuple[str, ...],
        slots: tuple[str, ...],
        payable: tuple[str, ...] = (),
    ) -> None:
        self.verbs: dict[str, type[Step]] = {verb_of(kind): kind for kind in (*COMBINATORS, *verbs)}
        self.conditions = {word_of(kind): kind for kind in (*JOINING, *conditions)}
        self.who = dict(who)
        self.counts = counts
        self.slots = slots
        self.payable = payable or counts

    def words_for_seats(self, slot: str) -> tuple[str, ...]:
        """Return the words that mean somebody in a slot."""
        return tuple(word for word, slots in self.who.items() if not slots or slot in slots)

    @property
    def literals(self) -> tuple[str, ...]:
        """The verbs that people may use where the table decides."""
        return tuple(word for word, kind in self.verbs.items() if kind.literal)


def verb_of(kind: type[Step]) -> str:
    """Return the word of a verb."""
    return str(kind.__struct_config__.tag)
