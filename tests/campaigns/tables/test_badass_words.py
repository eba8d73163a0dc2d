"""Badass Force on the page: every action has its place, every text its words, and no board deals anything away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation
from msgspec import structs

from campaigns.tables.asking import ahead
from campaigns.tables.badass_force import answers, board, choices
from campaigns.tables.badass_force.answers import Asked
from campaigns.tables.badass_force.proposing import proposing
from campaigns.tables.badass_force.rules import BadassForceRules
from campaigns.tables.badass_force.texts import REACTIONS, Sayings
from campaigns.tables.badass_force.words import Cards
from engines import badass_force
from engines.badass_force.actions import Action, Kind
from engines.badass_force.cards import On, training
from engines.badass_force.language import LANGUAGE
from engines.badass_force.view import Phase
from engines.core.dice import FastDice
from engines.core.effects.combinators import TableDecides
from engines.core.effects.literal import code_of
from engines.core.effects.steps import Step

NAMES = ("Ann", "Alex", "Cleo")
CARDS = Cards(training())
SAYINGS = Sayings(CARDS)
READERS = (None, 0, 1, 2)
RULES = BadassForceRules()


def games(seeds: int = 1, *, record: bool = True) -> Iterator[tuple[badass_force.Game, FastDice]]:
    """Games of three players."""
    for seed in range(seeds):
        dice = FastDice(seed)
        yield badass_force.Game.new(badass_force.Setup(players=3), dice=dice, record=record), dice


def lively(game: badass_force.Game, dice: FastDice) -> Action:
    """Any legal action, announcements often and calls seldom, so that texts are carried out."""
    legal = game.actions()
    wanted = [one for one in legal if one.kind in (Kind.ANNOUNCE, Kind.EXECUTE, Kind.BELIEVE, Kind.REACT)]
    some = wanted if wanted and dice.one_of(4, "lively") else legal
    return some[dice.one_of(len(some), "action")]


def drawn(game: badass_force.Game, reader: int | None) -> board.Board:
    """The board as a reader sees it who is asked whatever the rules ask."""
    view = game.view(reader)
    asking = Asked(view, CARDS, SAYINGS, NAMES)
    legal = ahead(game, reader).actions_of(reader) if reader is not None and reader in RULES.seats_asked(game) else ()
    return board.board(view, CARDS, SAYINGS, choices.choices([one.code for one in legal], asking), NAMES)


def test_every_phase_has_a_question_and_words_for_others() -> None:
    playing = set(Phase) - {Phase.OVER}
    assert set(answers._QUESTIONS) == playing
    assert set(answers.DOING) == playing
    assert set(REACTIONS) == set(On)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_legal_action_is_somewhere_on_the_page_and_nothing_else(language: str) -> None:
    seen: set[Phase] = set()
    with translation.override(language):
        for game, dice in games(6):
            for _ in range(400):
                if game.actor is None:
                    break
                for reader in RULES.seats_asked(game):
                    view = game.view(reader)
                    asking = Asked(view, CARDS, SAYINGS, NAMES)
                    legal = ahead(game, reader).actions_of(reader)
                    page = drawn(game, reader)
                    assert sorted(page.choices.codes) == sorted(one.code for one in legal)
                    buttons = (*(one.button for one in page.characters), *(one.button for one in page.centre))
                    places = [button for button in buttons if button]
                    assert len(places) == len(page.choices.characters) + len(page.choices.centre)
                    assert all(one.label for one in (*places, *page.choices.tray, *page.choices.answers))
                    assert answers.question(asking)
                seen.add(game.view(None).phase)
                game.play(lively(game, dice))
    assert seen >= {Phase.LAY, Phase.TURN, Phase.CALL, Phase.REACT, Phase.WEAPON, Phase.EFFECT}


def test_no_board_shows_a_character_that_its_reader_may_not_know() -> None:
    """Whatever a reader cannot know is dealt anew: the board is the same, to whoever looks on and to each player."""
    for game, dice in games(3, record=False):
        for number in range(300):
            if game.actor is None:
                break
            for reader in READERS if number % 7 == 0 else ():
                page = drawn(game, reader)
                view = game.view(reader)
                if reader is not None:
                    assert drawn(game.imagine(reader, FastDice(number)), reader) == page
                for seat in page.others:
                    assert bool(seat.active) == (view.seats[seat.number].active is not None)
                    assert bool(seat.dressing_room) == (view.seats[seat.number].dressing_room is not None)
            game.play(lively(game, dice))


def test_being_asked_about_an_announcement_tells_nothing() -> None:
    """Ruling F54: everybody is asked at once, and may say the same two things, whatever they hold."""
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=FastDice(4))
    while game.view(None).phase is Phase.LAY:
        game.play(game.actions()[0])
    announcer = game.actor
    game.play(next(one for one in game.actions() if one.kind is Kind.ANNOUNCE))
    assert announcer is not None
    others = {(announcer + step) % 3 for step in (1, 2)}
    assert set(RULES.seats_asked(game)) == others
    for seat in others:
        assert [one.code for one in drawn(game, seat).choices.answers] == ["believe", "call"]


def test_all_lay_their_first_character_at_once() -> None:
    """Badass Force, Mise en place: each chooses one of the six in hand; the order of the log tells nothing."""
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=FastDice(4))
    assert sorted(RULES.seats_asked(game)) == [0, 1, 2]
    assert RULES.seats_asked(game)[0] == game.actor  # type: ignore[index]
    for seat in range(3):
        assert len(drawn(game, seat).choices.characters) == 6
    game.play(game.actions()[0])
    assert len(RULES.seats_asked(game)) == 2


def test_truth_and_bluff_are_told_apart_to_whoever_laid_the_character() -> None:
    game = badass_force.Game.new(badass_force.Setup(players=2), dice=FastDice(4))
    while game.view(None).phase is Phase.LAY:
        game.play(game.actions()[0])
    assert game.actor is not None
    mine = game.view(game.actor).seats[game.actor].active
    spoken = {code: one.spoken for code, one in drawn(game, game.actor).choices.characters.items()}
    assert [code for code, text in spoken.items() if text.endswith("the truth")] == [mine]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_of_the_practice_set_says_what_it_does(language: str) -> None:
    cards = training()
    with translation.override(language):
        for card in cards.characters:
            told = {one.slot for one in SAYINGS.of(card.code)}
            filled = {slot for slot in ("power", "vengeance", "death", "reaction") if getattr(card, slot)}
            assert told == filled
        for weapon in cards.weapons:
            told = {one.slot for one in SAYINGS.of(weapon.code)}
            assert told == {slot for slot in ("execution", "overload", "each_turn") if getattr(weapon, slot)}


def test_whatever_can_be_proposed_is_an_action_of_the_engine() -> None:
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=FastDice(4))
    offer = proposing(structs.replace(game.view(0), proposing=True), NAMES)
    assert offer is not None
    verbs = set()
    for change in (one for some in offer.groups.values() for one in some):
        step = change.make("1", 2)
        assert isinstance(step, Step)
        assert game.literal_steps(code_of((step,))) == (step,)
        assert all("Alex" in said for said in offer.say([step]))
        verbs.add(type(step))
    assert verbs == {verb for verb in LANGUAGE.verbs.values() if verb.literal} - {TableDecides}
