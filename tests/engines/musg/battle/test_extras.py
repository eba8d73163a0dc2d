"""Extras and those they are activated with (Musg, Les figurants; rulings M26, M178, M179, M284, M285)."""

import pytest

from engines.musg.battle.actions import Activate, End, Shoot
from engines.musg.battle.events import Kind
from engines.musg.prospects import options
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, Scene, fig


def test_extras_are_no_henchmen_for_the_initiative() -> None:
    """Ruling M26: the rank of henchman only."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (7, 5)), fig(EXTRA, (9, 5))], [fig(LEADER, (40, 5))])
    assert scene.last(Kind.INITIATIVE).data["henchmen"] == [1, 0]


def test_a_figure_and_its_extras_are_one_activation() -> None:
    """Ruling M178: with a 2 the leader comes with two extras, and somebody else after him."""
    ours = [fig(LEADER, (5, 5)), fig(EXTRA, (5, 6.5)), fig(EXTRA, (6.5, 5)), fig(HENCHMAN, (20, 5))]
    scene = Scene(ours, [fig(LEADER, (40, 35))], dice={"activation": [2, 6]})
    scene.activate(0, End(), End(), End(), joined=(1, 2))
    decision = scene.battle.decision
    assert decision and (decision.side, decision.options, decision.left) == (0, (3,), 1)


@pytest.mark.parametrize(("y", "joins"), [(7.0, True), (7.1, False)])
def test_extras_join_from_a_pace_at_most(y: float, joins: bool) -> None:
    """Musg, Les figurants; rulings M2, M178: at 1 pace or less."""
    scene = Scene([fig(LEADER, (5, 5)), fig(EXTRA, (5, y))], [fig(LEADER, (40, 35))])
    assert scene.battle.can(Activate(0, (1,))) is joins


def test_an_extra_acts_once_a_turn_joined_or_not() -> None:
    """Rulings M46, M285: it cannot be activated again with somebody else."""
    scene = Scene([fig(LEADER, (5, 5)), fig(EXTRA, (5, 6.5))], [fig(LEADER, (40, 35))])
    scene.activate(1, End())
    assert scene.refused(Activate(0, (1,))) == "may_not_join"


def test_of_those_who_shoot_together_the_best_shot_is_first() -> None:
    """Ruling M284: by shooting value; the leader's 3+ before the extra's, whoever stands first on the list."""
    scene = Scene([fig(EXTRA, (5, 21.5), "rifle"), fig(LEADER, (5, 20), "rifle")], [fig(LEADER, (20, 20))])
    scene.roll(to_hit=[1, 1])
    events = scene.activate(1, Shoot(0, 2, together=True), joined=(0,))
    assert [event.figure for event in events if event.kind is Kind.SHOT] == [1, 0]


def test_an_extra_that_shoots_together_with_the_others_shoots_but_once() -> None:
    """Musg, Les figurants: every one of them spends one point on it, whoever of the group it is that acts."""
    ours = [fig(LEADER, (5, 20), "rifle"), fig(EXTRA, (5, 21.5), "rifle"), fig(EXTRA, (5, 18.5), "rifle")]
    scene = Scene(ours, [fig(LEADER, (20, 20))])
    scene.activate(0, End(), joined=(1, 2))
    scene.roll(to_hit=[1, 1])
    events = scene.play(Shoot(0, 3, together=True))
    assert [event.figure for event in events if event.kind is Kind.SHOT] == [1, 2]
    assert [scene.piece(number).ap for number in (1, 2)] == [1, 1]


def test_an_extra_left_alone_shoots_together_with_nobody() -> None:
    scene = Scene([fig(LEADER, (5, 20), "rifle"), fig(EXTRA, (5, 21.5), "rifle")], [fig(LEADER, (20, 20))])
    scene.activate(0, End(), joined=(1,))
    offered = options(scene.battle, 0)
    assert [option.action for option in offered if isinstance(option.action, Shoot)] == [Shoot(0, 2)]
