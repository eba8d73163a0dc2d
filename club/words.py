"""Texts of the engines in the reader's language."""

from __future__ import annotations

from typing import Protocol

from django.conf import settings
from django.utils.translation import get_language


class Bilingual(Protocol):
    """A text that exists in both languages of the site."""

    def in_language(self, language: str) -> str:
        """Return the wording for a language code."""


def in_each_language(text: Bilingual) -> dict[str, str]:
    """Return a text in every language of the site, to be kept for readers of any."""
    return {code: text.in_language(code) for code, _name in settings.LANGUAGES}


def words(text: Bilingual) -> str:
    """Return a text of a catalogue or a card set in the reader's language."""
    return text.in_language(get_language() or "en")
