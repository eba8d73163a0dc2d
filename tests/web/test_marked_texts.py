"""Texts that the collector of messages cannot see would stay English for ever."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
MARKERS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext"}
SOURCES = [path for room in ("club", "rosters", "campaigns", "config") for path in sorted((ROOT / room).rglob("*.py"))]


def marked_inside_f_strings(source: str) -> list[int]:
    """Return the lines on which a text is marked for translation inside an f-string: xgettext does not read those."""
    return [
        call.lineno
        for string in ast.walk(ast.parse(source))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKERS
    ]


def test_a_text_marked_inside_an_f_string_is_found() -> None:
    assert marked_inside_f_strings("""x = f"{_('paid')} at once" """) == [1]
    assert marked_inside_f_strings("""paid = _("paid")\nx = f"{paid} at once" """) == []


def test_no_text_is_marked_inside_an_f_string() -> None:
    found = {str(path.relative_to(ROOT)): marked_inside_f_strings(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: lines for path, lines in found.items() if lines} == {}
