"""What zombies and aliens have in common: bad encounters, points of arrival, noise (Musg, J'ai entendu quelque chose).

They differ in their table of encounters, their sheets and what they do in their activation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final, Self

from msgspec.structs import replace

from engines.musg import invasion
from engines.musg.attacks.fighter import BARE_HANDS, Blade, Fighter, Strike, of_profile
from engines.musg.battle import civilians, hunting, neutral
from engines.musg.battle.decision import Answer, Ask, Decision, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Module
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import CIVILIAN, Encounter
from engines.musg.ground import indoors
from engines.musg.ground.geometry import Part
from engines.musg.ground.movement import Route
from engines.musg.ground.rim import points_of_arrival
from engines.musg.ground.shapes import Point
from engines.musg.ground.templates import d3

HEARD: Final = "Musg, J'ai entendu quelque chose"
ENCOUNTER: Final = "Musg, Mauvaise rencontre"
SHARED: Final = frozenset({"scores_nothing", "leaves_no_body"})
"""Traits of all neutral figures: nobody's victory points (ruling M156), and gone for good at 0 hit points."""


@lru_cache(maxsize=32)
def sheet_of(code: str, traits: frozenset[str], catalogue: Catalogue) -> Fighter:
    """Return the combat sheet of a profile that nobody musters; it measures up like a henchman (rulings M137, M321).

    Its attacks are dice of its own strength, whatever it holds (rulings M184, M185, M199).
    """
    figure = catalogue.non_players[code]
    number = -1 - list(catalogue.non_players).index(code)
    items = (figure.gun,) if figure.gun else ()
    bare = of_profile(figure.profile, catalogue, number=number, name=figure.name.en, items=items)
    hands = Blade(BARE_HANDS, 0, figure.attacks, bare.strength)
    return replace(bare, strikes=(Strike((hands,)),), traits=bare.traits | SHARED | traits)


class Invasion(Module[Field]):
    """An invasion. ``code`` is that of its table of encounters, ``traits`` what its figures do by the ``rule``."""

    neutral = True
    open_edges = True
    brings = ("civilians",)
    traits: ClassVar[frozenset[str]] = frozenset()
    rule: ClassVar[str] = ""

    def __init__(self) -> None:
        self._noises = 0
        self._heard: list[Mark] = []
        self._entered: list[tuple[Piece, int]] = []

    def enter(self) -> Self:
        """Return a new one: it remembers what goes on."""
        return type(self)()

    def start(self, field: Field) -> Flow[None]:
        """Lay the points of arrival, one set for all invasions (ruling M316)."""
        if not any(mark.code == "point" for mark in field.marks):
            zones = [side.zone for side in field.setup.sides]
            for number, (x, y) in enumerate(points_of_arrival(field.table, zones), 1):
                field.lay(Mark("point", number, x, y), "ruling M316")
        yield from ()

    # --- who comes --------------------------------------------------------------------------------------------------

    def encounters(self, field: Field) -> Flow[None]:
        """Roll for every warband on the table: a die less the number of the turn, met at 0 or below (ruling M188)."""
        for side in list(field.order):
            if any(piece.place in ACTING for piece in field.bands[side].pieces):
                yield from self._encounter(field, side, None)

    def _encounter(self, field: Field, side: int, indoors_at: Point | None, inside: Sequence[Part] = ()) -> Flow[None]:
        face = yield from field.cast(lambda dice: dice.d6("encounter", None), side)
        if not invasion.meets(face, field.turn):
            field.emit(Kind.ENCOUNTER, HEARD, side=side, face=face, met=False, inside=indoors_at is not None)
            return
        result = yield from field.cast(lambda dice: dice.roll("d66", "encounter_table").value, side)
        row = field.catalogue.encounter(self.code, result)
        counts = []
        for one in row.arrivals:
            more = yield from self._d3s(field, side, one.d3)
            counts.append(one.fixed + more)
        field.emit(
            Kind.ENCOUNTER,
            ENCOUNTER,
            side=side,
            face=face,
            met=True,
            inside=indoors_at is not None,
            result=result,
            point=row.point,
            figures=", ".join(one.figure for one in row.arrivals),
            counts=counts,
        )
        x, y = indoors_at or self._point(field, row)
        for one, count in zip(row.arrivals, counts, strict=True):
            for _ in range(count):
                yield from self.arrive(field, side, one.figure, x, y, inside)

    def _d3s(self, field: Field, side: int, count: int) -> Flow[int]:
        total = 0
        for _ in range(count):
            total += d3((yield from field.cast(lambda dice: dice.d6("arrivals", None), side)))
        return total

    def _point(self, field: Field, row: Encounter) -> Point:
        mark = next(mark for mark in field.marks if mark.code == "point" and mark.number == row.point)
        return mark.x, mark.y

    def arrive(self, field: Field, side: int, code: str, x: float, y: float, house: Sequence[Part] = ()) -> Flow[None]:
        """Bring one figure in near a point; ``side`` is the warband that met it, ``house`` the building it waits in."""
        if code == CIVILIAN:
            yield from civilians.of(field).discover(field, side, x, y, house)
        elif code in field.catalogue.non_players:
            yield from neutral.appear(field, self.side, self.sheet(field, code), code, x, y, "ruling M316", house)

    def sheet(self, field: Field, code: str) -> Fighter:
        """Return the sheet of the next figure of a profile, with a number to its name."""
        sheet = sheet_of(code, self.traits, field.catalogue)
        return replace(sheet, name=f"{sheet.name} {len(field.bands[self.side].pieces) + 1}")

    # --- noise and buildings ----------------------------------------------------------------------------------------

    def shot_fired(self, field: Field, piece: Piece) -> None:
        """Lay a marker of noise beside a warband's shooter (ruling M331), unless one lies there already."""
        x, y = piece.base[0], piece.base[1]
        heard = field.led(piece.side) or piece.bystander
        if heard and not any((mark.x, mark.y) == (x, y) for mark in hunting.noises(field)):
            self._noises += 1
            field.lay(Mark("noise", self._noises, x, y), HEARD, piece)

    def went(self, field: Field, piece: Piece, route: Route) -> None:
        """Note which empty buildings a warband's figure walked into (ruling M324)."""
        if not field.led(piece.side):
            return
        for index in indoors.entered(field.table, route.points):
            parts = indoors.buildings(field.table)[index]
            there = (p for p in field.pieces if p.in_play and p is not piece and (p.side == piece.side or not p.hidden))
            inside = (p for p in there if field.led(p.side) or p.bystander)
            if not any(indoors.within(parts, p.base[:2]) for p in inside):
                self._entered.append((piece, index))

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """Roll for the buildings just entered; those met wait inside, as far off as it allows (rulings M190, M316)."""
        entered, self._entered = self._entered, []
        for one, index in entered:
            if one.place is Place.PLAY:
                parts = indoors.buildings(field.table)[index]
                yield from self._encounter(field, one.side, indoors.farthest(parts, one.base[:2]), parts)

    # --- what they do -----------------------------------------------------------------------------------------------

    def neutral_part(self, field: Field) -> Flow[None]:
        """Let all of them act; the noise they may hear is gone after that (ruling M193)."""
        self._heard = hunting.noises(field)
        yield from neutral.act(field, self.side, self.rule, self.rests)

    def rests(self, field: Field, piece: Piece) -> bool:
        """Tell whether a figure has nothing to go by: it touches, sees and hears nobody, or is kept here itself."""
        if piece.bystander:
            return True
        if piece.foes or hunting.noises(field) or hunting.in_view(field, piece):
            return False
        return not hunting.lures(field, piece)

    def turn_ended(self, field: Field) -> Flow[None]:
        """Take up the markers of noise that were heard."""
        field.take_up([mark for mark in self._heard if mark in field.marks], "ruling M193")
        self._heard = []
        yield from ()

    def decide(self, field: Field, decision: Decision) -> Answer:
        """Answer for its figures."""
        if decision.ask is Ask.ACT:
            return self.next_action(field, field.pieces[decision.figure or 0])
        return hunting.by_chance(field, decision)

    def next_action(self, field: Field, piece: Piece) -> Answer:
        """Return what the active figure does next."""
        raise NotImplementedError
