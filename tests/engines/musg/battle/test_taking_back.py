"""What a captain may take back: no die fell, nothing was shown, nobody else was asked or reacted."""

from __future__ import annotations

import pytest

from engines.core.dice import FastDice
from engines.musg.battle.actions import Action, Activate, Charge, Deploy, End, Pass, Shoot, Strike, Walk
from engines.musg.battle.game import Battle
from engines.musg.battle.taking_back import Bar, may_take_back, moment, why_not
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, hired


def bar(scene: Scene, *actions: Action) -> Bar | None:
    """What keeps these, played in a row, from being taken back."""
    before = moment(scene.battle)
    scene.play(*actions)
    assert may_take_back(before, scene.battle) is (why_not(before, scene.battle) is None)
    return why_not(before, scene.battle)


def pair(*more: object, **rules: object) -> Scene:
    return Scene(
        [fig(LEADER, (10, 20), "rifle"), fig(HENCHMAN, (10, 25))],
        [fig(HENCHMAN, (25, 20)), *more],  # type: ignore[list-item]
        **rules,  # type: ignore[arg-type]
    )


def test_activating_and_walking_may_be_taken_back() -> None:
    scene = pair()
    assert bar(scene, Activate(0)) is None
    assert bar(scene, Walk(12, 20)) is None
    assert bar(scene, End()) is None  # the same captain activates the next
    assert bar(scene, Activate(1), Walk(12, 25)) is None


def test_a_charge_without_tests_may_and_a_blow_may_not() -> None:
    scene = pair()
    scene.battle.put(scene.piece(2), (14.0, 20.0, 0.0, 0.5))
    assert bar(scene, Activate(0), Charge((2,))) is None
    scene.roll(to_hit=[1])
    assert bar(scene, Strike(2)) is Bar.DICE


def test_a_shot_may_not() -> None:
    scene = pair().roll(to_hit=[1])
    assert bar(scene, Activate(0), Shoot(0, 2)) is Bar.DICE


def test_a_die_that_is_not_told_yet_counts() -> None:
    """Dice count by their faces: those of a test in the middle of which somebody is asked stand in no event yet."""
    scene = pair()
    before = moment(scene.battle)
    scene.battle.dice.rolls.append(FastDice(1).roll("d6", "the test"))
    assert why_not(before, scene.battle) is Bar.DICE


def test_once_the_other_side_is_asked_it_is_too_late() -> None:
    """The die for its wave has fallen as well (ruling M44)."""
    scene = pair()
    scene.activate(0, End())
    scene.activate(1)
    assert bar(scene, End()) is Bar.DICE


def test_passing_on_to_the_other_side_is_final() -> None:
    """In the second wave no die falls between the sides (ruling M45)."""
    scene = Scene(
        [fig(LEADER, (10, 20)), hired("human_commando", (5, 35))],
        [fig(HENCHMAN, (40, 20)), fig(HENCHMAN, (44, 20))],
        dice={"activation": [1, 1]},
    )
    scene.activate(0, End())
    scene.activate(2, End())
    assert bar(scene, Pass()) is Bar.ASKED


def test_what_was_hidden_is_shown_for_good() -> None:
    """The commando is seen once activated (ruling M280)."""
    scene = Scene([fig(LEADER, (10, 20)), hired("human_commando", (5, 35))], [fig(LEADER, (40, 20))])
    assert bar(scene, Activate(1)) is Bar.SHOWN


@pytest.mark.parametrize("at", [(20, 20), (12.5, 22), (50, 35)])
def test_where_an_enemy_hides_no_move_may_be_taken_back(at: tuple[float, float]) -> None:
    """Ruling M280: that nobody was met is learnt, too. In the way, beside it or far off: it is the same to the eye."""
    scene = Scene([fig(LEADER, (10, 20))], [fig(LEADER, (40, 20)), hired("human_commando", at)])
    assert bar(scene, Activate(0)) is None  # learns nothing
    assert bar(scene, Walk(14, 20)) is Bar.SHOWN
    assert bar(scene, End()) is Bar.DICE  # the other side's wave
    unseen = [one.figure for one in scene.battle.view(0).pieces if one.hidden]
    assert unseen == [2]  # that he is somewhere is known to whoever asks


def test_a_charge_while_an_enemy_hides_may_not_be_taken_back() -> None:
    theirs = [fig(HENCHMAN, (14, 20)), hired("human_commando", (50, 35))]
    scene = Scene([fig(LEADER, (10, 20))], theirs, receive_charge=False, nerve_to_charge=False)
    assert bar(scene, Activate(0), Charge((1,))) is Bar.SHOWN


def test_who_knows_where_he_is_takes_moves_back() -> None:
    """His own side learns nothing by going about; and nobody does once he has been seen."""
    scene = Scene([fig(LEADER, (10, 20)), hired("human_commando", (30, 20))], [fig(LEADER, (50, 20))])
    assert bar(scene, Activate(0), Walk(12, 20)) is None
    scene = Scene([fig(LEADER, (10, 20))], [fig(LEADER, (50, 20)), hired("human_commando", (40, 35))]).to_side(1)
    scene.activate(2, End())
    scene.to_side(0)
    assert bar(scene, Activate(0), Walk(12, 20)) is None


def test_who_was_seen_and_tested_has_reacted() -> None:
    """Hatred passes the test without a die (ruling M155): a free shot might have come of it."""
    hating = fig(HENCHMAN, (25, 30), hates="a")
    scene = Scene(
        [fig(LEADER, (10, 20))],
        [hating],
        first_sight=True,
    )
    scene.piece(1).unseen = {0}
    assert bar(scene, Activate(0), Walk(12, 20)) is Bar.REACTION


def test_who_takes_no_test_has_not_reacted() -> None:
    """The hardened see without a test (ruling M155)."""
    scene = Scene(
        [fig(LEADER, (10, 20))],
        [fig(HENCHMAN, (25, 30), injuries=("hardened",))],
        first_sight=True,
    )
    scene.piece(1).unseen = {0}
    assert bar(scene, Activate(0), Walk(12, 20)) is None


def test_figures_are_placed_and_taken_back_as_long_as_the_side_goes_on() -> None:
    known = pair()
    battle = Battle.new(known.setup, known.dice.__class__({}))
    while battle.decision and len(battle.decision.options) < 2:
        battle.play(Deploy(battle.decision.options[0], 40, 20))
    before = moment(battle)
    battle.play(Deploy(0, 10, 20))
    assert why_not(before, battle) is None
    battle.play(Deploy(1, 10, 25))
    assert why_not(before, battle) is Bar.DICE


def test_a_battle_that_is_over_has_nothing_to_take_back() -> None:
    scene = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))], turn_limit=1)
    before = moment(scene.battle)
    scene.skip_turn()
    assert why_not(before, scene.battle) is Bar.OVER
    with pytest.raises(ValueError, match="over"):
        moment(scene.battle)
