"""Texts of the engines in the reader's language."""

from __future__ import annotations

from django.utils.translation import get_language

from engines.core.text import Text


def words(text: Text) -> str:
    """Return a text of a catalogue or a card set in the reader's language."""
    return text.in_language(get_language() or "en")
