"""The proof of a finished game: the hash published at the beginning, the seed revealed, every shuffle and decision."""

from __future__ import annotations

import msgspec

from campaigns.tables import rules
from campaigns.tables.models.card_table import CardTable, TableState


def has_proof(table: CardTable) -> bool:
    """Tell whether the seed may be shown: it is secret until nothing is left to draw."""
    return table.state == TableState.OVER


def proof(table: CardTable) -> bytes:
    """Return the document as JSON, for ``python -m engines verify FILE``."""
    codes = list(table.actions.order_by("index").values_list("code", flat=True))
    document = rules.of(table.game).proof(table, len(table.seats.all()), codes)
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def file_name(table: CardTable) -> str:
    """Return a name for the file that is the same whoever downloads it."""
    return f"game-{table.game}-{table.pk}.json"
