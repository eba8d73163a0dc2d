"""Figures of a neutral side: they come while the battle goes on, stand where there is room, and act after all bands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from engines.musg.attacks.fighter import Fighter
from engines.musg.battle import reactions, turn
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import indoors
from engines.musg.ground.geometry import Part, ring
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, touching

MOST: Final = 60
"""Neutral figures that stand on a table at once: nobody owns more, and there is no room for them."""
STEP: Final = 0.25
RINGS: Final = 60
"""How finely and how far about a point free ground is looked for: rings so many paces apart, and so many of them."""


def room(
    field: Field, side: int, x: float, y: float, *, afoot: bool = False, inside: Sequence[Part] = ()
) -> Base | None:
    """Return the free ground nearest to a point where a figure of a side touches no enemy (ruling M316), if any.

    ``afoot``: only ground that others get to without gear. ``inside``: the building it stands in, as long as there is
    room (ruling M190).
    """
    if inside:
        return _room(field, side, x, y, afoot, inside) or _room(field, side, x, y, afoot, ())
    return _room(field, side, x, y, afoot, ())


def _room(field: Field, side: int, x: float, y: float, afoot: bool, inside: Sequence[Part]) -> Base | None:
    standing = [p for p in field.pieces if p.place is Place.PLAY]
    blind = field.led(side)  # whom a warband meets keeps off nobody whom the warband does not see
    standing = [p for p in standing if p.side == side or not (blind and p.hidden)]
    others = [p.base for p in standing]
    foes = [p.base for p in standing if p.side != side]
    for spot in chain(((x, y),), _about(x, y)):
        if (afoot and field.table.needs_gear(*spot)) or (inside and not indoors.holds(inside, *spot)):
            continue
        place = field.table.base_at(spot[0], spot[1])
        if field.table.fits(place, others) and not any(touching(place, foe) for foe in foes):
            return place
    return None


def _about(x: float, y: float) -> Iterator[Point]:
    return chain.from_iterable(ring(x, y, step * STEP) for step in range(1, RINGS))


def stand(
    field: Field,
    side: int,
    sheet: Fighter,
    profile: str,
    base: Base,
    kind: Kind,
    rule: str,
    by: Piece | None = None,
    number: int | None = None,
    hit_points: int | None = None,
) -> Piece:
    """Let a new figure stand somewhere and record it.

    Its number in the battle is the next one, for good; ``number`` that in its band, by default the next;
    ``hit_points`` what it has left, by default all. ``profile`` is
    the catalogue's code for it, ``sheet.number`` is shared by all alike; ``by`` the figure in whose place it comes, if
    any. Whoever sees it must be asked afterwards (``reactions.sighted``).
    """
    band = field.bands[side]
    uid = len(field.pieces)
    own = len(band.pieces) + 1 if number is None else number
    piece = Piece(uid, side, own, replace(sheet, number=uid))
    piece.like = sheet.number
    piece.hp = sheet.hit_points if hit_points is None else hit_points
    piece.place = Place.PLAY
    field.bystanders |= piece.bystander
    others = [p for p in field.pieces if field.hostile(p, piece)]
    piece.unseen = {p.uid for p in others if _impresses(p, piece)}
    for other in others:
        if _impresses(piece, other):
            other.unseen.add(piece.uid)
    field.pieces.append(piece)
    band.pieces.append(piece)
    field.put(piece, base)
    field.emit(
        kind,
        rule,
        piece,
        by,
        at=list(base[:3]),
        number=piece.number,
        name=sheet.name,
        profile=profile,
        hit_points=piece.hp,
    )
    return piece


def _impresses(seen: Piece, viewer: Piece) -> bool:
    return seen.level_to(viewer) > viewer.level and "no_reactions" not in viewer.traits


def appear(
    field: Field,
    side: int,
    sheet: Fighter,
    profile: str,
    x: float,
    y: float,
    rule: str,
    inside: Sequence[Part] = (),
) -> Flow[Piece | None]:
    """Bring a figure in as near to a point as there is room; ``None`` where there is none, or too many already.

    ``inside`` as for ``room``.
    """
    there = sum(not field.led(p.side) and p.afoot for p in field.pieces)
    base = room(field, side, x, y, inside=inside) if there < MOST else None
    if base is None:
        return None
    piece = stand(field, side, sheet, profile, base, Kind.APPEARED, rule)
    yield from reactions.sighted(field, piece)
    return piece


def act(field: Field, side: int, rule: str, rests: Callable[[Field, Piece], bool]) -> Flow[None]:
    """Let everybody of a side who stands on the table now act, in the order in which they came (ruling M317).

    ``rests``: whether a figure has nothing to do when its turn comes; it is passed over.
    """
    acting = field.afoot(side)
    if not acting:
        return
    field.emit(Kind.OTHERS, rule, side=side, count=len(acting))
    for piece in acting:
        if piece.place is Place.PLAY and not turn.over(field) and not rests(field, piece):
            yield from turn.activate(field, piece, [])
