"""Quick answers are the same as the slow ones: sight without its lines, places passed over on a way back."""

from math import cos, inf, sin, sqrt, tau

from hypothesis import assume, given, settings, strategies as st

from engines.musg.ground import sight
from engines.musg.ground.geometry import clip, parts_of
from engines.musg.ground.layout import Piece, Veil
from engines.musg.ground.movement import Mover
from engines.musg.ground.rises import Rises
from engines.musg.ground.strides import March
from engines.musg.ground.table import BODY, EYES, Base, Table, overlaps, table_of
from tests.engines.musg.ground.grounds import LAYOUTS, base, level, table, wall
from tests.thorough import often

COLUMNS = (0.0, -0.8, -0.4, 0.4, 0.8)
"""Where the five lines meet a figure, in radii from its middle (see ``sight``)."""


@st.composite
def pairs(draw) -> tuple[Table, Base, Base]:
    """A table and two places on it, one of them now and then on a roof."""
    found = table_of(draw(st.sampled_from(LAYOUTS)))
    one, other = (
        found.base_at(draw(st.floats(0.5, found.width - 0.5)), draw(st.floats(0.5, found.depth - 0.5)))
        for _ in range(2)
    )
    return found, one, other


def hides(piece: Piece, eye: Base, dx: float, dy: float, head: float) -> bool:
    """Whether a piece hides a line wholly up to the head at its end, by the rule as it is written."""
    eyes, run, below = eye[2] + EYES, 0.0, -inf
    for part in parts_of(piece.shape):
        span = clip(part, eye[0], eye[1], dx, dy)
        if span:
            run += span[1] - span[0]
            share = span[1] if piece.height < eyes else span[0]
            below = max(below, eyes + (piece.height - eyes) / share if share > 1e-9 else inf)
    if piece.veil is Veil.THICKET:
        return run * sqrt(dx * dx + dy * dy) >= 8.0 and below >= head
    return piece.veil is Veil.SOLID and below >= head


def seen_along_lines(found: Table, one: Base, other: Base) -> bool:
    for eye, target in ((one, other), (other, one)):
        dx, dy = target[0] - eye[0], target[1] - eye[1]
        size = sqrt(dx * dx + dy * dy)
        for column in COLUMNS:
            shift = column * target[3] / size
            line = dx - dy * shift, dy + dx * shift
            head = target[2] + BODY * (1 - 1e-6)
            if not any(hides(piece, eye, *line, head) for piece in found.pieces):
                return True
    return False


@settings(max_examples=often(1500, 500, 150), deadline=None)
@given(pairs())
def test_sight_is_what_the_lines_say(scene: tuple[Table, Base, Base]) -> None:
    found, one, other = scene
    assume(one[:2] != other[:2])
    seen = seen_along_lines(found, one, other)
    assert sight.sees(found, one, other) == seen
    assert sight.look(found, one, other).visible == seen


def test_a_gap_between_two_walls_shows_who_stands_behind_it() -> None:
    """From (10, 5) to (10, 25): one wall across hides; with a gap of a pace in it, the middle line is free."""
    one, other = base(10, 5), base(10, 25)
    assert not sight.sees(table(wall(5, 14, 10, 1, 3.0)), one, other)
    assert sight.sees(table(wall(5, 14, 4.5, 1, 3.0), wall(10.5, 14, 4.5, 1, 3.0)), one, other)


@settings(max_examples=often(1500, 500, 150), deadline=None)
@given(pairs(), st.floats(0, tau), st.floats(0, 1), st.booleans())
def test_who_is_stuck_stands_nowhere_round_about(
    scene: tuple[Table, Base, Base], angle: float, share: float, crowded: bool
) -> None:
    """Nobody is passed over: within the paces said, neither ground nor other figures let it end anywhere."""
    found, start, friend = scene
    if crowded:
        friend = found.base_at(start[0] + 0.6, start[1])
    march = March(found, start, Mover(6, 6), (), (friend,))
    assume(not march.allowed(start))
    paces = max(0.0, march.stuck(start) - 0.002) * share
    there = found.base_at(start[0] + cos(angle) * paces, start[1] + sin(angle) * paces)
    assert not march.allowed(there)


def test_beside_a_friend_on_even_ground_it_is_stuck_for_what_they_overlap() -> None:
    """Middles 0.4 apart, bases 1 wide: 0.6 to go. Where a crate is as near, it might stand above the friend."""
    friend, start = base(10.4, 10), base(10, 10)
    assert overlaps(start, friend)
    assert round(March(table(), start, Mover(6, 6), (), (friend,)).stuck(start), 6) == 0.6
    crate = table(level(8, 9, 1.5, 2, 1.0))
    assert March(crate, start, Mover(6, 6), (), (friend,)).stuck(start) <= 0.5


def test_the_ground_rises_where_levels_are_and_nowhere_else() -> None:
    found = table(level(10, 10, 4, 4, 2.0), wall(20, 20, 4, 1, 2.0))
    assert found.rises.within(9, 11, 9, 11)
    assert not found.rises.within(15, 25, 15, 25)
    assert found.rises.near(9, 12, 1.1)
    assert not found.rises.near(9, 12, 0.9)
    (part,) = parts_of(found.pieces[0].shape)
    assert not Rises([part]).near(12, 12, 5.0, part), "the one left aside"
