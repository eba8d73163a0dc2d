"""Space Serenade in words and pictures: whatever happens has a sentence, every action a place on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils import translation

from campaigns.tables.bebop import account, answers, board, choices
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import Cards
from engines import bebop
from engines.bebop import events
from engines.bebop.cards import read_cards, training
from engines.bebop.options import Options
from engines.bebop.simulation import lively
from engines.bebop.view import Phase
from engines.core.dice import FastDice
from tests.engines.events import kinds_of

NAMES = ("Ann", "Alex", "Cleo")
CARDS = Cards(training())
READERS = (None, 0, 1, 2)


@pytest.fixture
def sayings() -> Sayings:
    return Sayings(CARDS, NAMES)


def games(seeds: int = 1, *, record: bool = False) -> Iterator[tuple[bebop.Game, FastDice]]:
    """Games of three players, so long that Vicious comes."""
    for seed in range(seeds):
        dice = FastDice(seed)
        yield bebop.Game.new(bebop.Setup(players=3, options=Options(turn_limit=60)), dice=dice, record=record), dice


def test_every_event_has_a_telling_every_phase_a_question() -> None:
    assert set(account._TELLING) == kinds_of(events)
    assert set(answers.DOING) == set(Phase) - {Phase.OVER}


def test_whatever_happens_there_are_words_for_every_reader() -> None:
    for game, dice in games(record=True):
        for reader in READERS:
            for line in account.lines([event.seen_from(reader) for event in game.events or ()], NAMES, CARDS):
                assert "None" not in line.text
        while game.outcome is None:
            for event in game.play(lively(game, dice)):
                for reader in READERS:
                    told = account.lines([event.seen_from(reader)], NAMES, CARDS)
                    assert "None" not in " ".join(line.text for line in told), event
        assert account.ending(game.outcome, NAMES)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_legal_action_is_somewhere_on_the_page_and_nothing_else(language: str, sayings: Sayings) -> None:
    with translation.override(language):
        for game, dice in games():
            while game.actor is not None:
                view = game.view(game.actor)
                offered = choices.choices(view, CARDS, sayings, NAMES)
                assert sorted(offered.codes) == sorted(action.code for action in game.actions())
                assert answers.question(view, CARDS, sayings)
                seen = board.board(view, CARDS, sayings, offered, NAMES)
                cards = [*seen.market, *seen.hand, *(seen.own.discard if seen.own else ())]
                drawn = {one.code for card in cards for one in card.buttons}
                drawn |= {one.code for place in seen.places for one in place.buttons}
                rest = [*offered.tray, *offered.answers, *([offered.end] if offered.end else [])]
                assert drawn | {one.code for one in rest} == set(offered.codes)
                assert all(one.label for one in rest)
                game.play(lively(game, dice))


def test_no_board_shows_a_card_that_its_reader_may_not_know(sayings: Sayings) -> None:
    """Whatever a reader cannot know is dealt anew: the board is the same. What others hold is drawn as a number."""

    def drawn(game: bebop.Game, reader: int | None) -> board.Board:
        view = game.view(reader)
        return board.board(view, CARDS, sayings, choices.choices(view, CARDS, sayings, NAMES), NAMES)

    for game, dice in games(2):
        for number in range(150):
            if game.outcome is not None:
                break
            for reader in READERS if number % 5 == 0 else ():
                seen = drawn(game, reader)
                if reader is not None:
                    assert drawn(game.imagine(reader, FastDice(number)), reader) == seen
                assert reader == game.actor or not seen.choices.codes
                for seat in seen.others:
                    assert seat.renown is None
                    assert not seat.criminals
            game.play(lively(game, dice))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_of_the_practice_set_says_what_it_does(language: str, sayings: Sayings) -> None:
    cards = training()
    with translation.override(language):
        for card in (*cards.cards, *cards.base):
            said = sayings.of(card.code)
            assert bool(said.play) == bool(card.play)
            assert bool(said.team) == bool(card.team)
        for one in cards.damage:
            said = sayings.of(one.code)
            assert said.red
            assert bool(said.play) == bool(one.grey)


def test_a_card_reads_as_it_is_carried_out(sayings: Sayings) -> None:
    assert sayings.of("lucky_lighter").play == "Draw 1 card."
    assert sayings.of("lucky_lighter").team == "With Faye in play: gain 1 Woolong."
    assert sayings.of("split_lip").play == "You may pay 2 Woolongs to trash this card."
    assert sayings.of("dropped_wallet").red == "When drawn: discard 1 card, then it is trashed."
    assert sayings.of("collectors").play == "All others: discard 1 card."


def test_all_plain_cards_are_those_that_only_bring_resources() -> None:
    game = bebop.Game.new(bebop.Setup(players=2), dice=FastDice(1))
    while game.view(game.actor).phase is not Phase.TURN:
        game.play(game.actions()[0])
    view = game.view(game.actor)
    assert game.actor is not None
    hand = [code for code in view.seats[game.actor].hand if code is not None]
    expected = [f"play {code}" for code in hand if not code.endswith("_shuttle")]
    assert choices.unfolded(view, CARDS, choices.PLAIN) == expected
    assert choices.unfolded(view, CARDS, "end") == ["end"]


def asked_by(play: list[Any]) -> tuple[bebop.Game, Sayings, Cards]:
    """A game of two in which playing pocket money says this; it has just been played."""
    data = msgspec.to_builtins(training())
    for card in data["base"]:
        if card["code"] == "pocket_money":
            card["play"] = play
    cards = Cards(read_cards(data))
    game = bebop.Game.new(bebop.Setup(players=2, cards=cards.set), dice=FastDice(3))
    while "play pocket_money" not in [action.code for action in game.actions()]:
        game.play(next((one for one in game.actions() if one.code == "end"), game.actions()[0]))
    game.play(game.action("play pocket_money"))
    return game, Sayings(cards, NAMES[:2]), cards


def labels(game: bebop.Game, sayings: Sayings, cards: Cards) -> list[str]:
    return [one.label for one in answers.answers(game.view(game.actor), cards, sayings, NAMES[:2])]


CHOOSE = {"do": "choose", "of": [[{"do": "gain", "what": "fuel"}], [{"do": "draw", "n": 2}]]}


def test_each_of_several_choices_says_what_it_does_whoever_chooses() -> None:
    """The second of two choices, and one that another player makes, have their own words, not those of the first."""
    first = {"do": "choose", "of": [[{"do": "gain", "what": "clues"}], [{"do": "gain", "what": "force"}]]}
    asked = asked_by([first, {**CHOOSE, "by": "left"}])
    game, holder = asked[0], asked[0].actor
    assert labels(*asked) == ["Gain 1 clue.", "Gain 1 Force."]
    game.play(game.actions()[0])
    assert game.actor != holder
    assert labels(*asked) == ["Gain 1 fuel.", "Draw 2 cards."]


def test_what_is_paid_is_named_where_several_pay() -> None:
    """Each pays in what this step asks for: the holder Woolongs, the neighbour fuel."""
    draw = [{"do": "draw"}]
    pays = [
        {"do": "pay", "what": "woolongs", "steps": draw},
        {"do": "pay", "what": "fuel", "by": "left", "steps": draw},
    ]
    asked = asked_by([{"do": "gain", "what": "woolongs"}, *pays])
    assert labels(*asked)[0] == "Pay 1 Woolong"
    asked[0].play(asked[0].actions()[0])
    assert labels(*asked)[0] == "Pay 1 fuel"


def test_a_copied_text_is_asked_in_its_own_words() -> None:
    """A text that copies another has none of these choices itself."""
    game, sayings, cards = asked_by([CHOOSE])
    view = game.view(game.actor)
    copied = msgspec.structs.replace(view.texts[-1], card="lucky_lighter")
    view = msgspec.structs.replace(view, texts=(copied,))
    assert [one.label for one in answers.answers(view, cards, sayings, NAMES[:2])] == ["Gain 1 fuel.", "Draw 2 cards."]
