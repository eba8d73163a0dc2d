"""Ready-made and drawn tables, deployment, places to hide and to take cover."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from engines.core.dice import SeededDice
from engines.musg.ground import movement, places
from engines.musg.ground.drawn_tables import draw_table
from engines.musg.ground.layout import ZONE_GAP, Form, Layout, Veil, problems
from engines.musg.ground.movement import Mover
from engines.musg.ground.ready_tables import CODES, KINDS, name_of, ready_tables
from engines.musg.ground.sight import look, sees
from engines.musg.ground.table import distance, overlaps, table_of
from tests.engines.musg.ground.grounds import base, scenes, table, wall


def test_the_tables_offered() -> None:
    assert set(ready_tables()) == set(CODES)
    assert {"open_field", "village", "ruins", "warehouse", "forest"} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_ready_table_is_whole(code: str) -> None:
    """Musg, Déploiement: much scenery, things to climb, zones at least 20 paces apart."""
    layout = ready_tables()[code]
    assert layout.code == code
    assert problems(layout) == []
    assert name_of(layout).fr
    assert name_of(layout).en
    assert len(layout.pieces) >= 15
    assert {piece.kind for piece in layout.pieces} <= set(KINDS)
    assert any(piece.form is Form.LEVEL for piece in layout.pieces)
    assert any(piece.veil is not Veil.CLEAR for piece in layout.pieces)
    assert len(layout.zones) >= 2
    assert_zones(layout)


def assert_zones(layout: Layout) -> None:
    found = table_of(layout)
    spots = [places.deployment_spots(found, side) for side in range(len(layout.zones))]
    for side, mine in enumerate(spots):
        assert len(mine) >= 20
        assert all(found.fits(spot) and found.in_zone(spot, side) for spot in mine)
        assert not any(overlaps(a, b) for a, b in combinations(mine, 2))
    for one, other in combinations(spots, 2):
        # The bases stand inside their zones by up to half a pace.
        assert min(distance(a, b) for a in one for b in other) >= ZONE_GAP - 1
        route = movement.route_to(found, one[0], other[0][:2], Mover(200, 200))
        assert route.complete


def test_a_sniper_s_zone_is_ten_paces_deeper() -> None:
    """Ruling M277."""
    found = table_of(ready_tables()["open_field"])
    spots = places.deployment_spots(found, 0, deeper=10)
    assert max(spot[1] for spot in spots) > 13.5
    assert max(spot[1] for spot in places.deployment_spots(found, 0)) < 5


@settings(max_examples=40, deadline=None)
@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from([(40.0, 32.0, 2), (31.0, 50.0, 2), (48.0, 44.0, 3), (41.5, 60.0, 4)]),
)
def test_a_drawn_table_is_whole_and_favours_nobody(seed: bytes, size: tuple[float, float, int]) -> None:
    width, depth, sides = size
    layout = draw_table(SeededDice(seed), width=width, depth=depth, sides=sides)
    assert layout == draw_table(SeededDice(seed), width=width, depth=depth, sides=sides)
    assert problems(layout) == []
    assert {piece.kind for piece in layout.pieces} <= set(KINDS)
    found = table_of(layout)
    for x in range(1, int(width), 3):
        for y in range(1, int(depth), 3):
            assert found.ground_at(x + 0.17, y + 0.23) is found.ground_at(width - x - 0.17, depth - y - 0.23)
            assert found.height_at(x + 0.17, y + 0.23) == found.height_at(width - x - 0.17, depth - y - 0.23)
    for side in range(sides):
        assert len(places.deployment_spots(found, side)) >= 20


@pytest.mark.parametrize(
    ("width", "depth", "sides"), [(29, 29, 2), (39, 44, 3), (201, 32, 2), (40, 32, 1), (90, 90, 5)]
)
def test_a_table_too_small_or_too_large_is_refused(width: float, depth: float, sides: int) -> None:
    with pytest.raises(ValueError, match=r"zones|sides"):
        draw_table(SeededDice(b"sixteen bytes or"), width=width, depth=depth, sides=sides)


THREAT = base(20, 5)
HOUSE = wall(16, 14, 8, 0.4, 3)


def test_the_nearest_place_out_of_sight() -> None:
    """A high wall from 16 to 24: behind it the enemy at 20 sees nothing."""
    found = table(HOUSE)
    route = places.hidden_route(found, base(20, 18), [THREAT], Mover(9, 9))
    assert route is not None
    assert route.end == base(20, 18)  # the wall's shadow reaches this far
    assert route.cost == 0
    aside = places.hidden_route(found, base(26, 16), [THREAT], Mover(9, 9))
    assert aside is not None
    assert not sees(found, aside.end, THREAT)
    assert 0 < aside.cost < 6
    assert places.hidden_route(found, base(2, 16), [THREAT], Mover(6, 6)) is None


def test_the_nearest_cover() -> None:
    """Behind a low wall one is seen, but in cover."""
    found = table(wall(16, 14, 8, 0.4, 0.75))
    route = places.cover_route(found, base(20, 18), [THREAT], Mover(9, 9))
    assert route is not None
    view = look(found, THREAT, route.end)
    assert view.visible
    assert view.covers
    assert places.cover_route(table(), base(20, 18), [THREAT], Mover(9, 9)) is None


def test_the_nearest_edge() -> None:
    assert places.nearest_edge(table(), base(3, 10)) == ((0.0, 10), 2.5)
    assert places.nearest_edge(table(), base(20, 28)) == ((20, 30), 1.5)


@settings(max_examples=60)
@given(scenes())
def test_hiding_and_cover_keep_their_word(scene) -> None:
    found, placed = scene
    if len(placed) < 3:
        return
    start, threats, friends = placed[0], placed[1:3], placed[3:]
    hidden = places.hidden_route(found, start, threats, Mover(9, 9), foes=threats, friends=friends)
    if hidden:
        assert hidden.cost <= 9 + 1e-6
        assert not any(sees(found, hidden.end, threat) for threat in threats)
    behind = places.cover_route(found, start, threats, Mover(9, 9), foes=threats, friends=friends)
    if behind:
        for view in (look(found, threat, behind.end) for threat in threats):
            assert view.covers or not view.visible
