"""A game of Badass Force told to the score pad, as somebody at the table would have noted it."""

from __future__ import annotations

from campaigns.tables.contract import Told
from engines.badass_force.game import BadassForce
from engines.badass_force.retelling import retold
from engines.badass_force.score.game import GAME


def told(game: BadassForce) -> Told | None:
    """Tell a game that was recorded and played to its end to the scoring engine.

    ``None`` where somebody left, which the pad does not know, and where it would come to other places than the table.
    """
    found = retold(game)
    if found is None or game.outcome is None:
        return None
    setup, entries = found
    replayed = GAME.replay(setup, entries)
    counted = GAME.outcome(replayed.state)
    if counted is None or any(step.problems for step in replayed.faults):
        return None
    if tuple(counted.place(seat) for seat in range(game.players)) != game.outcome.places:
        return None
    return {"start": setup.start, "limit": setup.limit, "faces": [face.value for face in setup.faces]}, entries
