"""A scenario as data: what is played for, on which ground, by whom, under which rules.

The library beside this file, a referee's own and the command line all use the same shape and the same reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from engines.core.dice import FastDice
from engines.core.problems import Problem
from engines.musg.battle.modules import MODULES
from engines.musg.battle.objectives import AnyObjective, Phrase
from engines.musg.battle.setup import MOST_SIDES, MOST_TURNS, Setup, Side
from engines.musg.ground import layout as layouts
from engines.musg.ground.drawn_tables import SIDES_MOST, draw_table
from engines.musg.ground.layout import Layout, Zone
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Circle, Rectangle
from engines.musg.rules import Rules

OBJECTIVES_MOST: Final = 12
FIGURES_MOST: Final = 30
WORDS_MOST: Final = 80
STORY_MOST: Final = 2000


class Drawn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table drawn by dice: its size in paces and the number that decides how they fall, always the same for it."""

    width: float = 40.0
    depth: float = 32.0
    number: int = 1


class Switches(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Which of the rules' switches (``musg.rules``) a scenario sets; those unset are as the campaign has them."""

    nerve_to_charge: bool | UnsetType = UNSET
    receive_charge: bool | UnsetType = UNSET
    first_sight: bool | UnsetType = UNSET
    under_fire: bool | UnsetType = UNSET
    under_fire_one_die: bool | UnsetType = UNSET
    medikit_revives: bool | UnsetType = UNSET

    def applied(self, rules: Rules) -> Rules:
        """Return rules with these switches set."""
        chosen = {name: value for name, value in asdict(self).items() if value is not UNSET}
        return replace(rules, **chosen) if chosen else rules


class Role(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side: what it is called ("the raiders"), what it is told, and where it deploys.

    ``zone`` is the number of one of the table's deployment zones, from 0, or a place of its own. ``figures_most``: how
    many figures it may bring, 0 for as many as it has. ``part``: the part that a module in force gives to whom it is
    for (``Module.part_codes``), such as the terrorists'; unset for a role that anybody may take.
    """

    name: Phrase
    brief: Phrase
    zone: int | Rectangle | Circle
    figures_most: int = 0
    part: str | UnsetType = UNSET


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A scenario. ``ground`` is the code of a ready-made table or how one is drawn.

    ``modules`` are codes of extra rules in force. The battle ends with the ``turn_limit``, when one side alone is left
    (ruling M53; the neutral ones do not count, ruling M325), or when a decisive objective is done.
    """

    code: str
    name: Phrase
    story: Phrase
    ground: str | Drawn
    sides: tuple[Role, ...]
    objectives: tuple[AnyObjective, ...]
    turn_limit: int = 8
    modules: tuple[str, ...] = ()
    rules: Switches = Switches()

    def layout(self) -> Layout:
        """Return the table, its zones in the order of the sides. Raises ``ValueError`` where ``problems`` finds any."""
        table = self.table()
        zones = [table.zones[role.zone] if isinstance(role.zone, int) else Zone(role.zone) for role in self.sides]
        if self.plain and tuple(zones) == table.zones:
            return table
        return replace(table, code="", zones=tuple(zones))

    @property
    def plain(self) -> bool:
        """Whether it is played on a ready-made table."""
        return isinstance(self.ground, str)

    def table(self) -> Layout:
        """Return the table as it is before anybody's zone is moved. Raises ``ValueError``."""
        if isinstance(self.ground, str):
            return ready_tables()[self.ground]
        drawn = self.ground
        sides = max(2, min(SIDES_MOST, len(self.sides)))
        return draw_table(FastDice(drawn.number), width=drawn.width, depth=drawn.depth, sides=sides)

    def setup(self, sides: Sequence[Side], rules: Rules) -> Setup:
        """Return the battle between these warbands, each in the role of its place.

        Whom a module has no part for stays at home.
        """
        switches = self.rules.applied(rules)
        for code in self.modules:
            sides = MODULES[code].muster(tuple(sides), switches.catalogue)
        return Setup(
            sides=tuple(replace(side, zone=number) for number, side in enumerate(sides)),
            table=self.layout(),
            rules=switches,
            turn_limit=self.turn_limit,
            modules=self.modules,
            objectives=self.objectives,
        )


def problems(scenario: Scenario) -> list[tuple[str, Problem]]:
    """Return all that is wrong with a scenario, each with its place in the data: ``"objectives[1].points"``."""
    found = list(_words(scenario))
    found += _frame(scenario)
    try:
        layout = scenario.layout()
    except (ValueError, KeyError, IndexError):
        return [*found, ("ground", Problem("scenario_ground", None, {}))]
    found += [("ground", one) for one in layouts.problems(layout)]
    for number, objective in enumerate(scenario.objectives):
        for problem in objective.problems(len(scenario.sides), layout):
            found.append((f"objectives[{number}].{problem.params['item']}", problem))
    return found


def part_codes(modules: Sequence[str]) -> tuple[str, ...]:
    """Return the parts that roles can be for where these modules are in force."""
    return tuple(dict.fromkeys(part for code in modules if code in MODULES for part in MODULES[code].part_codes))


def miscast(scenario: Scenario, sides: Sequence[Side]) -> list[Problem]:
    """Return which of these warbands, in the order of the roles, cannot take its role: ``miscast_`` and the part."""
    taken = [MODULES[code].parts(sides) for code in scenario.modules]
    return [
        Problem(f"miscast_{role.part}", None, {"warband": side.key, "name": side.name, "number": number})
        for number, (role, side) in enumerate(zip(scenario.sides, sides, strict=False))
        if role.part is not UNSET and not any(parts[number] == role.part for parts in taken)
    ]


def _words(scenario: Scenario) -> Iterator[tuple[str, Problem]]:
    phrases = [("name", scenario.name, WORDS_MOST), ("story", scenario.story, STORY_MOST)]
    for number, role in enumerate(scenario.sides):
        phrases.append((f"sides[{number}].name", role.name, WORDS_MOST))
        phrases.append((f"sides[{number}].brief", role.brief, STORY_MOST))
    for where, phrase, most in phrases:
        for language, words in (("fr", phrase.fr), ("en", phrase.en)):
            if not words.strip():
                yield f"{where}.{language}", Problem("objective_words", None, {})
            elif len(words) > most:
                yield f"{where}.{language}", Problem("scenario_long", None, {"most": most, "count": len(words)})


def _frame(scenario: Scenario) -> Iterator[tuple[str, Problem]]:
    unknown = [code for code in scenario.modules if code not in MODULES]
    if unknown:
        yield "modules", Problem("battle_module", None, {"module": unknown[0]})
    least = 1 if any(MODULES[code].neutral for code in scenario.modules if code in MODULES) else 2
    if not least <= len(scenario.sides) <= MOST_SIDES:
        yield "sides", Problem("battle_sides", None, {"count": len(scenario.sides), "least": least, "most": MOST_SIDES})
    if not 1 <= scenario.turn_limit <= MOST_TURNS:
        yield "turn_limit", Problem("battle_turns", None, {"count": scenario.turn_limit, "most": MOST_TURNS})
    if not 1 <= len(scenario.objectives) <= OBJECTIVES_MOST:
        yield "objectives", Problem("scenario_objectives", None, {"most": OBJECTIVES_MOST})
    for number, role in enumerate(scenario.sides):
        if role.part is not UNSET and role.part not in part_codes(scenario.modules):
            yield f"sides[{number}].part", Problem("scenario_part", None, {"part": role.part})
        if not 0 <= role.figures_most <= FIGURES_MOST:
            yield f"sides[{number}].figures_most", Problem("scenario_figures", None, {"most": FIGURES_MOST})
    zones = [role.zone for role in scenario.sides]
    try:
        count = len(scenario.table().zones)
    except (ValueError, KeyError):
        return
    for number, zone in enumerate(zones):
        if isinstance(zone, int) and (not 0 <= zone < count or zone in zones[:number]):
            yield f"sides[{number}].zone", Problem("battle_zone", None, {"value": zone, "most": count})
