"""Where in a card set something is wrong, as a person would say it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.core.problems import Param


class Place(Struct, frozen=True):
    """A card, one of its slots, and the way down to a step: ``path`` holds steps and branches ("b2"), from 1."""

    card: str
    slot: str = ""
    path: tuple[str, ...] = ()
    field: str = ""

    def step(self, number: int) -> Place:
        """Return the place of a step within; numbers count from 1."""
        return replace(self, path=(*self.path, str(number)), field="")

    def branch(self, number: int) -> Place:
        """Return the place of a branch within; numbers count from 1."""
        return replace(self, path=(*self.path, f"b{number}"), field="")

    def at(self, field: str) -> Place:
        """Return the place of a field of the step."""
        return replace(self, field=field)

    @property
    def params(self) -> dict[str, Param]:
        """The place as the parameters of a problem."""
        told: dict[str, Param] = {"item": self.card, "slot": self.slot}
        if self.path:
            told["step"] = ".".join(self.path)
        if self.field:
            told["field"] = self.field
        return told


def parts(step: str) -> list[tuple[str, int]]:
    """Return the way down to a step, as a problem tells it: "1.b2.3" is step 1, branch 2, inner step 3."""
    found = []
    for depth, part in enumerate(step.split(".") if step else ()):
        branch = part.startswith("b")
        found.append(("branch" if branch else "inner step" if depth else "step", int(part.removeprefix("b"))))
    return found


def line_of(text: str, params: dict[str, Param]) -> int | None:
    """Return the line (from 1) of a TOML file that a problem is about, as near as it can be told.

    It is the line of the card on which the misspelt word stands, else that of the slot, else that of the card.
    """
    lines, cards, begun = _index(text)
    begins = cards.get(str(params.get("item", "")))
    if begins is None:
        return None
    ends = min(begun[bisect_right(begun, begins)], begins + LINES_MOST)
    word, slot = str(params.get("value", "")), str(params.get("slot", ""))
    slot_at = _find(lines, begins, ends, rf"\b{re.escape(slot)}\s*=") if slot else None
    after = begins if slot_at is None else slot_at
    word_at = _find(lines, after, ends, rf"\b{re.escape(word)}\b") if 0 < len(word) <= WORD_MOST else None
    return 1 + next(at for at in (word_at, slot_at, begins) if at is not None)


LINES_MOST: Final = 300
"""No card takes more lines: a misspelt word is looked for no further."""
WORD_MOST: Final = 80
"""No misspelt word is longer."""

_CODE: Final = re.compile(r"""\bcode\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')""")
_ANOTHER: Final = re.compile(r"\bcode\s*=|^\s*\[\[")


@lru_cache(maxsize=1)
def _index(text: str) -> tuple[list[str], dict[str, int], list[int]]:
    """Return the lines of a file, the first line of each card by its code, and all lines on which a card begins.

    Whoever tells a hundred problems asks for the same text a hundred times: it is gone through once.
    """
    lines = text.splitlines()
    cards: dict[str, int] = {}
    begun = []
    for number, line in enumerate(lines):
        for double, single in _CODE.findall(line):
            cards.setdefault(double or single, number)
        if _ANOTHER.search(line):
            begun.append(number)
    return lines, cards, [*begun, len(lines)]


def _find(lines: list[str], first: int, last: int, pattern: str) -> int | None:
    return next((number for number in range(first, last) if re.search(pattern, lines[number])), None)
