"""The eight skills (Space Serenade, Compétences des personnages; rulings C21 to C29, C54, C55, C69, C70)."""

from engines.bebop.events import DamageDrawn
from engines.bebop.game import Game
from engines.bebop.options import Setup
from engines.core.dice import FastDice
from tests.engines.bebop.table import (
    codes,
    criminal,
    do,
    hand,
    lay,
    legal,
    market,
    refused,
    reserve,
    stand,
    table,
    tokens,
    vicious,
)


def playing(character: str, fuel: int, **reserves: int) -> Game:
    """The character's turn on the Bebop, alone there, with so much fuel."""
    others = [name for name in ("spike", "jet", "faye", "ed") if name != character]
    game = table(characters=(character, others[0]))
    stand(game, **dict.fromkeys(others, "mars"))
    lay(game, hand=["pocket_money"], discard=[])
    reserve(game, fuel=fuel, **reserves)
    return game


class TestWhoMay:
    def test_both_own_skills_and_the_first_of_whoever_stands_there(self) -> None:
        """Ruling C23: the player's own figure with that character, absent players' figures too."""
        game = playing("spike", 10)
        assert legal(game, "skill spike_a") == ["skill spike_a"]
        assert legal(game, "skill faye") == []
        assert refused(game, "skill faye_a")[:2] == ("skill_elsewhere", "ruling C23")
        stand(game, faye="bebop")
        assert legal(game, "skill faye") == ["skill faye_a"]
        number = game.market[0]
        assert refused(game, f"skill faye_b {game.book.codes[number]}")[0] == "skill_not_yours"

    def test_the_user_pays(self) -> None:
        game = playing("spike", 2)
        stand(game, faye="bebop")
        do(game, "skill faye_a")
        assert (game.seats[0].fuel, game.woolongs) == (0, 1)

    def test_as_often_as_it_can_be_paid(self) -> None:
        game = playing("faye", 5)
        do(game, "skill faye_a", "skill faye_a")
        assert (game.seats[0].fuel, game.woolongs) == (1, 2)
        code, _, params = refused(game, "skill faye_a")
        assert (code, params["value"], params["needs"]) == ("fuel_short", 1, 2)


class TestEd:
    def hunting(self, fuel: int, price: int = 1, **reserves: int) -> Game:
        game = playing("ed", fuel, **reserves)
        criminal(game, "kettle_smuggler")
        self.prices = game.book.prices[game.occupant[0]]
        stand(game, ed="earth", jet="earth")
        reserve(game, fuel=fuel, **reserves)
        return game

    def test_a_clue_for_three_fuel_takes_a_token_at_once(self) -> None:
        game = self.hunting(3)
        do(game, "skill ed_a earth")
        assert (game.seats[0].fuel, game.clues, tokens(game, 0, "earth")) == (0, 0, 1)

    def test_it_is_added_to_the_reserve(self) -> None:
        """Ruling C22: Vicious's token costs 3 clues, 2 of them of the reserve."""
        game = self.hunting(3, clues=2)
        vicious(game, "earth")
        do(game, "skill ed_a vicious")
        assert (game.clues, tokens(game, 0, "vicious")) == (0, 1)

    def test_it_is_refused_when_it_takes_no_token(self) -> None:
        """Rulings C54, C55: fuel is never paid for nothing, and two are not added up."""
        game = self.hunting(10, clues=1)
        vicious(game, "earth")
        assert legal(game, "skill ed_a") == ["skill ed_a earth"]
        code, rule, params = refused(game, "skill ed_a vicious")
        assert (code, rule) == ("clues_short", "ruling C54")
        assert (params["value"], params["needs"]) == (2, 3)  # one of the reserve and the skill's own
        assert refused(game, "skill ed_a mars")[:2] == ("skill_without_object", "ruling C70")

    def test_it_works_where_ed_is(self) -> None:
        game = playing("spike", 3)
        criminal(game, "kettle_smuggler")
        stand(game, spike="earth", ed="mars")
        assert legal(game, "skill ed_a") == []
        stand(game, ed="earth")
        assert legal(game, "skill ed_a") == ["skill ed_a earth"]
        game = playing("ed", 10)  # on the Bebop there is nobody to confront
        assert legal(game, "skill ed_a") == []

    def test_any_card_comes_back_from_the_discard_pile(self) -> None:
        """Ruling C29: damage cards included."""
        game = playing("ed", 6)
        lay(game, hand=["pocket_money"], discard=["split_lip", "open_port", "split_lip"])
        assert legal(game, "skill ed_b") == ["skill ed_b split_lip", "skill ed_b open_port"]
        do(game, "skill ed_b split_lip")
        assert hand(game) == ["pocket_money", "split_lip"]
        assert game.view(1).seats[0].hand.count("split_lip") == 1  # everybody saw it

    def test_with_an_empty_discard_pile_it_is_refused(self) -> None:
        game = playing("ed", 6)
        assert legal(game, "skill ed_b") == []


class TestJet:
    def test_up_to_two_damage_cards_of_hand_and_discard_are_trashed(self) -> None:
        """Ruling C28."""
        game = playing("jet", 4)
        lay(game, hand=["bent_wing", "pocket_money"], discard=["split_lip", "bent_wing"])
        do(game, "skill jet_a")
        assert legal(game) == ["trash bent_wing hand", "trash split_lip discard", "trash bent_wing discard", "no"]
        do(game, "trash bent_wing hand", "trash split_lip discard")
        assert hand(game) == ["pocket_money"]
        assert codes(game, game.damage_discard) == ["bent_wing", "split_lip"]
        do(game, "skill jet_a", "no")
        assert codes(game, game.seats[0].discard) == ["bent_wing"]

    def test_without_damage_it_is_refused(self) -> None:
        """Ruling C70."""
        game = playing("jet", 10)
        assert refused(game, "skill jet_a")[0] == "skill_without_object"

    def test_the_blow_costs_no_damage_card(self) -> None:
        """Ruling C21: none at all, Vicious's two included. His token costs 3 Force."""
        game = playing("jet", 5, force=2)
        vicious(game, "mars")
        stand(game, jet="mars")
        events = do(game, "skill jet_b vicious")
        assert not any(isinstance(event, DamageDrawn) for event in events)
        assert (game.force, tokens(game, 0, "vicious"), game.hit) == (0, 1, True)

    def test_it_is_refused_when_it_takes_no_token(self) -> None:
        game = playing("jet", 10, force=1)
        vicious(game, "mars")
        game.occupant[1] = -1
        game.left[2:4] = [0, 0]
        stand(game, jet="mars")
        assert legal(game, "skill jet_b") == []


class TestSpike:
    def test_a_card_is_drawn_and_may_be_discarded_once_for_another(self) -> None:
        """Ruling C25."""
        game = playing("spike", 6)
        lay(game, hand=["pocket_money"], deck=["spike_fuel", "spike_attack", "spike_inquiry"], discard=[])
        do(game, "skill spike_a")
        assert hand(game) == ["pocket_money", "spike_inquiry"]
        do(game, "yes")
        assert hand(game) == ["pocket_money", "spike_attack"]
        assert codes(game, game.seats[0].discard) == ["spike_inquiry"]
        assert game.actor == 0
        assert "end" in legal(game)
        do(game, "skill spike_a", "no")
        assert hand(game) == ["pocket_money", "spike_attack", "spike_fuel"]

    def test_the_discarded_card_may_come_back_by_the_shuffle(self) -> None:
        """Ruling C69."""
        game = playing("spike", 3)
        lay(game, hand=["pocket_money"], deck=["spike_fuel"], discard=[])
        do(game, "skill spike_a", "yes")
        assert hand(game) == ["pocket_money", "spike_fuel"]

    def test_with_nothing_to_draw_it_is_refused_before_paying(self) -> None:
        game = playing("spike", 3)
        lay(game, hand=["pocket_money"], deck=[], discard=[])
        assert refused(game, "skill spike_a")[0] == "skill_without_object"
        assert game.seats[0].fuel == 3

    def test_two_woolongs_less_and_onto_the_deck(self) -> None:
        """Ruling C26: not below nothing."""
        game = playing("spike", 10, woolongs=1)
        market(game, "spare_clip", "marked_deck", "iron_arm")  # 3, 2 and 4
        assert legal(game, "skill spike_b") == ["skill spike_b spare_clip", "skill spike_b marked_deck"]
        do(game, "skill spike_b spare_clip")
        assert (game.woolongs, game.seats[0].fuel) == (0, 5)
        assert codes(game, game.seats[0].deck[-1:]) == ["spare_clip"]
        do(game, "skill spike_b marked_deck")
        assert game.woolongs == 0


class TestFaye:
    def test_two_fuel_for_a_woolong(self) -> None:
        game = playing("faye", 2)
        do(game, "skill faye_a")
        assert (game.woolongs, game.seats[0].fuel) == (1, 0)

    def test_a_card_for_as_much_fuel_as_it_costs_and_no_woolongs(self) -> None:
        """Ruling C27."""
        game = playing("faye", 3, woolongs=9)
        market(game, "spare_clip", "iron_arm")  # 3 and 4
        assert legal(game, "skill faye_b") == ["skill faye_b spare_clip"]
        do(game, "skill faye_b spare_clip")
        assert (game.woolongs, game.seats[0].fuel) == (9, 0)
        assert codes(game, game.seats[0].discard) == ["spare_clip"]


class TestTooLittleForASkill:
    """Rulings C26, C27, C54: what is too dear is no missing object (ruling C70)."""

    def test_force_for_jets_blow(self) -> None:
        game = playing("jet", 5)
        vicious(game, "earth")
        stand(game, jet="earth")
        needs = game.book.vicious_prices[0]
        code, rule, params = refused(game, "skill jet_b vicious")
        assert (code, rule, params["value"], params["needs"]) == ("force_short", "ruling C54", 1, needs)
        assert needs > 1

    def test_woolongs_for_spikes_bargain(self) -> None:
        game = playing("spike", 5)
        dear = next(card for card in game.market if game.book.cost[card] > 2)
        cost = game.book.cost[dear] - 2
        reserve(game, fuel=5, woolongs=cost - 1)
        code, rule, params = refused(game, f"skill spike_b {game.book.codes[dear]}")
        assert (code, rule, params["value"], params["needs"]) == ("woolongs_short", "ruling C26", cost - 1, cost)

    def test_fuel_for_fayes_debt(self) -> None:
        game = playing("faye", 1)
        dear = next(card for card in game.market if game.book.cost[card] > 1)
        code, rule, params = refused(game, f"skill faye_b {game.book.codes[dear]}")
        assert (code, rule, params["value"]) == ("fuel_short", "ruling C27", 1)
        assert params["needs"] == game.book.cost[dear]

    def test_nothing_to_draw(self) -> None:
        """Ruling C69."""
        game = playing("spike", 3)
        lay(game, hand=["pocket_money"], deck=[], discard=[])
        assert refused(game, "skill spike_a")[:2] == ("skill_without_object", "ruling C69")


def test_a_character_that_somebody_has_is_taken() -> None:
    """Ruling C76; nothing else can be done before all have one."""
    game = Game.new(Setup(players=2), dice=FastDice(1))
    do(game, "character spike")
    assert refused(game, "character spike")[:2] == ("character_taken", "ruling C76")
    assert refused(game, "end")[:2] == ("not_offered", "ruling C76")
