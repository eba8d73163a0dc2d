"""Citations of rulings within the site's texts, as links to the rulings' pages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from club.rulings import find

WORDS: Final = ("ruling", "rulings", "décision", "décisions")
"""What stands before a number where a text names it as one; a letter of its own may also be a strength: F3."""

_CITATION: Final = re.compile(rf"\b(?:(?:{'|'.join(WORDS)})[ \u00a0][MABCF]|M)[1-9]\d{{0,2}}\b(?!\.\d)")


def cited(text: object) -> SafeString:
    """Return a text as HTML, escaped unless it is HTML, where every ruling that it cites leads to its page.

    For texts that stand in no link and no button. A number that no ruling has stays as it is. Musg's numbers are known
    by themselves, those of the card games by the word before them.
    """
    escaped = str(conditional_escape(text))  # type: ignore[arg-type]
    return mark_safe(_CITATION.sub(_linked, escaped))


def _linked(found: re.Match[str]) -> str:
    return _link(found.group())


@lru_cache(maxsize=1024)
def _link(words: str) -> str:
    """There are some hundred rulings, and a shop cites thirty."""
    ruling = find(words.split()[-1])
    if ruling is None:
        return words
    return format_html('<a class="citation" href="{}">{}</a>', ruling.get_absolute_url(), words)
