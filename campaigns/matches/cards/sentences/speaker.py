"""Card texts as sentences, made of the steps that the engine carries out: what stands here is what will happen.

A step is a clause without subject ("draw 2 cards"; in French an infinitive), a game has one for each of its verbs. Who
does it stands before it: "all others: discard 1 card".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec import Struct

from engines.core.effects.conditions import Condition
from engines.core.effects.steps import Count, Step

type Clause = Callable[[Any, Speaker], str]
type Amounted = Callable[[int, str], str]
"""So much of something: how many decide on singular and plural, and how the number is written."""
type Words = Mapping[str, str | Promise]

MANY: Final = 2
"""Stands for a number that is counted at the table where a word must be singular or plural."""
LETTER: Final = "X"
ME: Final = "me"

WHO: Final[Words] = {
    ME: gettext_lazy("you"),
    "chosen": gettext_lazy("another player, your choice"),
    "others": gettext_lazy("all others"),
    "all": gettext_lazy("everybody"),
    "left": gettext_lazy("your left neighbour"),
    "right": gettext_lazy("your right neighbour"),
    "leader": pgettext_lazy("card text", "the player in the lead"),
    "attacker": pgettext_lazy("card text", "the player who attacks"),
    "caller": pgettext_lazy("card text", "the player who calls the bluff"),
}
"""Words for seats; a name made by an earlier step is that player."""


class Verb(NamedTuple):
    """A verb in words: its ``label`` where steps are chosen, its ``clause`` where a card says them.

    ``aims``: the holder of the card does it to whom the step names, and the clause says to whom (``Speaker.aimed``).
    """

    label: str | Promise
    clause: Clause
    aims: bool = False

    @classmethod
    def plain(cls, text: Promise) -> Verb:
        """Return a verb that is said in one way whatever the step holds, by the same words where steps are chosen."""
        return cls(text, lambda step, speaker: str(text))


class Vocabulary(Struct, frozen=True):
    """A game's words: its verbs and conditions, what can be counted, amounts of what can be gained and paid.

    ``values`` are the words of each enumeration that a step's fields choose from.
    """

    verbs: Mapping[type[Step], Verb]
    conditions: Mapping[type[Condition], Clause]
    counts: Words
    amounts: Mapping[str, Amounted]
    values: Mapping[type[StrEnum], Words]


class Speaker:
    """Says what steps do, in the reader's language. ``names`` are the players', where steps name seats by number.

    ``subject`` is the name of whoever the sentence is about already: "each" says it once before all of its steps.
    """

    def __init__(self, vocabulary: Vocabulary, names: Sequence[str] = (), subject: str = ME) -> None:
        self.vocabulary = vocabulary
        self.names = names
        self.subject = subject

    def about(self, subject: str) -> Speaker:
        """Return who speaks of somebody else from here on."""
        return Speaker(self.vocabulary, self.names, subject)

    def sentences(self, steps: Iterable[Step]) -> str:
        """Return a sentence for each step; empty for a text without steps."""
        return " ".join(f"{capfirst(self.clause(step))}." for step in steps)

    def inner(self, steps: Iterable[Step]) -> str:
        """Return steps within another step, as one clause."""
        return _(", then ").join(self.clause(step) for step in steps)

    def clause(self, step: Step) -> str:
        """Return what a step does, with who does it and what is counted."""
        verb = self.vocabulary.verbs[type(step)]
        said = verb.clause(step, self)
        if not verb.aims:
            said = self.done_by(getattr(step, "who", self.subject), said)
        counted = [
            self.counted(value) for name in step.__struct_fields__ if _is_counted(name, value := getattr(step, name))
        ]
        return f"{said} ({'; '.join(counted)})" if counted else said

    def condition(self, condition: Condition) -> str:
        """Return what must be so."""
        return self.vocabulary.conditions[type(condition)](condition, self)

    def done_by(self, word: str, does: str) -> str:
        """Return a clause with who does it before it, unless the sentence is about that player anyway."""
        return does if word == self.subject else _("%(who)s: %(does)s") % {"who": self.who(word), "does": does}

    def aimed(self, word: str, does: str) -> str:
        """Return what the holder of the card does, with to whom."""
        return does if word == ME else f"{does} ({self.who(word)})"

    def choice(self, word: str, does: str) -> str:
        """Return a clause that whom the word means may leave undone."""
        if word == self.subject == ME:
            return _("you may %(does)s") % {"does": does}
        return self.done_by(word, _("%(does)s, or not") % {"does": does})

    def who(self, word: str) -> str:
        """Return whom a word means."""
        if word.isdecimal():
            return self.names[int(word)] if int(word) < len(self.names) else word
        return str(WHO[word]) if word in WHO else _("that player")

    def number(self, amount: int | str | Count) -> tuple[int, str]:
        """Return a number for singular and plural, and as it is written."""
        return (amount, str(amount)) if isinstance(amount, int) else (MANY, LETTER)

    def amount(self, what: str, amount: int | str | Count, sign: str = "") -> str:
        """Return so much of something that can be gained or paid."""
        count, shown = self.number(amount)
        return self.vocabulary.amounts[what](count, f"{sign}{shown}")

    def value(self, word: StrEnum) -> str:
        """Return a word of an enumeration."""
        return str(self.vocabulary.values[type(word)][word])

    def counted(self, amount: str | Count) -> str:
        """Say what the letter stands for."""
        if isinstance(amount, str):
            said = _("what was paid") if amount == "x" else _("the number before")
        else:
            said = str(self.vocabulary.counts[amount.count])
            if amount.who != ME:
                said = _("%(counted)s, %(who)s") % {"counted": said, "who": self.who(amount.who)}
            if amount.most:
                said = _("%(counted)s, at most %(most)s") % {"counted": said, "most": amount.most}
        return _("%(letter)s: %(counted)s") % {"letter": LETTER, "counted": said}

    def of(self, word: str, mine: str, others: str) -> str:
        """Return a condition about the holder of the card, or about whom the word means."""
        return mine if word == ME else f"{others} ({self.who(word)})"


class WithGaps(Speaker):
    """Says what a step or a condition would be, with a gap for every number: to be chosen from."""

    def number(self, amount: int | str | Count) -> tuple[int, str]:
        """Return a number that is still to come."""
        return MANY, "…"


def _is_counted(name: str, value: object) -> bool:
    return isinstance(value, Count) or (name in ("n", "times", "less") and isinstance(value, str))


def optional(said: str, *, up_to: bool) -> str:
    """Return a clause that may be left undone where ``up_to`` says so."""
    return _("you may %(does)s") % {"does": said} if up_to else said
