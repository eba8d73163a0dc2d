"""The ranks of a warband's figures (Musg, Personnages)."""

from __future__ import annotations

from enum import StrEnum


class Rank(StrEnum):
    """A figure's rank. Mercenaries fight with a leader's profile but hold no rank of the warband."""

    LEADER = "leader"
    LIEUTENANT = "lieutenant"
    HENCHMAN = "henchman"
    EXTRA = "extra"
    MERCENARY = "mercenary"

    @property
    def is_hero(self) -> bool:
        """Leaders, lieutenants and mercenaries are heroes (Musg, Composition d'une bande)."""
        return self in _HEROES

    @property
    def gains_experience(self) -> bool:
        """Extras never evolve (Musg, Profil des figurants); mercenaries neither (ruling M239)."""
        return self in _LEARNERS


_HEROES = frozenset({Rank.LEADER, Rank.LIEUTENANT, Rank.MERCENARY})
_LEARNERS = frozenset({Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN})
