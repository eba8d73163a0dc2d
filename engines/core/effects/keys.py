"""Misspelt keys of a file's tables: all of them, with the nearest known one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec.structs import fields

from engines.core.documents import TOLD_MOST, shortened
from engines.core.effects.nearest import nearest
from engines.core.problems import Malformed

ROWS_MOST: Final = 1000
"""More cards of one kind, or rows of one list, has no box with all its expansions."""


class UnknownKey(NamedTuple):
    """A key that no table of its kind has: where (``$.cards[3]``), the nearest known one, the card's code if any."""

    where: str
    key: str
    nearest: str
    card: str


def check_keys(data: object, kind: type[msgspec.Struct]) -> None:
    """Raise ``Malformed`` naming the keys that no table of this kind has, with their places and the nearest known keys,
    up to ``TOLD_MOST`` of them; and where a set has more cards of a kind than any.
    """
    for name, rows in data.items() if isinstance(data, dict) else ():
        if isinstance(rows, list) and len(rows) > ROWS_MOST:
            raise Malformed(
                f"{len(rows)} cards; no set has more than {ROWS_MOST} of a kind", f"$.{shortened(str(name))}"
            )
    found = [(one.where, _message(one)) for one in islice(unknown_keys(data, kind), TOLD_MOST)]
    if found:
        where, message = found[0]
        more = "".join(f"; {place}: {other}" for place, other in found[1:])
        raise Malformed(message + more, where)


def _message(one: UnknownKey) -> str:
    of = f" of {shortened(one.card)!r}" if one.card else ""
    return f"unknown key {shortened(one.key)!r}{of}" + (f"; did you mean {one.nearest!r}?" if one.nearest else "")


def unknown_keys(data: object, kind: Any, where: str = "$") -> Iterator[UnknownKey]:
    """Yield every key that no table of this kind has."""
    inner = [each for each in get_args(kind) if each is not type(None) and each is not Ellipsis]
    if isinstance(data, list | tuple):
        for number, each in enumerate(data):
            for one in inner:
                yield from unknown_keys(each, one, f"{where}[{number}]")
    elif isinstance(data, dict):
        structs = [one for one in (kind, *inner) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        for struct in structs:
            yield from _keys(data, struct, where)


@cache
def _known(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the type of each key of a table, evaluated once for all: that takes longer than reading a whole set."""
    return {field.encode_name: field.type for field in fields(kind)}


def _keys(data: dict[Any, Any], kind: type[msgspec.Struct], where: str) -> Iterator[UnknownKey]:
    known = _known(kind)
    for key, value in data.items():
        if key in known:
            yield from unknown_keys(value, known[key], f"{where}.{key}")
            continue
        near = nearest(str(key), [each for each in known if each not in data] or known)
        name = data.get("code", "")
        yield UnknownKey(f"{where}.{shortened(str(key))}", str(key), near, name if isinstance(name, str) else "")
