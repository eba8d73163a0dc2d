"""Vehicles in a battle (Musg, Do you need a ride?): ``module`` joins them to it, each other file is one concept."""

from engines.musg.battle.vehicles import module

__all__ = ["module"]
