"""The second part of Space Serenade: Vicious appears, moves, is captured or flees; the end of the match."""

from __future__ import annotations

from typing import Any

import pytest

from engines.bebop.cards import Planet
from engines.bebop.score import GAME
from engines.bebop.score.state import Piles, Target
from tests.engines.score.bebop_table import (
    EARTH,
    GANYMEDE,
    MARS,
    START,
    arrival,
    codes,
    end,
    gauge,
    gauges,
    hunt,
    move,
    play,
    refusals,
    reveal,
    setup,
    sound,
    take,
    vicious,
)

HIT = take(0, "vicious", "resistance")


class TestAppearance:
    """His movement deck is made of the criminals discarded and left in the deck (Apparition de Vicious)."""

    def test_the_movement_deck(self) -> None:  # ruling C40
        # Each planet has 1 starting criminal and 3 of the deck. Earth's four are all captured: none is left.
        # Mars: one lies on the planet, so 3. Ganymede likewise 3, less the card that says where he appears: 2.
        state = sound(setup(), *vicious(GANYMEDE))
        assert state.vicious.deck == (0, 3, 2)
        assert state.vicious.planet is Planet.GANYMEDE

    def test_escaped_criminals_are_in_it(self) -> None:  # ruling C40
        # Mars's starter escapes; he and the two discarded make 3 of Mars while a fourth lies on the planet.
        entries = (*hunt(), take(0, EARTH, "resistance"), reveal(MARS, 2, 7, 1), arrival(MARS))
        assert sound(setup(), *entries).vicious.deck == (0, 2, 3)

    def test_the_first_of_the_two_cards_keeps_its_effect(self) -> None:  # ruling C13
        entries = (*hunt(), take(0, EARTH, "resistance"), reveal(GANYMEDE), arrival(MARS))
        state = sound(setup(), *entries)
        assert gauges(state) == (1, 3, 3)
        assert state.reveals == 0

    def test_no_other_card_is_revealed_after_him(self) -> None:  # ruling C13
        assert "nothing_to_reveal" in refusals(setup(), *vicious(), reveal(MARS))

    def test_he_appears_only_where_a_card_can_say(self) -> None:
        found = refusals(setup(), *hunt(), take(0, EARTH, "resistance"), arrival(EARTH))
        assert found == {"no_movement_card": {"planet": "earth", "count": 1, "most": 0}}

    def test_his_tokens(self) -> None:  # ruling C5: the number is printed in a picture, so it is typed
        state = sound(setup(), *vicious(GANYMEDE, 6, 14))
        assert state.piles(Target.VICIOUS) == Piles(6, 14)

    def test_he_has_no_more_tokens_than_the_box(self) -> None:  # Contenu: 20 Vicious tokens
        found = refusals(setup(), *vicious(GANYMEDE, 10, 11))
        assert found == {"vicious_tokens": {"value": 21, "most": 20}}
        found = refusals(setup(), *vicious(GANYMEDE, 0, 5))
        assert found == {"number_range": {"item": "resistance", "value": 0, "least": 1, "most": 19}}

    def test_criminals_in_play_may_still_be_captured_but_none_follows(self) -> None:
        state = sound(setup(), *vicious(), take(0, MARS, "clues", 2))
        # 9 renown and two tokens of a criminal whose star is 0.
        assert state.totals == (11, 0)
        assert state.reveals == 0
        assert gauges(state) == (1, 1, 2)

    def test_a_capture_where_he_is_leaves_him_there(self) -> None:  # Nettoyage de la planète
        state = sound(setup(), *vicious(), take(0, GANYMEDE, "clues", 3))
        assert state.vicious.planet is Planet.GANYMEDE


class TestConfrontation:
    def test_both_he_and_the_criminal_in_one_turn(self) -> None:  # ruling C38
        state = sound(setup(), *vicious(), take(0, "vicious", "clues"), take(0, GANYMEDE, "clues"), HIT)
        assert (state.held(0, Target.VICIOUS), state.held(0, Target.GANYMEDE)) == (2, 1)

    def test_only_the_active_player(self) -> None:
        assert "not_active" in refusals(setup(), *vicious(), take(1, "vicious", "clues"))

    def test_no_more_tokens_than_he_has(self) -> None:
        found = refusals(setup(), *vicious(GANYMEDE, 3, 2), take(0, "vicious", "clues", 3))
        assert found == {"tokens_left": {"target": "vicious", "pile": "clues", "value": 3, "most": 2}}


class TestMovement:
    """At the end of a turn in which he lost resistance, a card moves him (Déplacement de Vicious)."""

    def test_nothing_lost_no_card(self) -> None:
        state = sound(setup(), *vicious(), *end(0))
        assert (state.moving, state.active) == (False, 1)
        assert refusals(setup(), *vicious(), *end(0), move(MARS)) == {"not_moving": {}}

    def test_clues_alone_do_not_move_him(self) -> None:
        assert sound(setup(), *vicious(), take(0, "vicious", "clues"), *end(0)).active == 1

    def test_resistance_does_after_the_turn(self) -> None:  # ruling C32
        entries = (*vicious(), HIT)
        assert refusals(setup(), *entries, move(MARS)) == {"not_moving": {}}
        waiting = sound(setup(), *entries, *end(0))
        assert (waiting.moving, waiting.active) == (True, 0)
        assert "move_first" in refusals(setup(), *entries, *end(0), take(0, MARS, "clues"))
        assert [choice.kind for choice in GAME.choices(waiting)] == ["choose", "move", "card", "leave", "stop"]
        assert sound(setup(), *entries, *end(0), move(MARS)).active == 1

    def test_a_hit_counts_for_its_own_turn_only(self) -> None:
        state = sound(setup(), *vicious(), HIT, *end(0), move(MARS), *end(1))
        assert (state.moving, state.active) == (False, 0)

    def test_two_hits_in_a_turn_bring_one_card(self) -> None:
        state = sound(setup(), *vicious(), HIT, HIT, *end(0), move(MARS))
        assert (state.active, state.vicious.deck) == (1, (0, 2, 2))

    def test_elsewhere_he_goes_and_no_gauge_changes(self) -> None:  # ruling C49
        before = sound(setup(), *vicious(), HIT, *end(0))
        after = sound(setup(), *vicious(), HIT, *end(0), move(MARS))
        assert after.vicious.planet is Planet.MARS
        assert gauges(after) == gauges(before) == (1, 3, 2)
        assert codes(after) == ["vicious_moves"]

    def test_where_he_is_the_gauge_rises(self) -> None:
        state = sound(setup(), *vicious(), HIT, *end(0), move(GANYMEDE))
        assert state.vicious.planet is Planet.GANYMEDE
        assert gauges(state) == (1, 3, 3)

    def test_at_3_the_criminal_there_escapes_and_is_not_replaced(self) -> None:  # ruling C39
        entries = (*vicious(), take(0, GANYMEDE, "clues", 2), gauge(0, GANYMEDE, 1), HIT, *end(0))
        before = sound(setup(), *entries)
        assert (gauges(before), before.held(0, Target.GANYMEDE)) == ((1, 3, 3), 2)
        after = sound(setup(), *entries, move(GANYMEDE))
        assert after.piles(Target.GANYMEDE) is None
        assert gauges(after) == (1, 3, 1)
        assert after.held(0, Target.GANYMEDE) == 0
        assert after.totals == before.totals
        assert after.vicious.planet is Planet.GANYMEDE
        assert after.held(0, Target.VICIOUS) == 1

    def test_at_3_without_a_criminal_it_stays(self) -> None:
        entries = (
            *vicious(), take(0, GANYMEDE, "clues", 3), gauge(0, GANYMEDE, 1), gauge(0, GANYMEDE, 1),
            HIT, *end(0), move(GANYMEDE),
        )  # fmt: skip
        state = sound(setup(), *entries)
        assert gauges(state) == (1, 3, 3)
        assert state.vicious.planet is Planet.GANYMEDE

    def test_a_planet_without_cards_cannot_come_up(self) -> None:
        found = refusals(setup(), *vicious(), HIT, *end(0), move(EARTH))
        assert found == {"no_movement_card": {"planet": "earth", "count": 1, "most": 0}}


class TestCapture:
    """One of his piles is empty: he is captured and the match ends at once (Capture de Vicious)."""

    def test_at_once(self) -> None:  # ruling C36: in the middle of a turn
        entries = (*vicious(GANYMEDE, 3, 2), take(0, "vicious", "clues", 2))
        state = sound(setup(), *entries)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason == "vicious_captured"
        assert refusals(setup(), *entries, *end(0)) == {"match_over": {}}

    def test_his_tokens_become_renown_and_all_others_are_discarded(self) -> None:  # Fin de la partie
        entries = (
            *vicious(GANYMEDE, 3, 3), take(0, "vicious", "clues", 2), take(0, MARS, "clues"), *end(0),
            take(1, GANYMEDE, "clues", 2), take(1, "vicious", "resistance", 2), take(1, "vicious", "clues"),
        )  # fmt: skip
        state = sound(setup(), *entries)
        # Seat 0: 9 and 2 of Vicious's tokens. Seat 1: 3 of them. One token of Mars and two of Ganymede are lost.
        assert state.totals == (11, 3)
        assert state.tokens == ((0, 0, 0, 0), (0, 0, 0, 0))
        assert [(event.seat, event.params["count"]) for event in state.events if event.code == "tokens_lost"] == [
            (0, 1),
            (1, 2),
        ]

    def test_the_captor_keeps_his_card(self) -> None:  # rulings C36, C48
        state = sound(setup(), *vicious(GANYMEDE, 3, 2), *end(0), take(1, "vicious", "clues", 2))
        assert [(one.target.value) for one in state.captured[1]] == ["vicious"]
        assert state.totals == (9, 2)

    def test_a_star_on_his_card_counts_like_another(self) -> None:  # rulings C7, C36
        state = sound(setup(), *vicious(GANYMEDE, 3, 2, star=5), *end(0), take(1, "vicious", "clues", 2))
        assert state.totals == (9, 7)

    def test_he_breaks_a_tie_for_his_captor(self) -> None:  # ruling C48
        # Seat 1 takes all of Ganymede (3 clues, star 0), Vicious's 6 clues: 9 renown each, 4 criminals against 2.
        level = (*vicious(GANYMEDE, 3, 6), *end(0), take(1, GANYMEDE, "clues", 3), take(1, "vicious", "clues", 6))
        state = sound(setup(), *level)
        assert state.totals == (9, 9)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert [(one.seat, one.place, one.ties) for one in outcome.places] == [
            (0, 1, {"captured": 4}),
            (1, 2, {"captured": 2}),
        ]
        assert outcome.tie_breaks == ("captured",)


def dry() -> list[dict[str, Any]]:
    """Vicious (9, 9 tokens) hit turn by turn until his five movement cards are out: three of Mars, two of Ganymede.

    The fifth ends seat 0's turn, so that seats 1 and 0 have one more each (ruling C34).
    """
    entries = vicious(GANYMEDE, 9, 9)
    for number, card in enumerate([MARS, GANYMEDE, MARS, MARS, GANYMEDE]):
        entries += [take(number % 2, "vicious", "resistance"), *end(number % 2), move(card)]
    return entries


def three_dry() -> list[dict[str, Any]]:
    """The same among three: nine criminals revealed in five captures before him, then all his cards one by one.

    Seat 0 turns up the last of them, so that seats 1, 2 and 0 have one more turn each.
    """
    entries = [
        *hunt(), take(0, EARTH, "resistance"), reveal(MARS, 1, 9, 1), reveal(GANYMEDE),
        take(0, MARS, "resistance"), reveal(MARS, 1, 9, 1), arrival(GANYMEDE, 9, 9),
    ]  # fmt: skip
    # 15 criminals less 5 captured (four of Earth, one of Mars), less 2 on Mars and Ganymede, less the first card.
    assert sound(setup(3), *entries).vicious.deck == (1, 3, 3)
    for number, card in enumerate([EARTH, MARS, GANYMEDE, MARS, GANYMEDE, MARS, GANYMEDE]):
        entries += [take(number % 3, "vicious", "resistance"), *end(number % 3), move(card)]
    return entries


def leave(seat: int) -> dict[str, Any]:
    """Somebody leaves."""
    return {"kind": "leave", "seat": seat}


class TestFlight:
    """After the last movement card everybody has one more turn (Fuite de Vicious)."""

    def test_the_last_card_has_its_effect(self) -> None:  # ruling C33
        # Mars, Ganymede, Mars (by moving), Mars again: its gauge is at 3, its criminal escapes; then Ganymede.
        state = sound(setup(), *dry())
        assert state.vicious.planet is Planet.GANYMEDE
        assert sum(state.vicious.deck) == 0
        assert state.piles(Target.MARS) is None
        assert "last_turns" in codes(state)

    def test_everybody_has_one_more_turn_the_revealer_last(self) -> None:  # ruling C34
        state = sound(setup(), *dry())
        assert (state.active, state.vicious.turns_left) == (1, 2)
        assert GAME.outcome(sound(setup(), *dry(), *end(1))) is None
        outcome = GAME.outcome(sound(setup(), *dry(), *end(1, 0)))
        assert outcome is not None
        assert outcome.reason == "vicious_fled"

    def test_hit_in_the_last_turns_he_stays(self) -> None:  # ruling C35
        state = sound(setup(), *dry(), take(1, "vicious", "resistance"), *end(1))
        assert (state.moving, state.active) == (False, 0)
        assert state.vicious.planet is Planet.GANYMEDE

    def test_he_may_still_be_captured(self) -> None:
        state = sound(setup(), *dry(), take(1, "vicious", "clues", 9))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason == "vicious_captured"
        # Of the five resistance tokens seat 0 took three and seat 1 two; then nine clues: 9 + 3 and 2 + 9.
        assert state.totals == (12, 11)

    def test_all_capture_tokens_are_lost_and_renown_kept(self) -> None:  # ruling C37
        state = sound(setup(), *dry(), take(1, GANYMEDE, "clues", 2), *end(1, 0))
        assert state.totals == (9, 0)
        assert state.tokens == ((0, 0, 0, 0), (0, 0, 0, 0))
        assert "vicious_fled" in codes(state)

    def test_a_small_victory_is_a_victory(self) -> None:  # Fin de la partie
        outcome = GAME.outcome(sound(setup(), *dry(), *end(1, 0)))
        assert outcome is not None
        assert outcome.winners == (0,)

    def test_with_three_players_three_turns_follow(self) -> None:
        state = sound(setup(3), *three_dry())
        assert (state.active, state.vicious.turns_left) == (1, 3)
        assert GAME.outcome(sound(setup(3), *three_dry(), *end(1, 2))) is None
        assert GAME.outcome(sound(setup(3), *three_dry(), *end(1, 2, 0))) is not None


class TestLeaving:
    """Whoever leaves has no turn any more and comes behind all who stay; what became renown stays."""

    def test_turns_are_left_out_and_the_place_is_the_last(self) -> None:
        # Seat 0 captures the criminal of Earth: three tokens, which are renown, and leaves in its own turn.
        hunted = [take(0, EARTH, "resistance", 3), reveal(EARTH), reveal(MARS)]
        state = sound(setup(3), *START, *hunted, leave(0), *end(0, 1, 2))
        assert state.active == 1
        replay = play(setup(3), *START, *hunted, leave(0), *end(0), {"kind": "stop"})
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert replay.state.totals == (3, 0, 0)
        assert [outcome.place_of(seat) for seat in range(3)] == [3, 1, 1]

    def test_the_last_to_leave_comes_before_the_others(self) -> None:
        outcome = GAME.outcome(sound(setup(4), *START, leave(2), leave(0), {"kind": "stop"}))
        assert outcome is not None
        assert [outcome.place_of(seat) for seat in range(4)] == [3, 1, 4, 1]

    def test_the_last_one_wins(self) -> None:
        state = sound(setup(), *START, take(0, EARTH, "resistance", 3), reveal(EARTH), reveal(MARS), leave(0))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.reason, outcome.winners, state.totals) == ("left", (1,), (3, 0))

    def test_nobody_leaves_twice(self) -> None:
        assert refusals(setup(3), leave(0), leave(0)) == {"has_left": {"seat": 0}}

    @pytest.mark.parametrize(("leaving", "turns"), [(2, [1, 0]), (0, [1, 2]), (1, [1, 2, 0])])
    def test_who_leaves_has_no_last_turn(self, leaving: int, turns: list[int]) -> None:  # ruling C34
        """Of the turns of seats 1, 2 and 0 the leaver's is left out, but for the one under way, which must be ended."""
        entries = [*three_dry(), leave(leaving)]
        assert GAME.outcome(sound(setup(3), *entries, *end(*turns[:-1]))) is None
        outcome = GAME.outcome(sound(setup(3), *entries, *end(*turns)))
        assert outcome is not None
        assert outcome.reason == "vicious_fled"

    def test_whoever_has_had_the_last_turn_takes_nobody_elses(self) -> None:  # ruling C34
        """Seat 1's last turn is over: seats 2 and 0 still have theirs when it leaves."""
        entries = [*three_dry(), *end(1), leave(1)]
        assert GAME.outcome(sound(setup(3), *entries, *end(2))) is None
        assert GAME.outcome(sound(setup(3), *entries, *end(2, 0))) is not None


def test_both_ends_close_the_pad() -> None:
    for entries in ([*dry(), *end(1, 0)], [*dry(), take(1, "vicious", "clues", 9)]):
        state = sound(setup(), *entries)
        assert [choice.kind for choice in GAME.choices(state)] == ["choose"]
        assert refusals(setup(), *entries, take(0, MARS, "clues")) == {"match_over": {}}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_of_the_movement_deck_is_somewhere(seats: int) -> None:  # ruling C40
    # 3 starting criminals and the deck's 9, 12 or 15: captured, on a planet, or in the movement deck.
    state = sound(setup(seats), *hunt())
    captured = sum(len(cards) for cards in state.captured)
    there = sum(place.criminal is not None for place in state.places)
    assert sum(state.movement_deck()) + captured + there == 3 + 3 * (seats + 1)
