"""The eight skills: two of each character, the first of which others may use who stand with the figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.bebop.actions import Action
from engines.bebop.events import SkillUsed
from engines.bebop.skills.base import SKILLS, Skill
from engines.bebop.skills.ed import Clue, Recall
from engines.bebop.skills.faye import Debt, Luck
from engines.bebop.skills.jet import Blow, Mend
from engines.bebop.skills.spike import Bargain, Draw
from engines.bebop.state import Seat, Table

OF: Final[tuple[tuple[Skill, Skill], ...]] = (
    (Draw(), Bargain()),
    (Mend(), Blow()),
    (Luck(), Debt()),
    (Clue(), Recall()),
)
"""By character's number: its first and its second skill."""

BY_NAME: Final[Mapping[str, Skill]] = {skill.name: skill for pair in OF for skill in pair}


def options(table: Table, seat: Seat) -> list[Action]:
    """Return all skills that a seat may use now: its own two, and the first of whoever its figure stands with.

    The rulebook's skills are the character's own, wherever the others are (ruling C23).
    """
    found: list[Action] = []
    fuel = seat.fuel
    me = seat.character
    figures = table.figures
    here = figures[me]
    for character, (first, second) in enumerate(OF):
        if figures[character] == here:
            if first.fuel <= fuel:
                found += first.options(table, seat)
            if character == me and second.fuel <= fuel:
                found += second.options(table, seat)
    return found


def use(table: Table, seat: Seat, action: Action) -> None:
    """Pay for a skill and use it."""
    name = action.code.split(" ")[1]
    skill = BY_NAME[name]
    seat.fuel -= skill.fuel
    if table.events is not None:
        table.emit(SkillUsed(seat=seat.index, skill=name, fuel=skill.fuel, rule=SKILLS))
    skill.use(table, seat, action)
