"""Writes a pack, or any entry of a catalogue, in the words of a pack's file: what is as usual is left out."""

from __future__ import annotations

from typing import Any

import tomli_w

from engines.musg.packs.kinds import KINDS
from engines.musg.packs.pack import NOBODY, Pack
from engines.musg.packs.words import said


def text_of(pack: Pack) -> str:
    """Return a pack as the text of a file; reading it gives an equal pack."""
    return tomli_w.dumps(document_of(pack))


def document_of(pack: Pack) -> dict[str, Any]:
    """Return a pack as plain data in the shape of a file."""
    head: dict[str, Any] = {"code": pack.code, "name": said(pack.name)}
    if pack.about != NOBODY:
        head["about"] = said(pack.about)
    if pack.version:
        head["version"] = pack.version
    tables = {name: {entry.code: row_of(name, entry) for entry in pack.entries(name)} for name in KINDS}
    return head | {name: rows for name, rows in tables.items() if rows}


def row_of(kind: str, entry: object) -> dict[str, Any]:
    """Return an entry of a kind as a row of a file; its code stands outside."""
    described = KINDS[kind]
    values = described.values(entry)
    return {
        word.name: word.write(values[word.name])
        for word in described.words
        if word.required or values[word.name] != word.usual
    }
