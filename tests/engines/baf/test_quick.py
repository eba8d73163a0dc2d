"""Quick hands: the first hand on a monster attacks it (BAF!, Combat contre les monstres)."""

from typing import Any

import pytest

from engines.baf.view import Phase
from tests.engines.baf.table import Table, seated


def race(*levels: str, shown: bool = True, **more: Any) -> Table:
    """A race of two, its monsters shown."""
    table = seated(*levels, quick_hands=True, **more)
    return table.play("show") if shown else table


class TestClock:
    def test_nobody_may_act_before_the_monsters_are_shown(self) -> None:
        """Ruling A38: the moment is the clock's; no seat sees a monster before it."""
        table = race("jelly bones purse totem", shown=False)
        assert (table.phase, table.actor, table.game.actors, table.codes) == (Phase.READY, None, (), ["show"])
        assert [table.view(seat).monsters for seat in (0, 1, None)] == [(), (), ()]
        assert (table.view(0).actions, table.view(0).clock) == ((), ("show",))
        assert table.refuses("touch 0 left 1").code == "not_shown_yet"
        assert table.refuses("done 0").code == "not_now"

    def test_then_everybody_may(self) -> None:
        """Ruling A20: in any order, no seat before another."""
        table = race("jelly bones purse totem")
        assert (table.actor, table.game.actors) == (None, (0, 1))
        assert table.monsters == ["jelly", "bones", "purse", "totem"]
        for seat in (0, 1):
            mine = [code for code in table.codes if code.split()[1] == str(seat)]
            assert list(table.view(seat).actions) == mine == [one.code for one in table.game.actions_of(seat)]
            assert len(mine) == 2 * 4 + 1

    def test_a_timer_ends_the_round(self) -> None:
        """Ruling A33: idle hands are none."""
        table = race("jelly jelly jelly jelly", timer=10)
        assert table.view(None).clock == ("time",)
        table.play("touch 0 left 0", "time")
        assert [one.seat for one in table.told("Fought")] == [0]
        assert table.phase is Phase.GAIN

    def test_without_a_timer_no_clock_ends_it(self) -> None:
        """Ruling A33."""
        assert race().refuses("time").code == "not_now"


class TestTouches:
    def test_the_first_hand_attacks(self) -> None:
        """Rulings A6, A38: the order in which the server hears of them; no lot, no correction."""
        table = race("purse purse purse purse").play("touch 1 left 2")
        problem = table.refuses("touch 0 right 2")
        assert (problem.code, problem.params["by"]) == ("monster_taken", 1)
        assert table.owners == [None, None, 1, None]
        assert table.lots == []

    def test_a_second_hand_may_follow_while_others_are_barred(self) -> None:
        """Ruling A8: the totem asks for both of seat 0's heroes."""
        table = race("totem jelly jelly jelly").play("touch 0 left 0", "touch 1 left 1")
        assert table.refuses("touch 1 right 0").code == "monster_taken"
        table.play("touch 0 right 0", "done 1")
        assert [(one.monster, one.won) for one in table.told("Fought")] == [("totem", True), ("jelly", False)]

    def test_a_hand_that_lies_stays(self) -> None:
        """BAF!, Combat contre les monstres: nobody takes a touch back."""
        table = race().play("touch 0 left 0")
        problem = table.refuses("touch 0 left 1")
        assert (problem.code, problem.params["lies"]) == ("hand_is_laid", "0")

    def test_an_idle_hand_may_come_until_the_end(self) -> None:
        """Ruling A27: it is not asked, so that it is not final before its seat says so."""
        table = race().play("touch 0 left 0", "done 1")
        assert "touch 0 right 3" in table.codes
        table.play("touch 0 right 3")
        assert len(table.told("Fought")) == 2

    @pytest.mark.parametrize("code", ["touch 4 left 0", "done 4"])
    def test_nobody_touches_from_a_seat_that_is_not_there(self, code: str) -> None:
        assert race().refuses(code).code == "no_such_seat"

    def test_no_monster_lies_there(self) -> None:
        assert race().refuses("touch 0 left 9").code == "no_such_place"


class TestEnd:
    def test_when_all_have_laid_both_hands_or_done(self) -> None:
        """Ruling A33."""
        table = race("purse purse purse purse").play("touch 0 left 0", "touch 0 right 1")
        assert table.game.actors == (1,)
        table.play("done 1")
        assert [one.place for one in table.told("Fought")] == [0, 1]

    def test_who_has_done_touches_no_more(self) -> None:
        """Ruling A33."""
        table = race().play("done 0")
        assert table.refuses("touch 0 left 0").code == "has_done"
        assert table.refuses("done 0").code == "has_done"

    def test_when_no_monster_is_free(self) -> None:
        """Ruling A33: four hands of two players on four monsters."""
        table = race("purse purse purse purse", players=2)
        table.play("touch 0 left 0", "touch 1 left 1", "touch 1 right 2")
        assert table.phase is Phase.RACE
        table.play("touch 0 right 3")
        assert len(table.told("Fought")) == 4

    def test_the_next_round_waits_for_the_clock_again(self) -> None:
        """Ruling A38."""
        table = race("purse purse purse purse").play("done 0", "done 1")
        assert (table.phase, table.view(None).round, table.monsters) == (Phase.READY, 2, [])
        assert table.view(None).piles == (30, 34, 34)
