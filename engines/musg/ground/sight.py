"""Lines of sight and cover between two figures (Musg, Lignes de vue et couverts; rulings M89, M91, M101).

A figure is seen as an upright band as wide as its base and ``BODY`` tall, looked at from the other's eyes along five
lines side by side. On each line every obstacle hides all that lies below some height; a figure is in cover when one
obstacle hides more than half of the band, and out of sight when the obstacles together hide the whole of it, seen
either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.ground.geometry import clip, length_of, thousandths
from engines.musg.ground.layout import Veil
from engines.musg.ground.shadows import SLACK, strip
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import BODY, EYES, Base, Blind, Table

THICKET_COVER: Final = 2.0
"""Paces of wood a line runs through before it hides enough for cover."""
THICKET_BLIND: Final = 8.0
"""Paces of wood that hide wholly."""
_COLUMNS: Final[tuple[float, ...]] = (-0.8, -0.4, 0.4, 0.8)
"""Where the other four lines meet the target, in radii from its middle."""
_WHOLE: Final = 1 - 1e-6
_MEMORY: Final = 100_000
_BITS: Final = 30
"""How many binary digits the number of a place may have."""
_numbers: Final[dict[Base, int]] = {}
_fresh: Final = count(1)
_HAIR: Final = 1e-6
"""By how much heights are told apart for certain."""
_HIDES_ALL: Final = 1e9
_HIDES_NOTHING: Final = -1e9


class Cover(NamedTuple):
    """An obstacle that alone hides more than half of the target: number of the piece, paces from the shooter's base.

    ``distance`` is compared with the weapon's ranges to find the cover roll (ruling M91).
    """

    piece: int
    distance: float


class View(NamedTuple):
    """What one figure sees of another. ``covers`` run from the nearest to the shooter to the farthest."""

    visible: bool
    covers: tuple[Cover, ...]


type _Reached = tuple[float, float, bool]
"""Below which height a piece hides the target on one line, where on the line it begins, and whether it hides wholly."""

CLEAR: Final = View(True, ())
_UNSEEN: Final = View(False, ())


def number_of(base: Base) -> int:
    """Return the number of a place: what is remembered of two places is found by their numbers.

    Who asks often about the same place asks for its number once (``sees_from``, ``look_from``).
    """
    found = _numbers.get(base)
    if found is None:
        if len(_numbers) >= _MEMORY:
            _numbers.clear()  # those known go on: no number is ever given again
        found = _numbers.setdefault(base, next(_fresh))
    return found


def look(table: Table, shooter: Base, target: Base) -> View:
    """Return whether the target is seen, and every obstacle that gives it cover (ruling M89).

    Figures never hide anybody (ruling M101): only terrain does. Sight is mutual; cover is not. Remembered.
    """
    return look_from(table, number_of(shooter), shooter, number_of(target), target)


def look_from(table: Table, here: int, shooter: Base, there: int, target: Base) -> View:
    """Return ``look`` for places whose numbers are known."""
    memory = table.views
    key = (here << _BITS) + there
    found = memory.get(key)
    if found is None:
        if len(memory) >= _MEMORY:
            memory.clear()
        found = memory[key] = _look(table, shooter, target)
    return found  # type: ignore[return-value]


def sees(table: Table, a: Base, b: Base) -> bool:
    """Tell whether two figures see each other; the order does not matter. Remembered.

    Asked far more often than for cover, and only what is tall enough to hide a figure wholly matters to it.
    """
    return sees_from(table, number_of(a), a, number_of(b), b)


def sees_from(table: Table, here: int, a: Base, there: int, b: Base) -> bool:
    """Tell the same of places whose numbers are known."""
    memory = table.sights
    key = (here << _BITS) + there
    found = memory.get(key)
    if found is None:
        if len(memory) >= _MEMORY:
            memory.clear()
        found = memory[key] = not _hides_each_other(table, a, b)
    return found


def _hides_each_other(table: Table, a: Base, b: Base) -> bool:
    """Tell whether what stands between two figures hides them from each other, looked at from both sides."""
    tall = _between(table.blinds, a, b, (a[2] if a[2] < b[2] else b[2]) + EYES - _HAIR)
    if not tall:
        return False
    if _walled_off(tall, a, b):
        return True
    dx, dy = b[0] - a[0], b[1] - a[1]
    head = b[2] + BODY * _WHOLE
    if not (_hidden(tall, a, head, ((dx, dy),)) and _hidden(tall, a, head, _beside(dx, dy, b[3]))):
        return False
    return _hidden(tall, b, a[2] + BODY * _WHOLE, [(-dx, -dy), *_beside(-dx, -dy, a[3])])


def _walled_off(tall: list[Blind], a: Base, b: Base) -> bool:
    """Tell whether a single wall stands right across between two figures: then no line need be looked at."""
    sides = strip(a[0], a[1], b, (a[3] if a[3] > b[3] else b[3]) + SLACK)
    if not sides:
        return False
    need = (a[2] if a[2] > b[2] else b[2]) + BODY
    (ax, ay, adx, ady), (bx, by, bdx, bdy) = sides
    for blind in tall:
        if blind.height >= need and blind.kind is Veil.SOLID:
            for part in blind.parts:
                if clip(part, ax, ay, adx, ady) and clip(part, bx, by, bdx, bdy):
                    return True
    return False


def _look(table: Table, shooter: Base, target: Base) -> View:
    if not sees(table, shooter, target):
        return _UNSEEN
    near = _between(table.veils, shooter, target, shooter[2] if shooter[2] < target[2] else target[2])
    dx, dy = target[0] - shooter[0], target[1] - shooter[1]
    feet = target[2]
    middle = []
    plain = True
    for entry in near:
        reached = _hidden_below(entry, shooter, dx, dy)
        if reached:
            middle.append((entry, reached))
            if reached[0] > feet:
                plain = False
    if plain:
        return CLEAR
    beside = _beside(dx, dy, target[3])
    covers = []
    for entry, reached in middle:
        if _hides_half(entry, shooter, feet, reached, beside):
            length = length_of(dx, dy)
            covers.append(Cover(entry.piece, max(0.0, thousandths(reached[1] * length - shooter[3]))))
    if not covers:
        return CLEAR
    covers.sort(key=lambda cover: (cover.distance, cover.piece))
    return View(True, tuple(covers))


def _beside(dx: float, dy: float, radius: float) -> list[Point]:
    """Return the lines beside the middle one, from the eye to a target of that radius."""
    size = sqrt(dx * dx + dy * dy)
    if not size:
        return [(dx, dy)] * len(_COLUMNS)
    shifts = [column * radius / size for column in _COLUMNS]
    return [(dx - dy * shift, dy + dx * shift) for shift in shifts]


def _between(veils: tuple[Blind, ...], a: Base, b: Base, low: float) -> list[Blind]:
    """Return what stands near the line and is higher than that."""
    wide = a[3] if a[3] > b[3] else b[3]
    ax, ay = a[0], a[1]
    dx, dy = b[0] - ax, b[1] - ay
    square = dx * dx + dy * dy
    found = []
    for entry in veils:
        if entry.height <= low:
            continue
        reach = entry.radius + wide
        reach *= reach
        cx, cy = entry.x - ax, entry.y - ay
        aside = cx * dy - cy * dx
        if aside * aside > reach * square:
            continue
        along = cx * dx + cy * dy
        if along < 0:
            if cx * cx + cy * cy > reach:
                continue
        elif along > square and cx * cx + cy * cy - 2 * along + square > reach:
            continue
        found.append(entry)
    return found


def _hidden_below(entry: Blind, eye: Base, dx: float, dy: float) -> _Reached | None:
    """Return what a piece does to one line, from the eye along (``dx``, ``dy``) to the target.

    ``None`` when the line does not meet the piece.
    """
    ax, ay, az, _ = eye
    eyes = az + EYES
    rise = entry.height - eyes
    hides, begins, run = _HIDES_NOTHING, 2.0, 0.0
    for part in entry.parts:
        span = clip(part, ax, ay, dx, dy)
        if span is None:
            continue
        start, end = span
        if start < begins:
            begins = start
        run += end - start
        below = eyes + rise / end if rise < 0 else eyes + rise / start if start > 1e-9 else _HIDES_ALL
        if below > hides:
            hides = below
    if begins > 1.0:
        return None
    veil = entry.kind
    if veil is Veil.THICKET:
        run *= sqrt(dx * dx + dy * dy)
        if run < THICKET_COVER:
            return _HIDES_NOTHING, begins, False
        return hides, begins, run >= THICKET_BLIND
    return hides, begins, veil is Veil.SOLID


def _hides_half(entry: Blind, eye: Base, feet: float, middle: _Reached, beside: list[Point]) -> bool:
    """Tell whether one piece hides more than half of the target, all lines taken together."""
    share = (middle[0] - feet) / BODY
    total = 1.0 if share > 1.0 else share if share > 0.0 else 0.0
    half = (1 + len(beside)) * 0.5
    left = len(beside)
    if entry.height < eye[2] + EYES and entry.height < feet + BODY / 2 - _HAIR:
        return False  # what is lower than the eyes hides nothing above its own height
    for dx, dy in beside:
        if total > half + _HAIR or total + left < half - _HAIR:
            break
        left -= 1
        reached = _hidden_below(entry, eye, dx, dy)
        if reached:
            share = (reached[0] - feet) / BODY
            total += 1.0 if share > 1.0 else share if share > 0.0 else 0.0
    return total / (1 + len(beside)) > 0.5


def _hidden(near: list[Blind], eye: Base, head: float, lines: Sequence[Point]) -> bool:
    """Tell whether what hides wholly leaves nothing of the target to be seen on these lines."""
    for dx, dy in lines:
        for entry in near:
            reached = _hidden_below(entry, eye, dx, dy)
            if reached and reached[2] and reached[0] >= head:
                break
        else:
            return False
    return True
