"""The field of battle: everything that is true at the moment, and how it is asked about and recorded."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import sqrt
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.problems import Illegal
from engines.musg.battle.account import Account
from engines.musg.battle.actions import Action, Custom
from engines.musg.battle.decision import Decision, Flow, Half
from engines.musg.battle.events import Kind
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Module
from engines.musg.battle.objectives.base import Edge
from engines.musg.battle.prepare import Prepared
from engines.musg.battle.sightings import Sighting, sightings
from engines.musg.battle.state import ACTING, Band, Piece, Place
from engines.musg.catalogue import Catalogue
from engines.musg.ground import sight
from engines.musg.ground.geometry import ring
from engines.musg.ground.movement import Route
from engines.musg.ground.table import Base, distance, overlaps, touching
from engines.musg.ranks import Rank

_ASIDE: Final = 0.25
_RINGS: Final = 60
"""How finely and how far about its place a hidden figure looks for room to show itself, in paces and in steps."""


class Field(Account):
    """The state of a battle, without its course. Rules are functions upon it.

    ``decision`` is what has to be decided now, and ``first_wave`` tells which wave of the turn it is. ``bands`` are
    the ``warbands`` that captains lead, and after them the neutral sides of the modules. ``marks`` lie on the ground.
    """

    def __init__(self, prepared: Prepared, dice: Dice, *, receipts: bool) -> None:
        super().__init__(dice, receipts=receipts)
        self.prepared = prepared
        self.setup = prepared.setup
        self.rules = prepared.setup.rules
        self.catalogue: Catalogue = prepared.setup.catalogue
        self.table = prepared.table
        self.turn_limit = prepared.setup.turn_limit
        self.zones = tuple([side.zone for side in prepared.setup.sides])
        self.order: list[int] = []
        self.modules: tuple[Module[Field], ...] = tuple(module.enter() for module in prepared.modules)
        self.opener = next((module for module in self.modules if module.opens_edges), None)
        self.accomplished = False  # a scenario's objective has decided the battle
        self.open_edges = any(module.open_edges for module in self.modules)
        self.rivals_carry = any(module.rivals_carry for module in self.modules)
        self.whole_parts = any(module.whole_parts for module in self.modules)
        self.restricted = any(module.restricts for module in self.modules)
        self.minder = next((module for module in self.modules if module.minds_dice), None)
        self.pieces: list[Piece] = []
        self.bands: list[Band] = []
        self.marks: list[Mark] = []
        self.ended = False  # the battle is over
        self.bystanders = False  # somebody came whom no warband fights (``led``)
        self.decision: Decision | None = None
        self.first_wave = True
        self.active: Piece | None = None
        self.joined: list[Piece] = []
        self.half: Half | None = None
        self.activity: dict[int, int] = {}
        self.guarded: set[int] = set()
        self.plans: dict[Action, Any] = {}
        self.settled: bool | None = None
        self.aims: dict[int, list[Sighting]] = {}
        self.shown: list[Piece] = []  # hidden figures found out, whom others have yet to look at
        self.ideas: dict[object, Any] = {}  # a player's own, as long as everybody stands where they stand
        self._enemies: dict[int, list[Piece]] = {}
        self._around: dict[int, tuple[list[Base], list[Base]]] = {}
        for index, side in enumerate(self.setup.sides):
            band = Band(index, side.key, side.name, side.race)
            for number, sheet in prepared.sheets[index]:
                piece = Piece(sheet.number, index, number, sheet)
                band.pieces.append(piece)
                self.pieces.append(piece)
                if piece.is_leader and band.leader is None:
                    band.leader = piece
            self.bands.append(band)
        self.warbands = tuple(self.bands)
        self.lurkers = [p for p in self.pieces if p.hidden]
        for module in self.modules:
            if module.neutral:
                module.side = len(self.bands)
                self.bands.append(Band(module.side, module.code, module.name, ""))

    # --- dice -------------------------------------------------------------------------------------------------------

    def cast[T](
        self, roll: Callable[[Dice], T], side: int, against: int | None = None, *, most: int = 0, counted: int = 0
    ) -> Flow[T]:
        """Roll dice for a side; a module may ask the sides about each throw before it falls.

        Every throw of a battle goes this way. ``roll`` rolls them with the dice given and does nothing else, so that
        it may be called again: where a module is asked, it is, with the faces known so far, until all are known.
        ``against``: the side it is rolled against, if any. ``most``: the highest sum that succeeds, of the
        ``counted`` lowest dice (all, if 0), where low faces are good; other throws say themselves what they need.
        """
        if self.minder is None:
            return roll(self.dice)
        return (yield from self.minder.cast(self, roll, side, against, most=most, counted=counted))

    def die(self, reason: str, piece: Piece, need: int = 0) -> Flow[int]:
        """Roll one die for a figure, whose side it is rolled for, and return its face."""
        return (yield from self.cast(lambda dice: dice.throw(1, reason, piece.uid, need)[0], piece.side))

    def lay(self, mark: Mark, rule: str, piece: Piece | None = None) -> None:
        """Lay a marker; ``piece`` is who gave cause for it."""
        self.marks.append(mark)
        self.emit(Kind.MARKED, rule, piece, code=mark.code, number=mark.number, spot=[mark.x, mark.y])

    def take_up(self, marks: Collection[Mark], rule: str) -> None:
        """Take markers of one code off the table."""
        self.marks = [mark for mark in self.marks if mark not in marks]
        for mark in list(marks)[:1]:
            self.emit(Kind.UNMARKED, rule, code=mark.code, numbers=[one.number for one in marks])

    # --- who is where -----------------------------------------------------------------------------------------------

    def in_play(self, side: int) -> list[Piece]:
        """Return a side's figures in play, those aboard vehicles too (ruling M355)."""
        return [p for p in self.bands[side].pieces if p.place is Place.PLAY or p.place is Place.ABOARD]

    def afoot(self, side: int) -> list[Piece]:
        """Return a side's figures with a base on the ground: for contact, lines and paces (ruling M355)."""
        return [p for p in self.bands[side].pieces if p.place is Place.PLAY]

    def led(self, side: int) -> bool:
        """Tell whether a captain leads a side; nobody leads the neutral ones."""
        return side < len(self.warbands)

    def foes_of(self, piece: Piece) -> list[Piece]:
        """Return all enemies on foot, hidden ones too: those who may see it, not those it has to mind."""
        side = piece.side
        found = [p for p in self.pieces if p.side != side and p.place is Place.PLAY]
        return [p for p in found if self.hostile(piece, p)] if self.bystanders else found

    def enemies(self, piece: Piece) -> list[Piece]:
        """Return the enemies on foot that the piece's side knows of. Not to be changed.

        A hidden commando is known to nobody but neutral figures: it is the warbands who do not detect him (M280).
        """
        side = piece.side
        key = -1 - side if piece.bystander else side
        found = self._enemies.get(key)
        if found is None:
            blind = self.led(side)
            found = [p for p in self.pieces if p.side != side and p.place is Place.PLAY and not (blind and p.hidden)]
            if self.bystanders:
                found = [p for p in found if self.hostile(piece, p)]
            self._enemies[key] = found
        return found

    def hostile(self, a: Piece, b: Piece) -> bool:
        """Tell whether two figures are each other's enemies: bystanders have none but neutral figures (``led``)."""
        if a.side == b.side:
            return False
        if a.bystander:
            return not (b.bystander or self.led(b.side))
        return not (b.bystander and self.led(a.side))

    def friends(self, piece: Piece) -> list[Piece]:
        """Return the other figures of its side on foot: those whom it may be near, by a base on the ground (M355).

        Somebody aboard stands near nobody, and nobody near him.
        """
        if piece.place is Place.ABOARD:
            return []
        return [p for p in self.bands[piece.side].pieces if p.place is Place.PLAY and p is not piece]

    def allies_near(self, piece: Piece, paces: float) -> list[Piece]:
        """Return friends on foot and not fleeing within ``paces``, the limit included (rulings M2, M146)."""
        base = piece.base
        return [p for p in self.friends(piece) if not p.routed and near(base, p.base, paces)]

    def gap(self, a: Piece, b: Piece) -> float:
        """Return the paces between two bases, 0 in contact (ruling M3)."""
        return distance(a.base, b.base)

    def nearest(self, piece: Piece) -> float:
        """Return the paces to the nearest enemy its side knows of, on the flat; 99 when there is none."""
        x, y, _, radius = piece.base
        square = 1e9
        for other in self.enemies(piece):
            ox, oy, _, _ = other.base
            away = (ox - x) * (ox - x) + (oy - y) * (oy - y)
            if away < square:
                square = away
        return max(0.0, sqrt(square) - 2 * radius) if square < 1e9 else 99.0

    def sees(self, a: Piece, b: Piece) -> bool:
        """Tell whether ``a`` has a line of sight to ``b``; no warband sees a hidden commando (ruling M280)."""
        unseen = b.hidden and self.led(a.side)
        return not unseen and sight.sees_from(self.table, a.at(), a.base, b.at(), b.base)

    def sightings(self, piece: Piece) -> list[Sighting]:
        """Return the enemies the piece may aim at, worked out once until somebody moves, goes, comes or shows."""
        found = self.aims.get(piece.uid)
        if found is None:
            found = sightings(self.table, self.pieces, piece, blind=self.led(piece.side))
            if piece.bystander:
                found = [s for s in found if self.hostile(piece, s.piece) or s.piece.uid in piece.provoked]
            self.aims[piece.uid] = found
        return found

    def changed(self) -> None:
        """Forget which actions were checked: something is about to happen."""
        if self.plans:
            self.plans = {}

    def moved(self) -> None:
        """Forget what depends on where everybody is and who is seen."""
        self.changed()
        if self.aims:
            self.aims = {}
        if self.ideas:
            self.ideas = {}
        if self._enemies:
            self._enemies = {}
        if self._around:
            self._around = {}

    def reveal(self, piece: Piece) -> None:
        """Show a hidden figure (ruling M280), beside whoever came, unknowing, to stand on its place or against it."""
        piece.hidden = False
        place = self._room(piece)
        if place == piece.base:
            self.moved()
        else:
            self.put(piece, place)
        self._tell_shown(piece, down=False)

    def find(self, piece: Piece) -> None:
        """Show a hidden figure that somebody came upon: where it is, if no warband's figure stands there unknowing.

        Who sees it then is asked at the next look round (``reactions.sighted``).
        """
        piece.hidden = False
        foes = [p.base for p in self.enemies(piece) if self.led(p.side)]
        free = self.table.fits(piece.base, self.in_the_way(piece))
        stays = free and not any(touching(piece.base, foe) for foe in foes)
        self.put(piece, piece.base if stays else self._room(piece))
        self._tell_shown(piece, down=False)
        self.shown.append(piece)

    def bare(self, piece: Piece) -> None:
        """Show a hidden figure that goes down: its body lies there for all to see (ruling M280)."""
        piece.hidden = False
        self.moved()
        self._tell_shown(piece, down=True)

    def _tell_shown(self, piece: Piece, *, down: bool) -> None:
        at, left = list(piece.base[:3]), piece.hp
        self.emit(Kind.REVEALED, "ruling M280", piece, at=at, left=left, routed=piece.routed, down=down)

    def _room(self, piece: Piece) -> Base:
        """Return where a hidden figure shows: its place, or the nearest with room and in contact with no enemy."""
        others = self.in_the_way(piece)
        foes = [p.base for p in self.enemies(piece)]
        x, y, _, radius = piece.base
        for step in range(_RINGS):
            for px, py in ring(x, y, step * _ASIDE) if step else ((x, y),):
                place = self.table.base_at(px, py, radius)
                if self.table.fits(place, others) and not any(touching(place, foe) for foe in foes):
                    return place
        return piece.base

    def bases(self, pieces: list[Piece]) -> list[Base]:
        """Return where these stand."""
        return [p.base for p in pieces]

    def in_the_way(self, piece: Piece) -> list[Base]:
        """Return the bases of all others in play where it cannot stand, as far as its side knows.

        A hidden enemy keeps nobody from a place: what is refused to a figure must not tell where it is (M280). Neutral
        figures see him, and so keep off.
        """
        side, blind = piece.side, self.led(piece.side)
        return [
            p.base
            for p in self.pieces
            if p.place is Place.PLAY and p is not piece and (p.side == side or not (blind and p.hidden))
        ]

    def around(self, piece: Piece) -> tuple[list[Base], list[Base]]:
        """Return the bases of the enemies its side knows of and of all friends in play: what a move has to mind.

        Not to be changed.
        """
        found = self._around.get(piece.uid)
        if found is None:
            side = piece.side
            if self.bystanders:
                friends = [
                    p.base
                    for p in self.pieces
                    if p.place is Place.PLAY and p is not piece and (p.side == side or not self.hostile(piece, p))
                ]
            else:
                friends = [p.base for p in self.pieces if p.side == side and p.place is Place.PLAY and p is not piece]
            found = self._around[piece.uid] = [p.base for p in self.enemies(piece)], friends
        return found

    def put(self, piece: Piece, base: Base) -> None:
        """Stand a piece somewhere and see whom it now touches (ruling M63).

        No warband touches the hidden; a neutral figure that does shows whom it fights (ruling M280).
        """
        piece.base = base
        self.settled = None
        self.moved()
        self.lift(piece)
        if piece.hidden:
            return
        for other in self.enemies(piece):
            if other.hidden and touching(base, other.base):
                self.find(other)
            elif touching(base, other.base):
                piece.foes.append(other)
                other.foes.append(piece)

    def lift(self, piece: Piece) -> None:
        """Take a piece out of all contacts."""
        for other in piece.foes:
            other.foes.remove(piece)
        piece.foes = []

    def clashes(self, piece: Piece, base: Base) -> bool:
        """Tell whether somebody else in play, known to its side, already takes up that place."""
        return any(overlaps(base, other) for other in self.in_the_way(piece))

    def follow(self, piece: Piece, route: Route) -> None:
        """Move a piece along a route; a rope on which somebody hangs already is no place to stop."""
        if route.end != piece.base and not (route.hanging and self.clashes(piece, route.end)):
            self.put(piece, route.end)

    def remove(self, piece: Piece, place: Place) -> None:
        """Take a piece out of play; a leader gone is remembered (rulings M149, M151)."""
        self.settled = None
        self.moved()
        self.lift(piece)
        piece.place = place
        piece.ap = 0
        band = self.bands[piece.side]
        if piece is band.leader:
            band.leader_lost_on = self.turn

    # --- counts -----------------------------------------------------------------------------------------------------

    def henchmen(self, side: int) -> int:
        """Count a side's henchmen in play (rulings M26, M42)."""
        return sum(p.sheet.rank is Rank.HENCHMAN and not p.bystander for p in self.in_play(side))

    def present(self) -> list[int]:
        """Return the sides with a captain that have figures in play, or still to arrive."""
        places = (*ACTING, Place.RESERVE)
        return [band.index for band in self.warbands if any(p.place in places and not p.bystander for p in band.pieces)]

    def one_side_left(self) -> bool:
        """Tell whether one side at most has figures in play, or still to arrive (ruling M53).

        Neutral sides are none, and a warband alone against them fights on until it has nobody left (ruling M325).
        """
        most = len(self.warbands)
        if most == 1:
            return not self.present()
        side = None
        for p in self.pieces:
            here = p.place is Place.PLAY or p.place is Place.RESERVE or p.place is Place.ABOARD
            if here and p.side < most and not p.bystander:
                if side is not None and p.side != side:
                    return False
                side = p.side
        return True

    def bodies(self, piece: Piece) -> list[Piece]:
        """Return the bodies in contact with a figure that it may carry: its companions' (rulings M34, M37).

        Among aliens a warband carries those of rivals off as well (Musg, Les « autres »; ruling M359).
        """
        band = self.bands[piece.side].pieces
        found = [p for p in band if p.place is Place.OUT and touching(piece.base, p.base)]
        if self.rivals_carry and self.led(piece.side):
            others = [p for p in self.pieces if p.side != piece.side and (self.led(p.side) or p.bystander)]
            found += [p for p in others if p.place is Place.OUT and touching(piece.base, p.base)]
        return found

    def forbidden(self, piece: Piece, action: Action) -> tuple[str, str] | None:
        """Return why a module forbids an ordinary action, and by which rule; ``None`` where none does."""
        for module in self.modules:
            code = module.forbids(self, piece, action) if module.restricts else None
            if code is not None:
                return code, module.heading or module.code
        return None

    def allows(self, module: Module[Field], piece: Piece, action: Custom) -> bool:
        """Tell whether the rules allow an action of a module now, those of all others too."""
        try:
            return module.problem(self, piece, action) is None and (
                not self.restricted or self.forbidden(piece, action) is None
            )
        except Illegal:
            return False

    def exits(self, piece: Piece) -> frozenset[Edge]:
        """Return the edges that a module, such as a scenario's aims, opens to a figure (ruling M154)."""
        return self.opener.exits(self, piece) if self.opener is not None else frozenset()

    def permitted[T: Action](self, piece: Piece, actions: list[T]) -> list[T]:
        """Return those of some ordinary actions that no module forbids."""
        if not self.restricted:
            return actions
        return [action for action in actions if self.forbidden(piece, action) is None]

    def no_misfires(self, side: int) -> bool:
        """Tell whether a gunsmith keeps the side's weapons from bursting (ruling M279)."""
        return any("no_misfires" in p.traits and p.in_play for p in self.bands[side].pieces)


def near(a: Base, b: Base, paces: float) -> bool:
    """Tell whether two bases are at most so many paces apart, the limit and rounding included (ruling M2)."""
    return distance(a, b) <= paces + 0.003


def spot(base: Base) -> list[float]:
    """Return a base's place for an event."""
    return [base[0], base[1], base[2]]


def way(route: Route) -> list[list[float]]:
    """Return the points of a route for an event."""
    return [[x, y] for x, y in route.points]
