"""What the page of every evening has: who reads it, what was entered, what may be taken back."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec import Struct, field

from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.pocket import wording
from club.operations import ProblemLike
from engines.musg.pocket.state import Phase


class Entered(Struct, frozen=True):
    """What one press of a button brought: the rows' author, and a sentence for each thing."""

    row: EveningEntry
    faces: tuple[int, ...]
    sentences: tuple[str, ...]


class EveningPage(Struct):
    """The page of an evening to one reader. ``rows`` are the entries that stand; ``state`` is that of its game.

    Each game adds its ``name``, ``counts``, ``title``, ``onward``, ``actions``, ``more``, and its two templates: what
    comes next, and where everything stands.
    """

    now_template: ClassVar[str]
    table_template: ClassVar[str]
    table_title: ClassVar[Any]

    evening: Evening
    rows: list[EveningEntry]
    keeps: bool
    state: Any
    history: list[Entered]
    refused: Iterable[ProblemLike] = ()
    page_id: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def is_open(self) -> bool:
        """Whether the reader may enter something: the battle is ahead, and the reader keeps the evening."""
        return self.keeps and self.evening.battle.state == BattleState.SCHEDULED

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.phase is Phase.OVER)

    @property
    def phase(self) -> str:
        """Which part of the turn it is."""
        return wording.phase_name(self.state)

    @property
    def latest(self) -> list[Entered]:
        """What the last press of a button brought, in order."""
        last = self.history[-1].row.press if self.history else None
        return [told for told in self.history if told.row.press == last]

    @property
    def undoes(self) -> bool:
        """Whether there is something that the reader may take back."""
        return self.is_open and bool(self.rows)

    @property
    def log(self) -> list[Entered]:
        """Everything entered, the latest first."""
        return list(reversed(self.history))

    def names(self, refs: Iterable[str]) -> str:
        """Return names in a row."""
        return ", ".join(wording.name(self.state, ref) for ref in refs)
