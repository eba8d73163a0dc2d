"""The rulebook's modules that a battle may be fought with, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from engines.core.problems import Problem
from engines.musg.battle import modules as engine
from engines.musg.battle.modules import playable_alone
from engines.musg.warband import Warband

ALIENS: Final = "aliens"
RESCUE: Final = (ALIENS, "rescue")
"""The modules of a rescue game."""

NAMES: Final[dict[str, str | Promise]] = {
    "zombies": _("Zombie invasion"),
    "aliens": _("Alien invasion"),
    "regroup_team": _("Regroup team!: hostages and a bomb"),
    "regroup_hostages": _("Regroup team!: hostages only"),
    "regroup_bomb": _("Regroup team!: a bomb only"),
    "vehicles": _("Vehicles (Do you need a ride?)"),
    "rescue": _("Rescue game: captives wait in the aliens’ nest"),
    "fatal_infection": _("Zombies: anyone infected at the end dies"),
}
"""Those of a single battle, by their code in the engine (Musg, Les Modules), in the order in which they are offered."""


PULP: Final = "pulp"
"""The points of pulp: offered for scenarios only, but in force wherever heroes or villains of a campaign fight."""

EVERY: Final[dict[str, str | Promise]] = {**NAMES, PULP: _("Pulp points")}
"""Those that a scenario may bring along, by their code."""

PARTS: Final[dict[str, str | Promise]] = {
    "strike_team": _("the anti-terrorists"),
    "terrorists": _("the terrorists"),
    "rescuers": _("anyone with captives to bring home"),
    "heroes": _("the heroes’ side"),
    "villains": _("the villains’ side"),
}
"""The parts that modules give to warbands, by their code: whom a role of a scenario may be for."""


def in_force(codes: Iterable[str], rosters: Iterable[Warband]) -> tuple[str, ...]:
    """Return the modules that a battle is fought with: those chosen, and pulp where one of the warbands plays it."""
    played = any(roster.part is not UNSET for roster in rosters)
    return tuple(dict.fromkeys((*codes, *([PULP] if played else []))))


def names_of(codes: Iterable[str]) -> list[str]:
    """Return what these modules are called, in the reader's language; one that is not known any more by its code."""
    return [str(EVERY.get(code, code)) for code in codes]


def has_aliens(codes: Iterable[str]) -> bool:
    """Tell whether aliens come to a battle with these modules: whoever is left lying is carried off (ruling M201)."""
    return any(one.code == ALIENS for one in engine.in_force(tuple(code for code in codes if code in engine.MODULES)))


def is_rescue(codes: Iterable[str]) -> bool:
    """Tell whether a battle with these modules is one in which captives may be freed (ruling M330)."""
    return RESCUE[-1] in codes


def needs_one_warband(codes: Iterable[str]) -> bool:
    """Tell whether a warband may fight alone: against figures that nobody leads (ruling M325)."""
    return playable_alone(codes)


_OBJECTIONS: Final[dict[str, str | Promise]] = {
    "crew_too_many": _("%(name)s takes %(most)s people; there are %(count)s (M348)."),
    "zombie_drives": _("A zombie drives no vehicle: choose another pilot for %(name)s (M348)."),
    "battle_rides": _("%(name)s brings %(count)s vehicles; at most %(most)s can take part in a battle."),
    "regroup_sides": _("Anti-terrorists against terrorists is a game for two warbands; there are %(count)s."),
    "regroup_twice": _("Choose one kind of Regroup team!, not several at once."),
    "regroup_leader": _("%(name)s comes with %(count)s leaders; each team has one (M207)."),
    "regroup_lieutenants": _("%(name)s comes with %(count)s lieutenants, its team has %(most)s at most (M207)."),
    "regroup_rank": _("%(figure)s of %(name)s has no place in its team (M207)."),
    "regroup_no_extras": _("%(name)s has no extras: terrorists come with a leader, a lieutenant and extras (M215)."),
    "regroup_over_heroes": _("The anti-terrorists of %(name)s cost %(count)s points, %(most)s at most (M339)."),
    "miscast_strike_team": _("%(name)s takes the anti-terrorists’ role, but has more extras than the other warband."),
    "miscast_terrorists": _("%(name)s takes the terrorists’ role, but has no more extras than the other warband."),
    "miscast_rescuers": _("The aliens are holding nobody from %(name)s: there is nobody to bring home (M330)."),
    "miscast_heroes": _("%(name)s takes the heroes’ role, but is not on the heroes’ side (M311)."),
    "miscast_villains": _("%(name)s takes the villains’ role, but is not on the villains’ side (M311)."),
    "regroup_outnumbered": _("The terrorists of %(name)s cost %(count)s points; the other team costs %(most)s (M339)."),
}
OBJECTION_CODES: Final = frozenset(_OBJECTIONS)


def objection(problem: Problem) -> str | None:
    """Return in words why a module cannot be played with these warbands; ``None`` for another kind of problem."""
    text = _OBJECTIONS.get(problem.code)
    return str(text) % problem.params if text is not None else None
