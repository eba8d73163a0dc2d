"""The verbs of Space Serenade's cards: one file each, and one line here."""

from __future__ import annotations

from typing import Final

from engines.bebop.verbs.buy import Buy
from engines.bebop.verbs.confront import Confront
from engines.bebop.verbs.copy_ import Copy
from engines.bebop.verbs.discard import Discard
from engines.bebop.verbs.draw import Draw
from engines.bebop.verbs.gain import Gain
from engines.bebop.verbs.gauge import Gauge
from engines.bebop.verbs.look import Look
from engines.bebop.verbs.lose import Lose
from engines.bebop.verbs.move import Move
from engines.bebop.verbs.renew_market import RenewMarket
from engines.bebop.verbs.reveal import Reveal
from engines.bebop.verbs.roll import Roll
from engines.bebop.verbs.take import Take
from engines.bebop.verbs.trash import Trash
from engines.bebop.verbs.travel import Travel
from engines.bebop.verbs.use_skill import UseSkill
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
