"""A game of Space Serenade told to the score pad, as somebody at the table would have noted it."""

from __future__ import annotations

from campaigns.tables.contract import Told
from engines.bebop.game import Bebop
from engines.bebop.retelling import retold
from engines.bebop.score.game import GAME
from engines.core.score import encode


def told(game: Bebop) -> Told | None:
    """Tell a game that was recorded and played to its end to the scoring engine.

    ``None`` where the pad would come to other places than the table.
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
    options = {"start": setup.start, "cards": encode(game.setup.cards), "token_renown": setup.token_renown}
    return options, entries
