"""Nothing hidden shows: twin games, and the proof that these tests would find a leak that somebody plants."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engines.bebop import game as games
from engines.bebop.actions import Action
from engines.bebop.events import Drew
from engines.bebop.game import Game
from engines.bebop.state import Table
from engines.bebop.verbs import cards, picking
from engines.bebop.view import View
from engines.core.dice import FastDice
from tests.engines.bebop.sets import with_texts
from tests.engines.bebop.table import do, lay, table
from tests.engines.bebop.test_properties import choose, one_moment, without_events
from tests.thorough import often

MOMENTS = often(400, 150, 40)


def tell_apart(number: int) -> str:
    """Let each seat look at a game and at one it cannot tell from it; answer what differs."""
    game = one_moment(number)
    for seat in range(game.players):
        other = game.imagine(seat, FastDice(number + 7))
        if other.view(seat) != without_events(game.view(seat)):
            return "view"
        if game.actor == seat and other.actions() != game.actions():
            return "actions"
        if other.actor != game.actor:
            return "actor"
    return ""


def play_twins(number: int) -> str:
    """Play the same secret-free actions in twin games: events and moments of being asked stay equal for the seat."""
    game = one_moment(number)
    if game.actor is None or game.setting_up:
        return ""
    for seat in range(game.players):
        if game.actor == seat:
            continue
        one, two = game.copy(FastDice(5), record=True), game.imagine(seat, FastDice(number + 7))
        two.dice, two.events, two.log, one.events = FastDice(5), [], [], []
        shared = [action for action in one.actions() if action in two.actions() and action.code in ("end", "no")]
        if not shared:
            continue
        for each in (one, two):
            each.play(shared[0])
        told = [tuple(event.seen_from(seat) for event in each.events or ()) for each in (one, two)]
        if public(told[0]) != public(told[1]):
            return "events"
    return ""


def public(events: tuple[Any, ...]) -> list[Any]:
    """What does not hang on the hidden cards themselves: a hand laid down at the turn's end shows them to all."""
    return [event for event in events if isinstance(event, Drew) and event.cards is None]


def test_nobody_can_tell_twin_games_apart() -> None:
    assert {tell_apart(number) for number in range(MOMENTS)} == {""}


def test_what_another_seat_draws_is_never_told() -> None:
    for number in range(MOMENTS):
        game = one_moment(number)
        dice = FastDice(number)
        game.events, game.log = [], []
        while game.actor is not None and len(game.events) < 40:
            game.play(choose(game, dice))
        for event in game.events:
            if isinstance(event, Drew):
                assert event.seen_by == (event.seat,)
                for seat in (None, *range(game.players)):
                    assert (event.seen_from(seat).cards is None) == (seat != event.seat)


def test_twins_are_asked_at_the_same_moments() -> None:
    assert {play_twins(number) for number in range(MOMENTS)} == {""}


class TestPlantedLeaks:
    """Each leak is planted in the program and found by the tests above."""

    def caught(self) -> set[str]:
        return {tell_apart(number) for number in range(40)} - {""}

    def test_in_the_view_a_hand(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Game.view

        def leaky(game: Game, seat: int | None) -> View:
            view = honest(game, seat)
            hands = [tuple(game.book.codes[card] for card in one.hand) for one in game.seats]
            seats = tuple(replace(one, hand=held) for one, held in zip(view.seats, hands, strict=True))
            return replace(view, seats=seats)

        monkeypatch.setattr(Game, "view", leaky)
        assert self.caught() == {"view"}

    def test_in_the_view_the_top_of_a_deck(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Game.view

        def leaky(game: Game, seat: int | None) -> View:
            top = tuple(game.book.codes[card] for card in game.common[-1:])
            return replace(honest(game, seat), known={"common": top})

        monkeypatch.setattr(Game, "view", leaky)
        assert self.caught() == {"view"}

    def test_in_the_view_the_criminal_deck(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Game.view

        def leaky(game: Game, seat: int | None) -> View:
            return replace(honest(game, seat), criminals=sum(game.criminals[:2]))

        monkeypatch.setattr(Game, "view", leaky)
        assert self.caught() == {"view"}

    def test_in_the_legal_actions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Game.actions

        def leaky(game: Game) -> tuple[Action, ...]:
            legal = honest(game)
            return legal[::-1] if game.common and game.common[-1] % 2 else legal

        monkeypatch.setattr(Game, "actions", leaky)
        assert self.caught() == {"actions"}

    def test_in_being_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A seat whose hidden hand leaves it no choice is not asked: the others learn of its hand."""
        honest = picking.ask

        def leaky(*arguments: Any, declines: bool, secret: bool) -> str | None:
            return honest(*arguments, declines=declines, secret=False)

        monkeypatch.setattr(cards, "ask", leaky)
        game = table(players=2, cards=with_texts(card=[{"do": "discard", "who": "others"}]))
        lay(game, 0, hand=["card"])
        lay(game, 1, hand=["pocket_money", "jet_fuel"], deck=["pocket_money"] * 2)
        do(game, "play card")
        assert game.actor == 1
        assert {game.imagine(0, FastDice(number)).actor for number in range(30)} == {0, 1}
        monkeypatch.undo()
        assert {game.imagine(0, FastDice(number)).actor for number in range(30)} == {1}

    def test_in_imagining(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An imagination that keeps the hidden cards as they are is found by drawing from it."""

        def leaky(table: Table, viewer: int) -> None:
            return

        honest: Callable[..., None] = games.imagine
        differ = []
        for imagine in (honest, leaky):
            monkeypatch.setattr(games, "imagine", imagine)
            game = one_moment(11)
            tops = {game.imagine(0, FastDice(number)).common[-1] for number in range(30)}
            differ.append(len(tops))
        assert differ[0] > 5
        assert differ[1] == 1

    def test_in_an_event(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Drew, "secrets", ())
        with pytest.raises(AssertionError):
            test_what_another_seat_draws_is_never_told()
