"""What the pages know about keeping the score of each game: words for the engines' codes, boards, buttons, forms."""

from __future__ import annotations

from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.registry import PADS, pad_of

__all__ = ["PADS", "Pad", "pad_of"]
