"""BAF! in words and pictures: whatever happens has a sentence, every action a place on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.http import QueryDict

from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.baf import account, board, choices
from campaigns.tables.baf.words import Cards
from engines import baf
from engines.baf import events
from engines.baf.actions import NONE, Action, Kind, lay
from engines.baf.cards import training
from engines.baf.options import Options
from engines.baf.view import Phase
from engines.core.dice import FastDice
from tests.engines.events import kinds_of

NAMES = ("Ann", "Alex", "Cleo")
CARDS = Cards(training())
READERS = (None, 0, 1, 2)


def games(**options: object) -> Iterator[tuple[baf.Game, FastDice]]:
    """Games of three players."""
    for seed in range(6):
        dice = FastDice(seed)
        yield baf.Game.new(baf.Setup(players=3, options=Options(cards=training(), **options)), dice=dice), dice  # type: ignore[arg-type]


def test_every_event_has_a_telling_every_phase_a_question() -> None:
    assert set(account._TELLING) == kinds_of(events)
    # A round begins and fights take place without a decision; nobody but the clock acts before the monsters are shown.
    silent = {Phase.ROUND, Phase.FIGHT, Phase.READY, Phase.OVER}
    assert set(board._ASKED) == set(board.DOING) == set(Phase) - silent


@pytest.mark.parametrize("quick", [False, True])
def test_whatever_happens_there_are_words_for_every_reader(quick: bool) -> None:
    for game, dice in games(quick_hands=quick):
        for reader in READERS:
            for line in account.lines([event.seen_from(reader) for event in game.events or ()], NAMES, CARDS):
                assert "None" not in line.text
        while game.outcome is None:
            legal = game.actions()
            for event in game.play(legal[dice.one_of(len(legal), "a test")]):
                for reader in READERS:
                    told = account.lines([event.seen_from(reader)], NAMES, CARDS)
                    assert "None" not in " ".join(line.text for line in told), event
        assert account.ending(game.outcome, NAMES)


def drawn(game: baf.Game, seat: int, legal: tuple[Action, ...]) -> board.Board:
    view = game.view(seat)
    return board.board(view, CARDS, choices.choices(legal, view, CARDS), NAMES, hints=True)


@pytest.mark.parametrize("quick", [False, True])
def test_every_legal_action_is_somewhere_on_the_page_and_nothing_else(quick: bool) -> None:
    game_rules = rules.of("baf")
    for game, dice in games(quick_hands=quick):
        while game.outcome is None:
            asked = tuple(game_rules.seats_asked(game))
            assert not game.actor or game.actor in asked
            for seat in asked:
                legal = ahead(game, seat).actions_of(seat)
                assert legal, "nobody is asked without a choice"
                shown = drawn(game, seat, legal)
                assert shown.choices.codes == {action.code for action in legal}
                # What the form offers is drawn: hands at monsters, heroes, bosses, buttons.
                buttons = [one.button for one in (*shown.drafted, *shown.bosses) if one.button is not None]
                buttons += [*shown.buttons, *(h.button for m in shown.monsters for h in m.hands if h.button)]
                assert {one.code for one in buttons} == (
                    {one.code for one in shown.choices.buttons}
                    | {one.code for some in (shown.choices.touches or {}).values() for one in some}
                )
                offered = {(h.side, int(h.value)) for m in shown.monsters for h in m.hands if h.button is None}
                assert offered == {
                    (one.side.value, place)
                    for one in shown.choices.hands
                    for place in one.places
                    if place != NONE and not one.fixed
                }
                assert board.question(game.view(seat), CARDS)
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a test")])


def sent(**fields: str) -> QueryDict:
    found = QueryDict(mutable=True)
    found.update(fields)
    return found


def test_a_form_makes_up_a_code() -> None:
    assert choices.code_of(sent(action="lay", left="3", right="-")) == "lay 3 -"
    # Ruling A28: each rune its own category; a code names them in the order of the catalogue.
    runes = {"rune.1": "stealth", "rune.2": "melee"}
    assert choices.code_of(sent(action="put 2 left", **runes)) == "put 2 left melee stealth"
    assert choices.code_of(sent(action="put 2 left")) == "put 2 left"
    assert choices.code_of(sent(action="decline 2", **runes)) == "decline 2"
    for nonsense in (
        {"action": "lay"},
        {"action": "lay", "left": "x", "right": "1"},
        {"action": "put 1", "rune.1": "a"},
    ):
        assert choices.code_of(sent(**nonsense)) == nonsense["action"]


def until(game: baf.Game, phase: Phase) -> baf.Game:
    """Take whatever is legal first until this phase."""
    while game.phase is not phase:
        game.play(game.actions()[0])
    return game


def test_those_who_lay_hands_are_asked_together_and_hands_are_told_once_all_are_laid() -> None:
    game = until(baf.Game.new(baf.Setup(players=3), dice=FastDice(3)), Phase.LAY)
    game_rules = rules.of("baf")
    assert tuple(game_rules.seats_asked(game)) == (0, 1, 2)
    game.play(lay(0, 1))
    assert tuple(game_rules.seats_asked(game)) == (1, 2)
    assert "left hand" in drawn(game, 0, ()).kept
    assert drawn(game, 1, ()).kept == ""


def test_a_hand_is_marked_that_is_enough_alone() -> None:
    """BAF!, Résultat des combats: each category of the defence must be reached (rulings A5, A22)."""
    game = until(baf.Game.new(baf.Setup(players=2), dice=FastDice(5)), Phase.LAY)
    view = game.view(0)
    shown = drawn(game, 0, game.actions_of(0))
    for monster in shown.monsters:
        card = training().monster(view.monsters[monster.place].code)
        assert card is not None
        for hand, hero in zip(monster.hands, view.seats[0].heroes, strict=True):
            assert hand.enough == all(hero.skills.of(skill) >= needed for skill, needed in card.defence)


def test_what_a_fight_brings_is_told_with_its_sign() -> None:
    won = events.Fought(seat=0, place=0, monster="paper_bat", sides=choices.HANDS[:1], won=True, coins=1)
    lost = events.Fought(seat=1, place=1, monster="paper_bat", sides=choices.HANDS, won=False, coins=-1)
    told = [line.text for line in account.lines([won, lost], NAMES, CARDS)]
    assert told == [
        "Ann beats Paper Bat with the left hand: +1 coin.",
        "Paper Bat beats Alex, who attacked with both hands: −1 coin.",
    ]
    assert Kind.LAY.value == "lay"
