"""Characters lost: points, replacement, Vengeance, deaths and who is responsible (rulings F20 to F24, F30, F43, F47,
F57, F58).
"""

import pytest

from tests.engines.badass_force.table import KILL, lay

TWICE = {"alpha": {"power": [{"do": "kill", "who": "right"}, {"do": "kill", "who": "right"}]}}
"""Kills the seat on the right of the announcer twice."""
ALL = {"alpha": {"power": [{"do": "kill", "who": "others"}]}}


class TestVengeance:
    @pytest.mark.parametrize(("grave", "left"), [("beta gamma delta", 2), ("beta gamma delta epsilon", 1)])
    def test_comes_at_one_character_left_the_dressing_room_not_counted(self, grave: str, left: int) -> None:
        """Ruling F21: before the blow seat 1 has alpha on the table and the rest but eta in hand."""
        table = lay({"ammo": 3}, {"grave": grave}).play("execute")
        assert table.game.seats[1].vengeance is (left == 1)
        assert table.hands[1] == (6 if left == 1 else 2)

    def test_takes_all_seven_back_but_one_drawn_into_the_dressing_room(self) -> None:
        """Rulings F22, F57: five in hand once one is laid."""
        table = lay({"ammo": 3}, {"grave": "beta gamma delta epsilon"})
        table.dice.takes = [2]
        table.play("execute").play("lay alpha")
        seat = table.game.seats[1]
        assert (seat.loge, seat.grave, table.hands[1], table.active(1)) == (2, 0, 5, "alpha")
        assert table.game.view(1).seats[1].dressing_room == "gamma"
        assert table.game.view(0).seats[1].dressing_room is None

    def test_comes_again_and_stays(self) -> None:
        """Rulings F23, F24."""
        table = lay({"ammo": 3}, {"grave": "beta gamma delta epsilon", "vengeance": True}).play("execute")
        assert table.game.seats[1].vengeance
        again = next(event for event in table.events if type(event).__name__ == "VengeanceBegan")
        assert getattr(again, "again", False)

    def test_what_was_known_of_the_old_dressing_room_is_forgotten(self) -> None:
        table = lay({"ammo": 3}, {"grave": "beta gamma delta epsilon"})
        table.game.seats[1].loge_seen = 1
        table.play("execute")
        assert table.game.seats[1].loge_seen == 0
        assert table.game.seats[1].outside == [0] * 7


class TestSeveralDeaths:
    def test_one_effect_judges_the_leader_once(self) -> None:
        """Ruling F43: 2 and 1, and 1 for the leader's card though the scorer leads after the first death."""
        table = lay({"points": 3}, {"points": 2}, {"points": 4}, characters=ALL).announce("alpha", "B", "B")
        assert table.points[0] == 3 + 2
        table.play("lay beta")
        assert table.points[0] == 3 + 2 + 1 + 1

    def test_clockwise_from_the_active_player_with_new_actives_in_between(self) -> None:
        table = lay({}, {}, {}, turn=1, characters=ALL).announce("alpha", "B", "B")
        assert table.asks == (2, "lay")
        assert table.play("lay beta").asks == (0, "lay")

    def test_a_player_with_two_characters_is_hit_twice(self) -> None:
        """Ruling F47: at one left Vengeance; the second loss hits the regrouped player; 2 + 1 points."""
        two = {"grave": "beta gamma delta epsilon"}
        table = lay({}, two, characters=TWICE)
        table.dice.takes = [6]
        table.announce("alpha", "B").play("lay alpha", "lay beta")
        seat = table.game.seats[1]
        assert (table.points, seat.vengeance, table.grave(1), table.hands[1]) == ([3, 0], True, {"alpha"}, 4)


class TestWhoIsResponsible:
    def test_nobody_scores_on_himself(self) -> None:
        """Ruling F20."""
        own = {"alpha": {"power": [{"do": "kill", "who": "me"}]}}
        table = lay({}, {}, characters=own).announce("alpha", "B").play("lay beta")
        assert (table.points, table.grave(0)) == ([0, 0], {"alpha"})

    def test_a_dying_cards_own_text_is_its_owners(self) -> None:
        """Ruling F58: alpha of seat 1 dies and takes a card of the seat on its left along."""
        dying = {"alpha": {"death": [{"do": "kill", "who": "left", "from": "hand"}]}}
        table = lay({"ammo": 3}, {}, {}, characters=dying).play("execute", "seat 1", "lay beta")
        assert table.points == [2, 2, 0]
        assert len(table.grave(2)) == 1

    def test_the_giver_scores_for_all_that_an_overload_kills_but_his_own(self) -> None:
        """Ruling F58: the overload kills its owner and everybody else; the giver's own card scores nobody."""
        weapon = {"overload": [{"do": "kill", "who": "all"}]}
        gift = {"alpha": {"power": [{"do": "gain", "what": "ammo", "n": 2, "who": "left"}]}}
        table = lay({}, {"ammo": 4}, {}, weapon=weapon, characters=gift).announce("alpha", "B", "B")
        table.play("lay beta", "lay beta", "lay beta")
        assert (table.points, [len(table.grave(seat)) for seat in range(3)]) == ([3, 0, 0], [1, 1, 1])

    def test_two_weapons_that_load_each_other_come_to_an_end(self) -> None:
        weapon = {"overload": [{"do": "gain", "what": "ammo", "n": 9, "who": "others"}]}
        gift = {"alpha": {"power": [{"do": "gain", "what": "ammo", "n": 9, "who": "left"}]}}
        table = lay({"ammo": 5}, {"ammo": 5}, {}, weapon=weapon, characters=gift).announce("alpha", "B", "B")
        assert table.asks == (1, "turn")

    def test_two_deaths_that_bring_each_other_about_come_to_an_end(self) -> None:
        dying = {code: {"death": KILL} for code in ("alpha", "beta", "gamma")}
        table = lay({"ammo": 3}, {}, characters=dying).play("execute")
        while table.asks[1] == "lay":
            table.play(table.codes[0])
        assert table.asks == (0, "weapon")
