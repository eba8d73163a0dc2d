"""Values of this program read from decoded JSON or TOML, and what is said when they cannot be read."""

from __future__ import annotations

import tomllib

import msgspec

from engines.core.documents import refuse_json, refuse_length, refuse_toml
from engines.core.problems import Malformed
from engines.core.text import without_mark


def json_data(text: str | bytes) -> object:
    """Return what a file of JSON holds; raise ``Malformed`` when it is none or costs more than its length."""
    try:
        refuse_length(len(text))
        plain = without_mark(text)
        refuse_json(plain if isinstance(plain, str) else plain.decode())
        found: object = msgspec.json.decode(plain)
    except Malformed as error:
        raise Malformed(f"not JSON: {error.message}") from error
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from error
    return found


def file_data(name: str, text: str) -> object:
    """Return what a file of TOML holds, if its ``name`` ends so, or else of JSON. Raises ``Malformed``."""
    if not name.endswith(".toml"):
        return json_data(text)
    return toml_data(text)


def toml_data(text: str) -> dict[str, object]:
    """Return what a file of TOML holds. Raises ``Malformed``, also for one shaped to cost more than its length."""
    plain = str(without_mark(text))
    try:
        refuse_toml(plain)
        return tomllib.loads(plain)
    except Malformed as error:
        raise Malformed(f"not TOML: {error.message}") from error
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
