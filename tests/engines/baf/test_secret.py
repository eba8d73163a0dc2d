"""Hands laid in secret and shown together (BAF!, Combat contre les monstres)."""

from engines.baf.view import Phase
from tests.engines.baf.table import seated


class TestHands:
    def test_any_monster_may_be_attacked_with_either_hand_both_or_none(self) -> None:
        """Rulings A8, A9: four monsters or none for each of two hands, 5 * 5 ways."""
        table = seated()
        assert len(table.codes) == 25
        assert {"lay - -", "lay 0 -", "lay - 3", "lay 2 2", "lay 3 0"} <= set(table.codes)

    def test_all_are_asked_before_anybody_shows(self) -> None:
        """Ruling A20: the others see that a seat has laid, not where."""
        table = seated(players=3)
        assert table.actor == 0
        table.play("lay 1 2")
        assert table.actor == 1
        assert [seat.laid for seat in table.view(1).seats] == [True, False, False]
        assert table.owners == [None] * 6
        assert [table.view(viewer).seats[0].secret for viewer in (0, 1, 2, None)] == [(1, 2), None, None, None]
        assert [table.view(viewer).seats[0].hands for viewer in (0, 1)] == [(-1, -1), (-1, -1)]

    def test_who_is_alone_on_a_monster_attacks_it(self) -> None:
        """BAF!, Combat contre les monstres."""
        table = seated("jelly bones purse totem").play("lay 0 1", "lay - 2")
        fights = [(one.seat, one.monster) for one in table.told("Fought")]
        assert fights == [(0, "jelly"), (0, "bones"), (1, "purse")]
        assert table.lots == []

    def test_both_hands_on_one_monster_attack_together(self) -> None:
        """BAF!, Combat contre les monstres: the totem asks for melee 1 (guard) and magic 1 (witch)."""
        table = seated("totem jelly jelly jelly").play("lay 0 0", "lay - -")
        (fight,) = table.told("Fought")
        assert (fight.won, [side.value for side in fight.sides]) == (True, ["left", "right"])

    def test_a_hand_on_no_place_is_refused(self) -> None:
        problem = seated().refuses("lay 4 -")
        assert (problem.code, problem.params["place"], problem.params["most"]) == ("no_such_place", 4, 3)

    def test_touching_is_for_quick_hands(self) -> None:
        """Ruling A20."""
        assert seated().refuses("touch 0 left 1").code == "not_now"


class TestConflicts:
    def test_a_lot_decides_between_two(self) -> None:
        """Rulings A6, A26, with one receipt: lot 1 is the second of the seats 0 and 1."""
        table = seated("jelly bones purse totem", lots=[1]).play("lay 0 -", "lay 0 -")
        (contested,) = table.told("Contested")
        assert (contested.place, contested.seats, contested.winner) == (0, (0, 1), 1)
        assert table.lots == [(2, "several hands on one monster")]

    def test_the_odds_are_equal_for_players_not_for_hands(self) -> None:
        """Ruling A26: two hands of one player against one of another's are a lot among two."""
        table = seated("jelly bones purse totem", lots=[0]).play("lay 0 0", "lay 0 -")
        assert table.lots == [(2, "several hands on one monster")]

    def test_the_winner_fights_with_every_hand_laid_there(self) -> None:
        """Ruling A26: witch and guard together beat the totem (melee 1, magic 1)."""
        table = seated("totem jelly jelly jelly", lots=[0]).play("lay 0 0", "lay - 0", "lay - -")
        (fight,) = table.told("Fought")
        assert (fight.seat, len(fight.sides), fight.won) == (0, 2, True)

    def test_three_on_one_monster(self) -> None:
        """Ruling A26."""
        table = seated(players=3, lots=[2]).play("lay 5 -", "lay - 5", "lay 5 5")
        assert table.lots == [(3, "several hands on one monster")]
        assert table.owners[5] == 2

    def test_several_lots_go_by_the_order_of_the_cards(self) -> None:
        """Ruling A37: first the monster on place 1, whoever laid first on it, then that on place 3."""
        table = seated("jelly bones purse totem", lots=[1, 0]).play("lay 3 1", "lay 1 3")
        assert [(one.place, one.winner) for one in table.told("Contested")] == [(1, 1), (3, 0)]

    def test_losers_are_asked_again_for_the_hand_that_lost(self) -> None:
        """Ruling A24: seat 1 lost on place 0 with the left hand; the right one lies on 1 for good.

        The left hand may go to a free monster (2, 3), to its own (1), or to none.
        """
        table = seated("jelly bones purse totem", lots=[0]).play("lay 0 -", "lay 0 1")
        assert (table.phase, table.actor) == (Phase.LAY, 1)
        assert table.codes == ["lay - 1", "lay 1 1", "lay 2 1", "lay 3 1"]
        assert table.own(1).asked == (True, False)
        assert (table.own(0).hands, table.own(1).hands) == ((0, -1), (-1, 1))

    def test_both_hands_that_lost_are_asked_together(self) -> None:
        """Ruling A24: on one monster or on two."""
        for second in ("lay 0 0", "lay 0 1"):
            table = seated(lots=[0, 0]).play("lay 0 1", second)
            while table.actor == 0:  # where only place 0 was contested
                table.play("lay - -")
            assert table.actor == 1
            assert {"lay 2 3", "lay 2 2", "lay - 2", "lay - -"} <= set(table.codes)
            assert not any(code.startswith("lay 0") for code in table.codes)

    def test_a_monster_that_is_taken_is_refused(self) -> None:
        """BAF!, Combat contre les monstres: two players never attack one monster."""
        table = seated(lots=[0]).play("lay 0 -", "lay 0 1")
        problem = table.refuses("lay 0 1")
        assert (problem.code, problem.params["by"]) == ("monster_taken", 0)
        assert table.refuses("lay 2 -").code == "hand_is_laid"

    def test_all_losers_lay_together_in_secret(self) -> None:
        """Ruling A24: seats 1 and 2 lost; 2 does not see where 1 lays its hand."""
        table = seated(players=3, lots=[0]).play("lay 0 -", "lay 0 -", "lay 0 -", "lay 4 -")
        assert table.actor == 2
        assert table.view(2).seats[1].secret is None
        assert table.view(2).seats[1].laid
        assert table.owners == [0, None, None, None, None, None]

    def test_again_until_no_conflict_is_left(self) -> None:
        """Ruling A24: 1 and 2 meet on place 4 as well; 2 loses twice and is asked a third time, alone."""
        table = seated(players=3, lots=[0, 0]).play("lay 0 -", "lay 0 -", "lay 0 -", "lay 4 -", "lay 4 -")
        assert table.actor == 2
        assert table.codes == ["lay - -", "lay 1 -", "lay 2 -", "lay 3 -", "lay 5 -"]
        table.play("lay 5 -")
        assert [one.place for one in table.told("Fought")] == [0, 4, 5]

    def test_none_is_final_for_the_round(self) -> None:
        """Ruling A27: seat 1's right hand lay nowhere, so that only the left one, which lost, is asked for."""
        table = seated(lots=[0]).play("lay 0 -", "lay 0 -")
        assert table.codes == ["lay - -", "lay 1 -", "lay 2 -", "lay 3 -"]

    def test_nobody_is_asked_where_nothing_is_free(self) -> None:
        """Ruling A24: 0 holds two of four monsters, 1 one, and both want the last: 1 may still double its own."""
        table = seated("purse purse purse purse", lots=[0]).play("lay 0 1", "lay 1 2")
        assert table.codes == ["lay - 2", "lay 2 2", "lay 3 2"]
        two = seated("purse purse purse purse", players=2, lots=[0, 0]).play("lay 0 1", "lay 0 1")
        assert two.codes == [f"lay {left} {right}" for left in "-23" for right in "-23"]
