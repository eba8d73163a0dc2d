"""The scenarios that come with the engine: one TOML file each, beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from engines.core.problems import Malformed
from engines.musg import battle  # every module must be known before a scenario names it
from engines.musg.scenarios.reader import parse_scenario
from engines.musg.scenarios.scenario import Scenario

__all__ = ["SCENARIOS", "battle", "library"]

SCENARIOS: Final = (
    "treasure",
    "crossroads",
    "breakthrough",
    "assassination",
    "three_caches",
    "ambush",
    "last_night",
    "long_way_home",
    "antidote",
    "black_box",
    "last_pumps",
    "toll_race",
    "idol",
    "relay",
    "out_of_the_nest",
)
"""The ready-made scenarios, in the order in which they are offered: those for plain Musg, then those with modules."""


@cache
def library() -> Mapping[str, Scenario]:
    """Return the ready-made scenarios by code. Raises ``Malformed`` naming the file when one is not sound."""
    folder = files(__package__ or "")
    found: dict[str, Scenario] = {}
    for code in SCENARIOS:
        try:
            scenario = parse_scenario(folder.joinpath(f"{code}.toml").read_bytes())
        except Malformed as error:
            raise Malformed(f"{code}.toml: {error.message}", error.where) from error
        if scenario.code != code:
            raise Malformed(f"{code}.toml calls itself {scenario.code!r}", "$.code")
        found[code] = scenario
    return MappingProxyType(found)
