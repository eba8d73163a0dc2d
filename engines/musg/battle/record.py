"""A battle as a document: setup, actions and faces. ``Battle.prove`` makes it, anyone plays it by ``Battle.verify``."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from engines.core.problems import Malformed
from engines.musg.battle.actions import Action
from engines.musg.battle.setup import Setup

FORMAT: Final = "arriere-ban/musg-battle"
VERSION: Final = 9
"""Which rules make the events of setup, actions and faces: another one as soon as the same log would go another way."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that is needed to see a battle again, ``faces`` being all dice in the order they fell."""

    setup: Setup
    actions: tuple[Action, ...]
    faces: tuple[int, ...]
    format: str = FORMAT
    version: int = VERSION


def encode(document: Record) -> bytes:
    """Return a document as JSON."""
    return msgspec.json.encode(document)


def decode(text: str | bytes) -> Record:
    """Read a document from JSON. Raises ``Malformed`` when it cannot be read."""
    try:
        document = msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from error
    if document.format != FORMAT or document.version != VERSION:
        raise Malformed(f"{document.format} version {document.version} is not {FORMAT} version {VERSION}", "$.format")
    return document
