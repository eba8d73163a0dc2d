"""What captains remember of attacks: under a number for each state of a figure, its own for each place it stands on."""

from __future__ import annotations

from engines.musg.battle.state import Piece
from engines.musg.ground.sight import number_of
from engines.musg.tactics.reckoning import blow_worth, shot_guess, state_of
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig


def scene() -> Scene:
    return Scene([fig(HENCHMAN, (10, 10), "rifle")], [fig(LEADER, (20, 10), "sword"), fig(HENCHMAN, (20, 20), "sword")])


def test_whatever_changes_the_odds_changes_the_number() -> None:
    target, other = scene().piece(1), scene().piece(2)
    numbers = {state_of(target, 1), state_of(other, 1)}
    for hp in range(-3, target.hp):
        target.hp = hp
        numbers.add(state_of(target, 1))
    changes = (("shaken", -1), ("hurt", True), ("used_catch", 1), ("bounty", 3), ("bounty", -1), ("like", 7))
    for field, value in changes:
        changed = scene().piece(1)
        setattr(changed, field, value)
        numbers.add(state_of(changed, 1))
    assert len(numbers) == 2 + 3 + scene().piece(1).hp + len(changes)


def test_a_figure_has_the_number_of_the_place_it_stands_on() -> None:
    piece: Piece = scene().piece(0)
    first = piece.at()
    assert first == number_of(piece.base)
    piece.base = (11.0, 10.0, 0.0, 0.5)
    assert piece.at() == number_of(piece.base) != first


def test_remembered_answers_are_told_apart() -> None:
    """The same questions, asked of a battle where nothing was asked before, get the same answers."""
    asked = scene()
    battle, shooter = asked.battle, asked.piece(0)
    for target in (asked.piece(1), asked.piece(2)):
        for hp in (target.hp, 1):
            target.hp = hp
            for gap in (2.0, 9.0, 21.0, 200.0):
                for covered in (False, True):
                    fresh = scene()
                    fresh.piece(target.uid).hp = hp
                    expected = shot_guess(fresh.battle, fresh.piece(0), fresh.piece(target.uid), gap, covered=covered)
                    assert shot_guess(battle, shooter, target, gap, covered=covered) == expected
            for charged in (False, True):
                fresh = scene()
                fresh.piece(target.uid).hp = hp
                expected_blow = blow_worth(fresh.battle, fresh.piece(0), fresh.piece(target.uid), charged=charged)
                assert blow_worth(battle, shooter, target, charged=charged) == expected_blow
