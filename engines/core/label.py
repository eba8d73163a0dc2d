"""Short free texts that players type: the name of a card of their own box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.core.problems import Problem

LABEL_MOST: Final = 60
"""How many characters a label may have."""


def label_problems(text: str, item: str) -> Iterable[Problem]:
    """Yield what is wrong with a label: ``label_long`` (with value and limit) or ``label_unprintable``."""
    if len(text) > LABEL_MOST:
        yield Problem("label_long", None, {"item": item, "value": len(text), "most": LABEL_MOST})
    if not text.isprintable() and not text.replace("\u00a0", " ").replace("\u202f", " ").isprintable():
        yield Problem("label_unprintable", None, {"item": item})


def code_problems(codes: Iterable[str]) -> Iterable[Problem]:
    """Yield what is wrong with the codes of a list of cards: ``card_code_empty``, ``card_code_spaces`` (outside),
    ``card_code_twice`` (capitals do not count), and what is wrong with each as a label.
    """
    seen: set[str] = set()
    for number, code in enumerate(codes, start=1):
        plain = code.strip().casefold()
        if not plain:
            yield Problem("card_code_empty", None, {"number": number})
        elif code != code.strip():
            yield Problem("card_code_spaces", None, {"item": code})
        elif plain in seen:
            yield Problem("card_code_twice", None, {"item": code})
        seen.add(plain)
        yield from label_problems(code, code)


def same_label(one: str, other: str) -> bool:
    """Tell whether two labels name the same thing: capitals and outer spaces do not count."""
    return one.strip().casefold() == other.strip().casefold()
