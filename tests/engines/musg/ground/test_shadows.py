"""What one wall hides of a way (Musg, Lignes de vue): never more than looking at every step of it would."""

from hypothesis import given, settings, strategies as st

from engines.musg.ground import sight
from engines.musg.ground.shadows import hides_leg, shades
from engines.musg.ground.table import table_of
from tests.engines.musg.ground.grounds import LAYOUTS, base, pond, rough, table, wall
from tests.thorough import often


def test_a_wall_hides_who_passes_behind_it() -> None:
    """From (10, 10) a wall 10 wide and 5 high hides y = 20 from x = 5 to 15; where it ends it does not."""
    walled = table(wall(5, 14, 10, 1, 5.0))
    assert hides_leg(walled, base(10, 10), base(6, 20), base(14, 20), 0.0)
    assert not hides_leg(walled, base(10, 10), base(6, 20), base(25, 20), 0.0)


def test_who_stands_high_is_not_hidden_by_a_wall_as_high() -> None:
    """It takes a figure's height (1.25) above the highest of the feet."""
    walled = table(wall(5, 14, 10, 1, 5.0))
    assert hides_leg(walled, base(10, 10), base(6, 20), base(14, 20), 3.7)
    assert not hides_leg(walled, base(10, 10), base(6, 20), base(14, 20), 3.8)
    assert not hides_leg(walled, base(10, 10, 4.0), base(6, 20), base(14, 20), 0.0)


def test_two_walls_with_a_gap_do_not_hide_the_way_across() -> None:
    walled = table(wall(0, 14, 9, 1, 5.0), wall(11, 14, 9, 1, 5.0))
    assert not hides_leg(walled, base(10, 10), base(4, 20), base(16, 20), 0.0)


def test_only_what_hides_wholly_casts_a_shade() -> None:
    assert shades(table(pond(10, 10, 3), rough(1, 1, 5, 5), wall(20, 20, 2, 2, 1.0))) == ()


@given(st.data())
@settings(max_examples=often(800, 250, 80), deadline=None)
def test_nobody_in_the_shade_is_seen(data: st.DataObject) -> None:
    found = table_of(data.draw(st.sampled_from(LAYOUTS)))

    def spot(label: str) -> tuple[float, float, float, float]:
        x = data.draw(st.floats(0.5, found.width - 0.5), label=f"{label} x")
        y = data.draw(st.floats(0.5, found.depth - 0.5), label=f"{label} y")
        return found.base_at(x, y)

    watcher, start = spot("watcher"), spot("start")
    reach = st.floats(-9.0, 9.0)
    end = found.base_at(start[0] + data.draw(reach), start[1] + data.draw(reach))
    steps = [
        found.base_at(start[0] + (end[0] - start[0]) * n / 18, start[1] + (end[1] - start[1]) * n / 18)
        for n in range(19)
    ]
    if hides_leg(found, watcher, start, end, max(step[2] for step in steps)):
        assert not any(sight.sees(found, watcher, step) or sight.sees(found, step, watcher) for step in steps)
