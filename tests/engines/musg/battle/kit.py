"""A small table, two small warbands and dice that fall as told: what the rule tests of a battle are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import UNSET

from engines.core.dice import Dice, DiceNeeded, Request
from engines.musg.battle.actions import Action, Activate, Arrive, Deploy, End, Pass, Reserve
from engines.musg.battle.decision import Ask, Flow
from engines.musg.battle.errors import IllegalAction
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.objectives import AnyObjective
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.state import Piece
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Foe
from engines.musg.ground.layout import Layout, Piece as Terrain, Zone
from engines.musg.ground.shapes import Rectangle
from engines.musg.part import Part
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure, Injury, Item

CALM = {"nerve_to_charge": False, "receive_charge": False, "first_sight": False, "under_fire": False}
"""No passive reactions (ruling M148)."""

LEADER, LIEUTENANT, HENCHMAN, EXTRA, MERCENARY = (
    Rank.LEADER,
    Rank.LIEUTENANT,
    Rank.HENCHMAN,
    Rank.EXTRA,
    Rank.MERCENARY,
)


class Script(Dice):
    """Dice whose faces are told by what they are rolled for; initiative falls so that side 0 begins."""

    source = "fixed"

    def __init__(self, faces: Mapping[str, Sequence[int]], sides: int = 2) -> None:
        super().__init__()
        self.left = {reason: list(row) for reason, row in faces.items()}
        self._usual = {
            "initiative": [6, 1] if sides == 2 else [6, 4, 2],
            "activation": [6],
            "activity": [6],
            "encounter": [6],
        }
        self._count: dict[str, int] = {}

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return tuple(self._one(request) for _ in range(count))

    def _one(self, request: Request) -> int:
        row = self.left.get(request.reason)
        if row:
            return row.pop(0)
        usual = self._usual.get(request.reason)
        if not usual:
            raise DiceNeeded(request)
        turn = self._count.get(request.reason, 0)
        self._count[request.reason] = turn + 1
        return usual[turn % len(usual)]

    def unused(self) -> dict[str, list[int]]:
        return {reason: row for reason, row in self.left.items() if row}


def fig(
    rank: Rank = HENCHMAN,
    at: tuple[float, float] | None = None,
    *items: str,
    race: str = "generic",
    skills: Sequence[str] = (),
    injuries: Sequence[str] = (),
    hates: str = "",
    mercenary: str | None = None,
    **values: Any,
) -> tuple[Figure, tuple[float, float] | None]:
    """A figure and where it is deployed; ``None`` keeps it in reserve."""
    suffered = [Injury(code) for code in injuries]
    if hates:
        suffered.append(Injury("hatred", Foe(hates, hates)))
    if mercenary:
        rank, race = MERCENARY, CATALOGUE.mercenaries[mercenary].race
    return (
        Figure(
            id=0,
            name="",
            rank=rank,
            race=race,
            origin=LEADER if rank is MERCENARY else rank,
            cost=0,
            mercenary=mercenary,
            items=tuple(Item(n, code, 0) for n, code in enumerate(items)),
            skills=tuple(skills),
            injuries=tuple(suffered),
            **values,
        ),
        at,
    )


def hired(code: str, at: tuple[float, float] | None, *items: str) -> tuple[Figure, tuple[float, float] | None]:
    return fig(MERCENARY, at, *items, mercenary=code)


def layout(*pieces: Terrain, width: float = 60, depth: float = 40, zones: int = 2) -> Layout:
    """An open table on which everybody may be deployed anywhere."""
    everywhere = Zone(Rectangle(0.0, 0.0, width, depth))
    return Layout(width=width, depth=depth, pieces=pieces, zones=(everywhere,) * zones)


OPEN = layout()


class Scene:
    """A battle that has come to the first activation of side 0, all figures standing where they were put."""

    def __init__(
        self,
        *sides: Sequence[tuple[Figure, tuple[float, float] | None]],
        table: Layout = OPEN,
        turn_limit: int = 10,
        back_to_back: bool = False,
        modules: tuple[str, ...] = (),
        objectives: Sequence[AnyObjective] = (),
        dice: Mapping[str, Sequence[int]] | None = None,
        absent: Mapping[int, tuple[int, ...]] | None = None,
        parts: Mapping[int, Part] | None = None,
        spread: bool = False,
        **rules: Any,
    ) -> None:
        rows = []
        where: dict[int, tuple[float, float] | None] = {}
        uid = 0
        for index, side in enumerate(sides):
            figures = []
            for number, (figure, at) in enumerate(side, 1):
                figures.append(_named(figure, number, f"{'abcdef'[index]}{number}"))
                where[uid] = at
                uid += 1
            gone = (absent or {}).get(index, ())
            rows.append(
                Side(
                    key="abcdef"[index],
                    name="ABCDEF"[index],
                    race="generic",
                    figures=tuple(figures),
                    zone=min(index, len(table.zones) - 1) if spread else 0,
                    absent=gone,
                    part=(parts or {}).get(index, UNSET),
                )
            )
        self.setup = Setup(
            sides=tuple(rows),
            table=table,
            rules=Rules(**{**CALM, **rules}),
            turn_limit=turn_limit,
            back_to_back=back_to_back,
            modules=modules,
            objectives=tuple(objectives),
        )
        self.dice = Script(dice or {}, len(sides))
        self.battle = Battle.new(self.setup, self.dice)
        while self.battle.decision and self.battle.decision.ask is Ask.DEPLOY:
            number = self.battle.decision.options[0]
            at = where[number]
            self.battle.play(Deploy(number, *at) if at else Reserve(number))

    def piece(self, number: int) -> Piece:
        return self.battle.pieces[number]

    def play(self, *actions: Action) -> list[Event]:
        found: list[Event] = []
        for action in actions:
            found += self.battle.play(action)
        return found

    def activate(self, number: int, *actions: Action, joined: tuple[int, ...] = ()) -> list[Event]:
        """Activate a figure and play its actions."""
        return self.play(Activate(number, joined), *actions)

    def touch(self, number: int, other: int) -> None:
        """Stand a figure in contact with another, to its right."""
        x, y, z, _ = self.piece(other).base
        self.battle.put(self.piece(number), (x + 1.002, y, z, 0.5))

    def roll(self, **faces: Sequence[int]) -> Scene:
        """Say how the next dice fall."""
        for reason, row in faces.items():
            self.dice.left.setdefault(reason, []).extend(row)
        return self

    def refused(self, action: Action) -> str:
        """The code of a refusal."""
        assert not self.battle.can(action)
        with pytest.raises(IllegalAction) as refusal:
            self.battle.play(action)
        assert refusal.value.problem.rule
        return refusal.value.problem.code

    def skip_turn(self) -> None:
        """Let everybody do nothing until the next turn, or the end."""
        turn = self.battle.turn
        while self.battle.decision and self.battle.turn == turn:
            self.idle()

    def idle(self) -> None:
        """Do as little as possible once."""
        decision = self.battle.decision
        assert decision is not None
        if decision.ask is Ask.ACTIVATE:
            self.battle.play(Pass() if self.battle.can(Pass()) else Activate(decision.options[0]))
        elif decision.ask is Ask.ACT:
            self.battle.play(End())
        elif decision.ask is Ask.ARRIVE:
            self.battle.play(next(a for a in self.battle.actions() if isinstance(a, Arrive)))
        else:
            self.battle.play(self.battle.actions()[-1])

    def to_side(self, side: int) -> Scene:
        """Let the others pass until this side has to activate somebody."""
        while self.battle.decision and not (
            self.battle.decision.ask is Ask.ACTIVATE and self.battle.decision.side == side
        ):
            self.idle()
        return self

    def events(self, kind: Kind) -> list[Event]:
        return [event for event in self.battle.events if event.kind is kind]

    def last(self, kind: Kind) -> Event:
        return self.events(kind)[-1]


def _named(figure: Figure, number: int, name: str) -> Figure:
    from msgspec.structs import replace

    return replace(figure, id=number, name=figure.name or name)


def done[T](flow: Flow[T]) -> T:
    """Let a part of the battle run that asks nobody anything, and return what it found out."""
    try:
        asked = next(flow)
    except StopIteration as stop:
        found: T = stop.value
        return found
    raise AssertionError(asked)


def only(events: Sequence[Event], kind: Kind) -> Event:
    """The one event of a kind."""
    found = [event for event in events if event.kind is kind]
    assert len(found) == 1, found
    return found[0]
