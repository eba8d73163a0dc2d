"""What modules give captains to do beside fighting: who plays for something else looks here first."""

from __future__ import annotations

from engines.musg.battle.actions import Action
from engines.musg.battle.decision import Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.module import PLACE_ONE
from engines.musg.tactics import raiding, riding
from engines.musg.tactics.temper import Temperament


def errand(battle: Battle, piece: Piece, temper: Temperament) -> Action | None:
    """Return what a figure does about the aims of the modules in force, or ``None`` to fight as in any battle."""
    for module in battle.modules:
        if isinstance(module, RegroupTeam):
            return raiding.raid(battle, piece, module, temper)
    return None


def answer(battle: Battle, decision: Decision) -> Action:
    """Return the answer to what a module itself asks: what it offers first, unless captains know better."""
    if decision.about == PLACE_ONE:
        return riding.place_vehicle(battle, decision)
    return battle.actions()[0]


def deploy(battle: Battle, decision: Decision) -> Action | None:
    """Return where the aims of the modules in force make a figure stand, or ``None`` to deploy as for any battle."""
    for module in battle.modules:
        if isinstance(module, RegroupTeam) and decision.side == module.anti:
            return raiding.slip_in(battle, decision)
    return None
