"""How a search compares words: without capitals, accents and signs, from the beginning of a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def folded(*texts: str) -> str:
    """Return the words of all texts as a search compares them: without capitals and accents, a space before each."""
    joined = " ".join(texts).casefold().replace("œ", "oe").replace("æ", "ae")
    plain = (letter for letter in unicodedata.normalize("NFD", joined) if not unicodedata.combining(letter))
    return " " + " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def holds(haystack: str, words: Iterable[str]) -> bool:
    """Tell whether every word begins a word of ``haystack``; all of them folded."""
    return all(f" {word}" in haystack for word in words)
