"""A match kept on a score pad, as a file: its setup, the entries in force, and the names if the keeper gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from engines.core.decoding import json_data
from engines.core.documents import shown
from engines.core.problems import Malformed
from engines.core.score import Entry, ScoreGame, Setup, State, encode

FORMAT: Final = "arriere-ban/score"
VERSION: Final = 1


class Match[S: Setup, T: State](Struct, frozen=True):
    """What a file holds. ``names`` are by seat, or empty."""

    setup: S
    entries: tuple[Entry[T], ...]
    names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """What to call a seat."""
        return self.names[seat] if self.names else f"seat {seat}"


def write_match[S: Setup, T: State](setup: S, entries: Sequence[Entry[T]], names: Sequence[str] = ()) -> dict[str, Any]:
    """Return a match as the JSON data of a file."""
    data = {"format": FORMAT, "version": VERSION, "setup": encode(setup), "entries": [encode(e) for e in entries]}
    return data | ({"names": list(names)} if names else {})


def read_match[S: Setup, T: State](game: ScoreGame[S, T], text: str | bytes) -> Match[S, T]:
    """Read a file of this game; raise ``Malformed`` saying where it cannot be read."""
    data = json_data(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed(f"not a kept score: {FORMAT!r} is expected", "$.format")
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise Malformed(
            f"version {shown(repr(data.get('version')))} is not known; this program reads {VERSION}", "$.version"
        )
    unknown = sorted(set(data) - {"format", "version", "setup", "entries", "names"})
    if unknown:
        raise Malformed(f"unknown field {shown(unknown[0])!r}")
    setup = _within("$.setup", game.decode_setup, data.get("setup"))
    written = data.get("entries", [])
    if not isinstance(written, list):
        raise Malformed("a list is expected", "$.entries")
    entries = tuple(_within(f"$.entries[{i}]", game.decode_entry, one) for i, one in enumerate(written))
    names = data.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Malformed("a list of names is expected", "$.names")
    if names and len(names) != setup.seats:
        raise Malformed(f"{len(names)} names for {setup.seats} seats", "$.names")
    return Match(setup, entries, tuple(names))


def _within(where: str, decode: Any, data: object) -> Any:
    try:
        return decode(data)
    except Malformed as error:
        raise error.within(where) from error
