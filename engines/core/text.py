"""Names that exist in French and in English, and text as files bring it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One wording in both languages of the site; ``fr`` is the rulebook's own word."""

    fr: str
    en: str

    def in_language(self, language: str) -> str:
        """Return the wording for a language code such as ``"fr"`` or ``"en-gb"``; English unless French."""
        return self.fr if language.lower().startswith("fr") else self.en


def without_mark(text: str | bytes) -> str | bytes:
    """Return the content of a file without the byte order mark that some editors put in front."""
    return text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text.removeprefix("\ufeff")
