"""Values of this program read from decoded JSON or TOML, and what is said when they cannot be read."""

from __future__ import annotations

import tomllib

import msgspec

from engines.core.problems import Malformed
from engines.core.text import without_mark


def json_data(text: str | bytes) -> object:
    """Return what a file of JSON holds; raise ``Malformed`` when it is none."""
    try:
        found: object = msgspec.json.decode(without_mark(text))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from error
    return found


def file_data(name: str, text: str) -> object:
    """Return what a file of TOML holds, if its ``name`` ends so, or else of JSON. Raises ``Malformed``."""
    if not name.endswith(".toml"):
        return json_data(text)
    try:
        return tomllib.loads(str(without_mark(text)))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not TOML: {error}") from error


def converted[T](data: object, kind: type[T]) -> T:
    """Return ``data`` as a value of ``kind``; raise ``Malformed`` saying where it cannot be read."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise unreadable(error) from error


def unreadable(error: msgspec.ValidationError) -> Malformed:
    """Return the error of this program for one of the library, which names the place behind its message."""
    message, _, where = str(error).partition(" - at ")
    return Malformed(message, where.strip("`") or "$")
