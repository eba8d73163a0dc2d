"""Text that must fit into a drawing: about how wide it is, cut or broken into lines where it is too long."""

from __future__ import annotations

import unicodedata
from typing import Final

_NARROW: Final = frozenset("iljtfrI.,:;!'’|()[] ")
_BROAD: Final = frozenset("mwMWŒÆœæ@%—…")
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
ELLIPSIS: Final = "…"


def clean(text: str) -> str:
    """Return a text without what XML forbids, or what turns the direction of writing; blanks become single ones."""
    kept = (c for c in " ".join(text.split()) if unicodedata.category(c) not in ("Cc", "Cs", "Cn") and c not in _BIDI)
    return "".join(kept)


def width(text: str) -> float:
    """Return about how wide a text is, in the size of its letters; rather too wide than too narrow."""
    return sum(_width(c) for c in text)


def _width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW:
        return 0.31
    if character in _BROAD:
        return 0.95
    return 0.68 if character.isupper() else 0.53


def fitted(text: str, most: float) -> str:
    """Return a text cut to ``most`` letter sizes, with an ellipsis where something is missing."""
    text = clean(text)
    if width(text) <= most:
        return text
    while text and width(text + ELLIPSIS) > most:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrapped(text: str, most: float, lines: int) -> list[str]:
    """Return a text in at most so many lines of ``most`` letter sizes; the last one is cut to fit."""
    found: list[str] = []
    words = clean(text).split(" ")
    while words and len(found) < lines - 1:
        line = words.pop(0)
        while words and width(f"{line} {words[0]}") <= most:
            line += f" {words.pop(0)}"
        found.append(fitted(line, most))
    if words:
        found.append(fitted(" ".join(words), most))
    return [line for line in found if line]
