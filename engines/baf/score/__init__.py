"""The score pad of BAF!"""

from engines.baf.score.game import GAME
from engines.baf.score.setup import BafSetup

__all__ = ["GAME", "BafSetup"]
