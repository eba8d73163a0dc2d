"""How each sort of word of a pack is asked for in a form: its fields, what stands in them, what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from club.names import NameField
from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.traits import TRAITS
from engines.musg.catalogue.types import Characteristic
from engines.musg.packs import Kind
from engines.musg.packs.reading import ERAS, SLOTS
from engines.musg.packs.words import (
    AMOUNT_MOST,
    CELLS,
    LIST_MOST,
    NAME_MOST,
    PRICE_MOST,
    TEXT_MOST,
    Choice,
    Code,
    Codes,
    Flag,
    Modifiers,
    Number,
    ProfileRow,
    Traits,
    Word,
    Wording,
    Wordings,
)
from rosters.wording import characteristic_name, characteristic_short
from rosters.wording.packs import WORDS, marked

OPTIONS: Final[Mapping[str, Promise]] = {
    "fast": pgettext_lazy("reload", "fast: once for each action point"),
    "slow": pgettext_lazy("reload", "slow: once a turn, 2 action points"),
    "blast": pgettext_lazy("template", "blast"),
    "flame": pgettext_lazy("template", "flame"),
    "medieval": pgettext_lazy("era", "a medieval world"),
    "modern": pgettext_lazy("era", "a modern world"),
    "futuristic": pgettext_lazy("era", "a futuristic world"),
    "armour": pgettext_lazy("worn as", "armour"),
    "shield": pgettext_lazy("worn as", "a shield"),
}
"""What words of fixed lists are called."""
OTHER_LANGUAGE: Final = {
    "fr": gettext_lazy("in English, if it has other words"),
    "en": gettext_lazy("in French, if it has other words"),
}
CHANGES: Final = 3
"""So many changes of characteristics a form has room for, and for one more than stands in it."""
LINES_MOST: Final = LIST_MOST * (TEXT_MOST + 2)

type Row = dict[str, Any]


class Shelves:
    """What an entry may name: the book and the pack behind it, in the reader's language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def options(self, shelf: str) -> list[tuple[str, str]]:
        """Return the codes of a shelf with their names."""
        if shelf in ("eras", "slots"):
            return [(code, str(OPTIONS[code])) for code in (ERAS if shelf == "eras" else SLOTS)]
        return [(code, marked(row, self.catalogue)) for code, row in getattr(self.catalogue, shelf).items()]


class Filling:
    """How one sort of word is asked for: its fields, what stands in them, and what they come to in a file."""

    def fields(self, word: Any, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        """Yield the fields by the ends of their names: nothing for the one that is called as the word."""
        raise NotImplementedError

    def with_room(self, rows: int) -> Filling:
        """Return how it is asked for where so many rows stand in it: with room for all of them, and for another."""
        return self

    def initial(self, word: Any, value: Any) -> Row:
        """Return what stands in the fields, by the ends of their names, for a value of a file."""
        return {"": value}

    def value(self, word: Any, given: Row) -> Any:
        """Return what a file says, ``None`` for nothing."""
        return given[""] if given[""] not in (None, "", []) else None


class _Numbers(Filling):
    def fields(self, word: Number, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        needed = word.required and not word.blank
        yield "", number(WORDS[word.name], word.least, word.most, required=needed)

    def initial(self, word: Number, value: Any) -> Row:
        return {"": None if value is False else value}

    def value(self, word: Number, given: Row) -> Any:
        if given[""] is None and word.required:
            return False
        return given[""] if given[""] != word.usual else None


class _Flags(Filling):
    def fields(self, word: Flag, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        yield "", forms.BooleanField(label=WORDS[word.name], required=False)

    def value(self, word: Flag, given: Row) -> Any:
        return given[""] if given[""] != word.usual else None


class _Choices(Filling):
    def fields(self, word: Choice, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        options = [(one.value, OPTIONS[one.value]) for one in word.kind]
        yield "", _one_of(WORDS[word.name], options, required=word.required)


class _Texts(Filling):
    def fields(self, word: Wording, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        here, there = languages()
        make: Callable[..., forms.Field] = _name if word.most == NAME_MOST else _text
        other = f"{WORDS[word.name]} {OTHER_LANGUAGE[here]}"
        yield here, _in(here, make(label=WORDS[word.name], max_length=word.most, required=word.required))
        yield there, _in(there, make(label=other, max_length=word.most, required=False))

    def initial(self, word: Wording, value: Any) -> Row:
        return said_in(value)

    def value(self, word: Wording, given: Row) -> Any:
        return both(given)


class _Lines(Filling):
    """Texts, one to a line; the lines of the other language stand for those at the same place, so none is closed up."""

    def fields(self, word: Wordings, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        here, there = languages()
        label = _("%(what)s, one to a line") % {"what": WORDS[word.name]}
        limits = {"max_length": LINES_MOST, "required": False, "strip": False}
        yield here, _in(here, _text(label=label, **limits))
        yield there, _in(there, _text(label=f"{label}, {OTHER_LANGUAGE[here]}", **limits))

    def initial(self, word: Wordings, value: Any) -> Row:
        rows = [said_in(row) for row in value]
        here, there = languages()
        others = [row[there] for row in rows]
        return {here: "\n".join(row[here] or row[there] for row in rows), there: "\n".join(others).rstrip("\n")}

    def value(self, word: Wordings, given: Row) -> Any:
        here, there = languages()
        first, second = given[here].splitlines(), given[there].splitlines()
        lines = max(len(first), len(second))
        pairs = (
            {here: line.strip(), there: other.strip()}
            for line, other in zip(_padded(first, lines), _padded(second, lines), strict=True)
        )
        return [text for pair in pairs if (text := both(pair)) is not None] or None


class _Many(Filling):
    def fields(self, word: Codes, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        options = [option for shelf in word.shelves for option in shelves.options(shelf)]
        yield "", _some_of(WORDS[word.name], options)


class _One(Filling):
    def fields(self, word: Code, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        options = [option for shelf in word.shelves for option in shelves.options(shelf)]
        yield "", _one_of(WORDS[word.name], options, required=word.required)


class _Traits(Filling):
    def fields(self, word: Traits, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        open_to = [(code, words(trait.meaning)) for code, trait in TRAITS.items() if kind.bearer in trait.bearers]
        yield "", _some_of(WORDS[word.name], open_to)


class _Profiles(Filling):
    def fields(self, word: ProfileRow, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        for column, (least, most) in CELLS.items():
            blank = word.blanks and column in (Characteristic.LEADERSHIP, Characteristic.SHOOTING)
            field = number(characteristic_short(column), least, most, required=word.required and not blank)
            field.widget.attrs["aria-label"] = characteristic_name(column)
            yield column.value, _among(word, field, characteristic_name(column))
        yield "cost", _among(word, number(_("Cost"), 0, PRICE_MOST, required=word.required), _("Cost"))

    def initial(self, word: ProfileRow, value: Any) -> Row:
        names = [*(column.value for column in CELLS), "cost"]
        return {name: None if cell is False else cell for name, cell in zip(names, value, strict=True)}

    def value(self, word: ProfileRow, given: Row) -> Any:
        if not word.required and all(cell is None for cell in given.values()):
            return None
        return [False if cell is None else cell for cell in given.values()]


class _Changes(Filling):
    def __init__(self, room: int = CHANGES) -> None:
        self.room = room

    def with_room(self, rows: int) -> Filling:
        return _Changes(max(CHANGES, min(rows + 1, LIST_MOST)))

    def fields(self, word: Modifiers, kind: Kind, shelves: Shelves) -> Iterator[tuple[str, forms.Field]]:
        columns = [(column.value, characteristic_name(column)) for column in Characteristic]
        for place in range(1, self.room + 1):
            yield f"{place}_characteristic", _one_of(_("Changes"), columns, required=False)
            yield f"{place}_amount", number(_("by (1 is better, −1 worse)"), -AMOUNT_MOST, AMOUNT_MOST, required=False)
            yield f"{place}_limit", number(_("not beyond"), 1, CELLS[Characteristic.MOVEMENT][1], required=False)
            for flag, label in FLAGS.items():
                yield f"{place}_{flag}", forms.BooleanField(label=label, required=False)

    def initial(self, word: Modifiers, value: Any) -> Row:
        return {f"{place}_{name}": cell for place, row in enumerate(value, 1) for name, cell in row.items()}

    def value(self, word: Modifiers, given: Row) -> Any:
        rows = []
        for place in range(1, len(given) // len(PARTS) + 1):
            row = {name: given[f"{place}_{name}"] for name in PARTS}
            kept = {name: cell for name, cell in row.items() if cell not in (None, "", False)}
            rows += [kept] if kept else []
        return rows or None


FLAGS: Final = {
    "pair": gettext_lazy("only as a pair"),
    "open_ground": gettext_lazy("on open ground"),
    "once": gettext_lazy("only one counts"),
}
PARTS: Final = ("characteristic", "amount", "limit", *FLAGS)
"""The fields of one change."""
FILLINGS: Final[Mapping[type[Word], Filling]] = {
    Number: _Numbers(),
    Flag: _Flags(),
    Choice: _Choices(),
    Wording: _Texts(),
    Wordings: _Lines(),
    Codes: _Many(),
    Code: _One(),
    Traits: _Traits(),
    ProfileRow: _Profiles(),
    Modifiers: _Changes(),
}
"""By the sort of word."""


def number(label: Any, least: int, most: int, *, required: bool) -> forms.IntegerField:
    """Return a field of a whole number within limits."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    # One short sentence for whatever is wrong: the field may be a cell that is as wide as its two digits.
    expected = _("A whole number from %(least)s to %(most)s.") % {"least": least, "most": most}
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), expected)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=required, widget=widget, error_messages=messages
    )


def both(given: Mapping[str, Any]) -> Any:
    """Return a text in both languages as a file has it: one of them suffices."""
    kept = {language: text for language in ("fr", "en") if (text := given.get(language))}
    if len(set(kept.values())) > 1:
        return kept
    return next(iter(kept.values()), None)


def field_name(word: str, end: str) -> str:
    """Return what a field is called: the word, with "__" and the end where it has several."""
    return f"{word}__{end}" if end else word


def languages() -> tuple[str, str]:
    """Return the reader's language and the other one."""
    return ("fr", "en") if (get_language() or "").startswith("fr") else ("en", "fr")


def said_in(value: Any) -> Row:
    """Return a text of a file by language; the other one is empty where both are the same."""
    said = {"fr": value, "en": value} if isinstance(value, str) else value
    here, there = languages()
    found = {here: said.get(here, ""), there: said.get(there, "")}
    return {here: found[here] or found[there], there: found[there] if found[here] != found[there] else ""}


def _among(word: Word, field: forms.Field, name: str) -> forms.Field:
    """Say where a field stands, for what is said of it elsewhere: "Leader, Movement"."""
    field.place = f"{WORDS[word.name]}, {name}"  # type: ignore[attr-defined]  # read by the list of a form's errors
    return field


def _padded(lines: list[str], count: int) -> list[str]:
    return lines + [""] * (count - len(lines))


def _in(language: str, field: forms.Field) -> forms.Field:
    """Say in what language a field is written: for who reads it aloud, and for who checks its spelling."""
    field.widget.attrs["lang"] = language
    return field


def _name(**kwargs: Any) -> forms.Field:
    return NameField(**kwargs)


def _text(**kwargs: Any) -> forms.Field:
    return forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), **kwargs)


def _one_of(label: Any, options: list[tuple[Any, Any]], *, required: bool) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", "–"), *options], required=required)


def _some_of(label: Any, options: list[tuple[Any, Any]]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, choices=options, required=False, widget=forms.CheckboxSelectMultiple)
