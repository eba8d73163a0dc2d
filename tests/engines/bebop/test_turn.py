"""Decks, hands and the market (Space Serenade, Règles du deckbuilding; Acheter des cartes; Se déplacer)."""

from engines.bebop.events import Drew
from tests.engines.bebop.table import (
    BEBOP,
    MARS,
    again,
    card,
    codes,
    do,
    hand,
    lay,
    legal,
    market,
    refused,
    reserve,
    stand,
    table,
)


class TestTurns:
    def test_all_cards_are_laid_down_and_five_drawn_then_the_left_neighbour_plays(self) -> None:
        game = table()
        lay(game, hand=["pocket_money", "spike_fuel"], deck=["spike_attack"] * 6, discard=[])
        do(game, "play pocket_money", "end")
        assert hand(game) == ["spike_attack"] * 5
        assert sorted(codes(game, game.seats[0].discard)) == ["pocket_money", "spike_fuel"]
        assert (game.actor, game.turns, game.played) == (1, 2, [])

    def test_the_reserve_is_lost_and_fuel_kept(self) -> None:
        """Les ressources: Woolongs, Force and clues empty at the end of the turn, fuel stays."""
        game = table()
        reserve(game, woolongs=3, force=2, clues=1, fuel=4)
        do(game, "end")
        assert (game.woolongs, game.force, game.clues, game.seats[0].fuel) == (0, 0, 0, 4)

    def test_an_empty_deck_is_made_anew_of_the_discard_pile_in_mid_draw(self) -> None:
        game = table()
        lay(game, hand=["pocket_money"], deck=["spike_fuel", "spike_attack"], discard=["spike_inquiry"] * 4)
        events = do(game, "end")
        drawn = [event.count for event in events if isinstance(event, Drew)]
        assert drawn == [2, 3]
        assert {"spike_fuel", "spike_attack"} <= set(hand(game))
        assert (len(game.seats[0].hand), len(game.seats[0].deck)) == (5, 2)

    def test_with_too_few_cards_one_draws_what_there_is(self) -> None:
        """Ruling C53: a deck of fewer than five cards is legal."""
        game = table()
        lay(game, hand=["pocket_money"], deck=["spike_fuel"], discard=[])
        do(game, "end")
        assert hand(game) == ["pocket_money", "spike_fuel"]
        do(game, "end")
        assert game.actor == 0

    def test_a_card_brings_its_resources_when_played(self) -> None:
        game = table()
        lay(game, hand=["pocket_money", "spike_fuel", "spike_attack", "spike_inquiry"])
        do(game, "play pocket_money", "play spike_fuel", "play spike_attack", "play spike_inquiry")
        assert (game.woolongs, game.seats[0].fuel, game.force, game.clues) == (1, 2, 2, 1)

    def test_fuel_beyond_ten_is_lost(self) -> None:
        """Ruling C30."""
        game = table()
        lay(game, hand=["paper_plane"])  # 2 fuel
        reserve(game, fuel=9)
        do(game, "play paper_plane")
        assert game.seats[0].fuel == 10

    def test_a_card_that_is_not_in_the_hand_is_refused(self) -> None:
        game = table()
        lay(game, hand=["pocket_money"])
        assert refused(game, "play spike_fuel")[:2] == ("card_not_in_hand", "Space Serenade, Jouer des cartes")


class TestMarket:
    def test_a_card_bought_goes_to_the_discard_pile_and_is_replaced_at_once(self) -> None:
        game = table()
        market(game, "spare_clip", "old_badge", "open_port", "paper_plane", "marked_deck")
        following = game.common[-1]
        reserve(game, woolongs=5)
        do(game, "buy spare_clip")  # costs 3
        assert (game.woolongs, codes(game, game.seats[0].discard)) == (2, ["spare_clip"])
        assert (len(game.market), game.market[-1]) == (5, following)
        assert "buy old_badge" in legal(game)  # costs 2: several may be bought in a turn

    def test_one_woolong_short_is_refused_and_exactly_enough_is_not(self) -> None:
        game = table()
        market(game, "spare_clip")
        reserve(game, woolongs=2)
        code, rule, params = refused(game, "buy spare_clip")
        assert (code, rule) == ("woolongs_short", "Space Serenade, Acheter des cartes")
        assert (params["value"], params["needs"]) == (2, 3)
        reserve(game, woolongs=3)
        assert "buy spare_clip" in legal(game)

    def test_the_market_shrinks_when_the_common_deck_is_used_up(self) -> None:
        """Ruling C43."""
        game = table()
        market(game, "spare_clip", "old_badge")
        game.common = []
        reserve(game, woolongs=9)
        do(game, "buy spare_clip")
        assert codes(game, game.market) == ["old_badge"]

    def test_two_fuel_renew_it_as_often_as_they_are_paid(self) -> None:
        """Ruling C63."""
        game = table()
        before = game.market[:]
        reserve(game, fuel=5)
        do(game, "renew", "renew")
        assert (game.seats[0].fuel, len(game.trashed), len(game.market)) == (1, 10, 5)
        assert game.trashed[:5] == before
        assert refused(game, "renew")[:2] == ("fuel_short", "ruling C63")

    def test_a_renewal_refills_as_far_as_the_deck_goes(self) -> None:
        """Ruling C62."""
        game = table()
        game.common = game.common[:2]
        reserve(game, fuel=2)
        do(game, "renew")
        assert (len(game.market), len(game.trashed), game.common) == (2, 5, [])

    def test_an_empty_market_cannot_be_renewed(self) -> None:
        game = table()
        game.common = []
        market(game)
        reserve(game, fuel=5)
        assert refused(game, "renew")[0] == "market_empty"


class TestTravel:
    def test_the_place_to_be_reached_tells_the_price(self) -> None:
        """Ruling C46: the destination's gauge, 1 for the Bebop."""
        game = table()
        game.gauge = [1, 3, 2, 1]
        reserve(game, fuel=4)
        do(game, "travel mars")
        assert (game.figures[0], game.seats[0].fuel) == (MARS, 1)
        assert legal(game, "travel") == ["travel earth", "travel bebop"]  # Ganymede costs 2
        do(game, "travel bebop")
        assert (game.figures[0], game.seats[0].fuel) == (BEBOP, 0)

    def test_where_one_is_one_cannot_go(self) -> None:
        """Ruling C45."""
        game = table()
        stand(game, spike="mars")
        reserve(game, fuel=3)
        assert refused(game, "travel mars")[:2] == ("already_there", "ruling C45")

    def test_one_fuel_short_is_refused(self) -> None:
        game = table()
        game.gauge[MARS] = 2
        again(game)
        code, _rule, params = refused(game, "travel mars")
        assert (code, params["value"], params["needs"]) == ("fuel_short", 1, 2)

    def test_only_the_own_figure_travels_for_fuel(self) -> None:
        game = table()
        reserve(game, fuel=9)
        do(game, "travel mars")
        assert game.figures == [MARS, BEBOP, BEBOP, BEBOP]


class TestTeamEffects:
    """Effet d'équipe; rulings C41, C58. ``noodle_counter`` (Spike) with Ed: 1 fuel; ``iron_arm`` (Jet) with Spike: 1
    Force; ``backdoor`` is Ed's, with Jet: 1 clue.
    """

    def test_a_partner_played_before_or_after_sets_it_off_once(self) -> None:
        for order in (("noodle_counter", "open_port"), ("open_port", "noodle_counter")):
            game = table()
            lay(game, hand=["noodle_counter", "open_port", "open_port"])
            do(game, *[f"play {code}" for code in order])
            assert game.seats[0].fuel == 2
            do(game, "play open_port")
            assert game.seats[0].fuel == 2

    def test_one_partner_sets_off_several(self) -> None:
        game = table()
        lay(game, hand=["iron_arm", "iron_arm", "back_alley_jab"])
        do(game, "play iron_arm", "play iron_arm")
        assert game.force == 4
        do(game, "play back_alley_jab")  # 1 Force of its own
        assert game.force == 4 + 1 + 2

    def test_several_at_once_come_in_the_players_order(self) -> None:
        game = table()
        lay(game, hand=["iron_arm", "window_shopping", "noodle_counter", "open_port"], deck=[])
        # iron_arm waits for Spike, window_shopping (Faye) for Ed, noodle_counter (Spike) for Ed.
        do(game, "play window_shopping", "play noodle_counter", "play open_port")
        assert legal(game) == ["team window_shopping", "team noodle_counter"]
        do(game, "team noodle_counter")
        assert (game.seats[0].fuel, game.clues) == (2, 2)  # open_port brings a clue, the other zone another

    def test_neutral_and_damage_cards_are_nobodys_partner(self) -> None:
        game = table()
        lay(game, hand=["iron_arm", "pocket_money", "bent_wing"])
        do(game, "play iron_arm", "play pocket_money")
        assert (game.force, game.zones) == (2, [card(game, "iron_arm")])

    def test_a_zone_waits_no_longer_than_the_turn(self) -> None:
        game = table()
        lay(game, hand=["iron_arm"], deck=["back_alley_jab"] * 5)
        do(game, "play iron_arm", "end", "end", "play back_alley_jab")
        assert game.force == 1
