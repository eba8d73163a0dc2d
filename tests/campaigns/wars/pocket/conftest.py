"""An evening between two warbands, for the tests of its site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations
from campaigns.wars.pocket.operations import Choices
from engines.musg.pocket.setup import Menace
from engines.musg.pocket.state import State
from tests.factories.battles import Field


@dataclass
class Table:
    """The evening at the table of a battle; entries are made by the first player unless somebody else is named."""

    fight: Field
    evening: Evening
    pressed: int = 0

    @property
    def state(self) -> State:
        return operations.replayed(self.stored())

    def stored(self) -> Evening:
        """The evening as stored now."""
        return Evening.objects.select_related("battle__campaign").get(pk=self.evening.pk)

    def enter(self, kind: str, *, by_site: bool = False, player: int = 0, **data: Any) -> bool:
        """Enter something on a page that is up to date."""
        self.pressed += 1
        now = self.stored()
        return operations.enter(
            evening=now,
            data={"kind": kind, **data},
            author=self.fight.players[player],
            version=now.version,
            client_id=f"press-{self.pressed}",
            by_site=by_site,
        )

    def quiet_turn(self) -> None:
        """The first turn, up to the warbands' part: the first begins and nobody hears anything."""
        self.enter("initiative", order=self.fight.keys)
        for key in self.fight.keys:
            self.enter("hears", band=key, faces=[6])


def begun(fight: Field, menace: Menace = Menace.ZOMBIES, **choices: Any) -> Table:
    """An evening of this battle."""
    return Table(fight, operations.begin(battle=fight.battle, choices=Choices(menace=menace, edges={}, **choices)))


@pytest.fixture
def table(fight: Field) -> Table:
    return begun(fight)


@pytest.fixture
def begin_evening(fight: Field) -> Callable[..., Table]:
    return lambda menace, **choices: begun(fight, menace, **choices)
