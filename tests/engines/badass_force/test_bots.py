"""The computer players: legal, fair, and of different strength."""

import pytest

from engines.badass_force.bots import BOTS
from engines.badass_force.bots.belief import honesty, truth
from engines.badass_force.bots.search import Search
from engines.badass_force.game import Game
from engines.badass_force.options import Options, Setup
from engines.badass_force.simulation import simulate
from engines.core.dice import FastDice
from engines.core.playout import finish
from tests.engines.badass_force.busy import BUSY
from tests.engines.badass_force.table import lay


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", [2, 5])
def test_every_bot_plays_any_card_set_to_the_end(name: str, players: int) -> None:
    bot = Search(4) if name == "strong" else BOTS[name]
    for number in range(3):
        game = Game.new(
            Setup(players=players, options=Options(cards=BUSY, limit=8)), dice=FastDice(number), record=False
        )
        finish(game, [bot] * players, FastDice(number))
        assert game.outcome is not None


@pytest.mark.parametrize("name", ["thumb", "strong"])
def test_a_bot_decides_alike_where_its_seat_knows_alike(name: str) -> None:
    """Games that differ only in what a seat cannot know get equal decisions: a bot cannot cheat."""
    bot = Search(8) if name == "strong" else BOTS[name]
    dice = FastDice(4)
    game = Game.new(Setup(players=4), dice=FastDice(8), record=False)
    for number in range(120):
        seat = game.actor
        if seat is None:
            break
        other = game.imagine(seat, FastDice(number + 99))
        twin = game.copy(FastDice(1))
        assert bot.choose(other, FastDice(number)) is bot.choose(twin, FastDice(number))
        legal = game.actions()
        game.play(legal[dice.one_of(len(legal), "a choice")])


def test_thumb_beats_chance() -> None:
    rates = simulate(Setup(players=4), games=100, bots=[BOTS["thumb"], BOTS["random"]], seed=2).rates["bot"]
    assert rates["thumb"].won > 90


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_players_by_rule_of_thumb_come_to_the_limit_among_themselves(players: int) -> None:
    """Telling nothing but the truth they stood still: half of their games went on until the last turn there is."""
    tally = simulate(Setup(players=players), games=30, bots=[BOTS["thumb"]] * players, seed=5)
    assert tally.endings == {"limit": 30}


@pytest.mark.slow
def test_the_strong_player_beats_the_rule_of_thumb() -> None:
    """Two of each at a table of four, six games: with equal players it would win half of them."""
    rates = simulate(Setup(players=4), games=6, bots=[Search(60), BOTS["thumb"]], seed=3).rates["bot"]
    assert rates["strong"].won >= 5


def test_nobody_is_believed_who_cannot_be_what_he_says() -> None:
    """Beta lies in the announcer's graveyard, alpha does not."""
    game = lay({"grave": "beta"}, {}, {}).game
    assert truth(game.seats[0], 1, 1) == 0
    assert 0.5 < truth(game.seats[0], 1, 0) < 1


def test_honesty_is_learnt_from_calls() -> None:
    table = lay({"active": "alpha"}, {}, {})
    before = honesty(table.game.seats[0])
    table.announce("beta", "C", "B")
    assert honesty(table.game.seats[0]) < before
