"""What games at the tables told to a score pad have in common: the pad must come to the same places."""

from __future__ import annotations

from typing import Any

from engines.core.game import AnyGame


def noted[Setup, Entries](game: AnyGame, found: tuple[Setup, Entries] | None, pad: Any) -> tuple[Setup, Entries] | None:
    """Return the setup and the entries that a game was retold in, if the pad counts them to the table's places.

    ``None`` where the game is not over, could not be retold, or the pad refuses an entry or ranks otherwise.
    """
    if found is None or game.outcome is None:
        return None
    setup, entries = found
    replayed = pad.replay(setup, entries)
    counted = pad.outcome(replayed.state)
    if counted is None or any(step.problems for step in replayed.faults):
        return None
    if tuple(counted.place_of(seat) for seat in range(game.players)) != game.outcome.places:
        return None
    return found
