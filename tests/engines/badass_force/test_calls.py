"""Announcing, believing and calling (Badass Force, Utiliser un pouvoir; rulings F14 to F18, F38 to F42, F54)."""

import pytest

from tests.engines.badass_force.table import KILL, lay


class TestAnnouncing:
    def test_what_nobody_calls_counts_as_true(self) -> None:
        """Alpha is laid, gamma is announced; nobody calls: gamma's power gains its charge."""
        table = lay({"active": "alpha"}, {}, {}).announce("gamma", "B", "B")
        assert (table.ammo, table.points, table.turn) == ([1, 1, 0], [0, 0, 0], 1)
        assert table.active(0) == "alpha"

    def test_any_of_the_seven_may_be_announced_even_from_the_graveyard(self) -> None:
        table = lay({"grave": "beta"}, {})
        assert [code for code in table.codes if code.startswith("announce")] == [
            f"announce {code}" for code in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta")
        ]

    def test_everybody_else_is_asked_clockwise_whatever_was_answered(self) -> None:
        table = lay({}, {}, {}, {}, turn=2).play("announce beta")
        asked = []
        while table.asks[1] == "call":
            asked.append(table.asks[0])
            table.play("call" if len(asked) == 1 else "believe")
        assert asked == [3, 0, 1]

    def test_answers_are_shown_together_after_the_last(self) -> None:
        """Ruling F54: what the first answered shows nowhere before the last has answered."""
        called, believed = (lay({}, {}, {}).play("announce beta", word) for word in ("call", "believe"))
        for seat in (None, 0, 2):
            assert called.game.view(seat) == believed.game.view(seat)
        called.play("call")
        answered = next(event for event in called.events if type(event).__name__ == "Answered")
        assert getattr(answered, "callers", None) == (1, 2)

    def test_a_power_without_text_is_not_offered_as_an_action(self) -> None:
        """Ruling F55; in Vengeance mode its red-framed text is one."""
        silent = {"alpha": {"power": [], "death": KILL}, "beta": {"power": [], "vengeance": KILL}}
        table = lay({}, {}, characters=silent)
        assert "announce alpha" not in table.codes
        assert "announce beta" not in table.codes
        assert table.refuses("announce alpha").code == "no_power"
        refused = table.refuses("announce beta")
        assert (refused.code, refused.rule) == ("needs_vengeance", "Badass Force, Mode Vengeance")
        table = lay({"vengeance": True}, {}, characters=silent)
        assert "announce alpha" not in table.codes
        assert "announce beta" in table.codes


class TestABluffCalled:
    def test_costs_the_active_character_and_the_turn(self) -> None:
        """The caller scores 2, a first kill (ruling F17); the bluffer lays another; no power (L138-140)."""
        table = lay({"active": "alpha"}, {}, {}).announce("beta", "C", "B")
        assert (table.points, table.grave(0)) == ([0, 2, 0], {"alpha"})
        assert table.asks == (0, "lay")
        table.play("lay gamma")
        assert (table.active(0), table.turn, table.ammo[0]) == ("gamma", 1, 0)

    def test_the_first_caller_clockwise_from_the_announcer_is_involved(self) -> None:
        """Ruling F14: seats 1 and 3 call seat 2's bluff; clockwise from 2 comes 3."""
        table = lay({}, {}, {"active": "alpha"}, {}, turn=2).announce("beta", "C", "B", "C")
        assert table.points == [0, 0, 0, 2]

    def test_a_call_of_the_sole_leader_brings_one_more(self) -> None:
        """Ruling F19, judged before the points."""
        table = lay({"active": "alpha", "points": 5}, {"points": 4}, {}).announce("beta", "C", "B")
        assert table.points == [5, 7, 0]

    def test_who_leads_together_with_others_brings_no_more(self) -> None:
        table = lay({"active": "alpha", "points": 5}, {"points": 5}, {}).announce("beta", "C", "B")
        assert table.points == [5, 7, 0]


class TestATruthCalled:
    def test_costs_the_caller_a_card_drawn_from_his_hand_and_the_power_follows(self) -> None:
        """The announcer scores 2; shows, takes back and lays one (F29); then the power (F15, F38)."""
        table = lay({"active": "alpha"}, {"active": "alpha"}, {})
        table.dice.takes = [0]
        table.announce("alpha", "C", "B")
        assert (table.points, table.grave(1), table.active(1)) == ([2, 0, 0], {"beta"}, "alpha")
        assert (table.asks, table.ammo) == ((0, "lay"), [0, 0, 0])
        table.play("lay alpha")
        assert (table.ammo[0], table.turn) == (1, 1)

    def test_the_order_is_loss_points_renewal_own_card_power(self) -> None:
        """Ruling F38, with a caller who has two cards left and so comes to Vengeance."""
        table = lay({"active": "alpha"}, {"active": "alpha", "grave": "beta gamma delta epsilon"}, {})
        table.dice.takes = [0, 6]
        table.announce("alpha", "C", "B")
        assert table.asks == (1, "lay")
        table.play("lay beta")
        assert table.asks == (0, "lay")
        table.play("lay alpha")
        assert table.tags("shown", "lost", "scored", "vengeance_began", "laid", "slot_began", "charged") == [
            *("shown", "lost", "scored", "vengeance_began", "laid", "laid", "slot_began", "charged"),
            "charged",  # the next turn's
        ]

    def test_a_card_shown_is_known_not_to_be_in_the_dressing_room(self) -> None:
        table = lay({"active": "alpha"}, {}, {})
        table.announce("alpha", "C", "B").play("lay beta")
        assert all(known & 1 for known in table.game.seats[0].outside)
        assert table.game.view(2).seats[0].active is None


class TestTheFirstKillOfATurn:
    GRANTED = {"alpha": {"power": [{"do": "kill", "who": "chosen"}, {"do": "kill", "who": "chosen"}]}}

    def test_a_second_kill_of_the_same_turn_scores_one(self) -> None:
        """Ruling F18: two by the power, the second is worth 1."""
        table = lay({"active": "alpha"}, {}, {}, characters=self.GRANTED).announce("alpha", "B", "B")
        table.play("seat 1", "lay beta", "seat 2", "lay beta")
        assert table.points == [3, 0, 0]

    def test_a_call_before_makes_the_powers_kill_a_later_one(self) -> None:
        """Ruling F42: 2 for the call, then 1 and 1."""
        table = lay({"active": "alpha"}, {}, {}, characters=self.GRANTED).announce("alpha", "C", "B")
        table.play("lay alpha", "seat 1", "lay beta" if "beta" in table.hand(1) else "lay gamma")
        table.play("seat 2", "lay beta")
        assert table.points == [4, 0, 0]

    def test_each_scorer_has_a_first_kill_of_his_own_in_anybodys_turn(self) -> None:
        """Seat 1 calls rightly in the turn of 0: 2 points; in its own turn its first is worth 2 again."""
        table = lay({"active": "alpha"}, {"active": "alpha"}, {}, characters=self.GRANTED)
        table.announce("beta", "C", "B").play("lay gamma").announce("alpha", "B", "B").play("seat 2", "lay beta")
        assert table.points == [0, 4, 0]

    def test_a_caller_always_has_a_card_to_lose(self) -> None:
        """Ruling F16: the last but one is lost and Vengeance comes at once (F21), with six of seven in hand (F22)."""
        table = lay({"active": "alpha"}, {"active": "alpha", "grave": "beta gamma delta epsilon"}, {})
        assert table.hand(1) == {"zeta"}
        table.dice.takes = [0, 6]  # the only card of the hand; then the dressing room: eta
        table.announce("alpha", "C", "B")
        assert table.game.seats[1].vengeance
        assert table.grave(1) == set()
        assert table.hand(1) | {table.active(1)} - {None} == {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}
        while table.asks[1] == "lay":
            table.play(table.codes[0])
        assert len(table.hand(1)) == 5


class TestChoicesOfAPower:
    def test_targets_are_chosen_after_the_window(self) -> None:
        """Ruling F39: only the name is announced."""
        table = lay({}, {}, {}, characters={"beta": {"power": KILL}}).announce("beta", "B", "B")
        assert (table.asks, table.codes) == ((0, "effect"), ["seat 1", "seat 2"])

    @pytest.mark.parametrize(("frame", "ammo"), [("power", 1), ("vengeance", 4)])
    def test_in_vengeance_mode_either_text_is_chosen_when_applied(self, frame: str, ammo: int) -> None:
        """Ruling F41; what is framed in red is each card's own, and no other has it (ruling F25)."""
        red = {"beta": {"vengeance": [{"do": "gain", "what": "ammo", "n": 4}]}}
        table = lay({"vengeance": True}, {"vengeance": True}, characters=red).announce("beta", "B")
        assert table.codes == ["frame power", "frame vengeance"]
        assert table.play(f"frame {frame}").ammo[0] == ammo

    def test_in_cool_mode_there_is_no_choice(self) -> None:
        red = {"beta": {"vengeance": [{"do": "gain", "what": "ammo", "n": 4}]}}
        assert lay({}, {}, characters=red).announce("beta", "B").ammo[0] == 1
