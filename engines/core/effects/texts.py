"""What a card's text says that no step does: warnings for whoever types a card in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from engines.core.effects.conditions import Condition
from engines.core.effects.reading import walk
from engines.core.effects.steps import Count, Step
from engines.core.problems import Problem

type Test = Callable[[Step], bool]


def _verb(*words: str) -> Test:
    return lambda step: str(step.__struct_config__.tag) in words


def _everybody(step: Step) -> bool:
    return _verb("each")(step) or getattr(step, "who", "") in ("all", "others")


def _limited(step: Step) -> bool:
    counted = any(isinstance(value, Count) and value.most for value in _values(step))
    return counted or bool(getattr(step, "up_to", False))


def _values(step: Step) -> list[object]:
    return [getattr(step, name) for name in step.__struct_fields__]


def _optional(step: Step) -> bool:
    return _verb("may", "pay", "choose")(step) or _limited(step)


WORDS: Final[tuple[tuple[re.Pattern[str], Test], ...]] = (
    (re.compile(r"\b(?:may|peut|pouvez|peux|peuvent)\b", re.I), _optional),
    (re.compile(r"\b(?:each|every|chaque|chacun|chacune|tous|toutes)\b", re.I), _everybody),
    (re.compile(r"\b(?:up to|jusqu['’]à|au plus)\b", re.I), _limited),
    (re.compile(r"\b(?:if|si)\b", re.I), _verb("if", "pay")),
)
"""Words of a text, in both languages, and which step says the same."""
NUMBER: Final = re.compile(r"(?<![\w-])(\d{1,2})(?![\w%])")


def text_warnings(card: str, slot: str, text: str, steps: tuple[Step, ...]) -> Iterable[Problem]:
    """Yield a warning for each number and each "may", "each", "up to", "if" of a text without a counterpart.

    Steps that ask the table say nothing by themselves and everything with it: then there is no warning.
    """
    every = list(walk(steps))
    if not text.strip() or any(step.asks_table for step in every):
        return
    params = {"item": card, "slot": slot}
    said = {str(number) for step in every for number in _numbers(step)}
    for number in dict.fromkeys(NUMBER.findall(text)):
        if number not in said and number != "1":
            yield Problem("effect_text_number", None, {**params, "value": number})
    for pattern, means in WORDS:
        found = pattern.search(text)
        if found and not any(means(step) for step in every):
            yield Problem("effect_text_word", None, {**params, "value": found.group().lower()})


def _numbers(step: Step) -> Iterable[int]:
    for value in _values(step):
        if isinstance(value, Count):
            yield value.most
        elif isinstance(value, int) and not isinstance(value, bool):
            yield value
        elif isinstance(value, Condition):
            yield from (inner for name in value.__struct_fields__ if isinstance(inner := getattr(value, name), int))
