"""The rulebook's modules that a battle may be fought with, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from engines.musg.battle.modules import MODULES
from engines.musg.warband import Warband

NAMES: Final[dict[str, str | Promise]] = {
    "zombies": _("Zombie invasion"),
    "aliens": _("Alien invasion"),
    "fatal_infection": _("Zombies: whoever is infected at the end dies"),
}
"""Those of a single battle, by their code in the engine (Musg, Les Modules), in the order in which they are offered."""


PULP: Final = "pulp"
"""The points of pulp: no module of a single battle, but in force wherever heroes or villains of a campaign fight."""


def in_force(codes: Iterable[str], rosters: Iterable[Warband]) -> tuple[str, ...]:
    """Return the modules that a battle is fought with: those chosen, and pulp where one of the warbands plays it."""
    played = any(roster.part is not UNSET for roster in rosters)
    return (*codes, *([PULP] if played else []))


def names_of(codes: Iterable[str]) -> list[str]:
    """Return what these modules are called, in the reader's language; one that is not known any more by its code."""
    return [str(NAMES.get(code, code)) for code in codes]


def needs_one_warband(codes: Iterable[str]) -> bool:
    """Tell whether a warband may fight alone: against figures that nobody leads (ruling M325)."""
    return any(MODULES[code].neutral for code in codes if code in MODULES)
