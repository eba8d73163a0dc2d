"""Misspelt keys of a file's tables: all of them, with the nearest known one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from engines.core.effects.nearest import nearest
from engines.core.problems import Malformed


def check_keys(data: object, kind: type[msgspec.Struct]) -> None:
    """Raise ``Malformed`` naming every key that no table of this kind has, with its place and the nearest known key."""
    found = list(_unknown(data, kind, "$"))
    if found:
        where, message = found[0]
        more = "".join(f"; {place}: {other}" for place, other in found[1:])
        raise Malformed(message + more, where)


def _unknown(data: object, kind: Any, where: str) -> Iterator[tuple[str, str]]:
    inner = [each for each in get_args(kind) if each is not type(None) and each is not Ellipsis]
    if isinstance(data, list | tuple):
        for number, each in enumerate(data):
            for one in inner:
                yield from _unknown(each, one, f"{where}[{number}]")
    elif isinstance(data, dict):
        structs = [one for one in (kind, *inner) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        for struct in structs:
            yield from _keys(data, struct, where)


def _keys(data: dict[Any, Any], kind: type[msgspec.Struct], where: str) -> Iterator[tuple[str, str]]:
    known = {field.encode_name: field for field in fields(kind)}
    for key, value in data.items():
        if key in known:
            yield from _unknown(value, known[key].type, f"{where}.{key}")
            continue
        near = nearest(str(key), [each for each in known if each not in data] or known)
        name = data.get("code", "")
        of = f" of {name!r}" if isinstance(name, str) and name else ""
        yield f"{where}.{key}", f"unknown key {str(key)!r}{of}" + (f"; did you mean {near!r}?" if near else "")
