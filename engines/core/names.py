"""One rule for what people, figures, warbands, campaigns and card sets may be called, and when two names are one.

A name shows all that it holds: no control characters, no marks that turn the direction of writing, nothing that takes
no room. Joiners and the choice between text and picture are welcome where they belong: within pictures made of several,
and within words of scripts that join their letters.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_NEVER: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")
_LOOKS: Final = frozenset("\ufe0e\ufe0f")
"""Whether the sign before is drawn as text or as a picture."""
_VIRAMA: Final = 9
"""The combining class of the sign after which letters of Indian scripts join."""
_BREAKS: Final = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
_EMPTY: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that show nothing, although they count as letters or marks."""


def plain(text: str) -> str:
    """Return a name as it is kept: composed letters (NFC), none but single spaces, none outside.

    The unbreakable spaces of French typography stay.
    """
    return " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word).strip()


def unseen(name: str) -> str:
    """Return the first character that no name may hold; nothing where there is none."""
    for at, character in enumerate(name):
        if _is_unseen(character, name[at - 1 : at], name[at + 1 : at + 2]):
            return character
    return ""


def shows(name: str) -> bool:
    """Tell whether there is anything to be seen of a name."""
    return any(unicodedata.category(character)[0] not in "ZCM" and character not in _EMPTY for character in name)


def cleaned(text: str) -> str:
    """Return a name from elsewhere as it is kept, without what no name may hold."""
    name = plain(_BREAKS.sub(" ", text))
    if unseen(name):
        spaced = zip(name, " " + name, name[1:] + " ", strict=False)
        name = "".join(character for character, before, after in spaced if not _is_unseen(character, before, after))
    if unseen(name):  # a joiner beside what is gone
        name = "".join(character for character in name if character not in _JOINERS | _LOOKS)
    return plain(name)


def key(name: str) -> str:
    """Return what is the same for names that look alike: capitals, widths of letters and what is not seen aside."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(c for c in folded if not _is_ignored(c)).split())


def _is_unseen(character: str, before: str, after: str) -> bool:
    if character in _JOINERS:
        return not _joins(before, after)
    if character in _LOOKS:
        return not (before and unicodedata.category(before)[0] == "S")
    return character in _EMPTY or unicodedata.category(character) in _NEVER


def _joins(before: str, after: str) -> bool:
    """Tell whether a joiner belongs between two characters."""
    if not before or not after:
        return False
    if unicodedata.category(after) == "So":
        return before in _LOOKS or unicodedata.category(before) in ("So", "Sk")
    arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return arabic or unicodedata.combining(before) == _VIRAMA


def _is_ignored(character: str) -> bool:
    return character in _EMPTY or character in _LOOKS or unicodedata.category(character) in ("Cc", "Cf", "Cs")
