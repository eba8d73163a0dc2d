"""Card sets as files: TOML, one table a card, as somebody would type it; JSON is read, too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from campaigns.matches.cards.kinds import EMPTY
from club.operations import Refused
from engines.core.decoding import json_data, toml_data
from engines.core.documents import DEEPEST
from engines.core.effects.keys import ROWS_MOST
from engines.core.problems import Malformed
from engines.core.text import without_mark

NUL: Final = r"\u0000"
"""As JSON writes it: no database keeps it."""
_HEADING: Final = re.compile(r"\[\[?\s*[A-Za-z0-9_.-]+\s*\]\]?")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_READING: Final = (
    *("language", "code", "name", "fr", "en", "invented", "level", "planet", "colour", "cost", "copies", "classes"),
    *("do", "when", "what", "card", "n", "from", "kind", "pick", "by", "up_to", "who", "as", "to", "with", "start"),
    *("explode", "most", "power", "vengeance", "defence", "gain", "play", "team", "red", "of", "steps", "otherwise"),
)
"""The order in which people read what stands in a set: PostgreSQL does not keep that of the file."""
_PLACE: Final = {name: place for place, name in enumerate(_READING)}
_WHERE: Final = re.compile(r"at line (\d+), column (\d+)")


def data_of(text: str, game: str) -> dict[str, Any]:
    """Return what the file of a set holds, lists of cards that it leaves out being empty.

    Raises ``Refused`` with the line when it cannot be read.
    """
    plain = str(without_mark(text)).replace("\r\n", "\n")
    try:
        data = json_data(plain) if _is_json(plain) else toml_data(plain)
        _refuse_depths(data)
        if NUL in json.dumps(data, default=str):
            raise Malformed("no text", NUL)
    except ValueError as error:
        raise Refused.because("unreadable", _unreadable(error), "text") from error
    if not isinstance(data, dict):
        raise Refused.because("unreadable", _("This is not a card set: its tables are missing."), "text")
    if any(isinstance(rows, list) and len(rows) > ROWS_MOST for rows in data.values()):
        too_many = _("No set has more than %(most)s cards of a kind.") % {"most": ROWS_MOST}
        raise Refused.because("too_many_rows", too_many, "text")
    return {**{place: list(rows) for place, rows in EMPTY[game].items()}, **data}


def _refuse_depths(data: object) -> None:
    """Raise ``ValueError`` where tables stand in tables without end: dotted keys need no bracket for that."""
    level = [data]
    for _depth in range(DEEPEST):
        inner = [one for one in level if isinstance(one, Mapping | list)]
        level = [value for one in inner for value in (one.values() if isinstance(one, Mapping) else one)]
        if not level:
            return
    raise ValueError("tables within tables without end")


def _is_json(text: str) -> bool:
    """Tell JSON from TOML, which may begin with a bracket, too: a table's heading alone on its line."""
    first = text.lstrip().partition("\n")[0].rstrip()
    return first.startswith(("{", "[")) and _HEADING.fullmatch(first) is None


def _unreadable(error: Exception) -> Any:
    found = _WHERE.search(str(error))
    if found:
        sentence = _("This cannot be read from line %(line)s, column %(column)s onwards.")
        return sentence % {"line": found[1], "column": found[2]}
    where = error.where.removeprefix("$") if isinstance(error, Malformed) else ""
    return _("This cannot be read as a card set. %(where)s") % {"where": where}


def written(data: Mapping[str, Any]) -> str:
    """Return a set as a file: what is true of all of it, then a table for each card."""
    known = dict(_in_order(data))
    tables = {name: value for name, value in known.items() if _is_rows(value)}
    lines = [f"{_key(name)} = {value_of(value)}" for name, value in known.items() if name not in tables]
    for name, rows in tables.items():
        for row in rows:
            pairs = [f"{_key(key)} = {value_of(value)}" for key, value in _in_order(row)]
            lines += ["", f"[[{_key(name)}]]", *pairs]
    return "\n".join([*lines, ""])


def _in_order(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return what is there as people read it; what has no usual place follows by the alphabet."""
    known = ((name, value) for name, value in data.items() if value is not None)
    return sorted(known, key=lambda pair: (_PLACE.get(pair[0], len(_PLACE)), pair[0]))


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    """A string; what JSON leaves as it is and TOML does not take is one sign only."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", r"\u007f")


def value_of(value: Any) -> str:
    """Return a value as it stands in a file, on one line."""
    if isinstance(value, Mapping):
        pairs = [f"{_key(str(key))} = {value_of(one)}" for key, one in _in_order(value)]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Iterable):
        return f"[{', '.join(value_of(one) for one in value)}]"
    return str(value)


def steps_of(text: str) -> list[Any]:
    """Return the steps of a slot as they were typed in, one to a line. Raises ``ValueError``."""
    lines = [line.strip().rstrip(",") for line in text.splitlines() if line.strip()]
    plain = text.strip()
    whole = f"steps = {plain}" if plain.startswith("[") else "steps = [" + ",\n".join(lines) + "\n]"
    data = toml_data(whole)
    if list(data) != ["steps"] or not isinstance(data["steps"], list):
        raise ValueError("no list of steps")
    _refuse_depths(data)
    return data["steps"]


def written_steps(steps: Iterable[Any]) -> str:
    """Return the steps of a slot, one to a line."""
    return "\n".join(value_of(step) for step in steps)
