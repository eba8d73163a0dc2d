"""Card texts as sentences, made of the steps that the engine carries out: what stands here is what will happen.

A step is a clause without subject ("draw 2 cards"; in French an infinitive), a game has one for each of its verbs. Who
does it stands before it: "all others: discard 1 card".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from msgspec.structs import fields

from engines.core.effects.conditions import Condition
from engines.core.effects.steps import Count, Step

type Clause = Callable[[Any, Speaker], str]
type Amounted = Callable[[int, str], str]
"""So much of something: how many decide on singular and plural, and how the number is written."""

MANY: Final = 2
"""Stands for a number that is counted at the table where a word must be singular or plural."""
LETTER: Final = "X"

WHO: Final[Mapping[str, Callable[[], str]]] = {
    "me": lambda: "",
    "chosen": lambda: _("another player, your choice"),
    "others": lambda: _("all others"),
    "all": lambda: _("everybody"),
    "left": lambda: _("your left neighbour"),
    "right": lambda: _("your right neighbour"),
}
"""Words for seats that games share; a name made by an earlier step is that player."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a game adds: clauses by verb, conditions, what can be counted, amounts of what can be gained and paid."""

    verbs: Mapping[type[Step], Clause]
    conditions: Mapping[type[Condition], Clause]
    counts: Mapping[str, Callable[[], str]]
    amounts: Mapping[str, Amounted]
    who: Mapping[str, Callable[[], str]] = field(default_factory=dict)


class Speaker:
    """Says what steps do, in the reader's language. ``names`` are the players', where steps name seats by number."""

    def __init__(self, vocabulary: Vocabulary, names: Sequence[str] = ()) -> None:
        self.vocabulary = vocabulary
        self.names = names

    def sentences(self, steps: Iterable[Step]) -> str:
        """Return a sentence for each step; empty for a text without steps."""
        return " ".join(f"{capfirst(self.clause(step))}." for step in steps)

    def inner(self, steps: Iterable[Step]) -> str:
        """Return steps within another step, as one clause."""
        return _(", then ").join(self.clause(step) for step in steps)

    def clause(self, step: Step) -> str:
        """Return what a step does, with who does it and what is counted."""
        said = self.vocabulary.verbs[type(step)](step, self)
        who = self.who(getattr(step, "who", "me"))
        if who:
            said = _("%(who)s: %(does)s") % {"who": who, "does": said}
        counted = [
            self.counted(value) for each in fields(step) if _is_counted(each.name, value := getattr(step, each.name))
        ]
        return f"{said} ({'; '.join(counted)})" if counted else said

    def condition(self, condition: Condition) -> str:
        """Return what must be so."""
        return self.vocabulary.conditions[type(condition)](condition, self)

    def who(self, word: str) -> str:
        """Return whom a word means; empty for the holder of the card."""
        if word.isdecimal():
            return self.names[int(word)] if int(word) < len(self.names) else word
        said = self.vocabulary.who.get(word) or WHO.get(word)
        return said() if said is not None else _("that player")

    def number(self, amount: int | str | Count) -> tuple[int, str]:
        """Return a number for singular and plural, and as it is written."""
        return (amount, str(amount)) if isinstance(amount, int) else (MANY, LETTER)

    def amount(self, what: str, amount: int | str | Count) -> str:
        """Return so much of something that can be gained or paid."""
        return self.vocabulary.amounts[what](*self.number(amount))

    def counted(self, amount: str | Count) -> str:
        """Say what the letter stands for."""
        if isinstance(amount, str):
            said = _("what was paid") if amount == "x" else _("the number before")
        else:
            said = self.vocabulary.counts[amount.count]()
            who = self.who(amount.who)
            said = _("%(counted)s, %(who)s") % {"counted": said, "who": who} if who else said
            if amount.most:
                said = _("%(counted)s, at most %(most)s") % {"counted": said, "most": amount.most}
        return _("%(letter)s: %(counted)s") % {"letter": LETTER, "counted": said}


def _is_counted(name: str, value: object) -> bool:
    return isinstance(value, Count) or (name in ("n", "times", "less") and isinstance(value, str))


def optional(said: str, *, up_to: bool) -> str:
    """Return a clause that may be left undone where ``up_to`` says so."""
    return _("you may %(does)s") % {"does": said} if up_to else said
