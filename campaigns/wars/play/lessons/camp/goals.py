"""When a step of the lesson is done: by what the warband's journal says, or by the page that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Set
from enum import StrEnum
from functools import cached_property

from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.recovery import Recovery
from rosters.models import Warband


class Place(StrEnum):
    """The pages on which the lesson is taken, as their templates call themselves."""

    BATTLE = "battle"
    AFTERMATH = "aftermath"
    ROSTER = "roster"
    FIGURE = "figure"
    SHOP = "shop"
    HIRE = "hire"


class Scene:
    """What a step may look at: the warband, its battle, and where the reader is (``None``: anywhere).

    Queries only for what is asked of it.
    """

    def __init__(self, warband: Warband, place: Place | None = None) -> None:
        self.warband = warband
        self.place = place

    @cached_property
    def side(self) -> BattleSide:
        """The warband's side of the battle."""
        side = BattleSide.objects.select_related("battle__campaign", "recovery").get(warband=self.warband)
        side.warband = self.warband
        return side

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.side.battle

    @property
    def recovery(self) -> Recovery:
        """How far its aftermath is."""
        recovery: Recovery = self.side.recovery
        recovery.side = self.side
        return recovery

    @cached_property
    def done(self) -> Set[str]:
        """The kinds of steps in the warband's journal since the battle."""
        rows = self.warband.journal.filter(undone_at=None)
        fight = rows.filter(kind="fight").values("place")
        return frozenset(rows.filter(place__gt=fight[:1]).values_list("kind", flat=True))


type Goal = Callable[[Scene], bool]


def written(*kinds: str) -> Goal:
    """Return the goal that the journal has a step of one of these kinds since the battle."""

    def goal(scene: Scene) -> bool:
        return bool(scene.done & {*kinds})

    return goal


def looked_at(place: Place) -> Goal:
    """Return the goal that the reader is on a page."""

    def goal(scene: Scene) -> bool:
        return scene.place is place

    return goal
