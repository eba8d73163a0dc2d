"""Three strengths of bots: what the gentle one misses, what the strong one waits for, and who beats whom."""

from __future__ import annotations

import pytest

from engines.core.dice import FastDice
from engines.musg.battle.actions import Activate, Decline, End, Pass, Shoot
from engines.musg.battle.game import Battle
from engines.musg.tactics.captain import Captain
from engines.musg.tactics.chance import Chance
from engines.musg.tactics.newcomer import Newcomer
from engines.musg.tactics.strengths import Strength, player
from engines.musg.tactics.temper import BOLD, TEMPERAMENTS
from engines.musg.tactics.veteran import Veteran
from engines.musg.trials import playout, trial
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig
from tests.thorough import often


def test_the_middle_one_is_the_captain_of_old() -> None:
    assert type(player(Strength.STEADY)) is Captain
    assert isinstance(player(Strength.GENTLE), Newcomer)
    assert isinstance(player(Strength.STRONG), Veteran)


@pytest.mark.parametrize("strength", Strength)
def test_all_of_them_play_any_battle_to_its_end_and_again_alike(strength: Strength) -> None:
    for seed in range(often(60, 6, 2)):
        setup, _names = trial.random_setup(Chance(seed))
        logs = []
        for _ in range(2):
            players = [player(strength, BOLD, seed) for _side in setup.sides]
            battle = playout.play(Battle.new(setup, FastDice(seed), receipts=False), players)
            logs.append(battle.log)
        assert logs[0] == logs[1]


# --- gentle -----------------------------------------------------------------------------------------------------------


def duel() -> Scene:
    scene = Scene([fig(LEADER, (10, 20), "rifle")], [fig(HENCHMAN, (18, 20))])
    scene.activate(0)
    return scene


def test_a_newcomer_overlooks_now_and_then_what_he_could_do() -> None:
    """About one attack in five; what he misses is in his seed, so that he plays a battle again as he played it."""
    scene = duel()
    said = [Newcomer(BOLD, seed).decide(scene.battle) for seed in range(100)]
    assert set(said) == {Shoot(0, 1), End()}
    assert 8 <= said.count(End()) <= 35
    assert said == [Newcomer(BOLD, seed).decide(scene.battle) for seed in range(100)]


def test_a_newcomer_is_often_too_slow_out_of_turn_and_activates_anybody() -> None:
    scene = Scene([fig(LEADER, (10, 20)), fig(HENCHMAN, (50, 35))], [fig(HENCHMAN, (18, 20))])
    assert {Newcomer(BOLD, seed).decide(scene.battle) for seed in range(30)} == {Activate(0), Activate(1)}
    seen = Scene([fig(LEADER, (10, 20))], [fig(HENCHMAN, (25, 20), "rifle")], first_sight=True)
    seen.piece(1).unseen = {0}
    seen.roll(first_sight=[1, 1])
    seen.activate(0)
    step = seen.battle.towards(seen.piece(0), 12, 20)
    assert step is not None
    seen.play(step)
    assert {Newcomer(BOLD, seed).decide(seen.battle) for seed in range(30)} == {Shoot(0, 0), Decline()}


# --- strong -----------------------------------------------------------------------------------------------------------


def test_a_veteran_waits_while_nobody_can_be_hurt() -> None:
    """Ruling M44: in the first wave nobody need be activated; whoever comes nearer first is struck first."""
    scene = Scene([fig(LEADER, (5, 20)), fig(HENCHMAN, (5, 25))], [fig(HENCHMAN, (55, 20))])
    assert Veteran(BOLD).decide(scene.battle) == Pass()
    assert isinstance(Captain(BOLD).decide(scene.battle), Activate)
    scene.play(Pass(), Pass())
    assert isinstance(Veteran(BOLD).decide(scene.battle), Activate)  # in the second wave all have to (ruling M45)


def test_a_veteran_sends_first_who_gains_most() -> None:
    """A henchman out of reach, one who can charge, and one who can shoot at a leader with one hit point left."""
    ours = [fig(HENCHMAN, (5, 35)), fig(HENCHMAN, (25, 20), "sword"), fig(HENCHMAN, (36, 30), "rifle")]
    scene = Scene(ours, [fig(HENCHMAN, (31, 20)), fig(LEADER, (36, 22))])
    scene.piece(4).hp = 1
    assert Veteran(BOLD).decide(scene.battle) == Activate(2)
    scene.activate(2, End())
    assert Veteran(BOLD).decide(scene.battle) == Activate(1)


# --- who beats whom ---------------------------------------------------------------------------------------------------


def share(strength: Strength, temper: str, battles: int) -> float:
    """The share of mirrored battles won against the middle strength, a draw counting half."""
    mood = TEMPERAMENTS[temper]
    won = [
        trial.duel(seed, player(strength, mood, seed), player(Strength.STEADY, mood, seed)) for seed in range(battles)
    ]
    return (sum(won) / battles + 1) / 2


@pytest.mark.marathon
def test_the_strengths_differ() -> None:
    """400 mirrored battles in either temper: strong wins more than half, gentle clearly less than two in five.

    Strong wins 56 in 100, with a margin of 3 over so many: an even match would come to 52 once in eight tries. A tenth
    of them only notice what is badly wrong.
    """
    battles = often(400, 40)
    strong = sum(share(Strength.STRONG, temper, battles) for temper in TEMPERAMENTS) / len(TEMPERAMENTS)
    assert strong >= (0.52 if battles == 400 else 0.4)
    for temper in TEMPERAMENTS:
        assert share(Strength.GENTLE, temper, battles) <= 0.4
