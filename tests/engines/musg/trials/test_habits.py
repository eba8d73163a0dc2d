"""What captains make a habit of: counted by hand in small scenes, and within limits over battles."""

from __future__ import annotations

import pytest

from engines.__main__ import main
from engines.musg.battle import damage
from engines.musg.battle.actions import BreakOff, Charge, Run, Walk
from engines.musg.trials.habits import Habits, Observer, habits_of
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, hired


def watched(scene: Scene, *actions: Walk | Run | Charge | BreakOff) -> Habits:
    """Play actions of the active figure and return what was noted of them."""
    watching = Observer()
    for action in actions:
        watching.before(scene.battle, action)
        scene.play(action)
    watching.over(scene.battle)
    return watching.habits


def test_who_runs_up_where_he_could_have_charged_is_counted() -> None:
    men, foes = [fig(LEADER, (10, 20))], [fig(HENCHMAN, (16, 20)), fig(LEADER, (50, 20))]
    scene = Scene(men, foes)
    scene.activate(0)
    assert watched(scene, Run(14.9, 20)) == Habits(battles=1, run_ups=1)
    scene = Scene(men, foes)
    scene.activate(0)
    assert watched(scene, Walk(12, 20), Charge((1,))) == Habits(battles=1, charges=1)


def test_who_goes_back_beside_whom_he_has_left_is_counted() -> None:
    for x, returns in ((18.9, 1), (12.0, 0)):
        scene = Scene([fig(LEADER, (10, 20))], [fig(HENCHMAN, (20, 20)), fig(LEADER, (50, 20))])
        scene.battle.put(scene.piece(0), (18.998, 20.0, 0.0, 0.5))
        scene.activate(0)
        found = watched(scene, BreakOff(17, 20), Walk(x, 20))
        assert (found.partings, found.returns) == (1, returns)


def test_a_leader_fallen_beside_his_troll_is_counted_and_whether_he_was_guarded() -> None:
    for near in (True, False):
        scene = Scene([fig(LEADER, (5, 5)), hired("troll_bodyguard", (5, 7))], [fig(LEADER, (40, 5))])
        scene.piece(0).hp = 0
        damage.put_out(scene.battle, scene.piece(0), scene.piece(2))
        if near:
            scene.touch(1, 0)
        assert watched(scene) == Habits(battles=1, leaders=1, guarded=int(near))


@pytest.mark.marathon
def test_captains_have_no_bad_habits() -> None:
    """Before they were mended, a move at arm's length came on every third charge, and every second parting failed."""
    found = sum(map(habits_of, range(24)), Habits())
    assert found.battles == 24
    assert found.charges > 100
    assert found.run_ups * 20 < found.charges
    assert found.partings > 5
    assert found.returns * 5 < found.partings
    assert found.late == 0


def test_the_command_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["musg", "random-battles", "--habits", "--count", "2", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    both = habits_of(0) + habits_of(1)
    assert told.startswith(f"2 battles of captains\n{both.run_ups} moves ended")
    assert f"{both.charges} charges" in told
