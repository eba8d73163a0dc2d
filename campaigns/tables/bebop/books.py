"""A game of Space Serenade told to the score pad, as somebody at the table would have noted it."""

from __future__ import annotations

from campaigns.tables.contract import ScoredGame
from campaigns.tables.noted import noted
from engines import bebop
from engines.bebop.retelling import retold
from engines.bebop.score.game import GAME
from engines.core.score import encode


def score(game: bebop.Game) -> ScoredGame | None:
    """Tell a game that was recorded and played to its end to the scoring engine.

    ``None`` where the pad would come to other places than the table.
    """
    found = noted(game, retold(game), GAME)
    if found is None:
        return None
    setup, entries = found
    options = {"start": setup.start, "cards": encode(game.setup.cards), "token_renown": setup.token_renown}
    return options, entries
