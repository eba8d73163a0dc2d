"""What is proposed where the table decides: a form of changes, checked and said in words before it is sent.

A game says in its ``Scene`` what whoever is asked may propose; the page makes the form, and what it comes to is one of
the engine's codes, as of any other action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from campaigns.matches.cards.sentences.speaker import ME, WHO, Speaker
from engines.core.effects.combinators import ACCEPT, TableDecides
from engines.core.effects.literal import code_of
from engines.core.effects.steps import Step
from engines.core.game import AnyGame, Decision

PREFIX: Final = "propose"
PREVIEW: Final = "preview"
"""The name of the button that asks for the preview: only who touched it is told that nothing was chosen."""
ROWS_LEAST: Final = 2
ROWS_MOST: Final = 6
COUNT_MOST: Final = 6
TOGETHER: Final = ("all", "others")
"""Words for several seats at once."""


class Aim(Struct, frozen=True):
    """To whom a change can be done: the seats, and what is said when somebody else was chosen."""

    seats: frozenset[int]
    refusal: str


class Change(Struct, frozen=True):
    """One change that can be proposed.

    ``make`` returns the steps of it for whom (a seat's number, or one of ``TOGETHER``) and how many. ``counts``: the
    number means something; without it there is one.
    """

    code: str
    label: str
    aim: Aim
    make: Callable[[str, int], Step | tuple[Step, ...]]
    counts: bool = True


class Proposing(Struct, frozen=True):
    """What the reader, who holds the card, may propose: ``groups`` of changes by their heading.

    ``seats`` are those who still play, by number, the holder first; ``say`` says what steps do, a clause for each.
    """

    holder: int
    seats: Mapping[int, str]
    groups: Mapping[str, Sequence[Change]]
    say: Callable[[Sequence[Step]], Sequence[str]]


def clauses(speaker: Speaker, holder: int, steps: Sequence[Step]) -> list[str]:
    """Say what a proposal does: a clause for each step, which begins with who does it."""
    name = speaker.who(str(holder))
    return [_with_whom(step, speaker, name) for step in steps]


def _with_whom(step: Step, speaker: Speaker, name: str) -> str:
    """Begin a clause with the holder's name, unless others do it or it concerns all of them."""
    said = speaker.clause(step)
    others = getattr(step, "who", ME) != ME and not speaker.vocabulary.verbs[type(step)].aims
    if others or isinstance(step, TableDecides):
        return said
    return gettext("%(who)s: %(does)s") % {"who": name, "does": said}


def agreed_to(game: AnyGame) -> Decision | None:
    """Return the action that agrees to what was proposed: what bots do; ``None`` when nothing was."""
    return next((action for action in game.actions() if action.code == ACCEPT), None)


class ProposalForm(forms.Form):
    """Changes, a row each: who, what happens, how many. Rows in which nothing is chosen do not count.

    It is never sent as it is: ``code`` is the action that it comes to.
    """

    def __init__(self, offer: Proposing, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix=PREFIX)
        self._offer = offer
        self._changes = {one.code: one for some in offer.groups.values() for one in some}
        self._steps: list[Step] = []
        who = [(str(seat), name) for seat, name in offer.seats.items()]
        who += [(word, str(WHO[word])) for word in TOGETHER] if len(who) > 1 else []
        what: list[Any] = [("", "–")]
        what += [(heading, [(one.code, one.label) for one in some]) for heading, some in offer.groups.items()]
        for row in range(1, ROWS_MOST + 1):
            self.fields[f"who_{row}"] = forms.ChoiceField(label=_("Who"), choices=who, required=False)
            self.fields[f"change_{row}"] = forms.ChoiceField(label=_("What happens"), choices=what, required=False)
            self.fields[f"count_{row}"] = forms.TypedChoiceField(
                label=_("How many"),
                choices=[(n, n) for n in range(1, COUNT_MOST + 1)],
                coerce=int,
                empty_value=None,
                required=False,
            )

    @classmethod
    def of(cls, offer: Proposing, asked: QueryDict) -> Self:
        """Return the form with what a page's address holds of it."""
        return cls(offer, asked if f"{PREFIX}-change_1" in asked else None)

    def clean(self) -> dict[str, Any]:
        """Put the steps together. What cannot be done is said at its field."""
        values = self.cleaned_data
        for row in range(1, ROWS_MOST + 1):
            change = self._changes.get(values.get(f"change_{row}", ""))
            who = values.get(f"who_{row}") or str(self._offer.holder)
            if change is not None:
                self._put(row, change, who, values.get(f"count_{row}") or 1)
            elif who != str(self._offer.holder) or (values.get(f"count_{row}") or 1) != 1:
                self.add_error(f"change_{row}", gettext("Choose what happens, too, or leave the row as it was."))
        if not self._steps and not self.errors and PREVIEW in self.data:
            self.add_error("change_1", gettext("Choose what happens, or that nothing does."))
        return values

    def _put(self, row: int, change: Change, who: str, count: int) -> None:
        seats = self._seats(who)
        if not seats <= change.aim.seats:
            self.add_error(f"who_{row}", change.aim.refusal)
        elif not change.counts and count != 1:
            self.add_error(f"count_{row}", gettext("This happens once: leave the number at 1."))
        else:
            made = change.make(str(min(seats)) if len(seats) == 1 else who, count)
            self._steps += made if isinstance(made, tuple) else (made,)

    def _seats(self, who: str) -> frozenset[int]:
        every = frozenset(self._offer.seats)
        together = {"all": every, "others": every - {self._offer.holder}}
        return together[who] if who in together else frozenset({int(who)})

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The rows to show, numbered: those filled in, and one more."""
        filled = [
            row
            for row in range(1, ROWS_MOST + 1)
            if self[f"change_{row}"].value() or (self.is_bound and self[f"change_{row}"].errors)
        ]
        shown = min(ROWS_MOST, max([ROWS_LEAST, *(row + 1 for row in filled)]))
        return [(row, self[f"who_{row}"], self[f"change_{row}"], self[f"count_{row}"]) for row in range(1, shown + 1)]

    @cached_property
    def code(self) -> str:
        """The action it comes to; empty while nothing is chosen or something is wrong."""
        return code_of(tuple(self._steps)) if self.is_valid() and self._steps else ""

    @property
    def summary(self) -> Sequence[str]:
        """What will happen if all agree, a clause for each change."""
        return self._offer.say(self._steps) if self.code else ()
