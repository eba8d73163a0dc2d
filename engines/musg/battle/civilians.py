"""Civilians met in an invasion: found, led, stolen, shot at, brought off alive (Musg, Rencontre de civils).

Whoever finds one leads it from the next turn on (ruling M195). It acts like a figure of that warband, but fights no
warband's figures except those who shot at it (ruling M332). Another warband leads it after staying in contact for a
turn (ruling M206), unless it shot at it. Off the table alive it brings the points of a saved civilian (ruling M205).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, Self

from msgspec.structs import replace

from engines.musg.attacks.fighter import Fighter, gun, of_profile
from engines.musg.battle import hunting, neutral, reactions, shooting
from engines.musg.battle.decision import Answer, Ask, Decision, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.led import BYSTANDER, Held, join
from engines.musg.battle.modules import Module, register
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue import Catalogue
from engines.musg.ground.geometry import Part
from engines.musg.ground.movement import Route

MET: Final = "Musg, Rencontre de civils"
SAVED: Final = 5
"""Victory points for a civilian brought off the table alive, where a scenario says nothing else (ruling M205)."""
FIRST_NUMBER: Final = 9001
"""Civilians are numbered from here on: no figure of a warband has such a number."""


@lru_cache(maxsize=32)
def sheet_of(code: str, catalogue: Catalogue) -> Fighter:
    """Return the combat sheet of a civilian, with the weapons of its card; in tests it is a henchman (ruling M332)."""
    card = catalogue.civilians[code]
    bare = of_profile(
        card.profile,
        catalogue,
        number=-100 - list(catalogue.civilians).index(code),
        name=card.name.en,
        items=[blade.code for blade in card.blades],
        more_traits=frozenset({BYSTANDER, "scores_nothing"}),
    )
    guns = tuple(gun(weapon.code, bare.strength, catalogue) for weapon in card.guns)
    return replace(bare, guns=guns, may_look_out=False)


class Civilians(Module[Field]):
    """Brought into play by the invasions; its neutral side is that of the civilians whom nobody leads."""

    code = "civilians"
    name = "Civilians"
    neutral = True
    alone = False
    open_edges = True

    def __init__(self) -> None:
        self._held = Held()
        self._drawn: list[str] = []
        self._spurned: dict[int, set[int]] = {}
        self._found: list[int] = []
        self._cards: dict[int, str] = {}
        self._saved: set[int] = set()

    def enter(self) -> Self:
        """Return a new one: it remembers what goes on."""
        return type(self)()

    # --- found and led ----------------------------------------------------------------------------------------------

    def discover(self, field: Field, side: int, x: float, y: float, inside: Sequence[Part] = ()) -> Flow[None]:
        """Draw a civilian for the warband that met it and stand it near a point; it acts from the next turn on.

        ``inside``: the building in which it was met.
        """
        code = yield from self._draw(field, side)
        base = neutral.room(field, side, x, y, inside=inside)
        if base is None:
            return
        number = self.next_number
        piece = neutral.stand(
            field, side, sheet_of(code, field.catalogue), code, base, Kind.APPEARED, MET, number=number
        )
        self._found.append(piece.uid)
        self._cards[piece.uid] = code
        piece.acted = True
        field.emit(Kind.LED, "ruling M195", piece, led=True)
        yield from reactions.sighted(field, piece)

    @property
    def next_number(self) -> int:
        """The number of the next civilian: no two have the same."""
        return FIRST_NUMBER + len(self._found)

    def know(self, piece: Piece) -> None:
        """Take one in whom another module stood on the table: from then on it is a civilian like those met here."""
        self._found.append(piece.uid)

    def follows(self, piece: Piece, side: int) -> bool:
        """Tell whether a civilian may be led by a side: not by whoever shot at it (ruling M332)."""
        return side not in self._spurned.get(piece.uid, ())

    def taken(self, field: Field, kept: Collection[int]) -> list[str]:
        """Return the cards of those met in this battle who are among the ``kept``."""
        return [card for uid, card in self._cards.items() if uid in kept]

    def _draw(self, field: Field, side: int) -> Flow[str]:
        """Roll until a die names one of those not drawn yet; the sixth begins a new five (rulings M204, M332).

        The die names them in the catalogue's order.
        """
        cards = tuple(field.catalogue.civilians)
        if len(self._drawn) == len(cards):
            self._drawn = []
        while True:
            face = yield from field.cast(lambda dice: dice.throw(1, "civilian")[0], side)
            code = cards[face - 1] if face <= len(cards) else ""
            if code and code not in self._drawn:
                self._drawn.append(code)
                return code

    def turn_started(self, field: Field) -> Flow[None]:
        """Let those wait whose warband has nobody in play any more."""
        for piece in [field.pieces[uid] for uid in self._found if field.pieces[uid].in_play]:
            if field.led(piece.side) and all(p.bystander for p in field.in_play(piece.side)):
                join(field, piece, self.side, "ruling M332")
        yield from ()

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """Whoever held a civilian since its last activation leads it, unless it was shot at by that warband (M206)."""
        for one in self._held.activated(field, piece):
            if one.uid in self._found and self.follows(one, piece.side):
                join(field, one, piece.side, "ruling M206", piece)
        yield from ()

    def activation_ended(self, field: Field, piece: Piece) -> Flow[None]:
        """Note whom a figure holds."""
        if piece.afoot:
            self._held.ended(field, piece)
        yield from ()

    def went(self, field: Field, piece: Piece, route: Route) -> None:
        """Whoever goes away holds nobody, and is held by nobody."""
        if len(route.points) > 1:
            self._held.moved(piece)

    # --- shot at ----------------------------------------------------------------------------------------------------

    def shot_at(self, field: Field, piece: Piece, by: Piece) -> None:
        """A civilian remembers who shot at it, and follows that warband never again (ruling M332)."""
        if piece.uid not in self._found or by.bystander or not field.led(by.side):
            return
        piece.provoked |= {by.uid}
        self._spurned.setdefault(piece.uid, set()).add(by.side)
        field.moved()
        if piece.in_play and piece.side == by.side:
            join(field, piece, self.side, "ruling M332")

    def neutral_part(self, field: Field) -> Flow[None]:
        """Let those whom nobody leads strike whom they touch, or shoot on sight at whoever shot at them."""
        yield from neutral.act(field, self.side, MET, self._rests)

    def _rests(self, field: Field, piece: Piece) -> bool:
        if piece.acted:  # with the warband that led it until just now
            return True
        return not piece.foes and not any(p.uid in piece.provoked and p.afoot for p in field.pieces)

    def decide(self, field: Field, decision: Decision) -> Answer:
        """Answer for those whom nobody leads: they stand."""
        if decision.ask is not Ask.ACT:
            return hunting.by_chance(field, decision)
        piece = field.pieces[decision.figure or 0]
        if piece.foes:
            return hunting.strike(piece)
        shots = [one for one in shooting.shots(field, piece) if one.target in piece.provoked]
        return (shots[0], field.plans[shots[0]]) if shots else hunting.STAYS

    # --- off the table ----------------------------------------------------------------------------------------------

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """A civilian that has left the table alive, on foot or aboard, is saved: only that scores (M205, M332)."""
        for uid in self._found:
            one = field.pieces[uid]
            if one.place is not Place.LEFT or one.down or uid in self._saved:
                continue
            self._saved.add(uid)
            band = field.bands[one.side]
            band.points += SAVED
            band.scored += SAVED
            field.emit(Kind.SAVED, "ruling M205", one, points=SAVED, total=band.points)
        yield from ()


def of(field: Field) -> Civilians:
    """Return the civilians of a battle that has them."""
    return next(module for module in field.modules if isinstance(module, Civilians))


register(Civilians())
