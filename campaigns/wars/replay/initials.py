"""What a figure bears on the map: one to three letters or digits, no two of a warband the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

LONGEST: Final = 3
"""Signs that can still be read on a figure."""
_WORD: Final = re.compile(r"\w+")


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return the signs of the figures of one warband, in order.

    "Bo" stands for Bors, "LG" for Little Gut, "D12" for Drone 12.
    """
    taken: set[str] = set()
    found = []
    for name in names:
        sign = next(one for one in _signs(name) if one.casefold() not in taken)
        taken.add(sign.casefold())
        found.append(sign)
    return tuple(found)


def _signs(name: str) -> Iterator[str]:
    """Yield what a name may be shortened to, best first; numbers without end where others bear all of it."""
    words = _WORD.findall(name) or ["?"]
    first, last = words[0], words[-1]
    if len(words) > 1:
        yield first[0].upper() + (last[: LONGEST - 1] if last.isdigit() else words[1][0].upper())
    yield first[:2].capitalize()
    for letter in "".join(words)[1:]:
        yield first[0].upper() + letter.lower()
    number = 2
    while True:
        yield f"{first[0].upper()}{number}"
        number += 1
