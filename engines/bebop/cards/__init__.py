"""The cards of Space Serenade as data: whom one hunts, what one holds, and a whole set of them."""

from engines.bebop.cards.card_set import (
    PER_PLANET,
    PILE_MOST,
    PLAYERS,
    STAR_MOST,
    STARTERS,
    VICIOUS_TOKENS,
    CardSet,
    read_cards,
    training,
    vicious_problems,
)
from engines.bebop.cards.held import ActionCard, DamageCard, Goes, Red, Team
from engines.bebop.cards.hunted import CriminalCard, ViciousCard
from engines.bebop.cards.people import Character, Planet

__all__ = [
    "PER_PLANET",
    "PILE_MOST",
    "PLAYERS",
    "STARTERS",
    "STAR_MOST",
    "VICIOUS_TOKENS",
    "ActionCard",
    "CardSet",
    "Character",
    "CriminalCard",
    "DamageCard",
    "Goes",
    "Planet",
    "Red",
    "Team",
    "ViciousCard",
    "read_cards",
    "training",
    "vicious_problems",
]
