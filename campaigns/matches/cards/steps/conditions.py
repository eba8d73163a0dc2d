"""Conditions of a step by choices: up to three, each with its number and of whom it is asked, and how they join."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext, pgettext_lazy
from msgspec.structs import FieldInfo

from campaigns.matches.cards.sentences import LANGUAGES, VOCABULARIES
from campaigns.matches.cards.sentences.speaker import WithGaps
from campaigns.matches.cards.steps.inputs import NONE, Input, Part
from engines.core.effects.conditions import JOINING, word_of
from engines.core.effects.reading import NUMBER_LEAST, NUMBER_MOST, enumeration_of, fields

ROWS: Final = 3
"""A card with more conditions than that is typed in as text; no box has one."""
TITLES: Final[tuple[str | Promise, ...]] = (
    pgettext_lazy("card step", "On what condition"),
    pgettext_lazy("card step", "A second condition"),
    pgettext_lazy("card step", "A third condition"),
)
_JOINS: Final = [word_of(kind) for kind in JOINING]
_FLAGS: Final = {"true": True, "false": False}


def _words(asked: FieldInfo) -> Iterable[StrEnum]:
    return enumeration_of(asked.type) or ()


class When(Input):
    """The condition of a step."""

    @property
    def parts(self) -> Iterator[Part]:
        """One condition, and two that are unfolded."""
        for row, title in enumerate(TITLES, start=1):
            join = (self._join,) if row == ROWS - 1 else ()
            yield Part(title, (*join, *self._names(row)), folded=row > 1)

    @property
    def _join(self) -> str:
        return f"{self.name}__join"

    def _names(self, row: int) -> tuple[str, str, str, str]:
        at = f"{self.name}__{row}"
        return at, f"{at}_n", f"{at}_who", f"{at}_not"

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        """For each condition what is so, its number, of whom, and whether it must not be so."""
        offered = list(self._offered())
        for row in range(1, ROWS + 1):
            what, n, who, not_ = self._names(row)
            if row == ROWS - 1:
                ways = [("all", pgettext("card step", "All of them")), ("any", pgettext("card step", "One of them"))]
                label = pgettext_lazy("card step", "How many of the conditions must be met")
                yield self._join, forms.ChoiceField(label=label, choices=ways, initial="all", required=False)
            label = pgettext_lazy("card step", "What has to be true")
            options = offered if row == 1 else [NONE, *offered]
            yield what, forms.ChoiceField(label=label, choices=options, required=row == 1)
            widget = forms.NumberInput(attrs={"inputmode": "numeric"})
            label = pgettext_lazy("card step", "The number: at least")
            yield (
                n,
                forms.IntegerField(
                    label=label, min_value=NUMBER_LEAST, max_value=NUMBER_MOST, required=False, widget=widget
                ),
            )
            label = pgettext_lazy("card step", "Of whom")
            yield who, forms.ChoiceField(label=label, choices=self.here.seats, initial="me", required=False)
            yield not_, forms.BooleanField(label=pgettext_lazy("card step", "It must not be the case"), required=False)

    def _offered(self) -> Iterator[tuple[str, str]]:
        """Each condition with each of its words: one choice for both. A number is left open."""
        speaker = WithGaps(VOCABULARIES[self.here.game])
        for word, kind in LANGUAGES[self.here.game].conditions.items():
            if word in _JOINS:
                continue
            asked = fields(kind)[0]
            values: Mapping[str, Any] = _FLAGS if asked.type is bool else {one.value: one for one in _words(asked)}
            for value, meant in values.items():
                yield f"{word}={value}", capfirst(speaker.condition(kind(**{asked.name: meant})))
            if not values:
                yield word, capfirst(speaker.condition(kind(**{asked.name: NUMBER_LEAST})))

    def initial(self, value: Any) -> dict[str, Any]:
        """A single condition in the first place, several in order; what has no place here stays out."""
        several = [(word, value[word]) for word in ("all", "any") if isinstance(value, Mapping) and word in value]
        rows = several[0][1] if several else [value]
        found: dict[str, Any] = {self._join: several[0][0]} if several else {}
        for row, one in enumerate(rows[:ROWS] if isinstance(rows, list) else (), start=1):
            found |= self._row_shown(row, one)
        return found

    def _row_shown(self, row: int, one: Any) -> dict[str, Any]:
        what, n, who, not_ = self._names(row)
        found: dict[str, Any] = {}
        if isinstance(one, Mapping) and "not" in one:
            one, found[not_] = one["not"], True
        if not isinstance(one, Mapping):
            return found
        word = next((word for word in one if word in LANGUAGES[self.here.game].conditions), "")
        asked = one.get(word)
        if isinstance(asked, bool):
            asked = str(asked).lower()
        if isinstance(asked, int):
            found |= {what: word, n: asked}
        else:
            found[what] = f"{word}={asked}"
        return {**found, who: one.get("who", "me")}

    def value(self, given: Mapping[str, Any]) -> Any:
        """One condition as it is, several joined."""
        rows = [made for row in range(1, ROWS + 1) if (made := self._row(row, given))]
        if len(rows) < 2:
            return rows[0] if rows else None
        return {given.get(self._join) or "all": rows}

    def _row(self, row: int, given: Mapping[str, Any]) -> dict[str, Any] | None:
        what, n, who, not_ = (given.get(name) for name in self._names(row))
        if not what:
            return None
        word, _sign, value = str(what).partition("=")
        made: dict[str, Any] = {word: _FLAGS.get(value, value) if value else n}
        if who and who != "me":
            made["who"] = who
        return {"not": made} if not_ else made

    def faults(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """A number where one is asked for and nowhere else; not every condition is asked of somebody."""
        for row in range(1, ROWS + 1):
            what, n, who, not_ = self._names(row)
            word, _sign, value = str(given.get(what) or "").partition("=")
            if not word:
                if given.get(n) is not None or given.get(not_) or given.get(who) not in (None, "", "me"):
                    yield what, gettext("Choose what has to be true, too.")
                continue
            kind = LANGUAGES[self.here.game].conditions[word]
            if not value and given.get(n) is None:
                yield n, gettext("Type the number, too.")
            elif value and given.get(n) is not None:
                yield n, gettext("This condition has no number.")
            other = given.get(who) or "me"
            if other != "me" and not any(field.encode_name == "who" for field in fields(kind)):
                yield who, gettext("Only the owner of the card is asked this.")
