"""The battles of the yardstick: what is kept of each, and how it is fought again.

A row holds a battle as a document (setup, actions, faces) and three digests of what the rules make of it: all that was
asked, all events with their receipts, and the state in which it ends. Nothing of it depends on how captains decide.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from engines.core.dice import RecordedDice
from engines.musg.battle.game import Battle
from engines.musg.battle.record import Record

FILE: Final = Path(__file__).parent / "battles.jsonl.gz"


class Row(Struct, frozen=True):
    """One battle: where it comes from, the document, and the digests of what comes of it."""

    name: str
    record: Record
    asked: str
    events: str
    state: str


def rows() -> Iterator[Row]:
    """Give the battles kept."""
    decoder = msgspec.json.Decoder(Row)
    with gzip.open(FILE) as lines:
        for line in lines:
            yield decoder.decode(line)


def measured(name: str, document: Record) -> Row:
    """Fight a battle again and return it with its digests. Raises ``ValueError`` where the log does not fit."""
    dice = RecordedDice(document.faces)
    battle = Battle.new(document.setup, dice)
    asked = sha256()
    for action in document.actions:
        asked.update(msgspec.json.encode(battle.decision))
        battle.play(action)
    dice.finish()
    return Row(name, document, asked.hexdigest()[:24], _digest(battle.events), _digest(_state(battle)))


def _state(battle: Battle) -> Any:
    pieces = [
        (p.uid, p.base, p.place.name, p.hp, p.ap, p.routed, p.down, p.medikits, sorted(p.unseen), len(p.foes))
        for p in battle.pieces
    ]
    return pieces, [band.points for band in battle.bands], battle.turn, battle.outcome


def _digest(thing: Any) -> str:
    return sha256(msgspec.json.encode(thing)).hexdigest()[:24]
