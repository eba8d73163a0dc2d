"""Being out, and how a game ends."""

import pytest

from engines.bagarre.ending import is_over, leave
from engines.bagarre.game import Game
from engines.bagarre.options import Options, Setup
from engines.bagarre.outcome import Ending
from engines.core.dice import FastDice
from engines.core.game import IllegalAction
from tests.engines.bagarre.table import deal, lay, sit

FRAIL = {"hp": "2H 3H", "shield": "4H"}


def test_the_last_one_alive_wins() -> None:
    """La Bagarre, Fin de partie."""
    table = lay(sit(), sit(**FRAIL), draw="KC")
    table.play("attack 1")
    assert table.winners == {0}
    assert table.places == (1, 2)
    assert table.actor is None
    assert not table.codes


def test_with_two_left_it_goes_on() -> None:
    """La Bagarre, Fin de partie."""
    table = lay(sit(), sit(**FRAIL), sit(), draw="KC")
    table.play("attack 1")
    assert table.game.outcome is None


def test_who_fell_later_stands_higher() -> None:
    """La Bagarre, Fin de partie: 0 kills 2, then 1."""
    table = lay(sit(), sit(**FRAIL), sit(hp="2D 3D", shield="4D"), draw="KC KD")
    table.play("attack 2", "attack 1")
    assert table.places == (1, 2, 3)


def test_nothing_can_be_played_after_the_end() -> None:
    """La Bagarre, Fin de partie."""
    table = lay(sit(), sit(**FRAIL), draw="KC")
    table.play("attack 1")
    for code in ("attack 1", "charge", "shield 0", "pass"):
        table.refuses(code)


def test_the_eliminated_have_nothing_left_in_front_of_them() -> None:
    """La Bagarre, Fin de partie; ruling B55: all their cards are in the discard."""
    table = lay(sit(), sit(charges="9D", **FRAIL), sit(), draw="KC")
    table.play("attack 1")
    assert table.hp(1) == set()
    assert table.charges(1) == []
    assert {"2H", "3H", "4H", "9D"} <= set(table.discard)
    table.sound()


def test_the_eliminated_have_no_turn_and_are_no_target() -> None:
    """La Bagarre, Fin de partie."""
    table = lay(sit(), sit(**FRAIL), sit(), draw="KC 9C 9D 9H")
    table.play("attack 1", "attack 2")
    assert table.actor == 2
    assert {code for code in table.codes if code.startswith(("attack", "shield"))} == {
        "attack 0",
        "shield 0",
        "shield 2",
    }
    table.play("attack 0")
    assert table.actor == 0


class TestResigning:
    def test_of_two_the_other_wins(self) -> None:
        """La Bagarre, Fin de partie: the last one in the game."""
        table = lay(sit(), sit())
        table.resign(0)
        assert table.winners == {1}
        assert table.places == (2, 1)

    def test_of_three_the_others_play_on(self) -> None:
        """La Bagarre, Fin de partie: resigned in the turn of another, no murder for anybody."""
        table = lay(sit(), sit(), sit(), draw="9C 9D")
        table.resign(1)
        assert not table.alive(1)
        assert table.actor == 0
        table.play("attack 2")
        assert table.actor == 2
        table.sound()

    def test_in_ones_own_turn_the_next_one_plays(self) -> None:
        """Ruling B57: the order goes on."""
        table = lay(sit(), sit(), sit())
        table.resign(0)
        assert table.actor == 1
        table.sound()

    def test_the_dead_cannot_resign(self) -> None:
        """La Bagarre, Fin de partie: they are out already."""
        table = lay(sit(), sit(dead=True), sit())
        with pytest.raises(IllegalAction):
            table.resign(1)


def test_two_who_never_attack_share_the_victory() -> None:
    """Agreed turn limit, which the rulebook has not: those still standing share the victory (ruling B61)."""
    table = deal(2, Options(heroes=False, turn_limit=7), seed=1)
    turns = 0
    while table.actor is not None:
        code = next((code for code in table.codes if code.startswith("lay")), f"shield {table.actor}")
        turns += code.startswith("shield")
        table.play(code)
    assert table.winners == {0, 1}
    assert table.places == (1, 1)
    assert turns == 7


@pytest.mark.parametrize(("rules", "winners"), [(1, ()), (2, (0, 1))])
def test_a_recorded_game_keeps_its_rules(rules: int, winners: tuple[int, ...]) -> None:
    """In the first rules nobody won at the turn limit; its log, replayed, still says so."""
    game = Game.new(Setup(players=2, options=Options(heroes=False, turn_limit=3), rules=rules), dice=FastDice(1))
    while game.outcome is None:
        game.play(next((one for one in game.actions() if one.code.startswith("shield")), game.actions()[0]))
    again = Game.replay(game.setup, game.log or (), dice=FastDice(1))
    assert again.outcome == game.outcome
    assert (game.outcome.ending, game.outcome.winners) == (Ending.TURN_LIMIT, winners)


def test_those_who_leave_at_once_fall_at_once() -> None:
    """Both resign while an action is under way: they fall at one moment and share the victory (ruling B61)."""
    table = lay(sit(), sit(), draw="2C")
    table.game.resigning = 0b11
    leave(table.game)
    assert is_over(table.game)
    assert table.winners == {0, 1}
    assert table.places == (1, 1)
