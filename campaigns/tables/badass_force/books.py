"""A game of Badass Force told to the score pad, as somebody at the table would have noted it."""

from __future__ import annotations

from campaigns.tables.contract import ScoredGame
from campaigns.tables.noted import noted
from engines import badass_force
from engines.badass_force.retelling import retold
from engines.badass_force.score.game import GAME


def score(game: badass_force.Game) -> ScoredGame | None:
    """Tell a game that was recorded and played to its end to the scoring engine.

    ``None`` where the pad would come to other places than the table.
    """
    found = noted(game, retold(game), GAME)
    if found is None:
        return None
    setup, entries = found
    return {"start": setup.start, "limit": setup.limit, "faces": [face.value for face in setup.faces]}, entries
