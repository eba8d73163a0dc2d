"""What the twelve heroes are called in the engine (La Bagarre, Héros), for whoever needs no more of them than that."""

from __future__ import annotations

from typing import Final

CODES: Final = (
    "warrior",
    "necromancer",
    "mage",
    "thief",
    "ogre",
    "paladin",
    "priestess",
    "beast",
    "alchemist",
    "spy",
    "bard",
    "demonist",
)
"""The order is the rulebook's."""
