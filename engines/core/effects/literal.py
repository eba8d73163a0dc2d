"""Literal steps: what people propose where the table decides, as one code for the log.

``table gain who=1 what=ammo n=2; kill who=2``: verbs with their fields, seats by number.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engines.core.effects.combinators.table_decides import NOTHING
from engines.core.effects.language import Language
from engines.core.effects.reading import Reader
from engines.core.effects.steps import Step
from engines.core.problems import Illegal, Malformed, Problem

TABLE: Final = "table "
SLOT: Final = "table"
"""The slot that literal steps stand in."""
CHANGES_MOST: Final = 12
CHARACTERS_MOST: Final = 600


def code_of(steps: tuple[Step, ...]) -> str:
    """Return the code of a proposal."""
    if not steps:
        return NOTHING
    return TABLE + "; ".join(_written(step) for step in steps)


def _written(step: Step) -> str:
    data: dict[str, Any] = msgspec.to_builtins(step)
    verb = data.pop("do")
    return " ".join([verb, *(f"{key}={_word(data[key])}" for key in sorted(data))])


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def steps_of(language: Language, code: str, seats: int) -> tuple[Step, ...]:
    """Return the steps of a proposal.

    Raises ``Malformed`` for what is no proposal, ``Illegal`` with every problem for one that cannot be carried out.
    """
    if code == NOTHING:
        return ()
    parts = code.removeprefix(TABLE).split("; ")
    if not code.startswith(TABLE) or len(code) > CHARACTERS_MOST or len(parts) > CHANGES_MOST:
        raise Malformed(f"{code[:60]!r} is not what a table can decide")
    data = [_read(part) for part in parts]
    reader = Reader(language, SLOT, seats)
    steps = reader.slot(SLOT, data)
    wrong = reader.problems + [
        Problem("effect_not_literal", None, {"item": SLOT, "value": str(each["do"])}, "")
        for each in data
        if each["do"] in language.verbs and each["do"] not in language.literals
    ]
    if wrong:
        raise Illegal(wrong)
    if code_of(steps) != code:
        raise Malformed(f"{code[:60]!r} is not written as {code_of(steps)!r}")
    return steps


def _read(part: str) -> dict[str, object]:
    verb, *pairs = part.split(" ")
    found: dict[str, object] = {"do": verb}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key or key in found:
            raise Malformed(f"{part[:60]!r} is not a change: a verb, then key=value")
        number = value.isascii() and value.isdecimal() and len(value) < 4
        # Who is a seat's number, kept as the word it is written as; all other numbers are numbers.
        found[key] = {"true": True, "false": False}.get(value, int(value) if number and key not in _SEATS else value)
    return found


_SEATS: Final = ("who", "by", "from", "to")
