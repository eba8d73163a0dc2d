"""How a battle pursues the objectives of its scenario: who carries what, who has scored, and the actions for it.

The ``Pursuit`` joins a battle like a module, but only one whose setup has objectives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Self

from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind, Value
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Module
from engines.musg.battle.objectives import AnyObjective
from engines.musg.battle.objectives.base import Edge, Goal, Objective, Thing
from engines.musg.battle.objectives.carrying_off import REACH, CarryOff
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.geometry import length_of
from engines.musg.ground.table import HIGHER, touching

CARRY: Final = "ruling M37"
COUNT: Final = "Musg, Fin du tour"
THING: Final = "thing"
"""The code of the mark of a thing on the ground; the mark's number is the thing's."""


class Pursuit(Module[Field]):
    """The objectives of one battle. ``things`` are those to carry off, numbered from 1 in the order of the setup."""

    code: ClassVar[str] = "objectives"
    heading: ClassVar[str] = COUNT
    opens_edges: ClassVar[bool] = True

    def __init__(self, objectives: Sequence[AnyObjective]) -> None:
        self.objectives = tuple(objectives)
        self.things: list[Thing] = []
        self._scored: dict[int, int] = {}
        self._off: set[int] = set()

    def enter(self) -> Self:
        """Return a new one: it remembers what goes on."""
        return type(self)(self.objectives)

    # --- what happens -----------------------------------------------------------------------------------------------

    def start(self, field: Field) -> Flow[None]:
        """Lay things out and note whom it pays to stop."""
        for objective in self.objectives:
            objective.begin(field, self)
        for piece in field.pieces:
            self._weigh(field, piece)
        yield from ()

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """Who flees lets fall what it carries."""
        if piece.routed and piece.laden:
            self.let_fall(field, piece)
        yield from ()

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """See who left the table or brought something where it belongs."""
        self._look_round(field)
        yield from ()

    def put_out(self, field: Field, piece: Piece, by: Piece | None) -> None:
        """Who goes out of action drops what it carries; an objective may be about that very figure."""
        if piece.laden:
            self.let_fall(field, piece)
        for objective in self.objectives:
            objective.fell(field, self, piece, by)
        self._settle(field)

    def turn_ended(self, field: Field) -> Flow[None]:
        """Count what counts in every turn."""
        self._look_round(field)
        for objective in self.objectives:
            objective.turn_ended(field, self)
        self._settle(field)
        yield from ()

    def ended(self, field: Field) -> None:
        """Count what counts in the end."""
        present = field.present()
        alone = present[0] if len(present) == 1 < len(field.warbands) else None
        for objective in self.objectives:
            objective.ended(field, self, alone)

    def verdict(self, field: Field) -> tuple[int | None] | None:
        """A warband alone has not won a scenario as long as one of its aims brought it nothing.

        The rulebook counts points between sides; nobody leads those whom it meets, and merely to be there still would
        make every aim idle. That one of its own must be left holds besides (ruling M325).
        """
        if len(field.warbands) > 1 or all(self.times(one) for one in self.objectives):
            return None
        return (None,)

    def brought_home(self, field: Field) -> list[Piece]:
        """Return whom the other modules brought home."""
        return [one for module in field.modules for one in module.rescued(field)]

    def _look_round(self, field: Field) -> None:
        for thing in self.things:
            bearer = thing.bearer
            if bearer is not None and bearer.place is Place.PLAY and thing.objective.arrived(field, bearer):
                self.carried_off(field, thing, bearer)
        for piece in field.pieces:
            if piece.place is Place.PLAY or piece.uid in self._off:
                continue
            if piece.place is Place.LEFT and not piece.down:
                self._off.add(piece.uid)
                for objective in self.objectives:
                    objective.went_off(field, self, piece)
            if piece.laden:
                self.let_fall(field, piece)
        self._settle(field)

    def _settle(self, field: Field) -> None:
        """End the battle when a decisive objective is done."""
        if not field.accomplished and any(one.decisive and one.done(field, self) for one in self.objectives):
            field.accomplished = True
            field.settled = None

    def _weigh(self, field: Field, piece: Piece) -> None:
        borne = self.borne_by(piece)
        total = sum(one.bounty(field, piece) for one in self.objectives if not isinstance(one, CarryOff))
        piece.bounty = total + (borne.objective.bounty(field, piece) if borne else 0)

    # --- points -----------------------------------------------------------------------------------------------------

    def score(
        self, field: Field, objective: Objective, side: int, piece: Piece | None = None, target: Piece | None = None
    ) -> None:
        """Give a side the points of an objective; ``piece`` earned them, ``target`` is whom it is about."""
        number = self.number_of(objective)
        band = field.bands[side]
        band.points += objective.points
        band.scored += objective.points
        self._scored[number] = self._scored.get(number, 0) + 1
        field.emit(
            Kind.SCORED,
            COUNT,
            piece,
            target,
            side=side,
            objective=number,
            points=objective.points,
            total=band.points,
        )

    def times(self, objective: Objective) -> int:
        """Return how often an objective was scored."""
        return self._scored.get(self.number_of(objective), 0)

    def number_of(self, objective: Objective) -> int:
        """Return an objective's place in the setup, from 0."""
        return next(number for number, one in enumerate(self.objectives) if one is objective)

    # --- things -----------------------------------------------------------------------------------------------------

    def lay(self, field: Field, objective: Objective, x: float, y: float) -> None:
        """Put a new thing on the ground."""
        thing = Thing(objective, len(self.things) + 1, x, y)
        self.things.append(thing)
        field.lay(Mark(THING, thing.number, x, y), COUNT)

    def borne_by(self, piece: Piece) -> Thing | None:
        """Return what a figure carries."""
        if not piece.laden:
            return None
        return next((thing for thing in self.things if thing.bearer is piece), None)

    def let_fall(self, field: Field, piece: Piece) -> None:
        """Leave what a figure carries where it stands, or last stood."""
        thing = self.borne_by(piece)
        if thing is None:
            return
        thing.bearer = None
        thing.x, thing.y = piece.base[0], piece.base[1]
        self._burden(field, piece, laden=False)
        mark = Mark(THING, thing.number, thing.x, thing.y)
        field.marks.append(mark)
        self._tell(field, Kind.PUT_DOWN, thing, piece, spot=[mark.x, mark.y])

    def carried_off(self, field: Field, thing: Thing, piece: Piece | None, side: int | None = None) -> None:
        """Take a thing out of the battle and count it for a side, its bearer's unless another is named."""
        if thing.lies:
            field.take_up([m for m in field.marks if (m.code, m.number) == (THING, thing.number)], COUNT)
        if thing.bearer is not None:
            self._burden(field, thing.bearer, laden=False)
        thing.bearer, thing.gone = None, True
        number = piece.side if piece is not None else side
        if number is not None:
            self.score(field, thing.objective, number, piece)

    def _lift(self, field: Field, thing: Thing) -> None:
        field.marks = [mark for mark in field.marks if (mark.code, mark.number) != (THING, thing.number)]

    def _burden(self, field: Field, piece: Piece, *, laden: bool) -> None:
        piece.laden = laden
        self._weigh(field, piece)
        field.moved()

    def _tell(
        self, field: Field, kind: Kind, thing: Thing, piece: Piece, target: Piece | None = None, **more: Value
    ) -> None:
        number = self.number_of(thing.objective)
        field.emit(kind, CARRY, piece, target, objective=number, number=thing.number, **more)

    # --- what a figure may do ---------------------------------------------------------------------------------------

    def actions(self, field: Field, piece: Piece) -> list[Custom]:
        """Return the legal ones: take, hand over, put down."""
        found = [Custom("objectives.take", target=thing.number) for thing in self.things if thing.lies]
        if piece.laden:
            found += [Custom("objectives.hand", target=p.uid) for p in field.friends(piece)]
            found.append(Custom("objectives.drop"))
        return [action for action in found if self.problem(field, piece, action) is None]

    def problem(self, field: Field, piece: Piece, action: Custom) -> str | None:
        """Return why an action cannot be done now."""
        check = _CHECKS.get(action.code)
        return "no_such_action" if check is None else check(self, field, piece, action)

    def perform(self, field: Field, piece: Piece, action: Custom) -> Flow[None]:
        """Do one."""
        _DEEDS[action.code](self, field, piece, action)
        yield from ()

    def cost_of(self, field: Field, piece: Piece, action: Custom) -> int:
        """Letting fall what one carries takes nothing."""
        return 0 if action.code == "objectives.drop" else 1

    def exits(self, field: Field, piece: Piece) -> frozenset[Edge]:
        """Return the edges over which a figure may walk off the table."""
        return frozenset[Edge]().union(*(one.exits(field, self, piece) for one in self.objectives))

    def goals(self, field: Field, piece: Piece) -> Iterator[Goal]:
        """Yield where a figure might go for any of the objectives."""
        for objective in self.objectives:
            yield from objective.goals(field, self, piece)

    def _may_take(self, field: Field, piece: Piece, action: Custom) -> str | None:
        thing = next((one for one in self.things if one.number == action.target and one.lies), None)
        if thing is None:
            return "nothing_there"
        if piece.laden:
            return "hands_full"
        if piece.foes:
            return "engaged"
        if piece.ap < 1:
            return "action_points"
        x, y, z, radius = piece.base
        level = abs(field.table.height_at(thing.x, thing.y) - z) < HIGHER
        near = length_of(thing.x - x, thing.y - y) - radius <= REACH + 0.003
        return None if level and near else "thing_too_far"

    def _take(self, field: Field, piece: Piece, action: Custom) -> None:
        thing = next(one for one in self.things if one.number == action.target)
        piece.ap -= 1
        self._lift(field, thing)
        thing.bearer = piece
        self._burden(field, piece, laden=True)
        self._tell(field, Kind.TOOK, thing, piece, cost=1)

    def _may_hand(self, field: Field, piece: Piece, action: Custom) -> str | None:
        if not piece.laden:
            return "carries_nothing"
        other = next((p for p in field.friends(piece) if p.uid == action.target), None)
        if other is None or other.routed or not touching(piece.base, other.base):
            return "nobody_to_hand_to"
        if other.laden:
            return "hands_full"
        if piece.foes:
            return "engaged"
        return None if piece.ap >= 1 else "action_points"

    def _hand(self, field: Field, piece: Piece, action: Custom) -> None:
        thing, other = self.borne_by(piece), field.pieces[action.target or 0]
        if thing is None:
            return
        piece.ap -= 1
        thing.bearer = other
        self._burden(field, piece, laden=False)
        self._burden(field, other, laden=True)
        self._tell(field, Kind.HANDED, thing, piece, other, cost=1)

    def _may_drop(self, field: Field, piece: Piece, action: Custom) -> str | None:
        return None if piece.laden else "carries_nothing"

    def _drop(self, field: Field, piece: Piece, action: Custom) -> None:
        self.let_fall(field, piece)


_CHECKS: Final = {
    "objectives.take": Pursuit._may_take,
    "objectives.hand": Pursuit._may_hand,
    "objectives.drop": Pursuit._may_drop,
}
_DEEDS: Final = {
    "objectives.take": Pursuit._take,
    "objectives.hand": Pursuit._hand,
    "objectives.drop": Pursuit._drop,
}
