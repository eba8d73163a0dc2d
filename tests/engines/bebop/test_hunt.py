"""Confronting, damage, captures, new criminals (Space Serenade, Confronter un criminel; Capturer un criminel).

Of the training set: ``kettle_smuggler`` (Earth, 2/2 tokens), ``canal_poacher`` (Mars, 2/3), ``fog_signaller``
(Ganymede, 3/3) have star 0 and cost 1 Force or 1 clue a token. ``rooftop_counterfeiter`` (Earth, 3/3) has star 1.
"""

import pytest

from engines.bebop.events import Captured, CriminalRevealed, DamageDrawn, Escaped, MarketCleared
from engines.bebop.game import Game
from engines.bebop.ground import NOBODY
from tests.engines.bebop.table import (
    BEBOP,
    EARTH,
    MARS,
    codes,
    criminal,
    damage,
    do,
    lay,
    legal,
    refused,
    reserve,
    reveal_next,
    stand,
    table,
    there,
    tokens,
)


def hunting(**left: tuple[int, int]) -> Game:
    """Spike on Earth before the smuggler; damage cards do nothing but go to the discard pile."""
    game = table()
    criminal(game, "kettle_smuggler")
    criminal(game, "canal_poacher")
    criminal(game, "fog_signaller")
    damage(game, *["split_lip"] * 6)
    stand(game, spike="earth")
    return game


class TestTokens:
    def test_force_takes_resistance_and_costs_a_damage_card(self) -> None:
        game = hunting()
        reserve(game, force=2)
        do(game, "take earth resistance")
        assert (game.force, game.left[0], tokens(game, 0, "earth")) == (1, 1, 1)
        assert codes(game, game.seats[0].discard) == ["split_lip"]

    def test_clues_take_clue_tokens_without_damage(self) -> None:
        game = hunting()
        reserve(game, clues=1)
        do(game, "take earth clues")
        assert (game.clues, game.left[1], tokens(game, 0, "earth"), game.seats[0].discard) == (0, 1, 1, [])

    @pytest.mark.parametrize("price", [2, 3])
    def test_the_card_says_what_a_token_costs(self, price: int) -> None:
        game = hunting()
        number = game.occupant[EARTH]
        prices = game.book.prices[:]
        try:
            game.book.prices[number] = (1, price)
            reserve(game, clues=price - 1)
            code, rule, params = refused(game, "take earth clues")
            assert (code, rule) == ("clues_short", "Space Serenade, Affaiblir un criminel")
            assert (params["value"], params["needs"]) == (price - 1, price)
            reserve(game, clues=price)
            do(game, "take earth clues")
            assert game.clues == 0
        finally:
            game.book.prices[:] = prices

    def test_only_whoever_stands_there_confronts(self) -> None:
        """Ruling C24: the active player's own figure."""
        game = hunting()
        stand(game, spike="mars", jet="earth")
        reserve(game, force=5, clues=5)
        assert legal(game, "take") == ["take mars resistance", "take mars clues"]
        assert refused(game, "take earth clues")[:2] == ("nobody_to_confront", "ruling C24")
        stand(game, spike="bebop")
        assert legal(game, "take") == []

    def test_several_criminals_in_one_turn(self) -> None:
        game = hunting()
        reserve(game, clues=2, fuel=1)
        do(game, "take earth clues", "travel mars", "take mars clues")
        assert (tokens(game, 0, "earth"), tokens(game, 0, "mars")) == (1, 1)


class TestDamage:
    """Cartes Dégât; rulings C19, C20. The red text says where the card goes."""

    def drawn(self, code: str) -> Game:
        game = hunting()
        lay(game, hand=["pocket_money"], deck=["spike_fuel"], discard=[])
        damage(game, code)
        reserve(game, woolongs=3, force=1)
        do(game, "take earth resistance")
        return game

    def test_to_the_discard_pile(self) -> None:
        game = self.drawn("split_lip")
        assert codes(game, game.seats[0].discard) == ["split_lip"]

    def test_on_top_of_the_deck_where_everybody_knows_it(self) -> None:
        game = self.drawn("cracked_rib")
        assert codes(game, game.seats[0].deck) == ["spike_fuel", "cracked_rib"]
        assert game.view(1).seats[0].top == ("cracked_rib",)

    def test_out_after_its_text_to_the_damage_discard(self) -> None:
        game = self.drawn("torn_coat")  # lose 2 Woolongs, out
        assert (game.woolongs, codes(game, game.damage_discard)) == (1, ["torn_coat"])

    def test_the_red_text_comes_first(self) -> None:
        game = self.drawn("leaking_tank")  # lose 1 fuel, then to the discard pile
        assert (game.seats[0].fuel, codes(game, game.seats[0].discard)) == (0, ["leaking_tank"])

    def test_others_may_gain_by_it(self) -> None:
        game = self.drawn("bad_press")
        assert [seat.fuel for seat in game.seats] == [1, 2]

    def test_with_no_damage_card_left_none_is_drawn(self) -> None:
        """Ruling C20."""
        game = hunting()
        game.damage, game.damage_discard = [], []
        reserve(game, force=1)
        do(game, "take earth resistance")
        assert (tokens(game, 0, "earth"), game.seats[0].discard) == (1, [])

    def test_the_discard_pile_is_shuffled_when_the_deck_is_empty(self) -> None:
        game = hunting()
        game.damage, game.damage_discard = [], [game.book.number["split_lip"]] * 3
        reserve(game, force=1)
        do(game, "take earth resistance")
        assert (len(game.damage), game.damage_discard) == (2, [])

    def test_grey_text_when_played_one_may_pay_to_be_rid_of_it(self) -> None:
        """Ruling C74: a damage card goes to the damage discard at once. ``split_lip``: 2 Woolongs."""
        game = hunting()
        lay(game, hand=["split_lip", "split_lip"])
        reserve(game, woolongs=3)
        do(game, "play split_lip")
        assert legal(game) == ["pay 2", "no"]
        do(game, "pay 2")
        assert (game.woolongs, codes(game, game.damage_discard), game.played) == (1, ["split_lip"], [])
        do(game, "play split_lip")  # 1 Woolong is not enough: nothing is asked
        assert codes(game, game.played) == ["split_lip"]
        do(game, "end")
        assert codes(game, game.seats[0].discard) == ["split_lip"]


class TestCapture:
    def caught(self, pile: str = "clues", *revealed: str) -> tuple[Game, list[object]]:
        """Spike takes the smuggler's last token; he holds 1 token and then 2, Jet holds 1 of Earth and 2 of Mars."""
        game = hunting()
        criminal(game, "kettle_smuggler", left=(1, 1), held=(1, 1))
        game.seats[1].tokens[MARS] = 2
        stand(game, spike="earth", jet="earth", faye="mars")
        game.gauge[EARTH] = 3
        reveal_next(game, *(revealed or ("rooftop_counterfeiter", "bonsai_bandit")))
        reserve(game, force=1, clues=1, fuel=1)
        return game, list(do(game, f"take earth {pile}"))

    def test_everybodys_tokens_of_that_planet_become_renown(self) -> None:
        """Ruling C8: one for one; tokens of other planets are kept."""
        game, events = self.caught()
        assert [seat.renown for seat in game.seats] == [2, 1]
        assert [tokens(game, 0, "earth"), tokens(game, 1, "earth"), tokens(game, 1, "mars")] == [0, 0, 2]
        captured = next(event for event in events if isinstance(event, Captured))
        assert (captured.seat, captured.criminal, captured.renown) == (0, "kettle_smuggler", (2, 1))

    def test_a_table_may_agree_on_another_rate(self) -> None:
        game = table(token_renown=3)
        criminal(game, "kettle_smuggler", left=(2, 1), held=(1, 0))
        stand(game, spike="earth")
        reserve(game, clues=1)
        do(game, "take earth clues")
        assert game.seats[0].renown == 6

    def test_the_planet_is_cleaned(self) -> None:
        """All figures there go back without fuel (ruling C47), the gauge is 1 again."""
        game, _ = self.caught()
        assert game.figures == [BEBOP, BEBOP, MARS, BEBOP]
        assert (game.gauge[EARTH], game.seats[0].fuel) == (1, 1)

    def test_two_criminals_are_revealed_one_after_the_other(self) -> None:
        """The first finds Earth free; the second's planet is taken: laid aside, gauge +1 (ruling C12)."""
        game, events = self.caught("clues", "rooftop_counterfeiter", "bonsai_bandit")
        revealed = [event for event in events if isinstance(event, CriminalRevealed)]
        assert [(one.criminal, one.placed) for one in revealed] == [
            ("rooftop_counterfeiter", True),
            ("bonsai_bandit", False),
        ]
        assert there(game, "earth") == "rooftop_counterfeiter"
        assert game.left[0:2] == [3, 3]
        assert (game.gauge[MARS], game.escaped) == (2, [game.book.criminals.index("bonsai_bandit")])

    def test_two_for_the_same_planet(self) -> None:
        """Ruling C12: the first is placed, the second raises the gauge."""
        game, _ = self.caught("clues", "rooftop_counterfeiter", "midnight_dentist")
        assert (there(game, "earth"), game.gauge[EARTH]) == ("rooftop_counterfeiter", 2)

    def test_damage_comes_before_the_capture(self) -> None:
        """Ruling C57."""
        game, events = self.caught("resistance")
        kinds = [type(event) for event in events]
        assert kinds.index(DamageDrawn) < kinds.index(Captured)
        assert codes(game, game.seats[0].discard) == ["split_lip"]

    def test_an_arrival_with_the_sign_renews_the_market_at_once(self) -> None:
        """Ruling C61: after its tokens, before the next card; not for one that is laid aside."""
        game = hunting()
        renews = dict(zip(game.book.criminals, game.book.renews, strict=False))
        assert renews["rooftop_counterfeiter"]
        _, events = self.caught("clues", "rooftop_counterfeiter", "bonsai_bandit")
        kinds = [type(event) for event in events if isinstance(event, CriminalRevealed | MarketCleared)]
        assert kinds == [CriminalRevealed, MarketCleared, CriminalRevealed]
        _, events = self.caught("clues", "bonsai_bandit", "crater_magnate")
        assert not any(isinstance(event, MarketCleared) for event in events)

    def test_the_turn_goes_on_with_what_is_left(self) -> None:
        """Ruling C79."""
        game, _ = self.caught("clues")
        assert (game.actor, game.force) == (0, 1)
        assert "end" in legal(game)

    def test_captured_cards_and_renown_lie_face_down(self) -> None:
        """Ruling C66: others see how many cards, the owner what; the table may agree otherwise."""
        game, _ = self.caught()
        own, other = game.view(0).seats[0], game.view(1).seats[0]
        assert (own.renown, own.captured) == (2, ("kettle_smuggler",))
        assert (other.renown, other.captured, other.captured_count) == (None, None, 1)
        game.options = type(game.options)(open_renown=True)
        assert game.view(None).seats[0].renown == 2


class TestEscape:
    """Criminel échappé; rulings C15, C16, C64."""

    def test_at_gauge_three_the_one_there_escapes_and_the_revealed_one_takes_the_place(self) -> None:
        game = hunting()
        criminal(game, "kettle_smuggler", left=(1, 1), held=(1, 0))
        criminal(game, "canal_poacher", left=(1, 2), held=(0, 2))
        game.seats[1].renown = 4
        game.gauge[MARS] = 3
        stand(game, spike="earth", faye="mars")
        reveal_next(game, "bonsai_bandit", "rusty_chauffeur")
        reserve(game, clues=1)
        events = do(game, "take earth clues")
        escaped = next(event for event in events if isinstance(event, Escaped))
        assert (escaped.criminal, escaped.tokens) == ("canal_poacher", (0, 2))
        assert there(game, "mars") == "bonsai_bandit"
        assert tuple(game.left[2:4]) == game.book.piles[game.book.criminals.index("bonsai_bandit")]
        assert (tokens(game, 1, "mars"), game.seats[1].renown) == (0, 4)  # renown is safe
        assert game.figures[2] == BEBOP
        assert game.gauge[MARS] == 2  # 1 after the escape, then the chauffeur raises it
        assert game.book.criminals.index("canal_poacher") in game.escaped

    def test_an_arrival_on_a_free_planet_leaves_its_gauge(self) -> None:
        """Ruling C64: cards may have moved it."""
        game = hunting()
        game.occupant[MARS] = NOBODY
        game.left[2:4] = [0, 0]
        game.gauge[MARS] = 2
        criminal(game, "kettle_smuggler", left=(1, 1))
        reveal_next(game, "bonsai_bandit", "rooftop_counterfeiter")
        reserve(game, clues=1)
        do(game, "take earth clues")
        assert (there(game, "mars"), game.gauge[MARS]) == ("bonsai_bandit", 2)
