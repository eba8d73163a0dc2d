"""An entry of a pack as it will be seen: on a card, in a roster, on a sheet and in the tables. Nothing is kept."""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from club.paper.choices import PaperChoices
from club.words import words
from engines.core.problems import Problem
from engines.musg.entries import Buy, Engage, Hire
from engines.musg.packs import House, Kind, Pack as Value, read
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure, Setup, Warband as Roster
from rosters.figure_card import FigureCard, figure_card
from rosters.models import Pack
from rosters.packs.fillings import Row
from rosters.packs.operations import EMPTY
from rosters.reference.house import house_sections
from rosters.reference.model import Section
from rosters.sheets import cards
from rosters.sheets.page import Block, block
from rosters.wording import rank_name
from rosters.wording.packs import pack_problem

SHOWN: Final = "shown_entry"
"""The code of what is new: it gets its own when it is saved."""
SHARPNESS: Final = 192
"""Pixels an inch: two for each that a page has."""


class Sample(Struct, frozen=True):
    """A figure that shows an entry: ``picture`` is its printed card, as an address that holds it whole."""

    block: Block
    picture: str

    @property
    def card(self) -> FigureCard:
        """The figure, as rosters show it."""
        return self.block.card


class Preview(Struct, frozen=True):
    """An entry as it will be seen: sample figures with it, and its row in the tables; or all that is ``wrong``."""

    samples: tuple[Sample, ...] = ()
    sections: tuple[Section, ...] = ()
    wrong: tuple[str, ...] = ()


def previewed(pack: Pack, kind: Kind, row: Row, code: str) -> Preview:
    """Return an entry as it would be seen if it stood in the pack."""
    document: dict[str, Any] = tomllib.loads(pack.text)
    shown = code or SHOWN
    found = read({**document, kind.name: {**document.get(kind.name, {}), shown: row}})
    if found.pack is None:
        return Preview(wrong=tuple(_wrong(one, shown) for one in found.problems if one.code != EMPTY))
    sections = tuple(part for section in house_sections([found.pack]) if (part := _only(section, shown)).count)
    return Preview(_samples(found.pack, kind, shown), sections)


def _wrong(problem: Problem, shown: str) -> str:
    """Return what is wrong. What is being written needs no name, and has none of its own before it is saved."""
    params = {name: value for name, value in problem.params.items() if name not in ("kind", "code")}
    return pack_problem(replace(problem, params=params) if problem.params.get("code") == shown else problem)


def _only(section: Section, code: str) -> Section:
    return replace(
        section,
        rows=tuple(row for row in section.rows if row.anchor.endswith(f"-{code}")),
        groups=tuple(group for group in section.groups if group.anchor.endswith(f"-{code}")),
    )


def _samples(pack: Value, kind: Kind, code: str) -> tuple[Sample, ...]:
    roster = Roster.new(Setup(race=Rules().catalogue.roles.nobody, name="", rules=Rules(house=House(packs=(pack,)))))
    shown = [replace(figure, id=number) for number, figure in enumerate(_figures(roster, kind, code), 1)]
    blocks = [block(figure_card(figure, roster), roster.catalogue) for figure in shown]
    pictures = cards.alone(blocks, PaperChoices(), ppi=SHARPNESS) if blocks else ()
    return tuple(
        Sample(one, f"data:image/png;base64,{b64encode(picture).decode('ascii')}")
        for one, picture in zip(blocks, pictures, strict=True)
    )


def _figures(roster: Roster, kind: Kind, code: str) -> Iterator[Figure]:
    """Yield who shows an entry: one of each rank of a race, a mercenary itself, else somebody who has it."""
    catalogue = roster.catalogue
    if kind.name == "races":
        race = catalogue.race(code)
        ranks = [rank for rank in race.profiles if rank is not Rank.LIEUTENANT or race.max_lieutenants]
        yield from (Hire(rank=rank, race=code, name=rank_name(rank)).apply(roster).warband.figures[0] for rank in ranks)
    elif kind.name == "mercenaries":
        name = words(catalogue.mercenary(code).name)
        yield Engage(mercenary=code, name=name).apply(roster).warband.figures[0]
    elif kind.shelf in ("items", "skills"):
        hired = Hire(rank=Rank.LEADER, race=roster.race, name=_("An example")).apply(roster).warband
        if kind.shelf == "items":
            yield Buy(item=code, figure=hired.figures[0].id).apply(hired).warband.figures[0]
        else:
            yield replace(hired.figures[0], skills=(code,))
