"""Card sets: the cards of somebody's own box as data. What the sets of all games share.

A set is read first; what is readable may still be wrong, which its ``problems`` say: counts, codes, names, numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Protocol

from engines.core.decoding import converted
from engines.core.label import code_problems, label_problems
from engines.core.problems import Param, Problem
from engines.core.text import Text


class Card(Protocol):
    """A card of a set: the code that stands for it in a log, and its name."""

    @property
    def code(self) -> str:
        """What stands for it."""

    @property
    def name(self) -> Text:
        """What is printed on it."""


def training_set[T](package: str, kind: type[T]) -> T:
    """Return the invented set that a game's package brings along as ``training.toml``, for practice and for tests."""
    return converted(tomllib.loads(files(package).joinpath("training.toml").read_text(encoding="utf-8")), kind)


def named_problems(cards: Sequence[Card]) -> Iterable[Problem]:
    """Yield what is wrong with the codes of a list of cards, and with their names in both languages."""
    yield from code_problems(card.code for card in cards)
    for card in cards:
        yield from label_problems(card.name.fr, card.code)
        yield from label_problems(card.name.en, card.code)


def count_problems(item: str, count: int, needs: int, rule: str) -> Iterable[Problem]:
    """Yield ``card_count`` unless there are as many cards of a kind as the box has."""
    if count != needs:
        yield Problem("card_count", None, {"item": item, "count": count, "needs": needs}, rule)


def range_problems(item: str, field: str, value: int, least: int, most: int, rule: str = "") -> Iterable[Problem]:
    """Yield ``card_number`` if a number on a card is out of range."""
    if not least <= value <= most:
        params: dict[str, Param] = {"item": item, "field": field, "value": value, "least": least, "most": most}
        yield Problem("card_number", None, params, rule)
