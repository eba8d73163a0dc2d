"""A stored match, its entries in force, and the engine's replay of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from campaigns.matches.models.match import Match, MatchEntry
from campaigns.matches.scores.registry import pad_of
from engines.core.score import Replay, Setup


def setup_of(match: Match) -> Setup:
    """Return the engine's setup of a match."""
    setup: Setup = pad_of(match.game).game.decode_setup(match.setup)
    return setup


def entries_in_force(match: Match) -> list[MatchEntry]:
    """Return the entries that count, in their order. One query."""
    return list(match.entries.filter(struck=False).order_by("position", "number"))


def replay(match: Match, rows: Iterable[MatchEntry] | None = None) -> Replay[Any]:
    """Return the replay of a match, the steps named by the entries' numbers. At most one query."""
    return replay_data(match, [(row.number, row.data) for row in (entries_in_force(match) if rows is None else rows)])


def replay_data(match: Match, written: Sequence[tuple[int, Any]]) -> Replay[Any]:
    """Return the replay of a match with these numbered entries instead of the stored ones."""
    game = pad_of(match.game).game
    entries = [game.decode_entry(data) for _number, data in written]
    replayed: Replay[Any] = game.replay(setup_of(match), entries, [number for number, _data in written])
    return replayed
