"""The panel of a lesson, as the pages on which it is taken show it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons.goals import Verdict
from campaigns.wars.play.lessons.practice import Titled


class StepLine(Struct, frozen=True):
    """A step in the list of all: ``number`` from 0; ``done``: a later one was reached."""

    number: int
    title: str
    now: bool
    done: bool


class Coach(Struct, frozen=True):
    """The panel of a lesson. ``next`` is the step to go on with, ``None`` in the last; ``gains``: see ``gains_of``.

    ``page``: where the step is taken, if that is another page than the one that is looked at.
    """

    lesson: Lesson
    title: str
    number: int
    heading: str
    text: str
    task: str
    hint: str
    learnt: str
    verdict: Verdict
    steps: tuple[StepLine, ...]
    next: int | None
    gains: tuple[str, ...] = ()
    page: str = ""

    @property
    def met(self) -> bool:
        """Whether the step is done."""
        return self.verdict is Verdict.MET

    @property
    def missed(self) -> bool:
        """Whether it has to be tried again."""
        return self.verdict is Verdict.MISSED

    @property
    def place(self) -> int:
        """The step's number, from 1."""
        return self.number + 1


def lines_of(lesson: Lesson, steps: Sequence[Titled]) -> tuple[StepLine, ...]:
    """Return all steps of a lesson, as far as it has come."""
    return tuple(
        [
            StepLine(number, str(one.title), number == lesson.step, number < lesson.furthest)
            for number, one in enumerate(steps)
        ]
    )
