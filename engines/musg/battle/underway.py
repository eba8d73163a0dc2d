"""Moves under way: what stops a figure before the end of its way (Musg, Apercevoir l'ennemi; rulings M141, M300).

An enemy springs into view where it comes into view, not where the move ends, and the free shot interrupts the move
(ruling M141). So every move that a figure makes on its own feet along a way of its own choosing (a walk, a run, a
charge whether or not it reaches contact, breaking off, flight, flinching) is looked at step by step. Where a pair
first see each other, the mover stops, the tests are taken and the free shots fired. After that:

- A mover that failed a passive test itself has finished its move: the passive action took its place (Musg, Courir;
  rulings M7, M300). The points are spent. This holds for the sight of a figure of a higher level, and for coming under
  fire.
- A mover that passed its tests goes on once they are resolved (ruling M300), and so do figures that take none
  (hardened, without leadership, in flight) and those whom others only saw or shot at.
- A charge that ends this way has not made contact: it becomes a run, for 2 points or what is left (Musg, Charger;
  ruling M57). The charger stays where it was stopped, even if that is farther than half a walk: it was shot at there.

Whoever comes upon a hidden enemy stops before him, for an ordinary move ends in contact with nobody (ruling M61), and
shows him by that (ruling M280); there the move is over. Neutral figures see him and go round him, or for him.

When several figures see each other at one place, the mover takes its own tests first, then the others take theirs, by
number. Steps that a test forces upon a figure (1d3 paces) are judged where they end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import Final, final

from engines.musg.battle import reactions
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.reach import SPACING
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import sight
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.shadows import hides_leg
from engines.musg.ground.shapes import Point
from engines.musg.ground.strides import March
from engines.musg.ground.table import Base, Table, overlaps, touching

CHARGE: Final = "Musg, Charger au corps à corps"
INCH: Final = 0.1
"""How many paces apart a way is looked at for a hidden enemy in it."""


@final
class Tale:
    """How a move is told: the event of its first part, and what it cost. ``body`` is what is carried along."""

    __slots__ = ("body", "cost", "kind", "rule", "target")

    def __init__(
        self, kind: Kind, rule: str, target: Piece | None = None, cost: int = 0, body: Piece | None = None
    ) -> None:
        self.kind = kind
        self.rule = rule
        self.target = target
        self.cost = cost
        self.body = body


@final
class Going:
    """What is left of a move after its interruptions.

    ``route``: the rest of the way, from where the figure stands now; ``None`` when its move is over. ``spent``: paces
    of the allowance used already, 0 when nothing interrupted it. ``arrives``: the rest leads to the end of the way.
    """

    __slots__ = ("arrives", "route", "spent")

    def __init__(self, route: Route | None, spent: float, arrives: bool) -> None:
        self.route = route
        self.spent = spent
        self.arrives = arrives


def go(field: Field, piece: Piece, route: Route, tale: Tale, mover: Mover | None = None) -> Flow[bool]:
    """Go a way, with its interruptions, and record it; return whether the figure came to its end.

    A figure that came there has not been looked at there yet: the caller asks ``reactions.sighted``, as some leave
    the table.
    """
    going = yield from interrupted(field, piece, route, tale, mover)
    if going.route is None:
        return False
    start = piece.base
    field.follow(piece, going.route)
    if tale.body is not None:
        tale.body.base = piece.base
    tell(field, piece, start, going.route, tale, going=going.spent > 0)
    return going.arrives


def interrupted(field: Field, piece: Piece, route: Route, tale: Tale, mover: Mover | None = None) -> Flow[Going]:
    """Go a way as far as it is interrupted, and record that much; what is left is for the caller.

    ``mover`` is how the figure moves, for the paces of each part; its ordinary way of moving if not given.
    """
    spent = 0.0
    while True:
        met = in_hiding(field, piece, route, mover or piece.mover()) if field.lurkers else None
        parts = first_view(field, piece, route, mover or piece.mover())
        if met is not None and (parts is None or parts[0].cost > met[0].cost):
            yield from _come_upon(field, piece, met[0], met[1], tale, going=spent > 0)
            return Going(None, spent + met[0].cost, False)
        if parts is None:
            return Going(route, spent, True)
        walked, route = parts
        start = piece.base
        field.put(piece, walked.end)
        if tale.body is not None:
            tale.body.base = piece.base
        tell(field, piece, start, walked, tale, going=spent > 0)
        spent += walked.cost
        failures, others = piece.failures, field.around(piece)
        yield from reactions.sighted(field, piece)
        if piece.place is not Place.PLAY or piece.failures != failures or piece.base != walked.end or piece.foes:
            return Going(None, spent, False)
        if field.around(piece) != others and not is_open(field, piece, route, tale):
            rest = shortened(field, piece, route, mover or piece.mover())
            return Going(rest, spent, False)


def _come_upon(field: Field, piece: Piece, walked: Route, hidden: Piece, tale: Tale, *, going: bool) -> Flow[None]:
    """Stop before a hidden enemy, who is hidden no more (rulings M61, M280)."""
    start = piece.base
    field.follow(piece, walked)
    if tale.body is not None:
        tale.body.base = piece.base
    tell(field, piece, start, walked, tale, going=going)
    field.find(hidden)
    yield from reactions.sighted(field, piece)


def in_hiding(field: Field, piece: Piece, route: Route, mover: Mover) -> tuple[Route, Piece] | None:
    """Return the way up to where it would touch the first enemy its side does not know of, and that enemy.

    ``None`` when it touches none. Who stands against him already, unknowing, does not come upon him by going away.
    """
    if not field.led(piece.side):
        return None
    unknown = [
        p
        for p in field.lurkers
        if p.hidden and p.place is Place.PLAY and field.hostile(piece, p) and not touching(piece.base, p.base)
    ]
    if not unknown or len(route.points) < 2:
        return None
    march = March(field.table, piece.base, mover, *field.around(piece))
    number, last = 0, piece.base
    for leg, ((ax, ay), (bx, by)) in enumerate(pairwise(route.points)):
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        count = max(1, ceil(length / INCH))
        for step in range(1, count + 1):
            share = step / count
            place = field.table.base_at(ax + (bx - ax) * share, ay + (by - ay) * share, piece.base[3])
            for hidden in unknown:
                if touching(place, hidden.base):
                    if last == piece.base:
                        return Route(last, ((last[0], last[1]),), 0.0, False), hidden
                    return split(march, route, number, last)[0], hidden
            if march.allowed(place):
                number, last = leg, place
    return None


def rush(field: Field, piece: Piece, route: Route, target: Piece) -> Flow[tuple[Base, Going] | None]:
    """Go the way of a charge; return where its last part began and how it went, ``None`` if the charger is gone.

    The last part is for ``tell_charge`` to record, once it is known whether the charge made contact.
    """
    going = yield from interrupted(field, piece, route, Tale(Kind.SET_OUT, CHARGE, target))
    if reactions.gone(piece):
        return None
    start = piece.base
    if going.route is not None:
        field.follow(piece, going.route)
    return start, going


def first_view(field: Field, piece: Piece, route: Route, mover: Mover) -> tuple[Route, Route] | None:
    """Return a way in two parts, the first up to where the mover and an enemy first see each other; ``None`` if none.

    Only pairs that take a test count: one that has never seen the other, the other being of a higher level. A figure
    is met only where it could stand: not between friends' bases, in contact with a foe it passes, or on what it climbs
    over. The end of the way is not looked at here.
    """
    if not field.rules.first_sight or len(route.points) < 2:
        return None
    pairs = strangers(field, piece)
    if not pairs:
        return None
    outlook = Outlook(field, piece, mover)
    for number in range(len(route.points) - 1):
        places = Places(field.table, piece.base[3], spots(route.points, number))
        best = len(places)
        fled: list[tuple[int, Piece, Piece]] = []
        for viewer, seen in pairs:
            index = outlook.first(places, viewer, seen, best)
            if index is None:
                continue
            if viewer.routed:
                fled.append((index, viewer, seen))
            else:
                best = index
        for index, viewer, seen in fled:
            if index < best:  # a fleeing figure takes no test, but what it saw it has seen
                viewer.unseen.discard(seen.uid)
                pairs.remove((viewer, seen))
        if best < len(places):
            return split(outlook.march, route, number, places[best])
    return None


class Places:
    """The places of one leg of a way to look at: not its beginning, nor the end of the whole way.

    Most legs are out of everybody's sight as a whole: each place is worked out when it is asked for. ``top`` is how
    high the feet come on this leg.
    """

    def __init__(self, table: Table, radius: float, points: Iterable[Point]) -> None:
        self._table, self._radius = table, radius
        self._points = list(points)
        self._known: list[Base | None] = [None] * len(self._points)
        self._numbers = [0] * len(self._points)
        self.top = 0.0
        if self._points:
            (ax, ay), (bx, by) = self._points[0], self._points[-1]
            left, right = (ax, bx) if ax < bx else (bx, ax)
            low, high = (ay, by) if ay < by else (by, ay)
            if table.rises.within(left, right, low, high):
                self.top = max([self[number][2] for number in range(len(self._points))])

    def __len__(self) -> int:
        return len(self._points)

    def __getitem__(self, number: int) -> Base:
        found = self._known[number]
        if found is None:
            x, y = self._points[number]
            found = self._known[number] = self._table.base_at(x, y, self._radius)
        return found

    def at(self, number: int) -> int:
        """Return the number of a place among all places (``sight.number_of``)."""
        found = self._numbers[number]
        if not found:
            found = self._numbers[number] = sight.number_of(self[number])
        return found


class Outlook:
    """A figure about to go a way, and who might see it, or be seen by it, from the places along that way."""

    def __init__(self, field: Field, piece: Piece, mover: Mover) -> None:
        self.table, self.piece = field.table, piece
        self.march = March(field.table, piece.base, mover, *field.around(piece))

    def first(self, places: Places, viewer: Piece, seen: Piece, most: int) -> int | None:
        """Return the first place on a leg, before number ``most``, where the viewer sees the other."""
        mine = viewer is self.piece
        last = min(most, len(places)) - 1
        other = seen if mine else viewer
        return self._first(places, other.at(), other.base, mine, 0, last) if last >= 0 else None

    def _first(self, places: Places, there: int, other: Base, mine: bool, low: int, high: int) -> int | None:
        """Return the first of some places in view of another, who is looked at or, unless ``mine``, looks."""
        place = places[low]
        if low == high:
            here = places.at(low)
            if mine:
                in_view = sight.sees_from(self.table, here, place, there, other)
            else:
                in_view = sight.sees_from(self.table, there, other, here, place)
            return low if in_view and self.march.allowed(place) else None
        if high - low > 1 and hides_leg(self.table, other, place, places[high], places.top):
            return None
        middle = (low + high) // 2
        found = self._first(places, there, other, mine, low, middle)
        return self._first(places, there, other, mine, middle + 1, high) if found is None else found


def strangers(field: Field, piece: Piece) -> list[tuple[Piece, Piece]]:
    """Return the pairs of viewer and seen that have yet to meet, the mover in each; nobody sees the hidden."""
    pieces, uid = field.pieces, piece.uid
    better = [pieces[number] for number in sorted(piece.unseen)]
    pairs = [(piece, other) for other in better if other.place is Place.PLAY and not other.hidden]
    if not piece.hidden:
        pairs += [(other, piece) for other in pieces if uid in other.unseen and other.place is Place.PLAY]
    return pairs


def spots(points: Sequence[Point], number: int) -> Iterator[Point]:
    """Give the points of one leg of a way to look at: every half pace, and its end unless the whole way ends there."""
    (ax, ay), (bx, by) = points[number], points[number + 1]
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    step = 1
    while step * SPACING < length - 1e-3:
        share = step * SPACING / length
        yield ax + dx * share, ay + dy * share
        step += 1
    if number < len(points) - 2:
        yield bx, by


def split(march: March, route: Route, number: int, place: Base) -> tuple[Route, Route]:
    """Cut a way in two at a place on one of its legs. The costs of the parts add up to that of the whole."""
    here = place[0], place[1]
    walked = (*route.points[: number + 1], here)
    cost, height = 0.0, march.start[2]
    for (ax, ay), (bx, by) in pairwise(walked):
        leg = march.ways.leg(ax, ay, height, bx, by, lenient=True)
        cost, height = cost + leg.cost, leg.height
    cost = min(cost, route.cost)
    ahead = route.points[number + 1 :]
    if len(ahead) > 1 and ahead[0] == here:
        ahead = ahead[1:]
    return Route(place, walked, cost, False), Route(
        route.end, (here, *ahead), route.cost - cost, route.complete, route.hanging
    )


def is_open(field: Field, piece: Piece, route: Route, tale: Tale) -> bool:
    """Tell whether a way can still be gone after others have moved: nobody stands at its end, and no enemy in it."""
    foes, friends = field.around(piece)
    march = March(field.table, piece.base, piece.mover(), foes, friends)
    if not all(march.passes(ax, ay, bx, by) for (ax, ay), (bx, by) in pairwise(route.points)):
        return False
    if tale.kind is not Kind.SET_OUT and any(touching(route.end, foe) for foe in foes):
        return False
    return not any(overlaps(route.end, other) for other in (*foes, *friends))


def shortened(field: Field, piece: Piece, route: Route, mover: Mover) -> Route | None:
    """Return as much of a way as is open now that somebody stands in it; ``None`` when that is nothing."""
    march = March(field.table, piece.base, mover, *field.around(piece))
    best: Route | None = None
    x, y = piece.base[0], piece.base[1]
    for number in range(len(route.points) - 1):
        for bx, by in spots(route.points, number):
            if not march.passes(x, y, bx, by):
                return best
            x, y = bx, by
            place = field.table.base_at(bx, by, piece.base[3])
            if march.allowed(place):
                best = split(march, route, number, place)[0]
    return best


def tell(field: Field, piece: Piece, start: Base, route: Route, tale: Tale, *, going: bool) -> None:
    """Record a part of a move: the first as what it is, with its cost in points, the others as going on."""
    if going:
        record(field, Kind.WENT_ON, tale.rule, piece, tale.body, start, route, 0)
    else:
        record(field, tale.kind, tale.rule, piece, tale.target, start, route, tale.cost)


def tell_charge(
    field: Field, piece: Piece, target: Piece, start: Base, going: Going, cost: int, *, made_contact: bool
) -> None:
    """Record how a charge ended: the rest of its way, and the paces of the whole."""
    rest = going.route or Route(piece.base, ((piece.base[0], piece.base[1]),), 0.0, False)
    kind, rule = (Kind.CHARGED, CHARGE) if made_contact else (Kind.CHARGE_FAILED, "ruling M57")
    whole = Route(rest.end, rest.points, going.spent + rest.cost, rest.complete, rest.hanging)
    record(field, kind, rule, piece, target, start, whole, cost)


def record(
    field: Field, kind: Kind, rule: str, piece: Piece, target: Piece | None, start: Base, route: Route, cost: int
) -> None:
    """Record a move, and let modules know of it."""
    for module in field.modules:
        module.went(field, piece, route)
    if field.receipts:
        field.emit(
            kind,
            rule,
            piece,
            target,
            cost=cost,
            start=list(start[:3]),
            end=list(route.end[:3]),
            way=[[x, y] for x, y in route.points],
            paces=route.cost,
            hanging=route.hanging,
        )
