"""Warbands on paper: the journal is the truth, the other tables are its reading copy."""

from rosters.models.journal import JournalEntry
from rosters.models.pack import Pack, PackVersion, SpentCode
from rosters.models.portrait import Portrait
from rosters.models.reading_copy import Character, ExperienceGain, Gear, InjuryRoll
from rosters.models.warband import Warband

__all__ = [
    "Character",
    "ExperienceGain",
    "Gear",
    "InjuryRoll",
    "JournalEntry",
    "Pack",
    "PackVersion",
    "Portrait",
    "SpentCode",
    "Warband",
]
