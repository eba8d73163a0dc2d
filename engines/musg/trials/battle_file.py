"""A battle as a file for the command line: JSON written by hand, with catalogue codes instead of whole rosters.

A file without ``format`` is read as an exact ``battle.setup.Setup``.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.core.problems import Illegal, Malformed, refuse
from engines.core.text import without_mark
from engines.musg import muster
from engines.musg.battle.setup import TURN_LIMIT, Ride, Setup, Side
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import Foe
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.part import Part
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics import NAMES
from engines.musg.vehicle import Design
from engines.musg.warband import Figure, Injury, Item

FORMAT: Final = "arriere-ban/battle-setup"
FIGURES_MOST: Final = 60


class FileFigure(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``count`` figures alike: a rank of a race, or a mercenary; items, skills, injuries and setbacks by code.

    ``zombie``: a pulp villain's voodoo zombie, a henchman who carries nothing (ruling M313). ``setbacks``: what weighs
    on a pulp hero in this battle (ruling M310).

    Items must combine as in a muster, where the first dagger is the figure's own and leaves room for a shield.
    ``hates`` is the key of the warband hated by a figure with the injury "hatred".
    """

    rank: Rank = Rank.HENCHMAN
    name: str = ""
    race: str = ""
    mercenary: str | None = None
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    setbacks: tuple[str, ...] = ()
    zombie: bool = False
    hates: str = ""
    ignores_first_wound: bool = False
    count: int = 1


class FileRide(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle: what is built, and who begins in it, by name, the pilot first (``Design``, ``Ride``)."""

    design: Design
    name: str = ""
    crew: tuple[str, ...] = ()


class FileSide(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A warband; its ``vehicles`` come with the module of that name.

    ``player`` is one of ``tactics.NAMES``, ``zone`` its deployment zone, in order by default. ``part``: what it plays
    in pulp; where no side says so, the first are the heroes. ``race``: that of nobody in particular by default.
    """

    key: str
    figures: tuple[FileFigure, ...]
    name: str = ""
    race: str = ""
    zone: int | None = None
    player: str = NAMES[0]
    part: Part | UnsetType = UNSET
    vehicles: tuple[FileRide, ...] = ()


class BattleFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file. ``table`` is the code of a ready-made table or a layout, ``modules`` the codes of extra rules."""

    format: str
    sides: tuple[FileSide, ...]
    table: str | Layout = "open_field"
    version: int = 1
    rules: Rules = Rules()
    turn_limit: int = TURN_LIMIT
    back_to_back: bool = False
    modules: tuple[str, ...] = ()


def parse_battle(text: str | bytes) -> tuple[Setup, tuple[str, ...]]:
    """Return the setup in a file and the names of the players.

    Raises ``Malformed`` for what cannot be read, ``Illegal`` or ``UnknownCode`` for codes that do not exist and gear
    that nobody may carry together.
    """
    raw = without_mark(text.encode() if isinstance(text, str) else text)
    try:
        if "format" not in msgspec.json.decode(raw, type=dict[str, msgspec.Raw]):
            setup = msgspec.json.decode(raw, type=Setup)
            return setup, (NAMES[0],) * len(setup.sides)
        file = msgspec.json.decode(raw, type=BattleFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from error
    if file.format != FORMAT or file.version != 1:
        raise Malformed(f"not a file of {FORMAT} version 1", "format")
    return _setup(file), tuple(side.player for side in file.sides)


def _setup(file: BattleFile) -> Setup:
    if isinstance(file.table, str):
        layout = ready_tables().get(file.table)
        if layout is None:
            raise Malformed(f"no table called {file.table!r}; there are {', '.join(ready_tables())}", "table")
    else:
        layout = file.table
    sides = tuple(
        Side(
            key=side.key,
            name=side.name or side.key,
            race=side.race or file.rules.catalogue.of_nobody.code,
            figures=_figures(side, file.rules.catalogue),
            zone=number if side.zone is None else side.zone,
            part=side.part,
            rides=_rides(side, file.rules.catalogue) or UNSET,
        )
        for number, side in enumerate(file.sides)
    )
    return Setup(
        sides=sides,
        table=layout,
        rules=file.rules,
        turn_limit=file.turn_limit,
        back_to_back=file.back_to_back,
        modules=file.modules,
    )


def _rides(side: FileSide, catalogue: Catalogue) -> tuple[Ride, ...]:
    numbers = {figure.name: figure.id for figure in _figures(side, catalogue)}
    for one in side.vehicles:
        for name in one.crew:
            if name not in numbers:
                raise Malformed(f"nobody called {name!r}", "vehicles")
    return tuple(
        Ride(
            number=number,
            name=one.name or one.design.type,
            design=one.design,
            crew=tuple(numbers[name] for name in one.crew),
        )
        for number, one in enumerate(side.vehicles, 1)
    )


def _figures(side: FileSide, catalogue: Catalogue) -> tuple[Figure, ...]:
    found: list[Figure] = []
    for row in side.figures:
        if not 1 <= row.count <= FIGURES_MOST:
            raise refuse("battle_figures", count=row.count, most=FIGURES_MOST)
        for copy in range(row.count):
            name = row.name or row.mercenary or row.rank.value
            called = name if row.count == 1 else f"{name} {copy + 1}"
            found.append(_figure(side, row, len(found) + 1, called, catalogue))
    return tuple(found)


def _figure(side: FileSide, row: FileFigure, number: int, name: str, catalogue: Catalogue) -> Figure:
    for code in row.items:
        catalogue.item(code)
    for code in row.skills:
        catalogue.skill(code)
    for code in (*row.injuries, *row.setbacks):
        catalogue.injury_called(code)
    if row.zombie and (row.items or row.rank is not Rank.HENCHMAN or row.mercenary):
        raise refuse("zombie_gear", figure=number, item=" ".join(row.items), warband=side.key, name=name)
    hired = catalogue.mercenary(row.mercenary) if row.mercenary else None
    if hired is None and row.rank is Rank.MERCENARY:
        raise refuse("no_such_mercenary", figure=number, item="", warband=side.key, name=name)
    rank = Rank.MERCENARY if hired else row.rank
    nobody = catalogue.of_nobody.code
    race = nobody if row.zombie else hired.race if hired else row.race or side.race or nobody
    catalogue.race(race)
    firsts = {row.items.index(code) for code in catalogue.carried_by_all if code in row.items}
    hating = catalogue.injuries_with("hates")
    figure = Figure(
        id=number,
        name=name,
        rank=rank,
        race=race,
        origin=rank,
        cost=0,
        mercenary=row.mercenary,
        items=tuple(
            Item(place + 1, code, 0, number if place in firsts else None) for place, code in enumerate(row.items)
        ),
        skills=row.skills,
        injuries=tuple(
            Injury(code, Foe(row.hates, row.hates) if code in hating and row.hates else None) for code in row.injuries
        ),
        ignores_first_wound=row.ignores_first_wound,
        setbacks=row.setbacks or UNSET,
        non_player=catalogue.raised.code if row.zombie else UNSET,
    )
    wrong = [
        replace(problem, params={**problem.params, "warband": side.key, "name": name})
        for problem in muster.gear_problems(figure, catalogue)
    ]
    if wrong:
        raise Illegal(wrong)
    return figure
