"""Where a figure lands that is shot off its rope (Musg, Corde et grappin; ruling M126)."""

import pytest

from engines.musg.battle.actions import Shoot
from engines.musg.ground.layout import Climb, Form, Piece
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import distance, overlaps
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, layout

TOWER = Piece(kind="tower", shape=Rectangle(10, 10, 10, 20), form=Form.LEVEL, height=8, climb=Climb.GEAR)


@pytest.mark.parametrize("crowd", [1, 3])
def test_who_falls_on_somebody_lands_beside(crowd: int) -> None:
    """At the foot, in nobody and not up on the tower: friends stand right below him."""
    below = [fig(HENCHMAN, (8.5, 20 + 1.01 * (n if n < 2 else -1))) for n in range(crowd)]
    scene = Scene(
        [fig(LEADER, (8.5, 30), "rope"), *below],
        [fig(LEADER, (3, 20), "rifle"), fig(LEADER, (40, 2))],
        table=layout(TOWER),
    )
    scene.battle.put(scene.piece(0), (8.5, 20.0, 3.0, 0.5))
    scene.to_side(1)
    scene.roll(to_hit=[3], wound=[4], fall=[1])
    scene.activate(crowd + 1, Shoot(0, 0))
    fallen = scene.piece(0)
    assert (fallen.hp, fallen.base[2]) == (4, 0)
    assert not any(overlaps(fallen.base, scene.piece(n).base) for n in range(1, crowd + 1))
    assert distance(fallen.base, scene.piece(1).base) < 0.6
