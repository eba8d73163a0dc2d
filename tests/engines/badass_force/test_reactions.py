"""Powers outside one's turn (ruling F40): everybody concerned is asked, may bluff, may be called."""

from typing import Any, ClassVar

from tests.engines.badass_force.table import lay

BLOCK = {"beta": {"reaction": {"on": "killed", "steps": [{"do": "block"}]}}}
DODGE = {"beta": {"reaction": {"on": "targeted", "steps": [{"do": "block"}]}}}
REFUSE = {"beta": {"reaction": {"on": "charged", "steps": [{"do": "block"}]}}}
ANSWER = {"beta": {"reaction": {"on": "called", "steps": [{"do": "lose", "what": "points", "who": "caller"}]}}}


class TestKilled:
    def test_who_is_to_lose_a_character_is_asked_whatever_it_holds(self) -> None:
        for active in ("alpha", "beta"):
            table = lay({"ammo": 3}, {"active": active}, characters=BLOCK).play("execute")
            assert (table.asks, table.codes) == ((1, "react"), ["react beta", "decline"])

    def test_without_such_a_character_among_the_seven_nobody_is_asked(self) -> None:
        assert lay({"ammo": 3}, {}).play("execute").asks == (1, "lay")

    def test_believed_it_stops_the_loss(self) -> None:
        """A bluff that nobody calls protects as well; the weapon is changed all the same (F5)."""
        table = lay({"ammo": 3}, {"active": "alpha"}, {}, characters=BLOCK).play("execute", "seat 1")
        table.react("beta", "B", "B")
        assert (table.grave(1), table.points, table.asks) == (set(), [0, 0, 0], (0, "weapon"))

    def test_declined_it_strikes(self) -> None:
        table = lay({"ammo": 3}, {"active": "beta"}, characters=BLOCK).play("execute", "decline")
        assert (table.grave(1), table.points) == ({"beta"}, [2, 0])

    def test_a_called_bluff_costs_the_active_and_the_attack_goes_on_against_the_new_one(self) -> None:
        """Seat 2 calls: 2 points; then the execution takes what seat 1 has laid: 2 points for seat 0."""
        table = lay({"ammo": 3}, {"active": "alpha"}, {}, characters=BLOCK).play("execute", "seat 1")
        table.react("beta", "C", "B").play("lay gamma")
        assert (table.grave(1), table.points) == ({"alpha", "gamma"}, [2, 0, 2])

    def test_a_wrong_call_costs_the_caller_a_card_and_the_loss_is_stopped(self) -> None:
        """The reacting seat scores 2 in somebody else's turn (F18, F58), takes its card back and lays one (F29)."""
        table = lay({"ammo": 3}, {"active": "beta"}, {}, characters=BLOCK).play("execute", "seat 1")
        table.react("beta", "B", "C").play("lay delta")
        assert (table.grave(1), table.points, len(table.grave(0))) == (set(), [0, 2, 0], 1)
        assert table.asks == (0, "weapon")

    def test_callers_are_counted_from_who_announces(self) -> None:
        """Seat 1 reacts; of seats 0 and 2, seat 2 comes first clockwise."""
        table = lay({"ammo": 3}, {"active": "alpha"}, {}, characters=BLOCK).play("execute", "seat 1")
        table.play("react beta")
        assert table.asks == (2, "call")
        table.play(
            "call",
            "call",
            "lay gamma",
        )
        assert table.points[2] == 2

    def test_each_of_several_victims_is_asked(self) -> None:
        everybody = {"execution": [{"do": "kill", "who": "others"}]}
        table = lay({"ammo": 3}, {}, {}, characters=BLOCK, weapon=everybody).play("execute")
        table.react("beta", "B", "B")
        assert table.asks == (2, "react")
        table.play("decline", "lay beta")
        assert (table.grave(1), len(table.grave(2)), table.points) == (set(), 1, [2, 0, 0])


class TestTargeted:
    def test_who_is_chosen_is_asked_before_anything_is_done_to_it(self) -> None:
        table = lay({"ammo": 3}, {}, {}, characters=DODGE).play("execute", "seat 1")
        assert table.asks == (1, "react")
        assert table.react("beta", "B", "B").grave(1) == set()

    def test_it_is_out_of_reach_for_the_rest_of_the_card(self) -> None:
        steps = [{"do": "take", "what": "ammo", "who": "chosen", "as": "victim"}, {"do": "kill", "who": "victim"}]
        both: dict[str, Any] = {**DODGE, "alpha": {"power": steps}}
        table = lay({}, {"ammo": 2}, {}, characters=both).announce("alpha", "B", "B")
        table.play("seat 1").react("beta", "B", "B")
        assert (table.ammo[1], table.grave(1)) == (3, set())  # its own turn has brought a charge

    def test_a_choice_of_one_is_asked_about_too(self) -> None:
        table = lay({"ammo": 3}, {}, characters=DODGE).play("execute")
        assert table.asks == (1, "react")
        assert table.react("beta", "B").asks == (0, "weapon")

    def test_who_is_hit_without_being_chosen_is_not_asked(self) -> None:
        everybody = {"execution": [{"do": "kill", "who": "others"}]}
        assert lay({"ammo": 3}, {}, {}, characters=DODGE, weapon=everybody).play("execute").asks == (1, "lay")


class TestCharged:
    GIFT: ClassVar[dict[str, Any]] = {
        **REFUSE,
        "alpha": {"power": [{"do": "gain", "what": "ammo", "n": 2, "who": "others"}]},
    }

    def test_who_is_given_charges_may_refuse_them(self) -> None:
        table = lay({}, {}, {"ammo": 1}, characters=self.GIFT).announce("alpha", "B", "B")
        assert table.asks == (1, "react")
        table.play("decline")
        assert table.asks == (2, "react")
        table.react("beta", "B", "B")
        assert table.ammo == [0, 3, 1]  # seat 1's turn has begun

    def test_ones_own_charges_ask_nobody(self) -> None:
        table = lay({}, {}, characters=REFUSE).announce("alpha", "B")
        assert table.ammo[0] == 1


class TestCalled:
    def test_who_was_called_may_answer_once_the_call_is_settled(self) -> None:
        table = lay({"active": "alpha"}, {"points": 0}, characters=ANSWER).announce("gamma", "C").play("lay gamma")
        assert (table.asks, table.points) == ((0, "react"), [0, 2])
        assert table.react("beta", "B").points == [0, 1]

    def test_a_reaction_that_is_called_asks_no_further(self) -> None:
        table = lay({"active": "alpha"}, {}, characters=ANSWER).announce("gamma", "C").play("lay gamma")
        table.react("beta", "C").play("lay delta")
        assert table.asks == (1, "turn")
        assert table.points == [0, 3]
