"""Whatever is played, with hands laid in secret or quick: cards add up, secrets stay secret, replays equal."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from engines.baf.audit import faults
from engines.baf.cards import training
from engines.baf.game import Game
from engines.baf.notation import action
from engines.baf.options import Options, Setup
from engines.baf.simulation import check_games, variant
from engines.baf.state import Seat, Table
from engines.baf.view import View
from engines.core.dice import FastDice, RecordedDice, SeededDice
from engines.core.game import IllegalAction
from engines.core.playout import RandomBot, finish
from tests.thorough import often

numbers = st.integers(0, 2**40)
SEED = bytes(range(32))


def moments(number: int, *, record: bool = False) -> Iterator[Game]:
    """A random game before each decision."""
    players, options = variant(number)
    dice = FastDice(number + 1)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number), record=record)
    while game.outcome is None:
        yield game
        legal = game.actions()
        game.play(legal[dice.one_of(len(legal), "a choice")])


def one_moment(number: int, *, record: bool = False) -> Game:
    """Some moment of a random game."""
    most = FastDice(number).one_of(120, "how far")
    for place, game in enumerate(moments(number, record=record)):
        if place >= most:
            return game
    return game


def state(game: Game) -> dict[str, Any]:
    """All of a game but its dice and its record, as values that no longer change."""
    left_out = ("dice", "events", "log", "seats", "setup", "options", "kinds", "reply", "contest")
    found = {name: frozen(getattr(game, name)) for name in Table.__slots__ if name not in left_out}
    for seat in game.seats:
        found[f"seat {seat.index}"] = tuple(frozen(getattr(seat, name)) for name in Seat.__slots__)
    return found


def frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def without_events(view: View) -> View:
    return replace(view, events=())


class TestTables:
    @given(numbers)
    def test_cards_and_coins_add_up(self, number: int) -> None:
        for game in moments(number):
            assert faults(game) == []
        assert faults(game) == []

    @given(numbers)
    def test_every_game_ends_with_places_for_all(self, number: int) -> None:
        *_, game = moments(number)
        assert game.outcome is not None
        assert (game.actions(), game.actor, game.actors) == ((), None, ())
        assert [seat for seat, place in enumerate(game.outcome.places) if place == 1] == list(game.outcome.winners)

    def test_some_hundred_games_of_all_sizes(self) -> None:
        assert sum(check_games(300, seed=7).values()) == 300

    @pytest.mark.marathon
    @pytest.mark.parametrize("part", range(10))
    def test_a_hundred_thousand_games_of_all_sizes(self, part: int) -> None:
        """In parts, so that several processes may share them."""
        games = often(10_000, 300)
        assert sum(check_games(games, seed=11, first=10_000 * part).values()) == games

    @given(numbers, st.integers(0, 4))
    def test_who_leaves_anytime_is_asked_nothing_more(self, number: int, seat: int) -> None:
        game = one_moment(number)
        if not game.can(action(f"resign {seat}")):
            with pytest.raises(IllegalAction):
                game.play(action(f"resign {seat}"))
            return
        game.play(action(f"resign {seat}"))
        dice = FastDice(number)
        while game.outcome is None:
            assert seat not in game.actors
            assert game.actions_of(seat) == ()
            assert faults(game) == []
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a choice")])
        assert game.outcome.places[seat] == game.players
        assert faults(game) == []


class TestReplay:
    @given(st.binary(min_size=16, max_size=32), numbers)
    def test_setup_dice_and_log_are_the_whole_truth(self, seed: bytes, number: int) -> None:
        players, options = variant(number)
        chance = FastDice(number)
        game = Game.new(Setup(players=players, options=options), dice=SeededDice(seed))
        while game.outcome is None:
            legal = game.actions()
            if game.actors and chance.one_of(90, "resign") == 0:
                game.resign(game.actors[0])
            else:
                game.play(legal[chance.one_of(len(legal), "a choice")])
        assert game.log is not None
        again = Game.replay(game.setup, game.log, dice=SeededDice(seed))
        assert (again.events, again.log, again.outcome) == (game.events, game.log, game.outcome)
        assert again.dice.rolls == game.dice.rolls
        dice = RecordedDice(game.dice.faces, game.dice.draws)
        assert Game.replay(game.setup, game.log, dice=dice).events == game.events
        dice.finish()

    @given(numbers)
    def test_without_a_record_the_same_happens(self, number: int) -> None:
        for one, other in zip(moments(number, record=True), moments(number), strict=True):
            assert state(one) == state(other)

    @given(numbers)
    def test_a_copy_goes_its_own_way(self, number: int) -> None:
        game = one_moment(number)
        before = state(game)
        twin = game.copy()
        assert state(twin) == before
        codes = []
        dice = FastDice(number)
        while twin.outcome is None:
            legal = twin.actions()
            choice = legal[dice.one_of(len(legal), "a choice")]
            codes.append(choice.code)
            twin.play(choice)
        assert state(game) == before
        for code in codes:
            game.play(action(code))
        assert state(game) == state(twin)

    @pytest.mark.parametrize("quick", [False, True])
    def test_bots_finish_a_game(self, quick: bool) -> None:
        options = Options(cards=training(), quick_hands=quick)
        one, other = (Game.new(Setup(players=4, options=options), dice=SeededDice(SEED)) for _ in range(2))
        assert finish(one, [RandomBot()] * 4, FastDice(1)) == finish(other, [RandomBot()] * 4, FastDice(1)) > 40
        assert one.log == other.log


class TestActions:
    @given(numbers)
    def test_what_is_legal_is_read_again_and_can_be_played(self, number: int) -> None:
        game = one_moment(number)
        for option in game.actions():
            assert action(option.code) == option
            assert game.can(option)
            game.copy().play(option)

    @given(numbers)
    def test_legal_actions_are_somebodys_or_the_clocks(self, number: int) -> None:
        game = one_moment(number)
        whose = [option for seat in game.actors for option in game.actions_of(seat)]
        clock = game.view(None).clock
        assert len(whose) + len(clock) == len(game.actions())
        assert {option.code for option in whose} | set(clock) == {option.code for option in game.actions()}


class TestSecrets:
    @settings(max_examples=100)
    @given(numbers)
    def test_seats_that_know_the_same_see_the_same(self, number: int) -> None:
        """Two games that differ only in what a seat may not know give it equal views and equal legal actions."""
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            assert faults(other) == []
            assert other.view(seat) == without_events(game.view(seat))
            assert other.actions_of(seat) == game.actions_of(seat)

    @given(numbers)
    def test_equal_views_give_equal_imaginings(self, number: int) -> None:
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            assert state(game.imagine(seat, FastDice(3))) == state(other.imagine(seat, FastDice(3)))
