"""A scenario as a page shows it: its story, its roles and who takes them, what it is about, its table as a map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy
from msgspec import Struct
from msgspec.structs import asdict

from campaigns.wars.ground.map import BattleMap, Trace, battle_map, outline_of, size_of, thing_at, zone_letter
from campaigns.wars.modules import PARTS, names_of
from campaigns.wars.scenarios.wording import aim
from club.words import words
from engines.musg.ground.ready_tables import name_of
from engines.musg.scenarios import Scenario

SWITCHES: Final[dict[str, str | Promise]] = {
    "nerve_to_charge": gettext_lazy("Test for the nerve to charge"),
    "receive_charge": gettext_lazy("Test for receiving a charge"),
    "first_sight": gettext_lazy("Test at the first sight of a better enemy"),
    "under_fire": gettext_lazy("Test under fire"),
    "under_fire_one_die": gettext_lazy("The test under fire with one die"),
    "medikit_revives": gettext_lazy("A medikit brings a figure at 0 back"),
}
"""The switches a scenario may set, in the order of the form."""


class RoleStory(Struct, frozen=True):
    """A side: its letter on the map, its name, what it is told; ``warband`` takes it, where that is known."""

    letter: str
    name: str
    brief: str
    most: int
    warband: str = ""
    part: str = ""


class ScenarioStory:
    """A scenario told to its readers; ``warbands`` are the names of those who take its roles, in order."""

    def __init__(self, scenario: Scenario, warbands: Sequence[str] = ()) -> None:
        self.scenario = scenario
        self.name = words(scenario.name)
        self.story = words(scenario.story)
        self.turn_limit = scenario.turn_limit
        self.modules = names_of(scenario.modules)
        self._warbands = warbands

    @cached_property
    def roles(self) -> tuple[RoleStory, ...]:
        """The sides, in order."""
        names = [*self._warbands, *[""] * len(self.scenario.sides)]
        return tuple(
            RoleStory(
                zone_letter(number),
                words(role.name),
                words(role.brief),
                role.figures_most,
                names[number],
                str(PARTS[role.part]) if isinstance(role.part, str) else "",
            )
            for number, role in enumerate(self.scenario.sides)
        )

    @property
    def alone(self) -> bool:
        """Whether one warband plays it, against figures that nobody leads."""
        return len(self.scenario.sides) == 1

    @property
    def aims(self) -> list[str]:
        """What brings victory points."""
        roles = [role.name for role in self.roles]
        return [aim(one, roles) for one in self.scenario.objectives]

    @property
    def switches(self) -> list[str]:
        """The tests and options that it sets."""
        chosen = asdict(self.scenario.rules)
        text = {True: _("%(rule)s: yes"), False: _("%(rule)s: no")}
        return [
            text[chosen[code]] % {"rule": label} for code, label in SWITCHES.items() if isinstance(chosen[code], bool)
        ]

    @property
    def table(self) -> str:
        """What the table is called."""
        layout = self.scenario.table()
        values = {"name": name_of(layout).in_language(get_language() or "en"), **size_of(layout)}
        return _("%(name)s, %(width)s × %(depth)s paces") % values

    @property
    def map(self) -> BattleMap:
        """The table with the zones of the roles, and where the objectives are."""
        sides = [role.warband or role.name for role in self.roles]
        return battle_map(self.scenario.layout(), sides=sides, traces=marks(self.scenario))


def marks(scenario: Scenario) -> tuple[Trace, ...]:
    """Return the places and things of the objectives as drawings."""
    found = [Trace("place", outline_of(area)) for one in scenario.objectives for area in one.areas()]
    for one in scenario.objectives:
        found += [Trace("thing", thing_at(x, y)) for x, y in one.points_of()]
    return tuple(found)
