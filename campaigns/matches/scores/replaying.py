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


def replay(match: Match, rows: Iterable[MatchEntry] | None = None, *, known: Replay[Any] | None = None) -> Replay[Any]:
    """Return the replay of a match, the steps named by the entries' numbers. At most one query."""
    return replay_data(match, written(entries_in_force(match) if rows is None else rows), known=known)


def written(rows: Iterable[MatchEntry]) -> list[tuple[int, Any]]:
    """Return entries as a replay takes them: their numbers and their data."""
    return [(row.number, row.data) for row in rows]


def replay_data(match: Match, entries: Sequence[tuple[int, Any]], *, known: Replay[Any] | None = None) -> Replay[Any]:
    """Return the replay of a match with these numbered entries instead of the stored ones.

    ``known`` is a replay of this match as it was, or may have been: what has not changed since is not played again.
    """
    game = pad_of(match.game).game
    decoded = [game.decode_entry(data) for _number, data in entries]
    numbers = [number for number, _data in entries]
    replayed: Replay[Any] = game.replay(setup_of(match), decoded, numbers, known=known)
    return replayed
