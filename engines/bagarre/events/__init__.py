"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards stand by code. An event that not everybody saw whole lists in ``seen_by`` who did; ``seen_from`` gives it to
others without its secrets.
"""

from __future__ import annotations

from engines.bagarre.events.acting import (
    Announced,
    ChargesRevealed,
    Countered,
    Discarded,
    LookedAt,
    Peeked,
    PotionDrunk,
    Revealed,
    Sacrificed,
    ShieldShown,
    Struck,
    Transformed,
    WentInvisible,
)
from engines.bagarre.events.course import (
    DragonAwoke,
    ExtraAction,
    GameOver,
    PileReformed,
    PileShuffled,
    Resigned,
    TurnBegan,
)
from engines.bagarre.events.effects import (
    Charged,
    ChargesLost,
    Eliminated,
    Exchanged,
    HitPointsLost,
    ShieldChanged,
    ShieldStolen,
    Swapped,
    Wounded,
)
from engines.bagarre.events.opening import (
    Dealt,
    FirstPlayer,
    HeroesDealt,
    HeroesRevealed,
    HeroKept,
    JokersReplaced,
    Laid,
    Redrew,
)
from engines.core.event import Event

type AnyEvent = (
    HeroesDealt
    | HeroKept
    | HeroesRevealed
    | Dealt
    | JokersReplaced
    | Redrew
    | Laid
    | FirstPlayer
    | TurnBegan
    | Peeked
    | Announced
    | LookedAt
    | Revealed
    | Discarded
    | ChargesRevealed
    | Sacrificed
    | Transformed
    | WentInvisible
    | PotionDrunk
    | ShieldShown
    | Struck
    | HitPointsLost
    | ChargesLost
    | Wounded
    | Eliminated
    | ShieldChanged
    | Charged
    | Exchanged
    | Swapped
    | ShieldStolen
    | Countered
    | ExtraAction
    | PileReformed
    | PileShuffled
    | DragonAwoke
    | Resigned
    | GameOver
)

__all__ = [
    "Announced",
    "AnyEvent",
    "Charged",
    "ChargesLost",
    "ChargesRevealed",
    "Countered",
    "Dealt",
    "Discarded",
    "DragonAwoke",
    "Eliminated",
    "Event",
    "Exchanged",
    "ExtraAction",
    "FirstPlayer",
    "GameOver",
    "HeroKept",
    "HeroesDealt",
    "HeroesRevealed",
    "HitPointsLost",
    "JokersReplaced",
    "Laid",
    "LookedAt",
    "Peeked",
    "PileReformed",
    "PileShuffled",
    "PotionDrunk",
    "Redrew",
    "Resigned",
    "Revealed",
    "Sacrificed",
    "ShieldChanged",
    "ShieldShown",
    "ShieldStolen",
    "Struck",
    "Swapped",
    "Transformed",
    "TurnBegan",
    "WentInvisible",
    "Wounded",
]
