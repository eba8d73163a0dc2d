"""Every verb in positions made by hand: at, below and above its limit."""

from typing import Any

import pytest

from tests.engines.badass_force.table import Table, lay


def power(*steps: dict[str, Any], seats: tuple[dict[str, Any], ...] = ({}, {}, {}), **more: Any) -> Table:
    """Let seat 0 of three announce alpha, whose power are these steps, and be believed."""
    table = lay(*seats, characters={"alpha": {"power": list(steps)}}, **more)
    return table.announce("alpha", *("B" for _ in seats[1:]))


class TestGain:
    @pytest.mark.parametrize(("before", "after"), [(1, 4), (2, 5), (3, 5), (5, 5)])
    def test_ammunition_up_to_the_last_case(self, before: int, after: int) -> None:
        assert power({"do": "gain", "what": "ammo", "n": 3}, seats=({"ammo": before}, {}, {})).ammo[0] == after

    def test_points_for_anybody(self) -> None:
        assert power({"do": "gain", "what": "points", "n": 3, "who": "others"}).points == [0, 3, 3]

    def test_points_by_a_card_bring_the_limit_near(self) -> None:
        table = power({"do": "gain", "what": "points", "n": 3}, seats=({"points": 13}, {}, {}))
        assert table.game.outcome is not None

    def test_as_many_as_are_counted(self) -> None:
        count = {"count": "graveyard", "who": "others", "most": 3}
        for grave, points in (("", 0), ("beta gamma", 2), ("beta gamma delta epsilon", 3)):
            table = power({"do": "gain", "what": "points", "n": count}, seats=({}, {"grave": grave}, {}))
            assert table.points[0] == points


class TestLose:
    @pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 0), (1, 0), (0, 0)])
    def test_no_more_than_there_is(self, before: int, after: int) -> None:
        for what in ("ammo", "points"):
            table = power({"do": "lose", "what": what, "n": 2, "who": "right"}, seats=({}, {}, {what: before}))
            assert (table.ammo if what == "ammo" else table.points)[2] == after
            assert table.tags("skipped") == (["skipped"] if before == 0 else [])


class TestTake:
    @pytest.mark.parametrize(("there", "room", "left", "got"), [(3, 5, 1, 2), (1, 5, 0, 1), (3, 1, 1, 1), (0, 5, 0, 0)])
    def test_what_there_is_and_what_fits(self, there: int, room: int, left: int, got: int) -> None:
        """What does not fit is lost."""
        take = {"do": "take", "what": "ammo", "n": 2, "who": "right"}
        table = power(take, seats=({"ammo": 5 - room}, {}, {"ammo": there}))
        assert (table.ammo[2], table.ammo[0]) == (left, 5 - room + got)

    def test_points_of_several(self) -> None:
        take = {"do": "take", "what": "points", "n": 2, "who": "others"}
        table = power(take, seats=({}, {"points": 1}, {"points": 4}))
        assert table.points == [3, 0, 2]


class TestKill:
    def test_the_active_or_one_drawn_from_the_hand(self) -> None:
        table = power({"do": "kill", "who": "right"}, seats=({}, {}, {"active": "delta"}))
        assert table.grave(2) == {"delta"}
        table = power({"do": "kill", "who": "right", "from": "hand"}, seats=({}, {}, {"active": "delta"}))
        assert (len(table.grave(2)), table.active(2)) == (1, "delta")

    def test_from_a_hand_of_one_brings_vengeance(self) -> None:
        two = {"grave": "beta gamma delta epsilon"}
        table = power({"do": "kill", "who": "right", "from": "hand"}, seats=({}, {}, two))
        assert table.game.seats[2].vengeance

    def test_the_leader_is_nobody_when_several_lead(self) -> None:
        table = power({"do": "kill", "who": "leader"}, seats=({}, {"points": 2}, {"points": 2}))
        assert table.tags("lost", "skipped") == ["skipped"]
        table = power({"do": "kill", "who": "leader"}, seats=({}, {"points": 2}, {"points": 3}))
        assert len(table.grave(2)) == 1


class TestRevive:
    @pytest.mark.parametrize(("grave", "n", "back"), [("", 1, 0), ("beta", 1, 1), ("beta", 2, 1), ("beta gamma", 1, 1)])
    def test_by_chance_no_more_than_lie_there(self, grave: str, n: int, back: int) -> None:
        table = power({"do": "revive", "n": n, "pick": "random"}, seats=({"grave": grave}, {}, {}))
        assert len(table.grave(0)) == len(grave.split()) - back

    def test_by_choice(self) -> None:
        table = power({"do": "revive"}, seats=({"grave": "beta gamma"}, {}, {}))
        assert table.codes == ["card beta", "card gamma"]
        table.play("card gamma")
        assert (table.grave(0), "gamma" in table.hand(0)) == ({"beta"}, True)

    def test_all_know_it_is_not_in_the_dressing_room(self) -> None:
        table = power({"do": "revive"}, seats=({"grave": "beta"}, {}, {}))
        assert all(known & 2 for known in table.game.seats[0].outside)


class TestChanging:
    def test_characters_of_all(self) -> None:
        table = power({"do": "change_character", "who": "others"})
        assert table.asks == (1, "lay")
        assert table.play("lay beta").asks == (2, "lay")

    def test_weapons_with_what_is_on_them(self) -> None:
        table = power({"do": "change_weapon", "who": "right"}, seats=({}, {}, {"ammo": 4}))
        assert table.asks == (2, "weapon")
        table.play("weapon rope")
        assert (table.weapon(2), table.ammo[2]) == ("rope", 0)

    @pytest.mark.parametrize(("ammo", "kept"), [(0, 0), (4, 4), (5, 5)])
    def test_a_weapon_may_be_changed_keeping_its_charges(self, ammo: int, kept: int) -> None:
        """Ruling F59."""
        step = {"do": "change_weapon", "who": "right", "keep": True}
        table = power(step, seats=({}, {}, {"ammo": ammo})).play("weapon rope")
        assert (table.weapon(2), table.ammo[2]) == ("rope", kept)

    def test_charges_for_which_the_new_weapon_has_no_case_are_lost_and_overload_nothing(self) -> None:
        """Ruling F59: keeping is no gain. The gun takes five, the rope three."""
        step = {"do": "change_weapon", "keep": True}
        rope = {"bar": {"explode": 3, "most": 3}, "overload": [{"do": "kill", "who": "me"}]}
        table = lay({"ammo": 5}, {}, characters={"alpha": {"power": [step]}}, rope=rope)
        table.announce("alpha", "B").play("weapon rope")
        assert (table.weapon(0), table.ammo[0], table.grave(0)) == ("rope", 3, set())


class TestLookAndReveal:
    def test_one_alone_looks_at_the_active(self) -> None:
        table = power({"do": "look", "who": "right"}, seats=({}, {}, {"active": "delta"}))
        shown = [table.game.view(seat).seats[2].active for seat in (0, 1, None)]
        assert shown == ["delta", None, None]
        looked = next(event for event in table.events if type(event).__name__ == "LookedAt")
        assert getattr(looked.seen_from(1), "character", "") is None
        assert getattr(looked.seen_from(0), "character", "") == "delta"

    def test_or_into_the_dressing_room(self) -> None:
        table = power({"do": "look", "who": "right", "at": "dressing_room"}, seats=({}, {}, {"loge": "zeta"}))
        assert [table.game.view(seat).seats[2].dressing_room for seat in (0, 1)] == ["zeta", None]

    def test_what_was_seen_is_forgotten_with_another_laid(self) -> None:
        table = power({"do": "look", "who": "left"}, seats=({}, {"active": "delta"}, {}))
        table.play("change", "lay beta")
        assert table.game.view(0).seats[1].active is None
        assert table.game.seats[1].outside[0] == 8

    def test_shown_to_all_it_is_taken_back_and_one_is_laid(self) -> None:
        """Ruling F29."""
        table = power({"do": "reveal", "who": "right"}, seats=({}, {}, {"active": "delta"}))
        assert (table.asks, table.tags("shown")) == ((2, "lay"), ["shown"])
        assert "lay delta" in table.codes


class TestGuess:
    def test_right_it_dies_and_scores(self) -> None:
        table = power({"do": "guess", "who": "right"}, seats=({}, {}, {"active": "delta"}))
        assert table.codes == [f"card {code}" for code in table.game.codes]
        table.play("card delta")
        assert (table.grave(2), table.points[0]) == ({"delta"}, 2)

    def test_wrong_it_tells_all_that_it_is_another(self) -> None:
        table = power({"do": "guess", "who": "right", "otherwise": [{"do": "gain", "what": "points"}]})
        table.play("card beta")
        assert (table.grave(2), table.points[0], table.game.seats[2].ruled_out) == (set(), 1, 2)


class TestExchange:
    def test_weapons_with_what_is_on_them(self) -> None:
        table = power({"do": "exchange", "what": "weapon", "who": "right"}, seats=({"ammo": 1}, {}, {"ammo": 4}))
        assert (table.ammo[0], table.ammo[2]) == (4, 1)

    def test_ammunition_that_does_not_fit_is_lost(self) -> None:
        exchanges = {"alpha": {"power": [{"do": "exchange", "what": "ammo", "who": "right"}]}}
        table = lay({"ammo": 1}, {}, {}, characters=exchanges, weapon={"bar": {"explode": 3, "most": 3}})
        table.game.seats[2].weapon = 1  # the rope, with five cases
        table.game.seats[2].ammo = 5
        table.announce("alpha", "B", "B")
        assert (table.ammo[0], table.ammo[2]) == (3, 1)


class TestRollAndCopy:
    def test_dice_roll_as_in_the_armoury(self) -> None:
        table = lay({}, {}, {}, characters={"alpha": {"power": [{"do": "roll", "who": "right"}]}})
        table.dice.shows = [1, 4]
        table.announce("alpha", "B", "B")
        assert table.ammo == [1, 2, 1]  # seat 1's turn has brought one

    def test_another_power_but_never_one_that_copies(self) -> None:
        copies: dict[str, dict[str, Any]] = {code: {"power": [{"do": "copy"}]} for code in ("alpha", "beta")}
        copies["gamma"] = {"power": [{"do": "gain", "what": "points", "n": 5}]}
        table = lay({}, {}, characters=copies).announce("alpha", "B")
        assert table.codes == ["card gamma", "card delta", "card epsilon", "card zeta", "card eta"]
        assert table.play("card gamma").points[0] == 5


class TestLasting:
    def test_a_deed_forbidden_to_the_end_of_the_next_turn(self) -> None:
        table = power({"do": "forbid", "what": "power", "until": "my_next_turn", "who": "right"})
        table.play("change", "lay alpha")
        assert any(code.startswith("announce") for code in table.codes)

    @pytest.mark.parametrize(
        ("what", "words"),
        [("power", "announce"), ("armoury", "armoury"), ("weapon", "weapon"), ("execution", "execute")],
    )
    def test_a_deed_forbidden_until_used_binds_the_next_turn(self, what: str, words: str) -> None:
        table = power({"do": "forbid", "what": what, "until": "used", "who": "left"}, seats=({}, {"ammo": 4}, {}))
        assert not any(code.startswith(words) for code in table.codes)
        code = {"announce": "announce beta", "weapon": "weapon rope"}.get(words, words)
        assert table.refuses(code).code == "forbidden"
        table.play("change", "lay alpha", "change", "lay alpha", "change", "lay alpha")
        assert any(code.startswith(words) for code in table.codes)

    def test_who_may_not_call_is_not_asked(self) -> None:
        table = power({"do": "forbid", "what": "call", "until": "used", "who": "right"})
        assert table.play("announce beta").asks == (0, "call")

    def test_a_figure_raised_once_for_a_while_and_as_long_as_the_weapon_stays(self) -> None:
        table = power({"do": "modify", "what": "kill_points", "n": 2, "until": "used", "who": "left"})
        table.play("announce beta", "believe", "call").play("lay beta")
        assert table.points[0] == 2  # seat 0 called rightly: nothing raised for it
        table = lay({}, {}, characters={"alpha": {"power": [
            {"do": "modify", "what": "turn_charge", "n": 2, "until": "leaves"}]}})  # fmt: skip
        table.announce("alpha", "B").play("change", "lay alpha")
        assert table.ammo[0] == 3
        table.play("weapon rope", "change", "lay alpha")
        assert table.ammo[0] == 1


class TestTheTableDecides:
    def test_what_all_agree_to_is_one_logged_action(self) -> None:
        table = power({"do": "table_decides"})
        assert (table.asks, table.codes) == ((0, "effect"), ["table nothing"])
        code = "table gain n=3 what=ammo who=2; kill who=1"
        table.play(code)
        assert (table.asks, table.game.view(1).effects[0].proposal) == ((1, "effect"), code.removeprefix("table "))
        table.play("accept", "accept", "lay beta")
        assert (table.ammo[2], table.grave(1), table.points) == (3, {"alpha"}, [2, 0, 0])
        assert code in (table.game.log or [])

    def test_nothing_happens_when_somebody_objects_three_times(self) -> None:
        table = power({"do": "table_decides"})
        for _ in range(3):
            table.play("table gain what=points", "object", "accept")
        assert (table.points, table.asks) == ([0, 0, 0], (1, "turn"))

    @pytest.mark.parametrize("code", ["table gain what=points who=3", "table trahs", "table block", "table modify"])
    def test_what_cannot_be_carried_out_is_refused(self, code: str) -> None:
        table = power({"do": "table_decides"})
        with pytest.raises(ValueError, match=r".") as refused:
            table.play(code)
        assert "effect_" in str(refused.value)
        assert table.asks == (0, "effect")


class TestConditions:
    @pytest.mark.parametrize(
        ("when", "seat", "holds"),
        [
            ({"mode": "vengeance"}, {"vengeance": True}, True),
            ({"mode": "cool"}, {"vengeance": True}, False),
            ({"ammo_least": 2}, {"ammo": 1}, False),
            ({"ammo_least": 2}, {"ammo": 2}, True),
            ({"points_least": 2}, {"points": 1}, False),
            ({"points_least": 2}, {"points": 2}, True),
            ({"graveyard_least": 2}, {"grave": "beta"}, False),
            ({"graveyard_least": 2}, {"grave": "beta gamma"}, True),
            ({"first_this_turn": True}, {}, True),
            ({"first_this_turn": False}, {}, False),
        ],
    )
    def test_each_at_and_below_its_limit(self, when: dict[str, Any], seat: dict[str, Any], holds: bool) -> None:
        step = {"do": "if", "when": when, "steps": [{"do": "gain", "what": "ammo", "who": "right"}]}
        assert power(step, seats=(seat, {}, {})).ammo[2] == holds
