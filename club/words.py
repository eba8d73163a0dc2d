"""Texts of the engines in the reader's language."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import get_language


class Bilingual(Protocol):
    """A text that exists in both languages of the site."""

    def in_language(self, language: str) -> str:
        """Return the wording for a language code."""


def words(text: Bilingual) -> str:
    """Return a text of a catalogue or a card set in the reader's language."""
    return text.in_language(get_language() or "en")
