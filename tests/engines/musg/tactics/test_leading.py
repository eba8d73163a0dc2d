"""What captains do about captives: each warband seeks its own, and goes up to them (ruling M330)."""

from __future__ import annotations

from engines.core.dice import FastDice
from engines.musg.battle.actions import Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.rescue import Rescue
from engines.musg.battle.state import CAPTIVE, Piece
from engines.musg.engagement import Captivity
from engines.musg.ground.layout import Climb, Form, Layout, Piece as Terrain
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import touching
from engines.musg.tactics import leading
from tests.engines.musg.battle.kit import layout
from tests.engines.musg.builders import HENCHMAN, changed, mustered


def rescue(table: Layout, *sides: str) -> Battle:
    """A rescue game before its first turn: each warband's henchman of the same number waits in the nest."""
    kept = changed(mustered(), HENCHMAN, captive=Captivity("b1", "The Landing"))
    setup = from_warbands(dict.fromkeys(sides, kept), table, modules=("aliens", "rescue"))
    battle = Battle.new(setup, FastDice(3))
    while battle.decision is not None and battle.turn == 0:
        battle.play(battle.actions()[0])
    return battle


def captive_of(battle: Battle, side: int) -> Piece:
    (nest,) = (module for module in battle.modules if isinstance(module, Rescue))
    return next(p for p in battle.pieces if CAPTIVE in p.traits and nest.home_of(p) == side)


def follower(battle: Battle, side: int, at: tuple[float, float]) -> Piece:
    """A figure of a side that is no leader, put somewhere with two points to spend; everybody else out of its way."""
    piece = next(p for p in battle.bands[side].pieces if not p.is_leader)
    battle.put(piece, battle.table.base_at(*at))
    piece.ap = 2
    return piece


def test_nobody_waits_beside_a_captive_of_others() -> None:
    """The number of a figure is its number in its own warband: the captive of the others may have the same."""
    battle = rescue(layout(), "us", "them")
    own, theirs = captive_of(battle, 0), captive_of(battle, 1)
    assert own.number == theirs.number
    x, y = theirs.base[:2]
    ox = own.base[0]
    piece = follower(battle, 0, (x + 1.002 if ox < x else x - 1.002, y))  # beyond it, seen from its own
    found = leading.errand(battle, piece)
    assert found is not None
    step = found[0]
    assert isinstance(step, Walk)
    assert touching(battle.table.base_at(step.x, step.y), own.base)


def test_whoever_stands_at_the_foot_of_a_hill_climbs_it_to_touch_a_captive() -> None:
    """Contact is side by side and less than a pace apart in height (M63): a captive 1.5 up is not touched from below.

    The hill's side is a pace from the captive's middle and half of one from its base: there is room below, none above.
    """
    hill = Terrain(kind="hill", shape=Rectangle(24, 14, 12, 12), form=Form.LEVEL, height=1.5, climb=Climb.FREE)
    battle = rescue(layout(hill), "us")
    one = captive_of(battle, 0)
    battle.put(one, battle.table.base_at(24.5, 20))
    piece = follower(battle, 0, (23.498, 20))
    assert one.base[2] == 1.5
    assert piece.base[2] == 0
    found = leading.errand(battle, piece)
    assert found is not None
    step = found[0]
    assert isinstance(step, Walk)
    assert touching(battle.table.base_at(step.x, step.y), one.base)
