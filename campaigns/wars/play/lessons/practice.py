"""What a lesson is taken in: made when it is taken up, put to a step, gone when it is put away."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from django.utils.functional import Promise

from campaigns.league.games import SINGLE_MUSG
from campaigns.league.models import Campaign
from campaigns.wars.models.lesson import Lesson
from club.visibility import Visibility


class Titled(Protocol):
    """A step, as lists name it."""

    @property
    def title(self) -> str | Promise:
        """What it is called."""


class Practice(Protocol):
    """How the lessons of one kind are taken. Whoever calls has the lesson's row locked, and saves it."""

    @property
    def steps(self) -> Sequence[Titled]:
        """What is learnt, one after the other."""

    def prepare(self, lesson: Lesson, title: str) -> None:
        """Make the practice, and write it into the lesson."""

    def open(self, lesson: Lesson, number: int) -> None:
        """Put it to a step, counted from 0."""

    def address(self, lesson: Lesson) -> str:
        """Return where the lesson's step is taken."""

    def is_over(self, lesson: Lesson) -> bool:
        """Tell whether the last step is done."""

    def clear(self, campaign: Campaign) -> None:
        """Remove a practice with all that is in it; the lesson does not refer to it any more."""


def private_campaign(title: str) -> Campaign:
    """Make what a practice stands in: a single game of nobody's, in no list."""
    return Campaign.objects.create(
        game=SINGLE_MUSG.code,
        slug=f"lesson-{secrets.token_hex(8)}",
        name=title,
        visibility=Visibility.PRIVATE.value,
        practice=True,
    )
