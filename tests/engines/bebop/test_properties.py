"""Whatever is played: cards and tokens add up, secrets stay secret, replays equal, games end."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.bebop.audit import faults
from engines.bebop.cards import training
from engines.bebop.game import Game
from engines.bebop.ground import BIT, EVERYBODY, NOBODY
from engines.bebop.options import Options, Setup
from engines.bebop.state import Seat, Table
from engines.bebop.view import View
from engines.core.dice import Dice, FastDice, RecordedDice, SeededDice
from engines.core.effects.steps import UnderWay
from engines.core.game import IllegalAction
from tests.engines.bebop.sets import busy

numbers = st.integers(0, 2**40)


def state(game: Game) -> dict[str, Any]:
    """All of a game but its dice and its record, as values that no longer change."""
    left_out = ("dice", "events", "log", "seats", "reply", "question", "ways")
    found = {name: frozen(getattr(game, name)) for name in Table.__slots__ if name not in left_out}
    for seat in game.seats:
        found[f"seat {seat.index}"] = tuple(frozen(getattr(seat, name)) for name in Seat.__slots__)
    found["ways"] = [
        tuple(frozen(getattr(way, name)) for name in UnderWay.__slots__ if name != "names") for way in game.ways
    ]
    found["steps"] = None if game.outcome is not None else (game.reply, game.question)
    return found


def frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def choose(game: Game, dice: Dice) -> Any:
    """A legal action; turns go on rather than end, so that much happens in them."""
    legal = game.actions()
    if len(legal) > 1 and legal[-1].code == "end" and dice.one_of(4, "end"):
        legal = legal[:-1]
    return legal[dice.one_of(len(legal), "a choice")]


def begun(number: int, *, record: bool = False) -> Game:
    """A game with two to four players, of the training set or of one whose cards do all that there is."""
    dice = FastDice(number)
    players = 2 + dice.one_of(3, "players")
    cards = busy() if dice.one_of(2, "cards") else training()
    options = Options(turn_limit=60, open_renown=not dice.one_of(4, "open"))
    return Game.new(Setup(players=players, options=options, cards=cards), dice=FastDice(number), record=record)


def moments(number: int, *, record: bool = False) -> Iterator[Game]:
    """A random game before each decision."""
    dice = FastDice(number + 1)
    game = begun(number, record=record)
    while game.actor is not None:
        yield game
        game.play(choose(game, dice))


def one_moment(number: int) -> Game:
    """Some moment of a random game."""
    most = FastDice(number).one_of(250, "how far") + FastDice(number).one_of(150, "further")
    for place, game in enumerate(moments(number)):
        if place >= most:
            return game
    return game


def without_events(view: View) -> View:
    return replace(view, events=())


class TestTables:
    @given(numbers)
    def test_cards_and_tokens_add_up_and_every_game_ends(self, number: int) -> None:
        for game in moments(number):
            if not game.setting_up:
                assert faults(game) == []
        assert game.outcome is not None
        assert game.actions() == ()
        assert faults(game) == []
        places = game.outcome.places
        assert min(places) == 1
        assert all((places[seat] == 1) == (seat in game.outcome.winners) for seat in range(game.players))

    @given(numbers, st.integers(0, 3))
    def test_who_resigns_anytime_decides_nothing_more_and_comes_last(self, number: int, seat: int) -> None:
        game = one_moment(number)
        resign = game.action(f"resign {seat}")
        if not game.can(resign):
            with pytest.raises(IllegalAction):
                game.play(resign)
            return
        game.play(resign)
        dice = FastDice(number)
        while game.actor is not None:
            assert game.actor != seat
            assert game.setting_up or faults(game) == []
            game.play(choose(game, dice))
        assert game.outcome is not None
        assert game.outcome.places[seat] == game.players
        assert seat not in game.outcome.winners


class TestRefusals:
    @given(numbers)
    def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(self, number: int) -> None:
        game = one_moment(number)
        before = state(game)
        for action in [*islice(game.book.actions.values(), number % 7, None, 7), game.action("yes"), game.action("hm")]:
            if game.can(action):
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(action)
            (problem,) = refused.value.problems
            assert problem.code
        assert state(game) == before

    @given(numbers)
    def test_what_is_legal_can_be_played(self, number: int) -> None:
        game = one_moment(number)
        for option in game.actions():
            assert game.can(game.action(option.code))
            game.copy().play(game.action(option.code))


class TestReplay:
    @given(st.binary(min_size=16, max_size=32), numbers)
    def test_setup_dice_and_log_are_the_whole_truth(self, seed: bytes, number: int) -> None:
        chance = FastDice(number)
        first = begun(number)
        game = Game.new(first.setup, dice=SeededDice(seed))
        while game.actor is not None:
            if chance.one_of(300, "resign") == 0:
                game.resign(game.actor)
            else:
                game.play(choose(game, chance))
        assert game.log is not None
        again = Game.replay(game.setup, game.log, dice=SeededDice(seed))
        assert (again.events, again.log, again.outcome) == (game.events, game.log, game.outcome)
        assert again.dice.rolls == game.dice.rolls
        dice = RecordedDice(game.dice.faces, game.dice.draws)
        third = Game.replay(game.setup, game.log, dice=dice)
        dice.finish()
        assert third.events == game.events

    @given(numbers)
    def test_without_a_record_the_same_happens(self, number: int) -> None:
        for with_record, without in zip(moments(number, record=True), moments(number), strict=True):
            assert state(with_record) == state(without)

    @given(numbers)
    def test_a_copy_goes_its_own_way(self, number: int) -> None:
        game = one_moment(number)
        before = state(game)
        twin = game.copy()
        assert state(twin) == before
        dice = FastDice(number)
        codes = []
        while twin.actor is not None:
            choice = choose(twin, dice)
            codes.append(choice.code)
            twin.play(choice)
        assert state(game) == before
        for code in codes:
            game.play(game.action(code))
        assert state(game) == state(twin)


def known_to(seat: int | None, seen: int) -> bool:
    return seen == EVERYBODY or (seat is not None and bool(seen & BIT[seat]))


class TestSecrets:
    @given(numbers)
    def test_seats_that_know_the_same_see_the_same(self, number: int) -> None:
        """Two games that differ only in what a seat may not know give it equal views and equal legal actions."""
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            assert game.setting_up or faults(other) == []
            assert other.view(seat) == without_events(game.view(seat))
            if game.actor == seat:
                assert other.actions() == game.actions()

    @given(numbers)
    def test_equal_views_give_equal_imaginings(self, number: int) -> None:
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            one, two = (of.imagine(seat, FastDice(number + 8)) for of in (game, other))
            assert state(one) == state(two)

    @given(numbers)
    def test_an_imagined_game_can_be_played_to_its_end(self, number: int) -> None:
        game = one_moment(number)
        for seat in range(game.players):
            dice = FastDice(number + seat)
            other = game.imagine(seat, dice)
            while other.actor is not None:
                other.play(choose(other, dice))
                assert other.setting_up or faults(other) == []
            assert other.outcome is not None

    @given(numbers)
    def test_views_show_of_hands_and_decks_what_the_seat_knows(self, number: int) -> None:
        """Worked out apart from the view: a card in another's hand stands there only if it was seen go there."""
        for game in islice(moments(number), number % 9, None, 9):
            if game.setting_up:
                continue
            for seat in (None, *range(game.players)):
                view = game.view(seat)
                for one, shown in zip(game.seats, view.seats, strict=True):
                    codes = [
                        game.book.codes[card]
                        for card, seen in zip(one.hand, one.hand_seen, strict=True)
                        if one.index == seat or known_to(seat, seen)
                    ]
                    assert sorted(card for card in shown.hand if card) == sorted(codes)
                    assert len(shown.hand) == len(one.hand)
                    hidden = seat != one.index and not game.options.open_renown and game.outcome is None
                    assert (shown.renown is None) == hidden  # ruling C66
                assert (seat == game.actor) == bool(view.actions)

    def test_imagining_draws_all_hidden_cards_anew(self) -> None:
        """Over many imaginings the top of an own deck is each of its cards, as often as there are of it."""
        game = Game.new(Setup(players=2), dice=FastDice(3), record=False)
        while game.setting_up:
            game.play(game.actions()[0])
        me = game.actor
        assert me is not None
        deck = game.seats[me].deck
        seen: dict[int, int] = dict.fromkeys(deck, 0)
        dice = FastDice(5)
        for _ in range(3000):
            seen[game.imagine(me, dice).seats[me].deck[-1]] += 1
        for card, count in seen.items():
            assert abs(count / 3000 - deck.count(card) / len(deck)) < 0.05
        assert game.vicious == NOBODY


def test_views_and_events_can_be_written_as_json() -> None:
    *_, game = moments(5, record=True)
    assert msgspec.json.encode(game.view(0))
