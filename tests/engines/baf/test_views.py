"""What a seat may know, and nothing else; and that the checks of it can fail."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from engines.baf import seeing
from engines.baf.cards import training
from engines.baf.events import HandsLaid
from engines.baf.game import Game
from engines.baf.notation import action
from engines.baf.options import Options, Setup
from engines.baf.secret import choices
from engines.baf.state import Table
from engines.baf.view import Phase
from engines.core.dice import FastDice
from tests.engines.baf.table import seated
from tests.engines.baf.test_properties import moments, one_moment, without_events

numbers = st.integers(0, 2**40)


def twins(number: int, viewer: int) -> tuple[Game, Game] | None:
    """Two games that are alike to a viewer: the other seats lay other hands, in the second the piles differ too.

    ``None`` where nobody hides anything at that moment.
    """
    one = one_moment(number, record=True)
    dice = FastDice(number)
    if viewer >= one.players:
        return None
    hiding = [seat.index for seat in one.seats if seat.laid is not None and seat.index != viewer]
    if one.phase is not Phase.LAY or not hiding:
        return None
    log = list(one.log or ())
    other = Game.new(Setup(players=one.players, options=one.options), dice=FastDice(number))
    last = len(log) - len([seat for seat in one.seats if seat.laid is not None and len(_ways(one, seat.index)) > 1])
    for code in log[:last]:
        other.play(action(code))
    for code in log[last:]:
        legal = other.actions()
        mine = other.actor == viewer
        other.play(action(code) if mine else legal[dice.one_of(len(legal), "another choice")])
    return one, other


def _ways(game: Game, index: int) -> tuple[Any, ...]:
    return choices(game, game.seats[index])


class TestTwins:
    @given(numbers)
    def test_games_that_differ_in_secrets_look_the_same(self, number: int) -> None:
        """Whatever the others have laid: equal views, equal events, equal moments of being asked."""
        for viewer in (0, 1, 2):
            pair = twins(number, viewer)
            if pair is not None:
                one, other = pair
                assert one.view(viewer) == other.view(viewer)
                assert (one.actor, one.actors) == (other.actor, other.actors)
                assert one.actions_of(viewer) == other.actions_of(viewer)

    def test_there_are_such_twins(self) -> None:
        """The test above is about something: of 300 games some dozens differ in hands."""
        pairs = [pair for number in range(300) if (pair := twins(number, 1)) is not None]
        different = [one for one, other in pairs if [s.laid for s in one.seats] != [s.laid for s in other.seats]]
        assert len(different) > 30


class TestPiles:
    def test_the_order_of_the_piles_is_hidden(self) -> None:
        """BAF!, Mise en place: they lie face down."""
        one = seated("jelly bones purse totem jelly jelly jelly jelly")
        other = seated("jelly bones purse totem bones bones bones bones")
        for viewer in (0, 1, None):
            assert one.view(viewer) == other.view(viewer)

    @given(numbers)
    def test_imagined_piles_are_the_same_cards(self, number: int) -> None:
        game = one_moment(number)
        other = game.imagine(0, FastDice(number))
        assert [sorted(pile) for pile in other.piles] == [sorted(pile) for pile in game.piles]
        for level, (mine, imagined) in enumerate(zip(game.piles, other.piles, strict=True), 1):
            assert mine[: game.laid_out(level)] == imagined[: game.laid_out(level)]

    def test_in_a_race_monsters_are_imagined_before_they_are_shown(self) -> None:
        """Ruling A38: nobody knows what the clock will show."""
        game = seated("jelly bones purse totem", quick_hands=True).game
        shown = set()
        for number in range(20):
            other = game.imagine(0, FastDice(number))
            other.play(action("show"))
            shown.add(other.cards)
        assert len(shown) > 1


def leaking() -> Iterator[tuple[Game, Game]]:
    """Pairs of games that must look the same to seat 1, with secrets in them."""
    for number in range(60):
        pair = twins(number, 1)
        if pair is not None and [s.laid for s in pair[0].seats] != [s.laid for s in pair[1].seats]:
            yield pair


class TestPlantedLeaks:
    """What is planted must be found, or the checks above are worth nothing."""

    @staticmethod
    def views_differ() -> bool:
        return any(one.view(1) != other.view(1) for one, other in leaking())

    def test_nothing_leaks_before(self) -> None:
        assert not self.views_differ()

    def test_a_view_that_shows_hands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest: Callable[..., Any] = seeing._seat
        monkeypatch.setattr(seeing, "_seat", lambda table, seat, viewer: honest(table, seat, seat.index))
        assert self.views_differ()

    def test_an_event_that_names_places(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(HandsLaid, "secrets", ())
        assert self.views_differ()

    def test_legal_actions_that_know_of_secret_hands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Game.actions_of

        def knowing(game: Game, seat: int) -> Any:
            taken = {place for other in game.seats for place in other.laid or ()}
            return tuple([one for one in honest(game, seat) if one.left not in taken])

        monkeypatch.setattr(Game, "actions_of", knowing)
        assert self.views_differ()

    def test_an_imagining_that_keeps_what_it_cannot_know(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def same(game: Game) -> bool:
            dealt = {game.imagine(0, FastDice(number)).piles for number in range(4)}
            return len(dealt) == 1

        game = next(moments(5))
        while game.phase is not Phase.LAY:
            game.play(game.actions()[0])
        assert not same(game)

        def nothing(table: Table, viewer: int) -> None:
            return None

        monkeypatch.setattr("engines.baf.game.imagine", nothing)
        assert same(game)


class TestOpen:
    def test_a_spectator_sees_what_all_see(self) -> None:
        table = seated("jelly bones purse totem").play("lay 0 -", "lay - -", "put 0 left")
        view = table.view(None)
        assert view.actions == ()
        assert view.seats[0].heroes[0].under == ("jelly",)
        assert msgspec.json.decode(msgspec.json.encode(without_events(view)))["round"] == 2

    def test_a_seat_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(ValueError, match="no_such_seat"):
            Game.new(Setup(players=2, options=Options(cards=training())), dice=FastDice(1)).view(2)
