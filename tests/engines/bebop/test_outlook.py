"""How the strong bot reckons a game: what counts early and late, and who is still to be beaten."""

from __future__ import annotations

import pytest

from engines.bebop.bots.moment import to_come
from engines.bebop.bots.outlook import MOMENTS, outlook, weights_at
from engines.bebop.ground import VICIOUS
from tests.engines.bebop.table import EARTH, lay, table


def test_equal_seats_have_equal_shares() -> None:
    """Spike and Jet have decks of equal worth at the start: ten base cards of the same kinds."""
    game = table(players=2)
    for seat in (0, 1):
        lay(game, seat, hand=["pocket_money"], deck=[], discard=[])
    assert outlook(game, 0) == pytest.approx(0.5)
    game.seats[0].renown = 2
    assert outlook(game, 0) > 0.5
    assert outlook(game, 0) + outlook(game, 1) == pytest.approx(1.0)


def test_who_has_left_is_no_rival() -> None:
    game = table(players=3)
    for seat in range(3):
        lay(game, seat, hand=["pocket_money"], deck=[], discard=[])
    assert outlook(game, 0) == pytest.approx(1 / 3)
    game.resign(2)
    assert outlook(game, 0) == pytest.approx(1 / 2)


def test_the_hunt_is_long_when_vicious_comes_and_short_when_he_is_nearly_caught() -> None:
    """Between two players eleven rounds follow on average, and a better deck outweighs two renown; in the end not."""
    game = table(players=2)
    lay(game, 0, hand=[], deck=["pocket_money", "marked_deck"], discard=[])
    lay(game, 1, hand=[], deck=["pocket_money", "pocket_money"], discard=[])
    game.seats[1].renown = 2
    game.criminals.clear()
    game.vicious = EARTH
    game.left[2 * VICIOUS] = game.left[2 * VICIOUS + 1] = 6
    assert to_come(game) == 1
    assert outlook(game, 0) > 0.5
    game.left[2 * VICIOUS + 1] = 1
    assert outlook(game, 0) < 0.5


def test_a_token_of_vicious_is_a_renown_in_all_but_name_once_he_is_nearly_caught() -> None:
    """Whoever leads catches him, and then all his tokens are renown (ruling C36)."""
    game = table(players=2)
    for seat in (0, 1):
        lay(game, seat, hand=["pocket_money"], deck=[], discard=[])
    game.criminals.clear()
    game.vicious = EARTH
    game.left[2 * VICIOUS] = game.left[2 * VICIOUS + 1] = 2
    game.seats[0].tokens[VICIOUS] = 3
    game.seats[1].renown = 2
    assert outlook(game, 0) > 0.5


@pytest.mark.parametrize(("moment", "weights"), MOMENTS)
def test_between_two_moments_nothing_leaps(moment: float, weights: object) -> None:
    assert weights_at(moment) == pytest.approx(weights)
    assert weights_at(moment + 1e-9) == pytest.approx(weights, abs=1e-6)


def test_beyond_the_moments_nothing_is_made_up() -> None:
    assert weights_at(0.0) == MOMENTS[0][1]
    assert weights_at(2.0) == MOMENTS[-1][1]
