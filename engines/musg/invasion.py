"""The dice of an invasion, wherever it is fought: who hears something, whom a bite infects (Musg, Les Modules).

The battle that plays itself and the evening at a table both ask here.
"""

from __future__ import annotations

from typing import Final

from engines.musg.catalogue import Catalogue
from engines.musg.ground.templates import d3
from engines.musg.profile import effective
from engines.musg.warband import Figure

INFECTS_ABOVE: Final = 7
"""Two dice less the bare toughness above it infect (ruling M181)."""
IMMUNE_FROM: Final = 12 - INFECTS_ABOVE
"""From this bare toughness on no two dice infect (ruling M181)."""


def meets(face: int, turn: int) -> bool:
    """Tell whether there is an encounter: the die minus the number of the turn is 0 or less (ruling M188)."""
    return face - turn <= 0


def infects(two_dice: int, toughness: int) -> bool:
    """Tell whether a bite infects somebody of this bare toughness (rulings M180, M181)."""
    return two_dice - toughness > INFECTS_ABOVE


def is_immune(toughness: int) -> bool:
    """Tell whether no dice can infect somebody of this bare toughness (ruling M181)."""
    return toughness >= IMMUNE_FROM


def activations_left(face: int) -> int:
    """Return how many activations an infected figure has left: half a die, rounded up (Musg, Infection)."""
    return d3(face)


def bare_toughness(figure: Figure, catalogue: Catalogue) -> int:
    """Return a figure's toughness with its skills and injuries, without any gear, cybernetics included (M180, M320)."""
    lasting = effective(
        figure.profile(catalogue),
        catalogue,
        items=(),
        skills=figure.skills,
        injuries=figure.injury_codes,
        known=figure.known_before,
    )
    return lasting.toughness
