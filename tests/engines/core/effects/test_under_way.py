"""Steps being done: sequences, choices, payments, conditions, rounds, and the table's own decisions."""

import copy

import pytest

from engines.core.effects.literal import code_of, steps_of
from engines.core.effects.steps import UnderWay, begin
from engines.core.problems import Illegal, Malformed
from tests.engines.core.effects.toy import LANGUAGE, Toy, gain, read


class TestCombinators:
    def test_a_list_is_a_sequence(self) -> None:
        assert Toy().play(gain(2), gain(3, who="others")).stones == [2, 3, 3, 3]

    def test_a_choice_goes_on_in_one_branch_and_then_behind(self) -> None:
        toy = Toy().play({"do": "choose", "of": [[gain(1)], [gain(2), gain(2)]]}, gain(10))
        assert toy.asked == (0, ("branch 1", "branch 2"))
        assert toy.answer("branch 2").stones[0] == 14
        assert toy.ways == []

    def test_may_leaves_undone_what_is_refused(self) -> None:
        may = {"do": "may", "steps": [gain(5)]}
        assert Toy().play(may).answer("yes").stones[0] == 5
        assert Toy().play(may).answer("no").stones[0] == 0

    def test_somebody_else_may_decide(self) -> None:
        chosen = gain(1, who="chosen", **{"as": "other"})
        toy = Toy().play(chosen, {"do": "may", "by": "other", "steps": [gain(5, who="other")]}).answer("seat 2")
        assert toy.asked == (2, ("yes", "no"))
        assert toy.answer("yes").stones == [0, 0, 6, 0]

    @pytest.mark.parametrize(("has", "asked"), [(0, None), (1, None), (2, ("pay 2", "no")), (3, ("pay 2", "no"))])
    def test_a_price_is_asked_of_who_can_pay_it(self, has: int, asked: tuple[str, ...] | None) -> None:
        toy = Toy()
        toy.stones[0] = has
        toy.play({"do": "pay", "what": "stones", "n": 2, "steps": [{"do": "gain", "what": "shells", "n": "x"}]})
        assert (toy.asked and toy.asked[1]) == asked
        if asked:
            toy.answer("pay 2")
            assert (toy.stones[0], toy.has["shells"][0]) == (has - 2, 2)
        else:
            assert toy.said == ["Pay"]

    def test_up_to_offers_every_price_that_can_be_paid(self) -> None:
        toy = Toy()
        toy.stones[0] = 2
        toy.play({"do": "pay", "what": "stones", "n": 3, "up_to": True, "steps": [gain("x", who="others")]})
        assert toy.asked == (0, ("pay 1", "pay 2", "no"))
        assert toy.answer("pay 1").stones == [1, 1, 1, 1]

    def test_a_condition_decides_between_steps(self) -> None:
        when = {"do": "if", "when": {"stones_least": 3}, "steps": [gain(10)], "otherwise": [gain(1)]}
        toy = Toy().play(gain(2), when)
        assert toy.stones[0] == 3
        assert toy.play(when).stones[0] == 13

    def test_conditions_are_joined(self) -> None:
        both = {"all": [{"stones_least": 1}, {"not": {"stones_least": 3}}]}
        either = {"any": [{"stones_least": 3}, {"stones_least": 1, "who": "others"}]}
        for stones, told in ((0, (False, False)), (1, (True, False)), (2, (True, False)), (3, (False, True))):
            for condition, holds in zip((both, either), told, strict=True):
                toy = Toy()
                toy.stones[0] = stones
                toy.play({"do": "if", "when": condition, "steps": [{"do": "gain", "what": "shells"}]})
                assert toy.has["shells"][0] == holds, (stones, condition)

    def test_each_goes_round_clockwise_from_the_holder(self) -> None:
        may = {"do": "may", "by": "it", "steps": [gain(who="it")]}
        toy = Toy().play({"do": "each", "who": "others", "steps": [may]}, seat=2)
        order = []
        while toy.asked is not None:
            order.append(toy.asked[0])
            toy.answer("yes")
        assert order == [3, 0, 1]
        assert toy.stones == [1, 1, 0, 1]

    def test_repeat_stops_at_ten(self) -> None:
        toy = Toy().play({"do": "repeat", "times": 3, "steps": [gain()]})
        assert toy.stones[0] == 3
        toy.stones[0] = 30
        assert toy.play({"do": "repeat", "times": {"count": "stones"}, "steps": [gain()]}).stones[0] == 40

    def test_what_is_counted_has_a_limit(self) -> None:
        toy = Toy()
        toy.stones[:] = [0, 1, 2, 3]
        toy.play({"do": "gain", "what": "shells", "n": {"count": "stones", "who": "others", "most": 5}})
        assert toy.has["shells"][0] == 5

    def test_a_resolution_breaks_off_after_200_steps(self) -> None:
        """Reading refuses such a card; a table that has one all the same comes to an end."""
        toy = Toy().play({"do": "repeat", "times": 10, "steps": [gain()] * 15})
        assert toy.stones[0] == 150
        toy = Toy()
        begin(toy, UnderWay(0, "card", "play", read(gain()) * 300))
        assert toy.go_on().stones[0] == 200


class TestAiming:
    def test_who_is_chosen_is_asked_for_and_named(self) -> None:
        toy = Toy().play(gain(2, who="chosen", **{"as": "victim"}), gain(3, who="victim"))
        assert toy.asked == (0, ("seat 1", "seat 2", "seat 3"))
        assert toy.answer("seat 2").stones == [0, 0, 5, 0]

    def test_a_choice_of_one_is_not_asked_for(self) -> None:
        assert Toy(2).play(gain(2, who="chosen")).stones == [0, 2]

    @pytest.mark.parametrize("players", [2, 4])
    def test_who_answers_to_being_chosen_does_so_first_and_once(self, players: int) -> None:
        toy = Toy(players)
        toy.guards = {1}
        toy.play(gain(2, who="chosen", **{"as": "victim"}), gain(3, who="victim"), gain(1, who="others"))
        if players > 2:
            toy.answer("seat 1")
        assert toy.stones[1] == 0
        assert toy.stones[2:] == [1] * (players - 2)

    def test_what_cannot_be_done_is_skipped_and_said(self) -> None:
        toy = Toy()
        toy.play({"do": "if", "when": {"stones_least": 1}, "steps": [gain(who="chosen", **{"as": "victim"})]},
                 gain(who="victim"))  # fmt: skip
        assert toy.said == ["Gain"]


class TestTheTableDecides:
    def test_nothing_needs_everybodys_leave(self) -> None:
        toy = Toy().play({"do": "table_decides"}, gain(1))
        asked = [toy.asked]
        toy.answer("table nothing")
        asked.append(toy.asked)
        assert asked == [(0, ("table nothing",)), (1, ("accept", "object"))]
        assert toy.answer("accept", "accept", "accept").stones == [1, 0, 0, 0]

    def test_what_all_agree_to_is_done_by_the_ordinary_verbs(self) -> None:
        code = "table gain n=2 what=stones who=3; gain what=shells who=0"
        toy = Toy().play({"do": "table_decides"}).answer(code, "accept", "accept", "accept")
        assert (toy.stones, toy.has["shells"]) == ([0, 0, 0, 2], [1, 0, 0, 0])

    def test_after_the_third_refusal_nothing_happens(self) -> None:
        toy = Toy().play({"do": "table_decides"})
        for refused in range(3):
            assert toy.asked == (0, ("table nothing",)), refused
            toy.answer("table gain what=stones who=0", "accept", "object", "accept")
        assert (toy.asked, toy.stones, toy.said) == (None, [0, 0, 0, 0], ["TableDecides"])

    def test_a_proposal_is_read_as_it_is_written(self) -> None:
        code = "table gain n=2 what=stones who=3"
        assert code_of(steps_of(LANGUAGE, code, 4)) == code
        assert code_of(()) == "table nothing"
        for odd in ("gain what=stones", "table gain who=3 what=stones", "table gain what", "table ", "table gain  n=1"):
            with pytest.raises((Malformed, Illegal)):
                steps_of(LANGUAGE, odd, 4)

    @pytest.mark.parametrize(
        ("code", "problem"),
        [
            ("table gain what=stones who=4", "effect_who_unknown"),
            ("table gain what=stonse", "effect_value_unknown"),
            ("table gian what=stones", "effect_verb_unknown"),
            ("table guard", "effect_verb_place"),
            ("table may steps=x", "effect_not_steps"),
        ],
    )
    def test_what_no_box_can_do_is_refused(self, code: str, problem: str) -> None:
        with pytest.raises(Illegal) as refused:
            steps_of(LANGUAGE, code, 4)
        assert problem in {each.code for each in refused.value.problems}


def test_what_is_under_way_can_be_copied_in_the_middle_of_a_choice() -> None:
    toy = Toy().play({"do": "each", "who": "all", "steps": [{"do": "may", "by": "it", "steps": [gain(who="it")]}]})
    toy.answer("yes")
    twin = copy.copy(toy)
    twin.agenda, twin.ways = toy.agenda[:], [way.copy() for way in toy.ways]
    twin.has = {name: list(has) for name, has in toy.has.items()}
    assert twin.answer("no", "yes", "no").stones == [1, 0, 1, 0]
    assert toy.answer("yes", "yes", "yes").stones == [1, 1, 1, 1]
    assert read(gain()) == read(gain())
