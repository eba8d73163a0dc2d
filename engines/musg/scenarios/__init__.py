"""Scenarios: a battle with a story, a ground, roles and objectives, as data. ``library`` holds those that are ready."""

from engines.musg.scenarios.ready_made import SCENARIOS, library
from engines.musg.scenarios.scenario import Drawn, Role, Scenario, Switches, miscast

__all__ = ["SCENARIOS", "Drawn", "Role", "Scenario", "Switches", "library", "miscast"]
