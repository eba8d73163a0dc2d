"""The skills before a figure that may choose one: what each would change, and what keeps it from the others."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Skill
from engines.musg.entries.growth import skill_problems
from engines.musg.warband import Figure
from rosters import wording
from rosters.shifts import Shift, shifts


class Lesson(Struct, frozen=True):
    """A skill that the figure does not know; ``reasons`` say why it is not open yet.

    ``idle``: it raises a number that is at its best already, and does nothing else.
    """

    code: str
    name: str
    effect: str
    shifts: tuple[Shift, ...]
    reasons: tuple[str, ...]
    idle: bool = False


class Lessons(Struct, frozen=True):
    """The skills that may be chosen now, and those that need another one first."""

    open: tuple[Lesson, ...]
    closed: tuple[Lesson, ...]


def lessons(figure: Figure, catalogue: Catalogue, chosen: str = "") -> Lessons:
    """Return the skills that a figure does not know, in the printed order; the ``chosen`` one comes first."""
    skills = catalogue.offered(catalogue.skills).values()
    found = [_lesson(figure, skill, catalogue) for skill in skills if skill.code not in figure.skills]
    found.sort(key=lambda lesson: lesson.code != chosen)
    return Lessons(
        tuple(lesson for lesson in found if not lesson.reasons), tuple(lesson for lesson in found if lesson.reasons)
    )


def _lesson(figure: Figure, skill: Skill, catalogue: Catalogue) -> Lesson:
    changed = shifts(figure, replace(figure, skills=(*figure.skills, skill.code)), catalogue)
    return Lesson(
        code=skill.code,
        name=wording.marked(skill, catalogue),
        effect=words(skill.effect),
        shifts=changed,
        reasons=wording.problem_sentences(skill_problems(figure, skill.code, catalogue), catalogue, briefly=True),
        idle=bool(skill.modifiers) and not skill.traits and not changed,
    )
