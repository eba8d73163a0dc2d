"""The verbs of Badass Force, by what they do it to; a new one adds its name here."""

from __future__ import annotations

from typing import Final

from engines.badass_force.verbs.characters import Block, ChangeCharacter, Copy, Guess, Kill, Look, Reveal, Revive
from engines.badass_force.verbs.lasting import Forbid, Modify
from engines.badass_force.verbs.weapons import ChangeWeapon, Exchange, Gain, Lose, Roll, Take
from engines.core.effects.steps import Step

VERBS: Final[tuple[type[Step], ...]] = (
    Gain,
    Lose,
    Take,
    Kill,
    Block,
    Revive,
    ChangeCharacter,
    ChangeWeapon,
    Look,
    Reveal,
    Exchange,
    Roll,
    Copy,
    Modify,
    Forbid,
    Guess,
)
