"""The verbs of Badass Force, one file each; a new one adds its line here."""

from __future__ import annotations

from typing import Final

from engines.badass_force.verbs.block import Block
from engines.badass_force.verbs.change_character import ChangeCharacter
from engines.badass_force.verbs.change_weapon import ChangeWeapon
from engines.badass_force.verbs.copy import Copy
from engines.badass_force.verbs.exchange import Exchange
from engines.badass_force.verbs.forbid import Forbid
from engines.badass_force.verbs.gain import Gain
from engines.badass_force.verbs.guess import Guess
from engines.badass_force.verbs.kill import Kill
from engines.badass_force.verbs.look import Look
from engines.badass_force.verbs.lose import Lose
from engines.badass_force.verbs.modify import Modify
from engines.badass_force.verbs.reveal import Reveal
from engines.badass_force.verbs.revive import Revive
from engines.badass_force.verbs.roll import Roll
from engines.badass_force.verbs.take import Take
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
