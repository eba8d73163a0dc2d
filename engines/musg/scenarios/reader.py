"""Reads scenarios, strictly: what is unknown or cannot be is refused, with its place in the file."""

from __future__ import annotations

import tomllib
from typing import Any, Final

import msgspec

from engines.core.problems import Malformed
from engines.core.text import without_mark
from engines.musg.scenarios.scenario import Scenario, problems

_AT: Final = " - at `"


def parse_scenario(text: str | bytes) -> Scenario:
    """Return the scenario in a TOML file. Raises ``Malformed`` with the place of the first thing that is wrong."""
    raw = without_mark(text)
    try:
        data = tomllib.loads(raw.decode() if isinstance(raw, bytes) else raw)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(str(error)) from error
    return from_data(data)


def from_data(data: Any) -> Scenario:
    """Return the scenario in plain data, as TOML or JSON bring it. Raises ``Malformed`` like ``read``."""
    scenario = shaped(data)
    for where, problem in problems(scenario):
        told = ", ".join(f"{key}={value}" for key, value in problem.params.items() if key != "item")
        raise Malformed(f"{problem.code}{f' ({told})' if told else ''}", f"$.{where}")
    return scenario


def shaped(data: Any) -> Scenario:
    """Return plain data as a scenario without asking whether it is sound. Raises ``Malformed``."""
    try:
        return msgspec.convert(data, Scenario)
    except msgspec.ValidationError as error:
        words, _, where = str(error).rpartition(_AT)
        if not words:
            words, where = where, "$`"
        raise Malformed(words, where.rstrip("`")) from error
