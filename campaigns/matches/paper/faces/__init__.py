"""The faces of printed cards, by game: which numbers become signs, what is drawn, what stays a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.matches.cards.kinds import CardData, Kind
from campaigns.matches.paper.faces import badass_force, baf, bebop
from campaigns.matches.paper.faces.face import Face

__all__ = ["FACES", "Face"]

FACES: Final[Mapping[str, Callable[[Kind, CardData], Face]]] = {
    "baf": baf.face,
    "bebop": bebop.face,
    "badass_force": badass_force.face,
}
"""What draws a card of a kind, by game."""
