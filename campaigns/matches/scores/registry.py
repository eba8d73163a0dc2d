"""The pads, by the code of the game. A pad stands here once its page knows every word of its engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.matches.scores.badass_force import BadassForcePad
from campaigns.matches.scores.baf import BafPad
from campaigns.matches.scores.bagarre import BagarrePad
from campaigns.matches.scores.bebop import BebopPad
from campaigns.matches.scores.pad import Pad

PADS: Final[Mapping[str, Pad[Any]]] = {pad.code: pad for pad in (BagarrePad(), BadassForcePad(), BafPad(), BebopPad())}


def pad_of(game: str) -> Pad[Any]:
    """Return the pad of a game; ``KeyError`` if it has none."""
    return PADS[game]
