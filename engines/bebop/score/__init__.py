"""The score pad of Cowboy Bebop – Space Serenade."""

from engines.bebop.score.game import GAME
from engines.bebop.score.setup import BebopSetup

__all__ = ["GAME", "BebopSetup"]
