"""The language of effects as Badass Force speaks it: its verbs, its conditions, its words for seats."""

from __future__ import annotations

from typing import Final

from engines.badass_force.conditions import CONDITIONS
from engines.badass_force.verbs import VERBS
from engines.core.effects.language import Language

POWER: Final = "power"
VENGEANCE: Final = "vengeance"
DEATH: Final = "death"
REACTION: Final = "reaction"
EXECUTION: Final = "execution"
OVERLOAD: Final = "overload"
EACH_TURN: Final = "each_turn"
TABLE: Final = "table"

LANGUAGE: Final = Language(
    verbs=VERBS,
    conditions=CONDITIONS,
    who={
        "me": (),
        "chosen": (),
        "others": (),
        "all": (),
        "left": (),
        "right": (),
        "leader": (),
        "attacker": (REACTION,),
        "caller": (REACTION,),
    },
    counts=("ammo", "points", "graveyard", "hand", "vengeance"),
    slots=(POWER, VENGEANCE, DEATH, REACTION, EXECUTION, OVERLOAD, EACH_TURN, TABLE),
    payable=("ammo", "points"),
)
