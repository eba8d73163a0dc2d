"""What a form sent, read as an entry of the engine or as its setup: by the engine's own types, not by what was offered.

What was offered when the page was made may have changed by now; whether the entry holds is for the engine to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, cast, get_args

import msgspec
from msgspec import inspect

from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.panels import raw
from campaigns.matches.scores.widgets import JOINT
from engines.core.decoding import unreadable
from engines.core.problems import Malformed
from engines.core.score import encode

ROWS_MOST = 20


class Sent(Protocol):
    """A posted form: Django's ``QueryDict``."""

    def get(self, name: str, /) -> str | None: ...

    def getlist(self, name: str, /) -> list[str]: ...

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...


class Seated:
    """A posted form of which a number for each seat is asked in rows: it is told for those who sit, in their order.

    ``usual`` are what such numbers are where nothing was typed, by the names of their fields.
    """

    def __init__(self, sent: Sent, rows: Sequence[int], usual: Mapping[str, Any]) -> None:
        """``rows`` are the numbers of the rows on which somebody sits."""
        self.sent, self._usual = sent, usual
        self._rows = {
            f"f.{name}.{seat}": (f"f.{name}.{rows[seat]}" if seat < len(rows) else "", name)
            for name in usual
            for seat in range(ROWS_MOST)
            if f"f.{name}.0" in sent
        }

    def get(self, name: str, /) -> str | None:
        """Return what was sent under a name."""
        if name not in self._rows:
            return self.sent.get(name)
        row, field = self._rows[name]
        return ((self.sent.get(row) or "").strip() or str(self._usual[field])) if row else None

    def getlist(self, name: str, /) -> list[str]:
        """Return all that was sent under a name."""
        return self.sent.getlist(name)

    def __contains__(self, name: object, /) -> bool:
        return name in self.sent

    def __iter__(self) -> Iterator[str]:
        return iter(self.sent)


class Apart:
    """A posted form in which one control may send several fields: ``f.seat+f.hands`` as ``0+left``."""

    def __init__(self, sent: Sent) -> None:
        """Take apart what was sent together; what was also sent by itself holds."""
        self.sent = sent
        self.parts: dict[str, str] = {}
        for name in sent:
            names, values = name.split(JOINT), (sent.get(name) or "").split(JOINT)
            if len(names) == len(values) > 1:
                self.parts |= dict(zip(names, values, strict=True))

    def get(self, name: str, /) -> str | None:
        """Return what was sent under a name."""
        return self.sent.get(name) if name in self.sent else self.parts.get(name)

    def getlist(self, name: str, /) -> list[str]:
        """Return all that was sent under a name."""
        return self.sent.getlist(name) if name in self.sent else [self.parts[name]] if name in self.parts else []

    def __contains__(self, name: object, /) -> bool:
        return name in self.sent or name in self.parts

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self.sent), **self.parts})


def entry_types(pad: Pad[Any]) -> Mapping[str, type]:
    """Return the game's entries by their kinds."""
    union = pad.game.entry_type
    found = get_args(getattr(union, "__value__", union)) or (union,)
    return {str(one.__struct_config__.tag): one for one in found}


def read_entry(pad: Pad[Any], sent: Sent) -> dict[str, Any]:
    """Return the entry sent as data for the log; raise ``Malformed`` if this game has none like it."""
    kind = sent.get("kind") or ""
    made = entry_types(pad).get(kind)
    if made is None:
        raise Malformed(f"no such kind of entry: {kind[:40]}", "$.kind")
    about = cast(inspect.StructType, inspect.type_info(made))
    data = {"kind": kind, **_struct(pad, about, Apart(sent), "f")}
    try:
        return encode(msgspec.convert(data, made, strict=False))
    except msgspec.ValidationError as error:
        fault = unreadable(error)
        raise (fault if fault.where != "$" else fault.within(_missing(fault.message))) from error


def read_options(pad: Pad[Any], sent: Sent) -> dict[str, Any]:
    """Return the options of a setup as data; what was not sent keeps its default. Raises ``Malformed``."""
    about = cast(inspect.StructType, inspect.type_info(pad.game.setup_type))
    data = _struct(pad, about, sent, "f")
    wanted = {field.name for field in pad.game.setup_fields}
    probe = {name: value for name, value in data.items() if name in wanted}
    try:
        made = msgspec.convert({**probe, "game": pad.code, "seats": pad.game.least}, pad.game.setup_type, strict=False)
    except msgspec.ValidationError as error:
        raise unreadable(error) from error
    return {name: value for name, value in encode(made).items() if name in probe}


def _missing(message: str) -> str:
    """Return where a required field is missing: the library names it in the message only."""
    _before, found, name = message.partition("required field `")
    return f"$.{name.partition('`')[0]}" if found else "$"


def _struct(pad: Pad[Any], about: inspect.StructType, sent: Sent, prefix: str) -> dict[str, Any]:
    read = ((field, _value(pad, field.type, sent, f"{prefix}.{field.name}")) for field in about.fields)
    return {field.encode_name: value for field, value in read if value is not _ABSENT}


_ABSENT: Any = object()


def _value(pad: Pad[Any], kind: inspect.Type, sent: Sent, name: str) -> Any:
    if isinstance(kind, inspect.StructType):
        return _struct(pad, kind, sent, name) or _ABSENT
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return _several(pad, kind.item_type, sent, name)
    value = sent.get(name)
    if value is None or value.strip() == "":
        return _ABSENT
    return value.strip()


def _several(pad: Pad[Any], kind: inspect.Type, sent: Sent, name: str) -> Any:
    if name in sent:
        return [value for value in sent.getlist(name) if value != ""]
    if isinstance(kind, inspect.StructType):
        records = [_struct(pad, kind, sent, f"{name}.{number}") for number in range(ROWS_MOST)]
        return [record for record in records if _used(pad, kind, record)] or _ABSENT
    values = [sent.get(f"{name}.{number}") for number in range(ROWS_MOST)]
    if isinstance(kind, inspect.UnionType) and kind.includes_none:
        return _known(values)
    return [value.strip() for value in values if value is not None and value.strip() != ""] or _ABSENT


def _known(values: list[str | None]) -> Any:
    """Return one value for each place up to the last that was typed; where nothing was it is not known."""
    typed = [value.strip() if value is not None and value.strip() else None for value in values]
    while typed and typed[-1] is None:
        typed.pop()
    return typed or _ABSENT


def _used(pad: Pad[Any], about: inspect.StructType, record: dict[str, Any]) -> bool:
    """Tell whether a row of a form was used: all is there that it must have, or something else was chosen in it.

    A row that lacks something is read all the same, and refused: what somebody typed is never left out.
    """
    if all(field.encode_name in record for field in about.fields if field.required):
        return bool(record)
    usual = {field.encode_name: raw(field.default) for field in about.fields if not field.required}
    usual |= pad.marked
    return any(value != usual.get(name) for name, value in record.items())
