"""Documents that anybody may have written: what bounds them before they are parsed, and answers about them after.

Parsers take their time by the shape of a text, not by its length alone: brackets in brackets, keys of many parts. All
bounds here are looked for in one pass over the text, so that whatever is refused was never parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engines.core.problems import Malformed

CHARACTERS_MOST: Final = 20_000_000
"""No document is longer: the proof of the longest game has a tenth of that."""
DEEPEST: Final = 100
"""So many brackets may stand in one another: no reader must come near the end of its stack."""
PARTS_MOST: Final = 12
"""So many parts may a key have, as ``a.b.c`` has three: each part is a table in a table, made anew for each key."""
TOLD_MOST: Final = 200
"""So many faults of a document are told one by one; of all others, that there are more."""
SHOWN_MOST: Final = 80
"""So many characters of a value are told."""

# Each string is taken whole, to its end or that of the text: nothing is looked at twice.
_JSON_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_TOML_STRING: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_BRACKET: Final = re.compile(r"[\[\]{}]")
_BETWEEN: Final = re.compile(r"[\n,={}\[\]]")


def refuse_length(length: int, most: int = CHARACTERS_MOST) -> None:
    """Raise ``Malformed`` for a document longer than any."""
    if length > most:
        raise Malformed(f"{length} characters; no document has more than {most}")


def refuse_json(text: str) -> None:
    """Raise ``Malformed`` for JSON that takes more time or room than its length is worth."""
    refuse_length(len(text))
    _refuse_depth(_JSON_STRING.sub("", text))


def refuse_toml(text: str) -> None:
    """Raise ``Malformed`` for TOML that takes more time or room than its length is worth."""
    refuse_length(len(text))
    bare = _TOML_STRING.sub("_", text)
    _refuse_depth(bare)
    for part in _BETWEEN.split(bare):
        if part.count(".") >= PARTS_MOST:
            raise Malformed(f"tables in tables without end: {shortened(part.strip())} has more than {PARTS_MOST} parts")


def _refuse_depth(bare: str) -> None:
    depth = 0
    for bracket in _BRACKET.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise Malformed(f"brackets in brackets without end, more than {DEEPEST}")


def first_told(lines: Iterable[str]) -> Iterator[str]:
    """Yield the first lines of an answer about a document, each cut to what can be read, and whether there are more."""
    for number, line in enumerate(lines):
        if number == TOLD_MOST:
            yield f"… and more: only the first {TOLD_MOST} are told"
            return
        yield shortened(line, 10 * SHOWN_MOST)


def shortened(text: str, most: int = SHOWN_MOST) -> str:
    """Return a text as an answer tells it: the beginning of a long one."""
    return text if len(text) <= most else f"{text[:most]}…"
