"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards stand by code. An event that not everybody saw whole lists in ``seen_by`` who did; ``seen_from`` gives it to
others without its secrets.
"""

from __future__ import annotations

from engines.badass_force.events.announcing import Announced, Answered, BluffCalled, Declined, Shown
from engines.badass_force.events.course import (
    CastChosen,
    GameOver,
    Laid,
    LimitReached,
    LogeDrawn,
    Resigned,
    TurnBegan,
    TurnEnded,
    WeaponDealt,
)
from engines.badass_force.events.effects import (
    Agreed,
    Blocked,
    Charged,
    Exchanged,
    Guessed,
    Lasts,
    LookedAt,
    Lost,
    Overloaded,
    Proposed,
    Revived,
    Rolled,
    Scored,
    Skipped,
    SlotBegan,
    Uncharged,
    VengeanceBegan,
)
from engines.badass_force.events.weapons import Executed, PileReformed, WeaponDiscarded, WeaponRevealed, WeaponTaken

type AnyEvent = (
    CastChosen
    | WeaponDealt
    | LogeDrawn
    | Laid
    | TurnBegan
    | TurnEnded
    | LimitReached
    | Resigned
    | GameOver
    | Announced
    | Declined
    | Answered
    | BluffCalled
    | Shown
    | SlotBegan
    | Skipped
    | Charged
    | Uncharged
    | Overloaded
    | Lost
    | Scored
    | VengeanceBegan
    | Blocked
    | Revived
    | LookedAt
    | Guessed
    | Exchanged
    | Lasts
    | Rolled
    | Proposed
    | Agreed
    | Executed
    | WeaponDiscarded
    | WeaponTaken
    | WeaponRevealed
    | PileReformed
)

__all__ = [
    "Agreed",
    "Announced",
    "Answered",
    "AnyEvent",
    "Blocked",
    "BluffCalled",
    "CastChosen",
    "Charged",
    "Declined",
    "Exchanged",
    "Executed",
    "GameOver",
    "Guessed",
    "Laid",
    "Lasts",
    "LimitReached",
    "LogeDrawn",
    "LookedAt",
    "Lost",
    "Overloaded",
    "PileReformed",
    "Proposed",
    "Resigned",
    "Revived",
    "Rolled",
    "Scored",
    "Shown",
    "Skipped",
    "SlotBegan",
    "TurnBegan",
    "TurnEnded",
    "Uncharged",
    "VengeanceBegan",
    "WeaponDealt",
    "WeaponDiscarded",
    "WeaponRevealed",
    "WeaponTaken",
]
