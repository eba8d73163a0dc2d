"""Reads the steps of a card, one by one, so that everything wrong with them is found, each with its place.

The library that decodes stops at the first fault; here every field is read by itself. What cannot be read leaves no
step behind, so a card counts only when there is no problem at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields as fields_of

from engines.core.effects.conditions import Condition
from engines.core.effects.language import Language, verb_of
from engines.core.effects.nearest import nearest
from engines.core.effects.places import Place
from engines.core.effects.steps import STEPS_MOST, Count, Reads, Step
from engines.core.problems import Param, Problem

NUMBER_LEAST: Final = 1
NUMBER_MOST: Final = 50
"""The numbers that may stand in a step: a guard against slips of the finger."""

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
PROBLEMS_MOST: Final = 200
"""Of a card with so many faults the rest is not read."""
DEPTH_MOST: Final = 12
"""Steps within steps: a guard, no card comes near."""

_MISSING: Final = object()


_FIELDS: Final[dict[Any, tuple[FieldInfo, ...]]] = {}


def fields(kind: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    """Return the fields of a step or a condition; looking them up anew takes long."""
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = fields_of(kind)
    return found


class Reader:
    """Reads the slots of one card.

    ``problems`` are what is wrong so far, ``warnings`` what is odd. ``seats`` is how many seats literal steps may name;
    without it steps name seats by words alone.
    """

    def __init__(self, language: Language, card: str, seats: int = 0) -> None:
        self.language = language
        self.card = card
        self.seats = seats
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._slot = ""
        self._names: dict[str, str] = {}
        self._made: dict[str, Place] = {}
        self._used: set[str] = set()

    def slot(self, slot: str, data: object, made: Mapping[str, str] | None = None) -> tuple[Step, ...]:
        """Return the steps of a slot, as far as they can be read. ``made`` are names that the slot begins with."""
        self._slot = slot
        self._names = dict(made or {})
        self._made, self._used = {}, set()
        place = Place(self.card, slot)
        before = len(self.problems)
        found = self._steps(data, place, required=False)
        if len(self.problems) == before:
            count = most_steps(found)
            if count > STEPS_MOST:
                self._wrong("effect_too_many_steps", place, value=count, most=STEPS_MOST)
            for name, where in self._made.items():
                if name not in self._used:
                    self.warnings.append(Problem("effect_name_unused", None, {**where.params, "value": name}))
        return found

    # Steps

    def _steps(self, data: object, place: Place, *, required: bool = True) -> tuple[Step, ...]:
        if not isinstance(data, list | tuple):
            self._wrong("effect_not_steps", place, value=_told(data), field=place.field or place.slot)
            return ()
        if required and not data:
            self._wrong("effect_no_steps", place)
        if len(data) > STEPS_MOST:
            self._wrong("effect_too_many_steps", place, value=len(data), most=STEPS_MOST)
            return ()
        found = [self._step(each, place.step(number)) for number, each in enumerate(data, start=1)]
        return tuple(step for step in found if step is not None)

    def _step(self, data: object, place: Place) -> Step | None:
        if not isinstance(data, dict):
            self._wrong("effect_not_steps", place, value=_told(data), field="do")
            return None
        if len(self.problems) >= PROBLEMS_MOST:
            return None
        if len(place.path) > DEPTH_MOST:
            self._wrong("effect_too_many_steps", place, value=len(place.path), most=DEPTH_MOST)
            return None
        word = data.get("do")
        if word is None:
            keys = [str(key) for key in data]
            near = next((key for key in keys if nearest(key, ["do"])), "")
            self._wrong("effect_verb_missing", place, value=near or ", ".join(keys)[:40], nearest="do" if near else "")
            return None
        kind = self.language.verbs.get(word) if isinstance(word, str) else None
        if kind is None:
            near = nearest(_told(word), self.language.verbs)
            self._wrong("effect_verb_unknown", place.at("do"), value=_told(word), nearest=near)
            return None
        if kind.slots and self._slot not in kind.slots:
            self._wrong("effect_verb_place", place.at("do"), value=_told(word))
        return self._struct(kind, verb_of(kind), {k: v for k, v in data.items() if k != "do"}, place)

    def _struct[S: Step | Condition](
        self, kind: type[S], verb: str, data: Mapping[str, object], place: Place
    ) -> S | None:
        """Read every field of a step or a condition; fields that hold steps come last, with the names made before."""
        before = len(self.problems)
        known = {field.encode_name: field for field in fields(kind)}
        for key in data:
            if len(self.problems) >= PROBLEMS_MOST:
                return None
            if key not in known:
                near = nearest(str(key), [each for each in known if each not in data])
                self._wrong("effect_key_unknown", place.at(str(key)), value=str(key), verb=verb, nearest=near)
        values: dict[str, Any] = {}
        nests = {Reads.STEPS, Reads.BRANCHES}
        for field in sorted(known.values(), key=lambda field: reads_of(field) in nests):
            if field.encode_name not in data:
                if field.required:
                    self._wrong("effect_key_missing", place.at(field.encode_name), verb=verb, value=verb)
                continue
            if reads_of(field) in nests and issubclass(kind, Step):
                self._give(kind, str(values.get("as_", "")), place)
            value = self._field(field, data[field.encode_name], place.at(field.encode_name))
            if value is not _MISSING:
                values[field.name] = value
        if len(self.problems) > before:
            return None
        made = kind(**values)
        if isinstance(made, Step):
            self._after(made, place)
        return made if len(self.problems) == before else None

    def _give(self, kind: type[Step], as_: str, place: Place) -> None:
        """Let inner steps use the names that the step gives them."""
        for name, of in kind.gives.items():
            self._names[as_ or name] = of

    def _after(self, step: Step, place: Place) -> None:
        for field, code in step.faults():
            self._wrong(code, place.at(field), value=_told(getattr(step, field, "")))
        name = getattr(step, "as_", "")
        if name and not step.gives:
            self._names[name] = step.makes
            self._made.setdefault(name, place)

    # Fields

    def _field(self, field: FieldInfo, data: object, place: Place) -> Any:
        reads = reads_of(field)
        if reads is None:
            return self._plain(field, data, place)
        return _READERS[reads](self, data, place)

    def _plain(self, field: FieldInfo, data: object, place: Place) -> Any:
        """Read what the type alone describes: words of an enumeration, flags, numbers, texts."""
        words = words_of(field.type)
        if words:
            return self._words(field, data, words, place)
        try:
            value = msgspec.convert(data, field.type)
        except msgspec.ValidationError as error:
            self._wrong("effect_value", place, value=_told(data), expected=str(error).partition(" - at ")[0])
            return _MISSING
        if isinstance(value, int) and not isinstance(value, bool):
            return self._in_range(value, place)
        return value

    def _words(self, field: FieldInfo, data: object, words: list[str], place: Place) -> Any:
        several = data if isinstance(data, list | tuple) else [data]
        wrong = [each for each in several if each not in words]
        for each in wrong:
            near = nearest(_told(each), words)
            self._wrong("effect_value_unknown", place, value=_told(each), nearest=near, expected=", ".join(words))
        if wrong:
            return _MISSING
        try:
            return msgspec.convert(data, field.type)
        except msgspec.ValidationError as error:
            self._wrong("effect_value", place, value=_told(data), expected=str(error).partition(" - at ")[0])
            return _MISSING

    def _in_range(self, value: int, place: Place) -> Any:
        if NUMBER_LEAST <= value <= NUMBER_MOST:
            return value
        self._wrong("effect_number", place, value=value, least=NUMBER_LEAST, most=NUMBER_MOST)
        return _MISSING

    def _who(self, data: object, place: Place) -> Any:
        if isinstance(data, str):
            if self._named(data, "seat", place) or data in self.language.words_for_seats(self._slot):
                return data
            if data.isdecimal() and int(data) < self.seats:
                return data
            if data in self._names:
                return _MISSING  # it stands for something else, which has been said
            if data in self.language.who:
                self._wrong("effect_who_here", place, value=data)
                return _MISSING
        known = [*self.language.words_for_seats(self._slot), *self._names]
        self._wrong("effect_who_unknown", place, value=_told(data), nearest=nearest(_told(data), known))
        return _MISSING

    def _named(self, name: str, kind: str, place: Place) -> bool:
        """Tell whether a name of this kind has been made, and say so if it is of another."""
        found = self._names.get(name)
        if found is None:
            return False
        self._used.add(name)
        if found != kind:
            self._wrong("effect_name_kind", place, value=name, found=found, expected=kind)
            return False
        return True

    def _name(self, data: object, place: Place) -> Any:
        if not isinstance(data, str) or not NAME.fullmatch(data):
            self._wrong("effect_name_odd", place, value=_told(data))
        elif data in self.language.who or data == "this":
            self._wrong("effect_name_taken", place, value=data)
        else:
            return data
        return _MISSING

    def _amount(self, data: object, place: Place) -> Any:
        if isinstance(data, int) and not isinstance(data, bool):
            return self._in_range(data, place)
        if isinstance(data, str):
            if self._named(data, "number", place):
                return data
            if data not in self._names:
                numbers = [name for name, kind in self._names.items() if kind == "number"]
                self._wrong("effect_name_unmade", place, value=_told(data), nearest=nearest(data, numbers))
            return _MISSING
        if isinstance(data, dict):
            return self._count(data, place)
        self._wrong("effect_value", place, value=_told(data), expected="a number, a name or { count = … }")
        return _MISSING

    def _count(self, data: Mapping[str, object], place: Place) -> Any:
        before = len(self.problems)
        known = ("count", "who", "most")
        for key in data:
            if key not in known:
                self._wrong("effect_key_unknown", place, value=str(key), verb="count", nearest=nearest(str(key), known))
        what = data.get("count")
        if what not in self.language.counts:
            near = nearest(_told(what), self.language.counts)
            self._wrong("effect_count_unknown", place, value=_told(what), nearest=near)
        who = self._who(data.get("who", "me"), place)
        told = data.get("most", 0)
        most = told if isinstance(told, int) and not isinstance(told, bool) else -1
        if not 0 <= most <= NUMBER_MOST:
            self._wrong("effect_number", place, value=_told(told), least=NUMBER_LEAST, most=NUMBER_MOST)
        return Count(count=str(what), who=who, most=most) if len(self.problems) == before else _MISSING

    def _card(self, data: object, place: Place) -> Any:
        if data == "this" or (isinstance(data, str) and self._named(data, "card", place)):
            return data
        if not isinstance(data, str) or data not in self._names:
            cards = ["this", *(name for name, kind in self._names.items() if kind == "card")]
            self._wrong("effect_name_unmade", place, value=_told(data), nearest=nearest(_told(data), cards))
        return _MISSING

    def _price(self, data: object, place: Place) -> Any:
        if isinstance(data, str) and data in self.language.payable:
            return data
        known = self.language.payable
        near = nearest(_told(data), known)
        self._wrong("effect_value_unknown", place, value=_told(data), nearest=near, expected=", ".join(known))
        return _MISSING

    def _branches(self, data: object, place: Place) -> Any:
        if not isinstance(data, list | tuple):
            self._wrong("effect_not_steps", place, value=_told(data), field=place.field)
            return _MISSING
        return tuple(self._steps(each, place.branch(number)) for number, each in enumerate(data, start=1))

    def _when(self, data: object, place: Place) -> Any:
        if not isinstance(data, dict) or not data:
            self._wrong("effect_condition_unknown", place, value=_told(data))
            return _MISSING
        words = [key for key in data if key in self.language.conditions]
        if not words:
            key = str(next(iter(data)))
            self._wrong("effect_condition_unknown", place, value=key, nearest=nearest(key, self.language.conditions))
            return _MISSING
        if len(words) > 1:
            self._wrong("effect_condition_many", place, value=", ".join(words))
            return _MISSING
        return self._struct(self.language.conditions[words[0]], words[0], data, place) or _MISSING

    def _whens(self, data: object, place: Place) -> Any:
        if not isinstance(data, list | tuple) or not data:
            self._wrong("effect_condition_unknown", place, value=_told(data))
            return _MISSING
        found = [self._when(each, place) for each in data]
        return _MISSING if _MISSING in found else tuple(found)

    def _wrong(self, code: str, place: Place, **params: Param) -> None:
        told = {name: value for name, value in params.items() if value != "" or name == "value"}
        self.problems.append(Problem(code, None, {**place.params, **told}))


_READERS: Final[Mapping[Reads, Callable[[Reader, object, Place], Any]]] = {
    Reads.WHO: Reader._who,
    Reads.AMOUNT: Reader._amount,
    Reads.NAME: Reader._name,
    Reads.CARD: Reader._card,
    Reads.PRICE: Reader._price,
    Reads.STEPS: Reader._steps,
    Reads.BRANCHES: Reader._branches,
    Reads.WHEN: Reader._when,
    Reads.WHENS: Reader._whens,
}


def reads_of(field: FieldInfo) -> Reads | None:
    """Return how a field is read, if its type says so."""
    if get_origin(field.type) is not Annotated:
        return None
    return next((each for each in get_args(field.type)[1:] if isinstance(each, Reads)), None)


def enumeration_of(kind: Any) -> type[StrEnum] | None:
    """Return the enumeration that a field chooses from, also where several of its words are asked for."""
    kinds: Iterable[Any] = get_args(kind) or (kind,)
    return next((each for each in kinds if isinstance(each, type) and issubclass(each, StrEnum)), None)


def words_of(kind: Any) -> list[str]:
    """Return the words of the enumeration that a field chooses from."""
    return [word.value for word in enumeration_of(kind) or ()]


def _told(value: object) -> str:
    return str(value)[:40]


def most_steps(steps: Iterable[Step]) -> int:
    """Return how many steps a list takes at most, inner ones as often as they are repeated."""
    return sum(1 + step.rounds * sum(most_steps(inner) for inner in inner_lists(step)) for step in steps)


def inner_lists(step: Step) -> list[tuple[Step, ...]]:
    """Return the lists of steps within a step."""
    found: list[tuple[Step, ...]] = []
    for field in fields(type(step)):
        reads, value = reads_of(field), getattr(step, field.name)
        if reads is Reads.STEPS:
            found.append(value)
        elif reads is Reads.BRANCHES:
            found += value
    return found


def walk(steps: Iterable[Step]) -> Iterable[Step]:
    """Yield steps and all steps within them."""
    for step in steps:
        yield step
        for inner in inner_lists(step):
            yield from walk(inner)
