"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards, characters, planets stand by code. An event that not everybody saw whole lists in ``seen_by`` who did;
``seen_from`` gives it to others without its secrets.
"""

from __future__ import annotations

from engines.bebop.events.acting import (
    Agreed,
    Bought,
    Discarded,
    Gained,
    LookedAt,
    Moved,
    Played,
    Proposed,
    Revealed,
    Rolled,
    SkillUsed,
    Skipped,
    TeamEffect,
    TookOver,
    Trashed,
    Travelled,
)
from engines.bebop.events.course import (
    CharacterTaken,
    Drew,
    FirstPlayer,
    GameOver,
    MarketCleared,
    MarketLaid,
    Reshuffled,
    Resigned,
    TurnBegan,
    TurnEnded,
)
from engines.bebop.events.hunting import (
    Captured,
    CharactersReturned,
    CriminalRevealed,
    DamageDrawn,
    DamageSettled,
    Escaped,
    GaugeMoved,
    LastTurns,
    NoDamage,
    TokensLost,
    TokenTaken,
    ViciousAppeared,
    ViciousMoved,
)
from engines.core.event import Event

type AnyEvent = (
    CharacterTaken
    | FirstPlayer
    | MarketLaid
    | MarketCleared
    | TurnBegan
    | TurnEnded
    | Drew
    | Reshuffled
    | Resigned
    | GameOver
    | Played
    | TeamEffect
    | Bought
    | Travelled
    | SkillUsed
    | Gained
    | TookOver
    | Trashed
    | Discarded
    | Moved
    | LookedAt
    | Revealed
    | Skipped
    | Rolled
    | Proposed
    | Agreed
    | TokenTaken
    | DamageDrawn
    | DamageSettled
    | NoDamage
    | Captured
    | Escaped
    | CharactersReturned
    | CriminalRevealed
    | GaugeMoved
    | ViciousAppeared
    | ViciousMoved
    | LastTurns
    | TokensLost
)

__all__ = [
    "Agreed",
    "AnyEvent",
    "Bought",
    "Captured",
    "CharacterTaken",
    "CharactersReturned",
    "CriminalRevealed",
    "DamageDrawn",
    "DamageSettled",
    "Discarded",
    "Drew",
    "Escaped",
    "Event",
    "FirstPlayer",
    "Gained",
    "GameOver",
    "GaugeMoved",
    "LastTurns",
    "LookedAt",
    "MarketCleared",
    "MarketLaid",
    "Moved",
    "NoDamage",
    "Played",
    "Proposed",
    "Reshuffled",
    "Resigned",
    "Revealed",
    "Rolled",
    "SkillUsed",
    "Skipped",
    "TeamEffect",
    "TokenTaken",
    "TokensLost",
    "TookOver",
    "Trashed",
    "Travelled",
    "TurnBegan",
    "TurnEnded",
    "ViciousAppeared",
    "ViciousMoved",
]
