"""What keeps a file from being a card set: everything, card by card, before any card is looked at for what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import FieldInfo, fields

from engines.core.effects.keys import unknown_keys
from engines.core.problems import Param, Problem

_MISSING: Final = re.compile(r"missing required field `([^`]*)`")
_WORD: Final = re.compile(r"Invalid enum value '([^']*)'")
_KEY: Final = re.compile(r"\.([^.\[\]]+)")


def shape_problems(kind: type[msgspec.Struct], data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what cannot be read: keys that nobody knows, with the nearest; of each card the first thing missing or odd.

    ``kind`` is the set as the engine has it.
    """
    for one in unknown_keys(data, kind):
        params: dict[str, Param] = {"item": one.card, "value": one.key}
        if one.nearest:
            params["nearest"] = one.nearest
        yield Problem("shape_key", None, params)
    for field in fields(kind):
        if field.encode_name not in data:
            if field.required:
                yield Problem("shape_missing", None, {"item": "", "value": field.encode_name})
            continue
        yield from _field_problems(field, data[field.encode_name])


def _field_problems(field: FieldInfo, value: Any) -> Iterator[Problem]:
    rows = [one for one in get_args(field.type) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    row = rows[0] if rows else None
    if row is None or not isinstance(value, list):
        yield from _fault(value, field.type, "", field.encode_name)
        return
    for number, each in enumerate(value, start=1):
        code = each.get("code") if isinstance(each, dict) else None
        yield from _fault(each, row, code if isinstance(code, str) and code else f"{field.encode_name} {number}", "")


def _fault(value: Any, kind: Any, item: str, slot: str) -> Iterator[Problem]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        if "unknown field" in message:
            return  # said before, with the nearest known key
        path = ", ".join(_KEY.findall(where.strip("`"))) or slot
        place = {"item": item, "slot": path} if path else {"item": item}
        missing, word = _MISSING.search(message), _WORD.search(message)
        if missing:
            yield Problem("shape_missing", None, {**place, "value": missing[1]})
        elif word:
            yield Problem("shape_word", None, {**place, "value": word[1][:40]})
        else:
            yield Problem("shape_other", None, {**place})
