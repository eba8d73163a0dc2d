"""A turn's beginning, its one action, weapons, the armoury, the end (Badass Force, A chaque tour)."""

from typing import Any

import pytest

from engines.badass_force.events import Lost
from engines.badass_force.game import Game
from engines.badass_force.options import Options, Setup
from engines.badass_force.view import Phase
from engines.core.dice import FastDice
from engines.core.problems import Illegal
from tests.engines.badass_force.table import CAST, Table, cards, lay


class TestTheBeginning:
    def test_a_cool_seat_gains_one_charge_one_in_vengeance_two(self) -> None:
        table = lay({}, {}, {"vengeance": True}).play("change", "lay alpha")
        assert table.ammo == [0, 1, 0]
        table.play("change", "lay alpha")
        assert table.ammo == [0, 1, 2]

    @pytest.mark.parametrize(("vengeance", "bonus"), [((), 0), ((2,), 1), ((0, 2), 1), ((1,), 0), ((0, 1, 2), 0)])
    def test_a_cool_seat_gains_a_point_while_anybody_is_in_vengeance(
        self, vengeance: tuple[int, ...], bonus: int
    ) -> None:
        """Ruling F13: one, whatever the number of those in Vengeance mode; seat 1 begins its turn."""
        table = lay(*({"vengeance": seat in vengeance} for seat in range(3)))
        assert table.play("change", "lay alpha").points[1] == bonus

    @pytest.mark.parametrize(("before", "after"), [(3, 4), (4, 5), (5, 5)])
    def test_the_turns_charge_stops_at_the_last_case_and_never_overloads(self, before: int, after: int) -> None:
        """Ruling F45, with a weapon that would kill its owner."""
        deadly = {"overload": [{"do": "kill", "who": "me"}]}
        table = lay({}, {"ammo": before}, weapon=deadly).play("change", "lay alpha")
        assert (table.ammo[1], table.grave(1)) == (after, set())

    @pytest.mark.parametrize(("before", "ready"), [(1, False), (2, True)])
    def test_the_charge_of_a_turn_is_there_for_its_action(self, before: int, ready: bool) -> None:
        """Ruling F12: the gun executes from 3 charges on, the third of which comes first."""
        table = lay({}, {"ammo": before}).play("change", "lay alpha")
        assert (table.turn, "execute" in table.codes) == (1, ready)

    def test_bonus_then_charge_then_choice(self) -> None:
        """Ruling F46."""
        table = lay({"vengeance": True}, {}).play("change", "lay alpha")
        assert table.tags("turn_began", "scored", "charged") == ["turn_began", "scored", "charged"]


class TestChanging:
    def test_the_same_character_may_be_laid_again_in_secret(self) -> None:
        """Ruling F28; F48: there is no pass."""
        table = lay({"active": "alpha"}, {})
        assert "pass" not in table.codes
        table.play("change")
        assert "lay alpha" in table.codes
        assert table.play("lay alpha").active(0) == "alpha"
        assert table.game.view(1).seats[0].active is None

    def test_a_weapon_is_taken_with_nothing_on_it_and_the_middle_made_up(self) -> None:
        """Rulings F6, F7, F10: though the rope's start case is not asked; the gun goes to the discard."""
        table = lay({"ammo": 4}, {}, weapon={"bar": {"start": 2, "explode": 3, "most": 5}})
        assert [code for code in table.codes if code.startswith("weapon")] == ["weapon gun", "weapon rope"]
        table.play("weapon gun")
        assert (table.weapon(0), table.ammo[0]) == ("gun", 0)
        assert {table.game.view(seat).discard for seat in (None, 0, 1)} == {("gun",)}  # ruling F50: open to all
        view = table.game.view(None)
        assert [weapon.code for weapon in view.centre] == ["rope", "rope", "rope"]

    def test_an_empty_pile_is_made_of_the_discard_with_the_weapon_just_dropped(self) -> None:
        """Ruling F49."""
        table = lay({}, {})
        table.game.discard[:] = table.game.pile
        table.game.pile.clear()
        table.play("weapon rope")
        assert len(table.game.pile) == 24 - 2 - 3 - 0
        assert table.game.discard == []

    def test_without_any_card_the_middle_stays_short(self) -> None:
        """Rulings F31, F49: filled again as soon as there are cards."""
        table = lay({}, {})
        table.game.pile.clear()
        table.game.discard.clear()
        table.play("weapon rope")
        assert len(table.game.centre) == 3  # two left, and the gun just dropped comes back


class TestExecution:
    @pytest.mark.parametrize(("ammo", "may"), [(2, False), (3, True), (4, True)])
    def test_it_takes_the_case_with_the_explosion(self, ammo: int, may: bool) -> None:
        table = lay({"ammo": ammo}, {})
        assert ("execute" in table.codes) is may
        if not may:
            problem = table.refuses("execute")
            assert (problem.code, problem.params["value"], problem.params["least"]) == ("too_few_charges", ammo, 3)

    def test_it_kills_scores_and_the_weapon_is_changed(self) -> None:
        """Ruling F5: whatever is left on it is lost."""
        table = lay({"ammo": 5}, {}, {}).play("execute", "seat 2")
        assert (table.points, table.grave(2), table.asks) == ([2, 0, 0], {"alpha"}, (2, "lay"))
        table.play("lay beta")
        assert table.asks == (0, "weapon")
        assert (table.play("weapon rope").weapon(0), table.ammo[0]) == ("rope", 0)

    def test_without_a_target_it_is_allowed_and_changes_the_weapon(self) -> None:
        """Ruling F55."""
        table = lay({"ammo": 3}, {}, weapon={"execution": [{"do": "kill", "who": "leader"}]}).play("execute")
        assert (table.points, table.asks) == ([0, 0], (0, "weapon"))
        assert table.tags("skipped") == ["skipped"]


class TestTheArmoury:
    """Faces: 1 green, 2 two greens, 3 yellow, 4 red, 5 red and green, 6 blank."""

    @pytest.mark.parametrize(
        ("faces", "ammo"),
        [
            ((1, 1), [4, 2, 2]),
            ((1, 3), [4, 3, 3]),
            ((1, 4), [3, 3, 3]),
            ((3, 3), [4, 4, 4]),
            ((3, 4), [3, 4, 4]),
            ((2, 1), [5, 2, 2]),
            ((6, 6), [2, 2, 2]),
            ((4, 4), [0, 4, 4]),
            ((4, 5), [0, 4, 4]),
        ],
    )
    def test_green_is_for_the_roller_yellow_for_all_red_for_the_others(
        self, faces: tuple[int, int], ammo: list[int]
    ) -> None:
        """Rulings F1, F56: two reds cost the roller everything, after the gains. The next seat's charge comes after."""
        table = lay({"ammo": 2}, {"ammo": 2}, {"ammo": 2})
        table.dice.shows = list(faces)
        table.play("armoury")
        ammo[1] = min(5, ammo[1] + 1)
        assert table.ammo == ammo

    def test_nobody_gains_more_than_the_weapon_takes(self) -> None:
        table = lay({"ammo": 4}, {})
        table.dice.shows = [2, 2]
        assert table.play("armoury").ammo[0] == 5


class TestOverloads:
    DEADLY = {"overload": [{"do": "kill", "who": "me"}, {"do": "change_weapon"}]}

    @pytest.mark.parametrize(("ammo", "dies"), [(3, False), (4, True), (5, True)])
    def test_more_than_the_last_case_overloads_once(self, ammo: int, dies: bool) -> None:
        """Ruling F44: two yellows are one gain; the giver scores (ruling F58)."""
        table = lay({}, {"ammo": ammo}, {}, weapon=self.DEADLY)
        table.dice.shows = [3, 3]
        table.play("armoury")
        assert bool(table.grave(1)) is dies
        assert table.points[0] == (2 if dies else 0)
        if dies:
            table.play("lay beta", "weapon rope")
            assert (len(table.grave(1)), table.weapon(1)) == (1, "rope")

    def test_without_a_text_nothing_happens(self) -> None:
        """Ruling F8."""
        table = lay({}, {"ammo": 5}, {})
        table.dice.shows = [3, 3]
        table.play("armoury")
        assert (table.ammo[1], table.points) == (5, [0, 0, 0])

    def test_ones_own_overload_scores_nobody(self) -> None:
        """Rulings F20, F45."""
        table = lay({"ammo": 5}, {}, {}, weapon=self.DEADLY)
        table.dice.shows = [1, 1]
        table.play("armoury", "lay beta", "weapon rope")
        assert (table.points, table.grave(0)) == ([0, 0, 0], {"alpha"})

    def test_several_come_clockwise_each_finished_before_the_next(self) -> None:
        """Rulings F43, F44: seat 1 of the roller's left first; two deaths by one roll bring 2 and 1."""
        table = lay({"ammo": 5}, {}, {"ammo": 5}, turn=1, weapon=self.DEADLY)
        table.dice.shows = [4, 6]
        table.play("armoury")
        assert table.asks == (2, "lay")
        table.play("lay beta", "weapon rope")
        assert table.asks == (0, "lay")
        table.play("lay beta", "weapon rope")
        assert table.points == [0, 3, 0]

    def test_only_a_text_on_any_charge_makes_that_of_the_turn_overload(self) -> None:
        """Ruling F45: a full weapon of seat 1; one's own doing scores nobody (ruling F20)."""
        deadly = {"overload": [{"do": "kill", "who": "me"}]}
        for any_charge in (False, True):
            table = lay({}, {"ammo": 5}, weapon={**deadly, "any_charge": any_charge})
            table.play("change", "lay alpha")
            assert table.asks == ((1, "lay") if any_charge else (1, "turn"))
            assert (len(table.grave(1)), table.points, table.ammo[1]) == (int(any_charge), [0, 0], 5)

    def test_that_overload_comes_before_what_the_weapon_does_at_each_turn(self) -> None:
        """Ruling F46: the charge, then the rest; a rope taken instead has a text of its own."""
        gun = {
            "overload": [{"do": "change_weapon"}],
            "any_charge": True,
            "each_turn": [{"do": "gain", "what": "points"}],
        }
        rope = {"each_turn": [{"do": "gain", "what": "points", "n": 3}]}
        table = lay({}, {"ammo": 5}, weapon=gun, rope=rope).play("change", "lay alpha")
        assert table.asks == (1, "weapon")
        assert table.play("weapon rope").points[1] == 3

    def test_below_its_last_case_it_does_not(self) -> None:
        gun = {"overload": [{"do": "kill", "who": "me"}], "any_charge": True}
        table = lay({}, {"ammo": 4}, weapon=gun).play("change", "lay alpha")
        assert (table.asks, table.ammo[1], table.grave(1)) == ((1, "turn"), 5, set())


class TestOverloadsTogether:
    """Rulings F43, F59: of all overloads that one roll, execution or gift causes the leader is read once, before it.

    Three seats, A[5] B[4] C[6]: B dies for 2 and A leads with 7; C led before, so that his death is worth 1 and 1 more.
    """

    DEADLY = {"overload": [{"do": "kill", "who": "me"}]}
    FULL = ({"points": 5}, {"points": 4, "ammo": 5}, {"points": 6, "ammo": 5})

    def table(self, rules: int = 2, **told: Any) -> Table:
        return lay(*self.FULL, weapon={**self.DEADLY, **told.pop("weapon", {})}, rules=rules, **told)

    @pytest.mark.parametrize(("rules", "first"), [(1, 8), (2, 9)])
    def test_by_a_roll(self, rules: int, first: int) -> None:
        """Games recorded under the first rules stay what they were."""
        table = self.table(rules)
        table.dice.shows = [4, 1]
        assert table.play("armoury", "lay beta", "lay beta").points == [first, 4, 6]

    @pytest.mark.parametrize(
        "power",
        [
            [{"do": "gain", "what": "ammo", "who": "others"}],
            [{"do": "each", "who": "others", "steps": [{"do": "gain", "what": "ammo", "who": "it"}]}],
            [{"do": "gain", "what": "ammo", "who": "left"}, {"do": "gain", "what": "ammo", "who": "right"}],
        ],
    )
    def test_by_the_gifts_of_one_text(self, power: list[dict[str, Any]]) -> None:
        table = self.table(characters={"alpha": {"power": power}}).announce("alpha", "B", "B")
        assert table.play("lay beta", "lay beta").points == [9, 4, 6]

    def test_by_a_roll_that_a_text_allows(self) -> None:
        table = self.table(characters={"alpha": {"power": [{"do": "roll"}]}})
        table.dice.shows = [4, 1]
        assert table.announce("alpha", "B", "B").play("lay beta", "lay beta").points == [9, 4, 6]

    def test_by_an_execution_the_leader_before_it(self) -> None:
        """A strikes B first (2, and leads with 7); C's weapon, overloaded by the same execution, kills the leader of
        before: 1 and 1. B's weapon has no overload to come: it is not given anything.
        """
        execution = [{"do": "kill", "who": "left"}, {"do": "gain", "what": "ammo", "who": "right"}]
        seats = ({"points": 5, "ammo": 3}, *self.FULL[1:])
        table = lay(*seats, weapon={**self.DEADLY, "execution": execution})
        assert table.play("execute", "lay beta", "lay beta").points == [9, 4, 6]

    def test_what_one_overload_makes_overload_belongs_to_the_same_roll(self) -> None:
        """B's weapon kills B (2, A leads with 7) and loads C's, which is full: C led before the roll."""
        chain = {"overload": [{"do": "kill", "who": "me"}, {"do": "gain", "what": "ammo", "who": "left"}]}
        gift = {"alpha": {"power": [{"do": "gain", "what": "ammo", "who": "left"}]}}
        table = lay(*self.FULL, {}, weapon=chain, characters=gift).announce("alpha", "B", "B", "B")
        assert table.play("lay beta", "lay beta").points == [9, 4, 6, 0]

    def test_the_losses_themselves_come_one_after_the_other(self) -> None:
        """Ruling F44: each is finished before the next; the first of them is worth 2, later ones 1."""
        table = self.table()
        table.dice.shows = [4, 1]
        table.play("armoury")
        assert (table.asks, table.points) == ((1, "lay"), [7, 4, 6])

    def test_the_pad_is_told_who_led_before(self) -> None:
        table = self.table()
        table.dice.shows = [4, 1]
        table.play("armoury", "lay beta", "lay beta")
        lost = [event for event in table.events if isinstance(event, Lost)]
        assert [(event.seat, event.together, event.of_leader) for event in lost] == [(1, True, False), (2, True, True)]


class TestRefusals:
    """Ruling F60: the rule that forbids it, with value and limit, never only the phase."""

    @pytest.mark.parametrize(
        ("code", "refused", "rule"),
        [
            ("believe", "not_now", "Badass Force, Dénoncer un bluff"),
            ("lay beta", "not_now", "Badass Force, Changer de personnage ou d'arme"),
            ("decline", "not_now", "ruling F40"),
            ("seat 1", "not_now", "ruling F39"),
            ("accept", "not_now", "ruling F34"),
            ("weapon spoon", "not_offered", "Badass Force, Changer de personnage ou d'arme"),
            ("announce unused", "not_offered", "Badass Force, Mise en place"),
            ("execute", "too_few_charges", "Badass Force, Utiliser la capacité d'exécution"),
        ],
    )
    def test_in_a_turn(self, code: str, refused: str, rule: str) -> None:
        problem = lay({}, {}).refuses(code)
        assert (problem.code, problem.rule) == (refused, rule)

    def test_while_something_else_is_decided(self) -> None:
        table = lay({"ammo": 3}, {}, {})
        table.play("execute")
        refused = table.refuses("armoury")
        assert (refused.code, refused.rule) == ("not_now", "ruling F39")
        refused = table.refuses("seat 7")
        assert (refused.code, refused.figure, dict(refused.params)) == ("no_such_seat", 7, {"players": 3})
        refused = table.refuses("seat 0")
        assert (refused.code, refused.rule) == ("not_offered", "ruling F39")
        table.play("seat 1")
        refused = table.refuses("lay eta")
        assert (refused.code, refused.rule) == ("not_offered", "Badass Force, Changer de personnage ou d'arme")
        assert table.refuses("armoury").rule == "Badass Force, Mort d'un personnage"
        table.play("lay beta")
        assert table.refuses("armoury").rule == "Badass Force, Changer de personnage ou d'arme"

    def test_while_an_announcement_is_asked_about(self) -> None:
        table = lay({}, {}, {}).play("announce beta")
        assert table.refuses("armoury").rule == "Badass Force, Dénoncer un bluff"

    def test_paying_more_than_there_is_names_both(self) -> None:
        pays = {"alpha": {"power": [{"do": "pay", "what": "ammo", "n": 4, "up_to": True, "steps": [{"do": "roll"}]}]}}
        table = lay({"ammo": 2}, {}, characters=pays).announce("alpha", "B")
        refused = table.refuses("pay 3")
        assert (refused.code, dict(refused.params)) == ("pays_too_much", {"value": 3, "most": 2})


class TestTheEnd:
    def test_the_limit_ends_the_game_at_the_end_of_the_turn(self) -> None:
        """Ruling F26: seat 1 reaches it in the turn of 0; nobody plays after that turn."""
        table = lay({"active": "alpha"}, {"points": 14}, {}).announce("beta", "C", "B")
        assert table.game.view(None).outcome is None
        assert table.game.view(None).last
        table.play("lay gamma")
        assert table.game.outcome is not None
        assert (table.game.outcome.winners, table.game.outcome.places) == ((1,), (2, 1, 2))

    def test_the_cool_bonus_may_reach_it_and_the_turn_is_still_played(self) -> None:
        """Ruling F13."""
        table = lay({"vengeance": True}, {"points": 15}).play("change", "lay alpha")
        assert (table.asks, table.points) == ((1, "turn"), [0, 16])
        table.play("change", "lay alpha")
        assert table.game.outcome is not None
        assert table.game.outcome.winners == (1,)

    def test_a_limit_reached_and_lost_again_ends_it_all_the_same(self) -> None:
        """Ruling F51: nobody falls below nothing, the highest wins."""
        falls = {"alpha": {"power": [{"do": "gain", "what": "points"}, {"do": "lose", "what": "points", "n": 20}]}}
        table = lay({"points": 15}, {"points": 3}, characters=falls).announce("alpha", "B")
        assert table.game.outcome is not None
        assert (table.game.outcome.points, table.game.outcome.winners) == ((0, 3), (1,))

    @pytest.mark.parametrize(
        ("graves", "ammo", "winners", "undecided", "places"),
        [
            (("", "beta", ""), (0, 0, 0), (0,), (), (1, 2, 3)),
            (("beta", "", ""), (0, 4, 0), (1,), (), (2, 1, 3)),
            (("beta", "gamma", ""), (2, 1, 0), (0,), (), (1, 2, 3)),
            (("beta", "gamma", ""), (1, 1, 0), (), (0, 1), (1, 1, 3)),
        ],
    )
    def test_a_tie_is_broken_by_cards_then_ammunition_then_another_game(
        self,
        graves: tuple[str, ...],
        ammo: tuple[int, ...],
        winners: tuple[int, ...],
        undecided: tuple[int, ...],
        places: tuple[int, ...],
    ) -> None:
        """Rulings F27, F52, F53."""
        points = (16, 16, 3)
        seats = [{"grave": graves[seat], "ammo": ammo[seat], "points": points[seat]} for seat in range(3)]
        table = lay(*seats)
        table.game.reached = True
        table.play("change", "lay alpha")
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.undecided, outcome.places) == (winners, undecided, places)

    def test_three_tied_share_all_places_but_the_winners(self) -> None:
        """Ruling F52: cards among all, ammunition among those left; it decides the win only."""
        table = lay({"points": 16, "grave": "beta"}, {"points": 16, "ammo": 2}, {"points": 16})
        table.game.reached = True
        table.play("change", "lay alpha")
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.places, outcome.tie_breaks) == ((1,), (2, 1, 2), ("cards", "ammo"))


class TestSettingUp:
    def test_everybody_has_a_weapon_a_dressing_room_and_five_cards_beside_the_one_laid(self) -> None:
        """Badass Force, Mise en place; rulings F9, F36."""
        game = Game.new(Setup(players=6), dice=FastDice(2))
        assert [seat.hand.bit_count() for seat in game.seats] == [6] * 6
        while game.phase == "lay":
            game.play(game.actions()[0])
        assert [seat.hand.bit_count() for seat in game.seats] == [5] * 6
        assert len(game.codes) == 7
        assert len(game.centre) == 3
        assert len(game.pile) == 24 - 6 - 3
        others = [seat for seat in game.seats if seat.index != game.turn]
        assert all(seat.ammo == game.arms[seat.weapon].start for seat in others)

    def test_of_eight_characters_seven_are_played_with_every_class(self) -> None:
        """Ruling F32: over many games every character is left out at times, never the last of a class."""
        out = dict.fromkeys(
            [card.code for card in Game.new(Setup(players=2), dice=FastDice(0)).options.cards.characters], 0
        )
        for number in range(200):
            game = Game.new(Setup(players=2), dice=FastDice(number), record=False)
            (left,) = set(out) - set(game.codes)
            out[left] += 1
        assert min(out.values()) > 5

    def test_the_table_may_choose_the_seven(self) -> None:
        options = Options(cards=cards(), characters=(*CAST[1:], "unused"))
        assert Game.new(Setup(players=2, options=options), dice=FastDice(1)).codes == (*CAST[1:], "unused")

    @pytest.mark.parametrize(
        ("players", "options", "code"),
        [
            (1, {}, "option_out_of_range"),
            (7, {}, "option_out_of_range"),
            (2, {"limit": 1}, "option_out_of_range"),
            (2, {"limit": 501}, "option_out_of_range"),
            (2, {"turn_limit": 0}, "option_out_of_range"),
            (2, {"characters": CAST[:6]}, "characters_number"),
            (2, {"characters": (*CAST[:6], "nobody")}, "no_such_character"),
            (2, {"characters": (*CAST[:6], "alpha")}, "characters_number"),
        ],
    )
    def test_what_cannot_be_agreed_is_refused(self, players: int, options: dict[str, object], code: str) -> None:
        chosen = Options(cards=cards(), **options)  # type: ignore[arg-type]
        assert [each.code for each in Setup(players=players, options=chosen).problems()] == [code]
        with pytest.raises(Illegal):
            Game.new(Setup(players=players, options=chosen), dice=FastDice(1))


class TestWhoPlays:
    @pytest.mark.parametrize(("players", "wrong"), [(1, 1), (2, 0), (6, 0), (7, 1)])
    def test_two_to_six_play(self, players: int, wrong: int) -> None:
        """Ruling F2: there are seven copies of each character, one of which lies in the middle."""
        found = Setup(players=players, options=Options(cards=cards())).problems()
        assert [(one.code, one.rule) for one in found] == [("option_out_of_range", "ruling F2")] * wrong

    def test_a_lot_says_who_begins(self) -> None:
        """Ruling F35: each of three is first in some of forty games, and whoever is told to be has the first turn."""
        firsts = set()
        for seed in range(40):
            game = Game.new(Setup(players=3, options=Options(cards=cards())), dice=FastDice(seed))
            told = next(event for event in game.events or () if type(event).__name__ == "CastChosen")
            while game.phase is Phase.LAY:
                game.play(game.actions()[0])
            assert game.actor == getattr(told, "first", None)
            firsts.add(game.actor)
        assert firsts == {0, 1, 2}
