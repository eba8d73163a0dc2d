"""How a search compares words: without capitals and accents, on the page as in the database."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

ALIKE: Final = {"œ": "oe", "æ": "ae", "ß": "ss", "’": "'"}
"""What is typed in two ways and compared as one; ``club.lookups`` has PostgreSQL compare the same."""


def plain(text: str) -> str:
    """Return a text without capitals, accents and the difference between œ and oe or ’ and '."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return "".join(ALIKE.get(letter, letter) for letter in bare)


def folded(*texts: str) -> str:
    """Return the words of all texts, plain and without signs, a space before each."""
    joined = plain(" ".join(texts))
    return " " + " ".join("".join(letter if letter.isalnum() else " " for letter in joined).split())


def holds(haystack: str, words: Iterable[str]) -> bool:
    """Tell whether every word begins a word of ``haystack``; all of them folded."""
    return all(f" {word}" in haystack for word in words)
