"""The score pad of Space Serenade up to Vicious: expectations reckoned by hand from the rulebook and rulings C."""

from __future__ import annotations

import pytest

from engines.bebop.cards import Planet
from engines.bebop.score import GAME
from engines.bebop.score.state import Pile, Piles, Target
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
    play,
    refusals,
    reveal,
    setup,
    sound,
    take,
)


class TestPlayers:
    @pytest.mark.parametrize(("seats", "per_planet", "deck"), [(2, 3, 10), (3, 4, 13), (4, 5, 16)])
    def test_the_deck_grows_with_the_players(self, seats: int, per_planet: int, deck: int) -> None:  # Mise en place
        match = setup(seats)
        assert GAME.setup_problems(match) == []
        assert (match.per_planet, match.deck) == (per_planet, deck)
        assert GAME.begin(match).deck_left == deck

    @pytest.mark.parametrize("seats", [1, 5])
    def test_two_to_four_play(self, seats: int) -> None:  # ruling C2: no solo play
        (problem,) = GAME.setup_problems(setup(seats))
        assert (problem.code, problem.params) == ("seats", {"value": seats, "least": 2, "most": 4})

    def test_the_house_rate_has_limits(self) -> None:
        (problem,) = GAME.setup_problems(setup(token_renown=4))
        assert (problem.code, problem.params) == ("token_renown_range", {"value": 4, "least": 1, "most": 3})

    def test_everybody_plays_another_character(self) -> None:
        faye = {"kind": "choose", "seat": 0, "character": "faye"}
        assert refusals(setup(), faye, {**faye, "seat": 1}) == {"character_taken": {"seat": 0, "item": "faye"}}
        again = {"kind": "choose", "seat": 0, "character": "ed"}
        assert refusals(setup(), faye, again) == {"character_known": {"seat": 0, "item": "faye"}}
        state = sound(setup(), *START, {"kind": "choose", "seat": 1, "character": "ed"})
        assert state.characters == (None, "ed")


class TestStart:
    """One starting criminal on each planet, gauges on 1 (Mise en place)."""

    def test_the_table(self) -> None:
        state = sound(setup(3, start=2), *START)
        assert gauges(state) == (1, 1, 1)
        assert state.piles(Target.EARTH) == Piles(3, 2)
        assert state.active == 2
        assert [place.criminal.star for place in state.places] == [0, 0, 0]

    def test_one_on_each_planet(self) -> None:
        assert refusals(setup(), START[0], START[0]) == {"planet_occupied": {"planet": "earth"}}

    def test_nobody_hunts_before_all_three_lie_there(self) -> None:
        found = refusals(setup(), *START[:2], take(0, EARTH, "clues"))
        assert found == {"criminals_missing": {"count": 2, "needs": 3}}

    def test_numbers_and_planet_are_needed(self) -> None:
        assert refusals(setup(), {"kind": "place", "planet": EARTH, "clues": 2}) == {
            "number_missing": {"item": "resistance"}
        }
        assert "planet_missing" in refusals(setup(), {"kind": "place", "resistance": 2, "clues": 2})

    @pytest.mark.parametrize("value", [0, 31])
    def test_piles_have_limits(self, value: int) -> None:
        found = refusals(setup(), {"kind": "place", "planet": EARTH, "resistance": value, "clues": 2})
        assert found == {"number_range": {"item": "resistance", "value": value, "least": 1, "most": 30}}

    def test_more_tokens_than_the_box_has_may_be_out(self) -> None:  # ruling C9: others stand in
        places = [
            {"kind": "place", "planet": planet, "resistance": 10, "clues": 10} for planet in (EARTH, MARS, GANYMEDE)
        ]
        assert sum(place.criminal.placed.total for place in sound(setup(), *places).places) == 60


class TestTokens:
    def test_they_are_taken_off_one_pile(self) -> None:  # Affaiblir un criminel
        state = sound(setup(), *START, take(0, EARTH, "resistance", 2))
        assert state.piles(Target.EARTH) == Piles(1, 2)
        assert state.held(0, Target.EARTH) == 2
        assert state.totals == (0, 0)

    def test_no_more_than_there_are(self) -> None:
        found = refusals(setup(), *START, take(0, EARTH, "clues", 3))
        assert found == {"tokens_left": {"target": "earth", "pile": "clues", "value": 3, "most": 2}}

    @pytest.mark.parametrize("count", [0, -1])
    def test_at_least_one(self, count: int) -> None:
        assert refusals(setup(), *START, take(0, EARTH, "clues", count)) == {
            "count_least": {"value": count, "least": 1}
        }

    def test_only_by_the_active_player(self) -> None:  # ruling C24
        assert refusals(setup(), *START, take(1, EARTH, "clues")) == {"not_active": {"seat": 1, "active": 0}}
        assert refusals(setup(), *START, *end(0), take(1, EARTH, "clues")) == {}

    def test_of_several_criminals_in_one_turn(self) -> None:
        state = sound(setup(), *START, take(0, EARTH, "clues"), take(0, MARS, "clues"))
        assert state.tokens == ((1, 1, 0, 0), (0, 0, 0, 0))

    def test_only_where_somebody_is(self) -> None:
        assert refusals(setup(), *START, take(0, "vicious", "clues")) == {"nobody_there": {"target": "vicious"}}

    def test_turns_go_round(self) -> None:
        state = sound(setup(3, start=1), *START, *end(1, 2, 0))
        assert (state.active, state.turn) == (1, 4)

    def test_two_phones_end_one_turn_once(self) -> None:
        assert refusals(setup(), *START, *end(0, 0)) == {"not_active": {"seat": 0, "active": 1}}


class TestCapture:
    """The last token of a pile captures (Capturer un criminel)."""

    shared = (
        *START,
        take(0, EARTH, "resistance", 2), *end(0),
        take(1, EARTH, "clues", 1), take(1, MARS, "clues", 1), *end(1),
        take(0, EARTH, "resistance", 1),
    )  # fmt: skip

    def test_everybody_turns_tokens_of_that_planet_into_renown(self) -> None:  # ruling C8
        state = sound(setup(), *self.shared)
        assert state.totals == (3, 1)
        assert state.held(0, Target.EARTH) == state.held(1, Target.EARTH) == 0

    def test_tokens_of_other_planets_are_kept(self) -> None:
        assert sound(setup(), *self.shared).held(1, Target.MARS) == 1

    def test_the_captor_takes_the_card_and_its_star(self) -> None:  # ruling C7
        state = sound(
            setup(),
            *START,
            take(0, EARTH, "resistance", 3),
            reveal(EARTH, 1, 9, 2),
            reveal(MARS),
            take(0, EARTH, "resistance"),
        )
        # Three tokens of a star-0 criminal, then one token and star 2.
        assert [(one.target.value, one.star) for one in state.captured[0]] == [("earth", 0), ("earth", 2)]
        assert GAME.board(state)[0].sources == {"tokens": 4, "star": 2}

    def test_the_captor_is_who_empties_the_pile(self) -> None:  # ruling C10: and so holds a token
        entries = (*START, take(0, EARTH, "resistance", 2), *end(0), take(1, EARTH, "resistance"))
        state = sound(setup(), *entries)
        assert state.totals == (2, 1)
        assert [len(cards) for cards in state.captured] == [0, 1]

    def test_either_pile_will_do(self) -> None:
        assert sound(setup(), *START, take(0, EARTH, "clues", 2)).totals == (2, 0)

    def test_the_house_rate_multiplies_tokens_only(self) -> None:
        entries = (
            *START,
            take(0, EARTH, "clues", 2),
            reveal(EARTH, 1, 9, 3),
            reveal(MARS),
            take(0, EARTH, "resistance"),
        )
        # (2 + 1) tokens at 2 each, star 3.
        assert sound(setup(token_renown=2), *entries).totals == (9, 0)

    def test_the_planet_is_cleaned(self) -> None:  # Nettoyage de la planète; ruling C47
        state = sound(setup(), *START, gauge(0, EARTH, 1), gauge(0, EARTH, 1), take(0, EARTH, "clues", 2))
        assert gauges(state) == (1, 1, 1)
        assert state.piles(Target.EARTH) is None
        assert codes(state) == ["captured", "gauge", "characters_return"]

    def test_the_turn_goes_on_after_it(self) -> None:
        entries = (*START, take(0, EARTH, "clues", 2), reveal(EARTH), reveal(MARS), take(0, MARS, "clues", 2))
        assert sound(setup(), *entries).totals == (4, 0)


class TestRevealing:
    """Two cards after a capture, one after the other (Révélation de nouveaux criminels; ruling C11)."""

    captured = (*START, take(0, EARTH, "clues", 2))

    def test_nothing_else_before_both_are_turned_up(self) -> None:
        for other in (take(0, MARS, "clues"), *end(0), gauge(0, MARS, 1)):
            assert refusals(setup(), *self.captured, other) == {"reveal_first": {"count": 2}}
            assert refusals(setup(), *self.captured, reveal(EARTH), other) == {"reveal_first": {"count": 1}}
        assert refusals(setup(), *self.captured, reveal(EARTH), reveal(MARS), *end(0)) == {}

    def test_not_three(self) -> None:
        found = refusals(setup(), *self.captured, reveal(EARTH), reveal(MARS), reveal(MARS))
        assert found == {"nothing_to_reveal": {"count": 1, "most": 0}}

    def test_not_without_a_capture(self) -> None:
        assert "nothing_to_reveal" in refusals(setup(), *START, reveal(EARTH))
        assert "nothing_to_reveal" in refusals(setup(), *START, arrival(EARTH))

    def test_on_a_free_planet_the_criminal_is_placed(self) -> None:
        state = sound(setup(), *self.captured, reveal(EARTH, 4, 5, 2))
        assert state.piles(Target.EARTH) == Piles(4, 5)
        assert gauges(state) == (1, 1, 1)
        assert state.deck_left == 9

    def test_on_an_occupied_one_the_gauge_rises(self) -> None:
        state = sound(setup(), *self.captured, reveal(MARS))
        assert gauges(state) == (1, 2, 1)
        assert state.piles(Target.MARS) == Piles(2, 2)
        assert codes(state) == ["discarded", "gauge"]

    def test_both_for_the_same_planet(self) -> None:  # ruling C12: the first is placed, the second raises the gauge
        state = sound(setup(), *self.captured, reveal(EARTH, 4, 5, 2), reveal(EARTH, 1, 1, 1))
        assert state.piles(Target.EARTH) == Piles(4, 5)
        assert gauges(state) == (2, 1, 1)

    def test_numbers_of_a_discarded_card_need_not_be_typed(self) -> None:
        assert refusals(setup(), *self.captured, {"kind": "reveal", "planet": MARS}) == {}
        found = refusals(setup(), *self.captured, {"kind": "reveal", "planet": EARTH})
        assert set(found) == {"number_missing"}

    def test_a_gauge_moved_by_cards_is_kept_when_a_criminal_comes(self) -> None:
        entries = (*self.captured, reveal(MARS), reveal(MARS), gauge(0, EARTH, 1), take(0, MARS, "clues", 2))
        assert gauges(sound(setup(), *entries)) == (2, 1, 1)
        assert gauges(sound(setup(), *entries, reveal(EARTH))) == (2, 1, 1)

    def test_no_planet_has_more_criminals_than_its_share(self) -> None:  # Mise en place: 3 of each for 2 players
        entries = (
            *self.captured,
            reveal(MARS),
            reveal(MARS),
            take(0, GANYMEDE, "clues", 3),
            reveal(MARS),
            reveal(MARS),
        )
        assert refusals(setup(), *entries) == {"planet_dealt_out": {"planet": "mars", "count": 4, "most": 3}}
        assert refusals(setup(3), *entries) == {}

    def test_one_more_starter_of_each_planet_is_about(self) -> None:  # ruling C3
        one = (*self.captured, reveal(EARTH, 2, 2, 0))
        found = refusals(setup(), *one, reveal(EARTH, 2, 2, 0))
        assert found == {"starters_out": {"planet": "earth", "count": 3, "most": 2}}
        assert refusals(setup(), *one, reveal(MARS, 2, 2, 0)) == {}


class TestEscape:
    """A criminal revealed for a planet whose gauge is at 3 lets the one there escape (Criminel échappé; ruling C15)."""

    risen = (
        *START, gauge(0, MARS, 1), gauge(0, MARS, 1),
        take(0, MARS, "resistance", 1), *end(0), take(1, MARS, "clues", 1), take(1, EARTH, "clues", 2),
    )  # fmt: skip

    def test_the_newcomer_takes_the_place(self) -> None:
        state = sound(setup(), *self.risen, reveal(MARS, 5, 6, 3))
        assert state.piles(Target.MARS) == Piles(5, 6)
        assert gauges(state) == (1, 1, 1)
        assert codes(state) == ["escaped", "gauge", "characters_return", "placed"]

    def test_everybodys_tokens_of_the_planet_are_lost_without_renown(self) -> None:
        before, after = sound(setup(), *self.risen), sound(setup(), *self.risen, reveal(MARS, 5, 6, 3))
        assert [before.held(seat, Target.MARS) for seat in (0, 1)] == [1, 1]
        assert [after.held(seat, Target.MARS) for seat in (0, 1)] == [0, 0]
        assert before.totals == after.totals == (0, 2)
        assert after.events[0].params == {"planet": "mars", "count": 2}

    def test_renown_already_gained_stays(self) -> None:  # ruling C16
        # Seat 1's two tokens of Earth were turned into renown; a second criminal of Earth escapes.
        entries = (*self.risen, reveal(EARTH, 3, 3, 1), reveal(MARS, 5, 6, 3), gauge(1, EARTH, 1), gauge(1, EARTH, 1))
        more = (take(1, EARTH, "clues"), take(1, GANYMEDE, "clues", 3), reveal(EARTH, 3, 3, 1))
        state = sound(setup(), *entries, *more)
        assert state.totals == (0, 5)
        assert state.held(1, Target.EARTH) == 0

    def test_it_needs_its_numbers(self) -> None:
        assert "number_missing" in refusals(setup(), *self.risen, {"kind": "reveal", "planet": MARS})

    def test_the_gauge_rises_once_for_each_card(self) -> None:  # 1, 2, 3, and then the escape
        at_three = hunt()
        state = sound(setup(), *at_three)
        assert gauges(state) == (1, 3, 2)
        state = sound(setup(), *at_three, take(0, EARTH, "resistance"), reveal(MARS, 2, 7, 1))
        assert gauges(state) == (1, 1, 2)
        assert state.piles(Target.MARS) == Piles(2, 7)


class TestGaugeCards:
    """Cards move gauges by one, within 1 and 3, and nobody escapes by them (ruling C17)."""

    @pytest.mark.parametrize(
        ("changes", "value"),
        [([1], 2), ([1, 1], 3), ([1, 1, 1], 3), ([-1], 1), ([1, -1], 1), ([1, 1, 1, -1], 2)],
    )
    def test_they_stay_in_their_bounds(self, changes: list[int], value: int) -> None:
        state = sound(setup(), *START, *(gauge(0, MARS, change) for change in changes))
        assert gauges(state) == (1, value, 1)
        assert state.piles(Target.MARS) == Piles(2, 2)

    @pytest.mark.parametrize("change", [0, 2, -3])
    def test_by_one(self, change: int) -> None:
        assert refusals(setup(), *START, gauge(0, MARS, change)) == {
            "gauge_step": {"value": change, "least": -1, "most": 1}
        }

    def test_by_the_active_player(self) -> None:
        assert "not_active" in refusals(setup(), *START, gauge(1, MARS, 1))

    def test_a_card_without_effect_tells_nothing(self) -> None:
        assert codes(sound(setup(), *START, gauge(0, MARS, -1))) == []


class TestDeck:
    """Vicious is among the last four cards of the deck (Mise en place; ruling C4)."""

    def test_not_before_six_criminals_with_two_players(self) -> None:
        early = hunt()[: 3 + 3 + 2]
        assert sum(sound(setup(), *early).dealt) == 3
        found = refusals(setup(), *hunt()[:8], arrival(EARTH))
        assert found["vicious_early"] == {"count": 3, "needs": 6}

    def test_the_sixth_card_is_a_criminal(self) -> None:
        found = refusals(setup(), *hunt()[:-1], arrival(GANYMEDE))
        assert found == {"vicious_early": {"count": 5, "needs": 6}}

    def test_from_the_seventh_card_on(self) -> None:
        assert refusals(setup(), *hunt(), take(0, EARTH, "resistance"), arrival(GANYMEDE)) == {}

    @pytest.mark.parametrize(("seats", "needs"), [(3, 9), (4, 12)])
    def test_later_with_more_players(self, seats: int, needs: int) -> None:
        found = refusals(setup(seats), *hunt(), take(0, EARTH, "resistance"), arrival(GANYMEDE))
        assert found["vicious_early"] == {"count": 6, "needs": needs}

    def test_he_is_the_last_card_at_the_latest(self) -> None:  # ruling C14: so the deck never runs out before him
        # Seven to nine: Mars's third (it escapes), Ganymede's second and third; then only Vicious is left.
        state = sound(
            setup(),
            *hunt(), take(0, EARTH, "resistance"), reveal(MARS, 1, 9, 1), reveal(GANYMEDE),
            take(0, MARS, "resistance"), reveal(GANYMEDE, 1, 9, 1),
        )  # fmt: skip
        assert (sum(state.dealt), state.deck_left) == (9, 1)
        assert [choice.kind for choice in GAME.choices(state)] == ["choose", "arrival", "card", "leave", "stop"]
        problems = {one.code for one in GAME.problems(state, GAME.decode_entry(reveal(GANYMEDE)))}
        assert problems == {"only_vicious_left", "planet_dealt_out"}


class TestChoices:
    def test_a_turn_offers_every_pile(self) -> None:
        state = sound(setup(), *START)
        takes = [
            (choice.fields[1].values[0], choice.fields[2].values[0], choice.fields[3].most)
            for choice in GAME.choices(state)
            if choice.kind == "take"
        ]
        assert takes == [
            ("earth", "resistance", 3), ("earth", "clues", 2), ("mars", "resistance", 2),
            ("mars", "clues", 2), ("ganymede", "resistance", 4), ("ganymede", "clues", 3),
        ]  # fmt: skip

    def test_after_a_capture_only_cards_are_offered(self) -> None:
        state = sound(setup(), *START, take(0, EARTH, "clues", 2))
        assert [choice.kind for choice in GAME.choices(state)] == ["choose", "reveal", "card", "leave", "stop"]


class TestCorrection:
    def test_a_corrected_number_is_followed_through(self) -> None:
        entries = [*START, take(0, EARTH, "resistance", 3), reveal(EARTH), reveal(MARS), *end(0)]
        decoded = [GAME.decode_entry(entry) for entry in entries]
        before = GAME.replay(setup(), decoded)
        # The criminal had four resistance tokens: nobody was captured, so nothing was to be revealed.
        right = GAME.decode_entry({**START[0], "resistance": 4})
        after = GAME.replay(setup(), [right, *decoded[1:]])
        assert [step.id for step in after.faults] == [4, 5]
        assert before.state.totals == (3, 0)
        assert after.state.totals == (0, 0)
        assert after.state.held(0, Target.EARTH) == 3
        assert after.state.active == 1
        assert GAME.changes(before, after).faults == (4, 5)

    def test_piles_know_their_numbers(self) -> None:
        piles = Piles(3, 2)
        assert [piles.of(pile) for pile in Pile] == [3, 2]
        assert piles.total == 5
        assert play(setup(), *START).state.board_of(Planet.MARS).criminal.placed == Piles(2, 2)
