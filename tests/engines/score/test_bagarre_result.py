"""La Bagarre entered as a final result: places, and who eliminated whom, become falls in the order they happened."""

from collections.abc import Mapping

import pytest

from engines.bagarre.score.entries import Eliminated, Fall
from engines.bagarre.score.game import GAME
from engines.bagarre.score.setup import BagarreSetup
from engines.core.problems import Illegal
from engines.core.score import Outcome
from tests.engines.score.test_bagarre import THREE_TEAMS, TWO_TEAMS, places


class TestFinalTable:
    def final(self, *table: Mapping[str, int], **options: object) -> Outcome:
        setup = BagarreSetup(seats=len(table), **options)  # type: ignore[arg-type]
        outcome = GAME.outcome(GAME.replay(setup, GAME.final(setup, table)).state)
        assert outcome is not None
        return outcome

    def test_places_become_eliminations(self) -> None:
        setup = BagarreSetup(seats=3)
        assert GAME.final(setup, [{"place": 2, "by": 1}, {"place": 1}, {"place": 3, "by": 0}]) == (
            Eliminated(falls=(Fall(2, 0),)),
            Eliminated(falls=(Fall(0, 1),)),
        )

    def test_and_give_the_same_places(self) -> None:
        assert places(self.final({"place": 2}, {"place": 1}, {"place": 3}, {"place": 4})) == [2, 1, 3, 4]

    def test_shared_places(self) -> None:
        assert places(self.final({"place": 1}, {"place": 2}, {"place": 2}, {"place": 4})) == [1, 2, 2, 4]

    def test_only_their_order_counts(self) -> None:
        assert places(self.final({"place": 1}, {"place": 2}, {"place": 2}, {"place": 3})) == [1, 2, 2, 4]

    def test_a_tie_for_the_first_place(self) -> None:
        outcome = self.final({"place": 1, "by": 1}, {"place": 1, "by": 0}, {"place": 3})
        assert places(outcome) == [1, 1, 3]
        assert outcome.reason == "nobody"

    def test_teams(self) -> None:
        outcome = self.final({"place": 2}, {"place": 1}, {"place": 2}, {"place": 1}, teams=TWO_TEAMS)
        assert places(outcome) == [3, 1, 3, 1]
        assert outcome.reason == "last_team"

    @pytest.mark.parametrize(
        ("table", "code"),
        [
            ([{"place": 1}], "final_lines"),
            ([{"place": 1}, {"by": 0}], "final_missing"),
            ([{"place": 2}, {"place": 3}], "no_winner"),
            ([{"place": 1}, {"place": 0}], "place"),
            ([{"place": 1, "by": 1}, {"place": 2}], "winner_fell"),
            ([{"place": 1}, {"place": 2, "by": 5}], "no_such_seat"),
            ([{"place": 1}, {"place": 2, "by": 1}], "own_fall"),
        ],
    )
    def test_what_is_no_result(self, table: list[dict[str, int]], code: str) -> None:
        with pytest.raises(Illegal) as caught:
            GAME.final(BagarreSetup(seats=2), table)
        assert {problem.code for problem in caught.value.problems} == {code}

    def test_one_of_the_winning_team_may_have_fallen(self) -> None:
        """Seat 1 eliminated seat 0, then seat 2 both of seat 1's team: seats 0 and 2 win."""
        setup = BagarreSetup(seats=4, teams=TWO_TEAMS)
        table = [{"place": 1, "by": 1}, {"place": 2, "by": 2}, {"place": 1}, {"place": 2, "by": 2}]
        assert GAME.final(setup, table) == (
            Eliminated(falls=(Fall(0, 1),)),
            Eliminated(falls=(Fall(1, 2), Fall(3, 2))),
        )
        outcome = self.final(*table, teams=TWO_TEAMS)
        assert (places(outcome), [p.total for p in outcome.places]) == ([1, 3, 1, 3], [0, 2, 1, 0])

    def test_through_a_team_that_was_out_first(self) -> None:
        """Three teams: seat 5, whose team is last, eliminated seat 1, whose team is second."""
        table = [
            {"place": 1}, {"place": 2, "by": 5}, {"place": 3, "by": 0},
            {"place": 1}, {"place": 2, "by": 0}, {"place": 3, "by": 0},
        ]  # fmt: skip
        outcome = self.final(*table, teams=THREE_TEAMS)
        assert places(outcome) == [1, 3, 5, 1, 3, 5]
        assert [placing.total for placing in outcome.places if placing.seat in (0, 5)] == [3, 1]

    def test_through_a_team_mate_who_fell_afterwards(self) -> None:
        """Seat 0 eliminated seat 2 of its own team and fell through seat 1; seat 4 alone wins for the three."""
        teams = (0, 1, 0, 1, 0, 1)
        table = [
            {"place": 1, "by": 1}, {"place": 2, "by": 4}, {"place": 1, "by": 0},
            {"place": 2, "by": 4}, {"place": 1}, {"place": 2, "by": 4},
        ]  # fmt: skip
        entries = GAME.final(BagarreSetup(seats=6, teams=teams), table)
        assert entries[:2] == (Eliminated(falls=(Fall(2, 0),)), Eliminated(falls=(Fall(0, 1),)))
        assert places(self.final(*table, teams=teams)) == [1, 4, 1, 4, 1, 4]

    @pytest.mark.parametrize(
        ("table", "code"),
        [
            ([{"place": 1, "by": 1}, {"place": 2}, {"place": 1, "by": 3}, {"place": 2}], "winner_fell"),
            ([{"place": 1, "by": 9}, {"place": 2}, {"place": 1}, {"place": 2}], "no_such_seat"),
            ([{"place": 1, "by": 0}, {"place": 2}, {"place": 1}, {"place": 2}], "own_fall"),
        ],
    )
    def test_what_is_no_result_of_teams(self, table: list[dict[str, int]], code: str) -> None:
        with pytest.raises(Illegal) as caught:
            GAME.final(BagarreSetup(seats=4, teams=TWO_TEAMS), table)
        assert {problem.code for problem in caught.value.problems} == {code}

    def test_the_last_of_a_team_falls_through_who_still_stands(self) -> None:
        """Team 2 is out first, so it cannot have eliminated both of team 1, which came second."""
        table = [
            {"place": 1}, {"place": 2, "by": 5}, {"place": 3, "by": 0},
            {"place": 1}, {"place": 2, "by": 5}, {"place": 3, "by": 0},
        ]  # fmt: skip
        with pytest.raises(Illegal, match="killer_out"):
            GAME.final(BagarreSetup(seats=6, teams=THREE_TEAMS), table)

    def test_a_team_has_one_place(self) -> None:
        table = [{"place": 1}, {"place": 2}, {"place": 3}, {"place": 2}]
        with pytest.raises(Illegal) as caught:
            GAME.final(BagarreSetup(seats=4, teams=TWO_TEAMS), table)
        assert {problem.code for problem in caught.value.problems} == {"team_places"}
