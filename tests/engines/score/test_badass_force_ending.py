"""How Badass Force ends, who wins and who needs what, by hand from the rulebook and rulings F13, F26, F27, F33."""

from collections.abc import Mapping

import pytest

from engines.badass_force.score.entries import ByCard, EndTurn, FinalScore, Leave, Stop, Tie, Ties, Vengeance
from engines.badass_force.score.game import GAME
from engines.badass_force.score.setup import BadassSetup
from engines.badass_force.score.state import BadassState, Mode
from engines.badass_force.score.track import track
from engines.core.problems import Illegal
from engines.core.score import Entry, Event, Outcome
from tests.engines.score.test_badass_force import kill, play, refused


def result(*entries: Entry[BadassState], **options: object) -> Outcome:
    outcome = GAME.outcome(play(*entries, **options))  # type: ignore[arg-type]
    assert outcome is not None
    return outcome


def tie(seat: int, cards: int, ammo: int | None = None) -> Tie:
    return Tie(seat=seat, cards=cards, ammo=ammo)


def places(outcome: Outcome) -> list[int]:
    return [outcome.place_of(seat) for seat in range(len(outcome.places))]


SEVEN = [kill(0, 1)] * 6
"""Seat 0 gains 2 + 5 x 1 in one turn; with a limit of 7 that reaches it exactly."""


def card(seat: int, points: int, name: str = "Zaza", reason: str = "its text") -> ByCard:
    return ByCard(seat=seat, card=name, points=points, reason=reason)


class TestPointsByACard:
    """Points by a card's text, for any player, positive or negative, marked as such (ruling F37)."""

    def test_more_and_fewer(self) -> None:
        state = play(kill(2, 1), card(2, -1), card(3, 4))
        assert state.totals == (0, 0, 1, 4)
        last = state.points[-1]
        assert (last.source, last.rule, last.params) == ("card", "ruling F37", {"item": "Zaza"})

    def test_nobody_falls_below_nothing_f51(self) -> None:
        state = play(kill(2, 1), card(2, -5))
        assert (state.totals, state.points[-1].amount) == ((0, 0, 0, 0), -2)
        assert play(card(0, -5)).points == ()

    def test_a_limit_once_reached_ends_the_game_f51(self) -> None:
        """Seat 0 has 7 of 7 points and loses 3: the game ends with this turn all the same."""
        outcome = result(*SEVEN, card(0, -3), EndTurn(), limit=7)
        assert (outcome.reason, outcome.winners, outcome.places[0].total) == ("limit", (0,), 4)

    def test_it_may_reach_the_limit(self) -> None:
        assert play(card(1, 7), limit=7).limit_reached

    def test_card_reason_and_points_are_named(self) -> None:
        assert refused(play(), card(1, 2, name=" ")) == {"card_empty"}
        assert refused(play(), card(1, 2, reason="")) == {"card_empty"}
        assert refused(play(), card(1, 0)) == {"card_points"}
        assert refused(play(), card(1, -51)) == {"card_points"}
        assert refused(play(), card(4, 2)) == {"no_such_seat"}


class TestLeaving:
    """Whoever leaves comes behind all who stay: the points stay as they are, and so do the cards, which can be hit."""

    def test_the_place_is_the_last_whatever_the_points(self) -> None:
        """Seat 0 has 7 points; seat 2 has 2 for a first kill and 1 for hitting the leader (F19)."""
        outcome = result(*SEVEN, Leave(seat=0), EndTurn(), EndTurn(), kill(2, 0), Stop())
        assert (places(outcome), outcome.winners) == ([4, 2, 1, 2], (2,))
        assert {placing.seat: placing.total for placing in outcome.places} == {0: 7, 1: 0, 2: 3, 3: 0}

    def test_the_limit_ends_the_game_all_the_same(self) -> None:
        """Who reached it leaves; with the turn the game is over, and the tie of the others is still to be broken."""
        outcome = result(*SEVEN, Leave(seat=0), EndTurn(), limit=7)
        assert (outcome.reason, outcome.missing, places(outcome)) == ("limit", ("cards", "ammo"), [4, 1, 1, 1])
        broken = result(*SEVEN, Leave(seat=0), EndTurn(), tie(1, 3), tie(2, 4), tie(3, 2), limit=7, rules_version=2)
        assert places(broken) == [4, 2, 1, 2]

    def test_their_turns_are_left_out_unless_they_are_named(self) -> None:
        state = play(Leave(seat=1), EndTurn())
        assert state.active == 2
        assert play(Leave(seat=1), EndTurn(next=1)).active == 1

    def test_who_stays_alone_wins_at_once(self) -> None:
        outcome = result(kill(0, 1), Leave(seat=0), Leave(seat=3), Leave(seat=2))
        assert (outcome.reason, outcome.winners, places(outcome)) == ("left", (1,), [2, 1, 2, 2])

    def test_nobody_leaves_twice_and_nobody_is_asked_what_they_need(self) -> None:
        state = play(Leave(seat=1))
        assert refused(state, Leave(seat=1)) == {"has_left"}
        assert refused(state, Leave(seat=9)) == {"no_such_seat"}
        assert [need.seat for need in GAME.needs(state)] == [0, 2, 3]
        choice = next(choice for choice in GAME.choices(state) if choice.kind == "leave")
        assert choice.fields[0].values == (0, 2, 3)  # type: ignore[union-attr]


class TestBrokenOff:
    """Every pad can be broken off at any moment, with the scores as they stand or with a typed result."""

    def test_with_typed_points(self) -> None:
        """Seat 2 has 2 points on the pad and 9 by the table's word, seat 0 none and 3."""
        state = play(kill(2, 1), EndTurn(), Stop(totals=(3, 0, 9, 0)))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (state.totals, outcome.reason, outcome.winners) == ((3, 0, 9, 0), "stopped", (2,))

    def test_typed_points_that_reach_the_limit_are_a_match_played_out(self) -> None:
        assert result(kill(2, 1), Stop(totals=(0, 0, 16, 4))).reason == "limit"

    def test_typed_points_are_checked(self) -> None:
        assert refused(play(), Stop(totals=(1, 2))) == {"final_lines"}
        assert refused(play(), Stop(totals=(1, 2, -1, 0))) == {"total"}


class TestEnd:
    """Badass Force: once a player reaches the limit, the game stops at the end of the active player's turn."""

    def test_the_limit_alone_does_not_end_it_f26(self) -> None:
        state = play(*SEVEN, limit=7)
        assert state.totals[0] == 7
        assert GAME.outcome(state) is None
        assert state.limit_reached

    def test_the_end_of_the_turn_does_f26(self) -> None:
        outcome = result(*SEVEN, EndTurn(), limit=7)
        assert outcome.reason == "limit"
        assert outcome.winners == (0,)

    def test_one_point_short_is_not_enough(self) -> None:
        state = play(*SEVEN, EndTurn(), limit=8)
        assert GAME.outcome(state) is None
        assert state.active == 1

    def test_the_others_do_not_play_f26(self) -> None:
        """The turn of seat 0 was the last: seat 1's never starts, and no Cool bonus is paid."""
        state = play(*SEVEN, Vengeance(seat=3), EndTurn(), limit=7)
        assert (state.active, state.turn) == (0, 1)
        assert state.totals == (7, 0, 0, 0)

    def test_others_may_still_overtake_in_that_turn(self) -> None:
        """The highest wins, not the first to arrive: seat 0 reaches 4, seat 1 then kills it for 2 + 1, 1 + 1."""
        outcome = result(*[kill(0, 2)] * 3, kill(1, 0), kill(1, 0), EndTurn(), limit=4)
        # 0: 2 + 1 + 1 = 4. 1: 3, then at 3 to 4 seat 0 still leads: 5.
        assert [(p.seat, p.total, p.place) for p in outcome.places] == [(1, 5, 1), (0, 4, 2), (2, 0, 3), (3, 0, 3)]

    def test_somebody_elses_turn_is_the_active_players_turn_f26(self) -> None:
        """Seat 1 reaches the limit in the turn of seat 0: it ends with seat 0's turn."""
        state = play(kill(1, 0), limit=2)
        assert state.active == 0
        assert GAME.outcome(state) is None
        outcome = result(kill(1, 0), EndTurn(), limit=2)
        assert outcome.winners == (1,)

    def test_the_cool_bonus_can_bring_the_end_at_the_end_of_that_turn_f13(self) -> None:
        """Limit 3, seat 1 at 2: its bonus makes 3, and its own turn is the last."""
        entries = (kill(1, 0), Vengeance(seat=0), EndTurn())
        state = play(*entries, limit=3)
        assert state.totals == (0, 3, 0, 0)
        assert GAME.outcome(state) is None
        assert Event("last_turn", 1, {"limit": 3}, "ruling F26") in state.events
        assert result(*entries, EndTurn(), limit=3).winners == (1,)

    def test_the_last_turn_is_told_once(self) -> None:
        state = play(kill(0, 1), limit=2)
        assert [event.code for event in state.events] == ["last_turn"]
        assert GAME.apply(state, kill(0, 1)).events == ()

    def test_players_may_break_off(self) -> None:
        outcome = result(kill(2, 1), EndTurn(), Stop())
        assert (outcome.reason, outcome.winners) == ("stopped", (2,))

    def test_breaking_off_with_the_limit_reached_is_an_end(self) -> None:
        assert result(kill(0, 1), Stop(), limit=2).reason == "limit"

    def test_nothing_is_noted_after_the_end(self) -> None:
        over = play(*SEVEN, EndTurn(), limit=7)
        assert refused(over, kill(1, 0)) == {"match_over"}
        assert GAME.choices(over) == ()


class TestTieBreaks:
    """Badass Force: equal points: more cards in hand, then (ruling F27) more ammunition, then another game."""

    EVEN = FinalScore(totals=(16, 16, 9, 9))

    def test_open_until_the_figures_are_known(self) -> None:
        outcome = result(self.EVEN)
        assert outcome.winners == (0, 1)
        assert outcome.missing == ("cards", "ammo")
        assert not outcome.another_game
        assert places(outcome) == [1, 1, 3, 3]

    def test_one_side_of_the_figures_is_not_enough(self) -> None:
        outcome = result(self.EVEN, tie(0, 5, 5))
        assert outcome.winners == (0, 1)
        assert outcome.missing == ("cards", "ammo")

    @pytest.mark.parametrize(("version", "expected"), [(1, [1, 2, 3, 4]), (2, [1, 2, 2, 4])])
    def test_it_decides_the_win_only(self, version: int, expected: list[int]) -> None:
        """Ruling F52, from the second version of the rules on: behind the winner equal points share a place."""
        three = FinalScore(totals=(16, 16, 16, 9))
        outcome = result(three, tie(0, 4, 0), tie(1, 3, 0), tie(2, 2, 0), rules_version=version)
        assert (outcome.winners, places(outcome)) == ((0,), expected)

    def test_more_cards_in_hand_win(self) -> None:
        outcome = result(self.EVEN, tie(0, 2, 9), tie(1, 3, 0))
        assert outcome.winners == (1,)
        assert (outcome.tie_breaks, outcome.missing) == (("cards",), ())
        assert places(outcome) == [2, 1, 3, 3]

    def test_the_board_shows_the_settled_places(self) -> None:
        lines = GAME.board(play(self.EVEN, tie(0, 2, 9), tie(1, 3, 0)))
        assert [(line.place, line.total) for line in lines] == [(2, 16), (1, 16), (3, 9), (3, 9)]

    def test_cards_decide_without_ammunition(self) -> None:
        outcome = result(self.EVEN, tie(0, 4), tie(1, 3))
        assert outcome.winners == (0,)
        assert (outcome.tie_breaks, outcome.missing) == (("cards",), ())

    def test_all_tied_players_on_one_form(self) -> None:
        outcome = result(self.EVEN, Ties(cards=(2, 3)))
        assert (outcome.winners, outcome.tie_breaks) == ((1,), ("cards",))
        outcome = result(self.EVEN, Ties(cards=(3, 3), ammo=(1, 4)))
        assert (outcome.winners, outcome.tie_breaks) == ((1,), ("ammo",))
        (form,) = (choice for choice in GAME.choices(play(self.EVEN)) if choice.kind == "ties")
        assert [(field.name, field.seats) for field in form.fields] == [("cards", (0, 1)), ("ammo", (0, 1))]  # type: ignore[union-attr]

    def test_the_form_asks_only_what_is_missing(self) -> None:
        """Seat 0 has said all, seat 1 holds as many cards: only its ammunition still matters."""
        state = play(self.EVEN, Ties(cards=(3, 3), ammo=(1, None)))
        (form,) = (choice for choice in GAME.choices(state) if choice.kind == "ties")
        assert [field.seats for field in form.fields] == [(1,), (1,)]  # type: ignore[union-attr]
        assert result(self.EVEN, Ties(cards=(3, 3), ammo=(1,)), Ties(cards=(None, 3), ammo=(None, 0))).winners == (0,)

    def test_the_form_is_checked(self) -> None:
        even = play(self.EVEN)
        assert refused(even, Ties()) == {"tie_nothing"}
        assert refused(even, Ties(cards=(2, 3, 4))) == {"no_tie"}
        assert refused(even, Ties(cards=(2,), ammo=(None, 3))) == {"tie_cards"}
        assert refused(even, Ties(cards=(2, 8))) == {"holding"}
        assert refused(even, Ties(cards=(2, 3, None, None, 1))) == {"no_such_seat", "no_tie"}

    def test_then_more_ammunition(self) -> None:
        outcome = result(self.EVEN, tie(0, 3, 2), tie(1, 3, 4))
        assert outcome.winners == (1,)
        assert outcome.tie_breaks == ("ammo",)

    def test_ammunition_is_asked_when_cards_are_equal(self) -> None:
        state = play(self.EVEN, tie(0, 3), tie(1, 3, 4))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.winners, outcome.missing) == ((0, 1), ("ammo",))
        assert GAME.choices(state)[0].fields[0].values == (0,)  # type: ignore[union-attr]
        settled = GAME.outcome(GAME.apply(state, tie(0, 3, 5)))
        assert settled is not None
        assert settled.winners == (0,)

    def test_then_another_game(self) -> None:
        outcome = result(self.EVEN, tie(0, 3, 2), tie(1, 3, 2))
        assert outcome.winners == (0, 1)
        assert outcome.another_game
        assert (outcome.tie_breaks, outcome.missing) == ((), ())

    def test_three_in_front(self) -> None:
        """Cards 4, 4, 2: the third is out; ammunition 1 against 3 parts the others."""
        outcome = result(FinalScore(totals=(20, 20, 20, 3)), tie(0, 4, 1), tie(1, 4, 3), tie(2, 2, 9))
        assert places(outcome) == [2, 1, 3, 4]
        assert outcome.tie_breaks == ("cards", "ammo")

    def test_three_in_front_of_whom_one_is_alone_in_cards(self) -> None:
        """Cards 4, 2, 2: the first place is settled, so ammunition is asked of nobody; the others share the second."""
        outcome = result(FinalScore(totals=(20, 20, 20, 3)), tie(0, 4), tie(1, 2), tie(2, 2))
        assert places(outcome) == [1, 2, 2, 4]
        assert outcome.missing == ()
        assert not outcome.another_game

    def test_only_for_those_who_are_tied_in_front(self) -> None:
        assert refused(play(self.EVEN), tie(2, 3)) == {"no_tie"}
        assert refused(play(FinalScore(totals=(16, 15, 9, 9))), tie(0, 3)) == {"no_tie"}
        assert refused(play(), tie(0, 3)) == {"no_tie"}

    def test_once_each(self) -> None:
        assert refused(play(self.EVEN, tie(0, 3, 1)), tie(0, 4, 1)) == {"tie_known"}

    @pytest.mark.parametrize(("cards", "ammo"), [(-1, 0), (8, 0), (3, -1), (3, 100)])
    def test_figures_a_player_can_hold(self, cards: int, ammo: int) -> None:
        assert refused(play(self.EVEN), tie(0, cards, ammo)) == {"holding"}


class TestFinalTable:
    def test_a_final_result_is_the_same_entries(self) -> None:
        table: list[Mapping[str, int]] = [
            {"total": 16, "cards": 3, "ammo": 1},
            {"total": 16, "cards": 2, "ammo": 4},
            {"total": 5, "cards": 5, "ammo": 5},
        ]
        entries = GAME.final(BadassSetup(seats=3), table)
        assert entries == (FinalScore(totals=(16, 16, 5)), tie(0, 3, 1), tie(1, 2, 4))
        assert result(*entries, seats=3).winners == (0,)

    def test_totals_are_enough(self) -> None:
        assert GAME.final(BadassSetup(seats=2), [{"total": 16}, {"total": 3}]) == (FinalScore(totals=(16, 3)),)

    @pytest.mark.parametrize(
        ("table", "code"),
        [
            ([{"total": 16}], "final_lines"),
            ([{"total": 16}, {}], "final_missing"),
            ([{"total": 16}, {"total": 1, "luck": 1}], "final_unknown"),
            ([{"total": 12}, {"total": 15}], "limit_not_reached"),
            ([{"total": 16, "cards": 9}, {"total": 16}], "holding"),
        ],
    )
    def test_what_is_no_result(self, table: list[dict[str, int]], code: str) -> None:
        with pytest.raises(Illegal) as caught:
            GAME.final(BadassSetup(seats=2), table)
        assert {problem.code for problem in caught.value.problems} == {code}


class TestNeeds:
    def test_points_to_the_limit_and_the_fewest_kills(self) -> None:
        """Limit 8, seat 0 at 2 and sole leader, in its own turn.

        Seat 0 needs 6, only later kills at 1: 6 kills. Seats 1 to 3 need 8: the first kill of the leader is 3, then 1
        each from above it (3 leads 2): 1 + 5 = 6 kills.
        """
        needs = {need.seat: need for need in GAME.needs(play(kill(0, 1), limit=8))}
        assert [(n.code, n.points, n.params["kills"]) for n in needs.values()] == [
            ("to_limit", 6, 6),
            ("to_limit", 8, 6),
            ("to_limit", 8, 6),
            ("to_limit", 8, 6),
        ]

    def test_what_the_next_turn_brings_by_itself(self) -> None:
        needs = GAME.needs(play(Vengeance(seat=2)))
        assert [need.params["at_start"] for need in needs] == [1, 1, 0, 1]

    def test_in_the_last_turn_the_lead_is_what_counts(self) -> None:
        """Limit 2: seat 0 at 3 leads by 3. The others need 4 to be alone in front: the first kill of the leader brings
        3, which is level, and the next one 1, for then nobody leads: 2 kills.
        """
        needs = GAME.needs(play(kill(0, 1), kill(0, 1), limit=2))
        assert [(n.seat, n.code, n.points) for n in needs] == [
            (0, "leading", 3),
            (1, "to_lead", 4),
            (2, "to_lead", 4),
            (3, "to_lead", 4),
        ]
        assert needs[1].params == {"kills": 2}

    def test_equals_in_front_need_one_more(self) -> None:
        """2-2-0, limit 2: one point parts the first two, three points put the third in front."""
        needs = GAME.needs(play(kill(0, 2), kill(1, 2), limit=2, seats=3))
        assert [(n.code, n.points) for n in needs] == [("to_lead", 1), ("to_lead", 1), ("to_lead", 3)]

    def test_the_lead_is_counted_on_the_best_of_the_others(self) -> None:
        needs = GAME.needs(play(kill(0, 1), kill(1, 0), EndTurn(), kill(0, 2), limit=4, seats=3))
        # 0: 2 + 2 = 4 = limit. 1: 2 + 1 = 3.
        assert [(n.code, n.points) for n in needs] == [("leading", 1), ("to_lead", 2), ("to_lead", 5)]

    def test_no_number_of_kills_helps_when_they_score_nothing(self) -> None:
        needs = GAME.needs(play(first_kill=0, later_kill=0, leader_bonus=0))
        assert all("kills" not in need.params for need in needs)

    def test_nobody_needs_anything_after_the_end(self) -> None:
        assert GAME.needs(play(Stop())) == ()


class TestTrack:
    """Badass Force: the printed track ends at 16, beyond it markers show their other face (ruling F33)."""

    def test_markers_stand_where_their_points_are(self) -> None:
        drawn = track(play(FinalScore(totals=(0, 16, 17, 33)), limit=20))
        assert [(m.seat, m.case, m.rounds) for m in drawn.markers] == [(3, 1, 2), (2, 1, 1), (1, 16, 0), (0, 0, 0)]
        assert [m.reached for m in drawn.markers] == [True, False, False, False]
        assert (drawn.cases, drawn.limit, drawn.last_turn) == (16, 20, False)

    def test_modes_and_turns(self) -> None:
        drawn = track(play(kill(0, 1), Vengeance(seat=1), limit=2))
        assert drawn.last_turn
        assert {m.seat for m in drawn.markers if m.mode is Mode.VENGEANCE} == {1}
        assert [m.seat for m in drawn.markers if m.active] == [0]
