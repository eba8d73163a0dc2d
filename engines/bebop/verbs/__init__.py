"""The verbs of Space Serenade's cards, by what they do it to; a new one adds its name here."""

from __future__ import annotations

from typing import Final

from engines.bebop.verbs.cards import Buy, Copy, Discard, Draw, Look, Move, RenewMarket, Reveal, Trash
from engines.bebop.verbs.hunt import Confront, Gauge, Roll, Travel, UseSkill
from engines.bebop.verbs.resources import Gain, Lose, Take
from engines.core.effects.steps import Step

VERBS: Final[tuple[type[Step], ...]] = (
    Gain,
    Lose,
    Take,
    Draw,
    Discard,
    Move,
    Trash,
    Look,
    Reveal,
    Roll,
    Copy,
    Travel,
    Gauge,
    Buy,
    RenewMarket,
    Confront,
    UseSkill,
)
