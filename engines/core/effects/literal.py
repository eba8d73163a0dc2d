"""Literal steps: what people propose where the table decides, as one code for the log.

``table gain n=2 what=ammo who=1; trash from=hand,discard``: verbs with their fields in order, seats by number, several
words with commas.
"""

from __future__ import annotations

from typing import Any, Final, get_origin

import msgspec

from engines.core.effects.combinators import NOTHING, TableDecides
from engines.core.effects.language import Language
from engines.core.effects.reading import Reader, fields
from engines.core.effects.steps import Step
from engines.core.problems import Illegal, Malformed, Problem

TABLE: Final = "table "
SLOT: Final = "table"
"""The slot that literal steps stand in."""
CHANGES_MOST: Final = 12
CHARACTERS_MOST: Final = 600
SEVERAL: Final = ","


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
    if isinstance(value, list | tuple):
        return SEVERAL.join(_word(each) for each in value)
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
    data = [_read(language, part) for part in parts]
    reader = Reader(language, SLOT, seats)
    steps = reader.slot(SLOT, data)
    wrong = reader.problems + [
        Problem("effect_not_literal", None, {"item": SLOT, "value": str(each["do"])}, "")
        for each in data
        if each["do"] in language.verbs and each["do"] not in language.literals
    ]
    # Who has the table decide once more says so without words of their own.
    wrong += [
        Problem("effect_key_unknown", None, {"item": SLOT, "value": "text", "verb": "table_decides"}, "")
        for step in steps
        if isinstance(step, TableDecides) and step.text
    ]
    if wrong:
        raise Illegal(wrong)
    if code_of(steps) != code:
        raise Malformed(f"{code[:60]!r} is not written as {code_of(steps)!r}")
    return steps


def _read(language: Language, part: str) -> dict[str, object]:
    verb, *pairs = part.split(" ")
    found: dict[str, object] = {"do": verb}
    several = _several(language.verbs.get(verb))
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key or key in found:
            raise Malformed(f"{part[:60]!r} is not a change: a verb, then key=value")
        if key in several:
            found[key] = value.split(SEVERAL)
            continue
        number = value.isascii() and value.isdecimal() and len(value) < 4
        # Who is a seat's number, kept as the word it is written as; all other numbers are numbers.
        found[key] = {"true": True, "false": False}.get(value, int(value) if number and key not in _SEATS else value)
    return found


def _several(kind: type[Step] | None) -> tuple[str, ...]:
    """Return the fields of a verb that take several words."""
    found = fields(kind) if kind is not None else ()
    return tuple(field.encode_name for field in found if get_origin(field.type) is tuple)


_SEATS: Final = ("who", "by", "from", "to")
