"""The end count of BAF!: coins of three stacks, a coin less for each card face down, the last fight (Score final).

Figures by hand. "Score final": every monster beaten, face up or under the heroes, brings its coins, every one that beat
a hero costs one (ruling A2), the dungeon master or the dragon brings what is on the card, and equals share the victory.
"""

from __future__ import annotations

from typing import Any

import pytest

from engines.baf.score import GAME
from tests.engines.score.baf_box import close, loss, play, refusals, setup, win
from tests.engines.score.test_baf import BOSSES, PARTIES

NOTHING: dict[str, Any] = {"left": 0, "right": 0, "aside": 0, "lost": 0, "last": "none"}


def count(*lines: dict[str, Any], **bosses: int) -> dict[str, Any]:
    """An end count; what a line does not say is nothing."""
    return {"kind": "count", "counts": [{**NOTHING, **line} for line in lines], **bosses}


TYPED = setup(with_cards=False)


def test_stacks_penalties_and_the_last_fight_make_the_total() -> None:
    # 7 + 5 + 2 - 3 + 8 = 19; 4 + 9 + 0 - 1 = 12: nothing for a last fight that was lost (ruling A14).
    counted = count(
        {"left": 7, "right": 5, "aside": 2, "lost": 3, "last": "dragon"},
        {"left": 4, "right": 9, "lost": 1, "last": "lost"},
        dragon=8,
    )
    state = play(TYPED, counted).state
    assert state.totals == (19, 12)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("rounds_played", (0,))
    assert [line.sources for line in GAME.board(state)] == [
        {"monster": 14, "penalty": -3, "dragon": 8}, {"monster": 13, "penalty": -1},
    ]  # fmt: skip


def test_equals_share_the_victory_and_totals_may_be_negative() -> None:  # Score final; ruling A31
    three = setup(3, with_cards=False)
    outcome = GAME.outcome(play(three, count({"left": 6}, {"right": 8, "lost": 2}, {"lost": 4})).state)
    assert outcome is not None
    assert [(one.seat, one.place, one.total) for one in outcome.places] == [(0, 1, 6), (1, 1, 6), (2, 3, -4)]


def test_several_may_have_beaten_the_same_boss() -> None:  # Score final
    assert play(TYPED, count({"last": "master"}, {"last": "master"}, master=10)).state.totals == (10, 10)


def test_the_house_penalty_counts() -> None:
    state = play(setup(with_cards=False, penalty=2), count({"left": 9, "lost": 3}, {"left": 1})).state
    assert state.totals == (3, 1)


def test_what_was_noted_before_is_in_the_count() -> None:
    noted = (win(0, "left", "", 1, coins=4), loss(1, "both", "", 1), *close(1))
    counted = count({"left": 4, "right": 6, "lost": 1}, {"left": 3, "lost": 2})
    replay = play(TYPED, *noted, counted)
    assert replay.state.totals == (9, 1)
    assert [(one.seat, one.amount, one.source) for one in replay.steps[-1].points] == [
        (0, 6, "monster"), (0, -1, "penalty"), (1, 3, "monster"), (1, -1, "penalty"),
    ]  # fmt: skip
    assert refusals(TYPED, *noted, count({"left": 3}, {})) == {
        "count_below_pad": {"seat": 1, "item": "lost", "value": 0, "needs": 1},
    }


def test_a_card_set_knows_the_bosses_that_lie_open() -> None:
    # In the trial box every dungeon master brings 10 coins, every dragon 7.
    lines = ({"left": 2, "last": "master"}, {"left": 5, "last": "dragon"})
    assert play(setup(), *PARTIES, BOSSES, count(*lines)).state.totals == (12, 12)
    assert refusals(setup(), *PARTIES, BOSSES, count(*lines, dragon=8)) == {
        "coins_on_card": {"item": "dragon_1", "value": 8, "needs": 7}
    }
    assert refusals(setup(), *PARTIES, count(*lines, master=10)) == {"boss_coins_missing": {"boss": "dragon"}}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"left": -1}, "stack_range"),
        ({"aside": 361}, "stack_range"),
        ({"lost": 19}, "lost_range"),  # two hands in nine rounds: 18 fights
        ({"last": "dragon"}, "boss_coins_missing"),
    ],
)
def test_what_cannot_lie_there_is_refused(line: dict[str, Any], problem: str) -> None:
    assert set(refusals(TYPED, count({}, line))) == {problem}


def test_every_seat_is_counted_once_and_nobody_twice() -> None:
    assert refusals(TYPED, count({})) == {"final_lines": {"count": 1, "needs": 2}}
    assert set(refusals(TYPED, count({}, {}), count({}, {}))) == {"match_over"}
    attempt = {"kind": "boss_pass", "seat": 0}
    assert set(refusals(TYPED, *close(*range(1, 10)), attempt, count({}, {}))) == {"attempt_made"}
    assert set(refusals(TYPED, count({}, {}, master=51))) == {"coins_range"}
