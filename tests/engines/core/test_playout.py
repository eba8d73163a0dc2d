"""Bots that finish games, rates with intervals, and counts of legal action sequences."""

import pytest

from engines import bagarre
from engines.bagarre.options import Options
from engines.core.dice import FastDice
from engines.core.playout import RandomBot, Rate, Tally, counts, divide, finish, finish_at_random
from engines.core.shares import Share, wilson


def game(seed: int = 1) -> bagarre.Game:
    return bagarre.Game.new(bagarre.Setup(players=2, options=Options(heroes=False)), dice=FastDice(seed), record=False)


def test_random_bots_finish_a_game_and_decisions_are_counted() -> None:
    one = bagarre.Game.new(bagarre.Setup(players=4), dice=FastDice(2))
    decisions = finish(one, [RandomBot()] * 4, FastDice(3))
    assert one.outcome is not None
    assert one.log is not None
    assert len(one.log) == decisions


def test_the_unchecked_way_plays_the_same() -> None:
    one, other = game(), game()
    assert finish(one, [RandomBot()] * 2, FastDice(3)) == finish_at_random(other, FastDice(3))
    assert one.outcome == other.outcome


def test_without_heroes_the_first_sequences_can_be_counted_by_hand() -> None:
    """Two players: attack, two shields to change, charge; the second player has the same four."""
    assert counts(game(), 0) == 1
    assert counts(game(), 1) == 4
    assert counts(game(), 2) == 16
    assert divide(game(), 2) == dict.fromkeys(divide(game(), 1), 4)


def test_counting_changes_nothing() -> None:
    one = game()
    first = counts(one, 3)
    assert counts(one, 3) == first
    assert sum(divide(one, 3).values()) == first


def test_a_finished_game_counts_once() -> None:
    one = game()
    finish_at_random(one, FastDice(1))
    assert counts(one, 5) == 1


def test_rates() -> None:
    """Wilson, 8 of 10: centre (0.8 + 0.19207) / 1.38414 = 0.71674, half-width 0.22657 (worked out by hand)."""
    share = Rate(played=10, won=8).share
    assert (share.value, share.low, share.high) == pytest.approx((0.8, 0.49016, 0.94332), abs=1e-4)
    assert wilson(0, 0) == Share(0.0, 0.0, 1.0)


def test_tallies_merge() -> None:
    one, other = Tally(games=1, decisions=4), Tally(games=2, decisions=5)
    one.count("hero", "mage", won=True, drawn=False)
    other.count("hero", "mage", won=False, drawn=True)
    other.count("seat", "0", won=False, drawn=True)
    other.lengths[7] = 2
    one.merge(other)
    assert (one.games, one.decisions, one.lengths) == (3, 9, {7: 2})
    assert one.rates == {"hero": {"mage": Rate(2, 1, 1)}, "seat": {"0": Rate(1, 0, 1)}}
