"""Each verb in positions made by hand. A card of the test has the verb's text and brings nothing by itself."""

from typing import Any

import pytest

from engines.bebop.cards import Character
from engines.bebop.events import Skipped
from engines.bebop.game import Game
from engines.bebop.options import Options, Setup
from engines.core.dice import FastDice
from engines.core.problems import Illegal
from tests.engines.bebop.sets import with_texts
from tests.engines.bebop.table import (
    BEBOP,
    EARTH,
    MARS,
    codes,
    criminal,
    do,
    hand,
    lay,
    legal,
    market,
    reserve,
    stand,
    table,
    there,
    tokens,
    vicious,
)


def saying(*steps: dict[str, Any], players: int = 3, **more: list[dict[str, Any]]) -> Game:
    """A game in which seat 0 (Spike) holds a card with this text, ``card``, and two neutral ones."""
    game = table(players=players, cards=with_texts(card=list(steps), **more))
    lay(game, hand=["card", "pocket_money", "pocket_money"])
    return game


def skipped(game: Game, *played: str) -> list[str]:
    return [event.verb for event in do(game, *played) if isinstance(event, Skipped)]


class TestResources:
    def test_gain_for_oneself_and_for_others(self) -> None:
        game = saying({"do": "gain", "what": "force", "n": 2}, {"do": "gain", "what": "fuel", "who": "others"})
        do(game, "play card")
        assert (game.force, [seat.fuel for seat in game.seats]) == (2, [1, 2, 2])

    def test_gain_stops_at_ten_fuel(self) -> None:
        game = saying({"do": "gain", "what": "fuel", "n": 3, "who": "all"})
        game.seats[1].fuel = 8
        do(game, "play card")
        assert [seat.fuel for seat in game.seats] == [4, 10, 4]

    def test_somebody_chosen_keeps_a_name(self) -> None:
        game = saying(
            {"do": "gain", "what": "fuel", "who": "chosen", "as": "friend"}, {"do": "draw", "who": "friend", "n": 2}
        )
        do(game, "play card")
        assert legal(game) == ["seat 1", "seat 2"]
        do(game, "seat 2")
        assert (game.seats[2].fuel, len(game.seats[2].hand)) == (2, 7)

    def test_a_choice_of_one_is_not_asked_for(self) -> None:
        game = saying({"do": "gain", "what": "fuel", "who": "chosen"}, players=2)
        do(game, "play card")
        assert (game.seats[1].fuel, game.actor) == (2, 0)
        assert "end" in legal(game)

    def test_lose_takes_what_there_is(self) -> None:
        """Ruling C56: as far as possible."""
        game = saying({"do": "lose", "what": "fuel", "n": 3, "who": "all"})
        game.seats[2].fuel = 5
        do(game, "play card")
        assert [seat.fuel for seat in game.seats] == [0, 0, 2]

    def test_lose_woolongs_of_the_reserve(self) -> None:
        game = saying({"do": "lose", "what": "woolongs", "n": 2})
        do(game, "play pocket_money", "play pocket_money", "play card")
        assert game.woolongs == 0

    def test_take_from_the_left(self) -> None:
        game = saying({"do": "take", "n": 2, "who": "left"})
        game.seats[1].fuel = 5
        do(game, "play card")
        assert [seat.fuel for seat in game.seats] == [3, 3, 1]

    def test_taken_fuel_beyond_ten_is_lost(self) -> None:
        game = saying({"do": "take", "n": 2, "who": "right"})
        game.seats[2].fuel = 4
        reserve(game, fuel=9)
        do(game, "play card")
        assert [seat.fuel for seat in game.seats] == [10, 1, 2]

    def test_pay_and_go_on_with_what_was_paid(self) -> None:
        pay = {"do": "pay", "what": "fuel", "n": 3, "up_to": True}
        game = saying({**pay, "steps": [{"do": "gain", "what": "clues", "n": "x"}]})
        reserve(game, fuel=2)
        do(game, "play card")
        assert legal(game) == ["pay 1", "pay 2", "no"]
        do(game, "pay 2")
        assert (game.seats[0].fuel, game.clues) == (0, 2)

    def test_who_cannot_pay_is_not_asked(self) -> None:
        game = saying({"do": "pay", "what": "clues", "steps": [{"do": "draw"}]})
        assert skipped(game, "play card") == ["pay"]


class TestCards:
    def test_draw(self) -> None:
        game = saying({"do": "draw", "n": 2})
        lay(game, hand=["card"], deck=["spike_fuel", "spike_attack", "spike_inquiry"], discard=[])
        do(game, "play card")
        assert hand(game) == ["spike_attack", "spike_inquiry"]

    def test_draw_more_than_there_is(self) -> None:
        game = saying({"do": "draw", "n": 3}, {"do": "gain", "what": "force"})
        lay(game, hand=["card"], deck=["spike_fuel"], discard=[])
        assert skipped(game, "play card") == ["draw"]
        assert (hand(game), game.force) == (["spike_fuel"], 1)  # the effect goes on (ruling C53)

    def test_others_discard_what_they_choose_clockwise(self) -> None:
        """Ruling C60: face up, without drawing; nobody else sees what there is to choose from."""
        game = saying({"do": "discard", "who": "others"})
        lay(game, 1, hand=["pocket_money", "jet_fuel"])
        lay(game, 2, hand=["faye_fuel", "faye_attack"])
        do(game, "play card")
        assert (game.actor, legal(game)) == (1, ["discard pocket_money hand", "discard jet_fuel hand"])
        assert game.view(0).actions == ()
        do(game, "discard jet_fuel hand")
        assert game.actor == 2
        do(game, "discard faye_attack hand")
        assert [hand(game, 1), hand(game, 2)] == [["pocket_money"], ["faye_fuel"]]
        assert codes(game, game.seats[1].discard) == ["jet_fuel"]
        assert game.actor == 0

    def test_with_too_few_cards_all_are_discarded(self) -> None:
        game = saying({"do": "discard", "n": 2, "who": "others"}, players=2)
        lay(game, 1, hand=["pocket_money", "jet_fuel"])
        do(game, "play card")
        assert (hand(game, 1), game.actor) == ([], 0)

    def test_with_an_empty_hand_nothing(self) -> None:
        game = saying({"do": "discard", "who": "others"}, players=2)
        lay(game, 1, hand=[])
        assert skipped(game, "play card") == ["discard"]

    def test_alike_cards_are_asked_for_all_the_same(self) -> None:
        """Or not being asked would tell the others that the hand holds two alike."""
        game = saying({"do": "discard", "who": "others"}, players=2)
        lay(game, 1, hand=["pocket_money", "pocket_money"])
        do(game, "play card")
        assert (game.actor, legal(game)) == (1, ["discard pocket_money hand"])

    def test_trash_up_to_two_of_hand_and_discard(self) -> None:
        game = saying({"do": "trash", "from": ["hand", "discard"], "n": 2, "up_to": True})
        lay(game, hand=["card", "pocket_money"], discard=["split_lip", "open_port"])
        do(game, "play card")
        assert legal(game) == [
            "trash pocket_money hand",
            "trash split_lip discard",
            "trash open_port discard",
            "no",
        ]
        do(game, "trash pocket_money hand", "trash split_lip discard")
        assert codes(game, game.trashed) == ["pocket_money"]
        assert codes(game, game.damage_discard) == ["split_lip"]
        assert "end" in legal(game)

    def test_trash_of_a_sort(self) -> None:
        game = saying({"do": "trash", "from": ["discard"], "sort": "damage"})
        lay(game, hand=["card"], discard=["split_lip", "open_port"])
        do(game, "play card")
        assert codes(game, game.seats[0].discard) == ["open_port"]

    def test_trash_from_an_open_pile_without_such_a_card_is_skipped(self) -> None:
        game = saying({"do": "trash", "from": ["discard"], "sort": "damage"})
        lay(game, hand=["card"], discard=["open_port"])
        assert skipped(game, "play card") == ["trash"]

    def test_trash_this_card_keeps_what_it_gave(self) -> None:
        """Ruling C74."""
        game = saying({"do": "gain", "what": "force"}, {"do": "trash", "card": "this"})
        do(game, "play card")
        assert (game.force, game.played, codes(game, game.trashed)) == (1, [], ["card"])

    def test_a_trashed_card_is_nobodys_partner(self) -> None:
        """Ruling C58: the partner must lie in play at that moment."""
        game = saying({"do": "trash", "card": "this"})
        lay(game, hand=["card", "iron_arm"])  # the card is Spike's, for whom iron_arm's zone waits
        do(game, "play card", "play iron_arm")
        assert game.force == 2

    def test_move_from_the_discard_pile_onto_the_deck(self) -> None:
        game = saying({"do": "move", "from": ["discard"], "to": "deck", "colour": "ed"})
        lay(game, hand=["card"], deck=["spike_fuel"], discard=["pocket_money", "open_port"])
        do(game, "play card")
        assert codes(game, game.seats[0].deck) == ["spike_fuel", "open_port"]
        assert game.view(2).seats[0].top == ("open_port",)

    def test_move_from_the_hand_onto_the_deck_is_seen_by_the_owner_alone(self) -> None:
        game = saying({"do": "move", "from": ["hand"], "to": "deck"})
        do(game, "play card", "move pocket_money hand")
        assert game.view(0).seats[0].top == ("pocket_money",)
        assert game.view(1).seats[0].top == ()

    def test_a_top_that_all_know_is_known_in_the_hand_too(self) -> None:
        game = saying({"do": "move", "from": ["discard"], "to": "deck"}, {"do": "move", "from": ["deck"], "to": "hand"})
        lay(game, hand=["card"], deck=["spike_fuel"], discard=["open_port"])
        do(game, "play card", "move open_port deck")
        assert game.view(1).seats[0].hand == ("open_port",)

    def test_look_and_trash_the_top(self) -> None:
        game = saying({"do": "look"}, {"do": "trash", "from": ["deck"], "up_to": True})
        lay(game, hand=["card"], deck=["spike_fuel", "spike_attack"])
        do(game, "play card")
        assert legal(game) == ["trash spike_attack deck", "no"]
        assert game.view(0).seats[0].top == ("spike_attack",)
        assert game.view(1).seats[0].top == ()
        do(game, "trash spike_attack deck")
        assert codes(game, game.seats[0].deck) == ["spike_fuel"]

    def test_look_at_the_common_deck(self) -> None:
        game = saying({"do": "look", "deck": "common", "n": 2})
        do(game, "play card")
        assert game.view(0).known["common"] == tuple(codes(game, game.common[:-3:-1]))
        assert game.view(1).known["common"] == ()

    def test_reveal_a_hand(self) -> None:
        game = saying({"do": "reveal", "who": "left"})
        lay(game, 1, hand=["jet_fuel", "pocket_money"])
        do(game, "play card")
        assert game.view(2).seats[1].hand == ("jet_fuel", "pocket_money")
        assert game.view(None).seats[1].hand == ("jet_fuel", "pocket_money")

    def test_copy_does_what_another_card_in_play_says(self) -> None:
        other = [{"do": "gain", "what": "clues", "n": 2}]
        game = saying({"do": "copy"}, other=other)
        lay(game, hand=["card", "other"])
        do(game, "play other", "play card")
        assert game.clues == 4

    def test_a_copy_is_not_copied(self) -> None:
        game = saying({"do": "copy"}, other=[{"do": "copy"}])
        lay(game, hand=["card", "other"])
        assert skipped(game, "play other", "play card") == ["copy", "copy"]

    def test_roll(self) -> None:
        game = saying({"do": "roll", "as": "pips"}, {"do": "gain", "what": "force", "n": "pips"})
        do(game, "play card")
        assert 1 <= game.force <= 6


class TestGround:
    def test_travel_moves_any_figure_for_nothing_or_none(self) -> None:
        game = saying({"do": "travel", "figure": "any", "n": 2, "up_to": True})
        do(game, "play card")
        assert len(legal(game, "move")) == 4 * 3  # four figures on the Bebop, three planets
        do(game, "move ed mars")
        assert not legal(game, "move ed")  # each once
        do(game, "no")
        assert (game.figures, game.seats[0].fuel) == ([BEBOP, BEBOP, BEBOP, MARS], 1)

    def test_it_is_resolved_whole(self) -> None:
        """Jouer des cartes, the example: no skill between the two moves."""
        game = saying({"do": "travel", "figure": "any", "n": 2, "up_to": True})
        reserve(game, fuel=10)
        do(game, "play card", "move ed mars")
        assert {code.split(" ")[0] for code in legal(game)} == {"move", "no"}

    def test_absent_characters_come_here(self) -> None:
        game = saying({"do": "travel", "figure": "absent", "to": "here"})
        stand(game, spike="earth")
        do(game, "play card")
        assert game.figures == [EARTH, BEBOP, BEBOP, EARTH]  # Spike, Jet and Faye are played

    def test_a_gauge_moves_between_one_and_three(self) -> None:
        """Rulings C17, C77."""
        game = saying({"do": "gauge", "change": "either"})
        game.gauge = [1, 3, 2, 1]
        do(game, "play card")
        assert legal(game) == ["gauge earth up", "gauge mars down", "gauge ganymede up", "gauge ganymede down"]
        do(game, "gauge mars down")
        assert game.gauge == [1, 2, 2, 1]

    @pytest.mark.parametrize(("change", "gauge", "end"), [("up", [1, 3, 2], "mars"), ("down", [1, 3, 2], "earth")])
    def test_any_planet_may_be_one_that_stands_at_its_end(self, change: str, gauge: list[int], end: str) -> None:
        """Ruling C80: nothing then moves, and that is said."""
        game = saying({"do": "gauge", "change": change})
        game.gauge = [*gauge, 1]
        do(game, "play card")
        assert legal(game) == [f"gauge {planet} {change}" for planet in ("earth", "mars", "ganymede")]
        assert skipped(game, f"gauge {end} {change}") == ["gauge"]
        assert game.gauge == [*gauge, 1]

    def test_who_need_not_choose_is_offered_planets_that_move_only(self) -> None:
        game = saying({"do": "gauge", "change": "up", "up_to": True})
        game.gauge = [1, 3, 2, 1]
        do(game, "play card")
        assert legal(game) == ["gauge earth up", "gauge ganymede up", "no"]

    def test_where_all_stand_at_their_end_nobody_is_asked(self) -> None:
        game = saying({"do": "gauge", "change": "down"})
        game.gauge = [1, 1, 1, 1]
        assert skipped(game, "play card") == ["gauge"]

    def test_a_card_lets_no_criminal_escape(self) -> None:
        game = saying({"do": "gauge", "change": "up", "planet": "mars"})
        game.gauge = [1, 3, 1, 1]
        before = there(game, "mars")
        assert skipped(game, "play card") == ["gauge"]
        assert (game.gauge[MARS], there(game, "mars")) == (3, before)

    def test_confront_takes_a_token_without_paying(self) -> None:
        """Ruling C68: damage and capture as usual."""
        game = saying({"do": "confront"})
        criminal(game, "kettle_smuggler", left=(1, 2))
        stand(game, spike="earth")
        do(game, "play card")
        assert legal(game) == ["token earth resistance", "token earth clues"]
        do(game, "token earth clues")
        assert (tokens(game, 0, "earth"), game.left[1]) == (1, 1)

    def test_confront_may_leave_vicious_out(self) -> None:
        game = saying({"do": "confront", "criminals": True, "pile": "clues", "anywhere": True})
        vicious(game, "mars")
        do(game, "play card")
        assert legal(game) == [f"token {planet} clues" for planet in ("earth", "mars", "ganymede")]


class TestMarketVerbs:
    def test_buy_for_less(self) -> None:
        game = saying({"do": "buy", "less": 2, "to": "hand"})
        market(game, "spare_clip", "iron_arm")  # 3 and 4
        do(game, "play pocket_money", "play card")
        assert legal(game) == ["obtain spare_clip", "no"]  # with 1 Woolong: 3 - 2 is enough, 4 - 2 is not
        do(game, "obtain spare_clip")
        assert game.woolongs == 0
        assert hand(game) == ["pocket_money", "spare_clip"]

    def test_renew(self) -> None:
        game = saying({"do": "renew_market"})
        before = game.market[:]
        do(game, "play card")
        assert game.trashed == before

    def test_a_skill_for_nothing(self) -> None:
        game = saying({"do": "use_skill", "skill": "spike_a"})
        lay(game, hand=["card"], deck=["spike_fuel", "spike_attack"], discard=[])
        do(game, "play card", "use spike_a", "yes")
        assert (hand(game), game.seats[0].fuel) == (["spike_fuel"], 1)

    @pytest.mark.parametrize("held", ["pocket_money", "split_lip"])
    def test_that_a_hand_has_nothing_for_a_skill_is_not_told(self, held: str) -> None:
        """Ruling C70: Jet mends damage of the hand or the discard pile. With none there, others must not learn of the
        hand: its owner is asked in either case, and answers no.
        """
        game = saying({"do": "use_skill", "skill": "jet_a"})
        lay(game, hand=["card", held], discard=[])
        assert skipped(game, "play card") == []
        assert (game.actor, legal(game)[-1]) == (0, "no")
        assert ("use jet_a" in legal(game)) is (held == "split_lip")
        assert skipped(game, "no") == []

    def test_games_of_the_first_rules_stay_what_they_were(self) -> None:
        steps = [{"do": "use_skill", "skill": "jet_a"}, {"do": "gauge", "change": "up"}]
        cards = with_texts(card=steps)
        options = Options(characters=(Character.SPIKE, Character.JET), first=0)
        game = Game.new(Setup(players=2, options=options, cards=cards, rules=1), dice=FastDice(1))
        lay(game, hand=["card", "pocket_money"], discard=[])
        game.gauge = [1, 3, 2, 1]
        assert skipped(game, "play card") == ["use_skill"]
        assert legal(game) == ["gauge earth up", "gauge ganymede up"]

    def test_an_empty_hand_and_discard_pile_are_seen_by_all(self) -> None:
        game = saying({"do": "use_skill", "skill": "jet_a"})
        lay(game, hand=["card"], discard=[])
        assert skipped(game, "play card") == ["use_skill"]


class TestConditions:
    def test_if_a_colour_was_played(self) -> None:
        steps = {"when": {"played": "ed"}, "steps": [{"do": "gain", "what": "force"}]}
        game = saying({"do": "if", **steps})
        lay(game, hand=["card", "card", "open_port"])
        do(game, "play card")
        assert game.force == 0
        do(game, "play open_port", "play card")
        assert game.force == 1

    def test_where_one_stands(self) -> None:
        game = saying(
            {
                "do": "if",
                "when": {"here": "criminal"},
                "steps": [{"do": "gain", "what": "clues"}],
                "otherwise": [{"do": "gain", "what": "fuel"}],
            }
        )
        lay(game, hand=["card", "card"])
        do(game, "play card")
        assert (game.clues, game.seats[0].fuel) == (0, 2)
        stand(game, spike="mars")
        do(game, "play card")
        assert game.clues == 1

    def test_count(self) -> None:
        game = saying({"do": "gain", "what": "force", "n": {"count": "companions", "most": 2}})
        do(game, "play card")
        assert game.force == 2  # three others stand on the Bebop

    def test_a_table_decides(self) -> None:
        """The holder proposes, all others answer; nothing is one tap; what was agreed is done by ordinary verbs."""
        game = saying({"do": "table_decides", "text": "Something strange."})
        do(game, "play card")
        assert (game.actor, legal(game)) == (0, ["table nothing"])
        do(game, "table gain n=2 what=clues who=0")
        assert (game.actor, legal(game)) == (1, ["accept", "object"])
        do(game, "accept", "accept")
        assert game.clues == 2

    def test_a_table_may_decide_what_takes_cards_out_of_several_piles(self) -> None:
        """Piles stand in the log with commas; which card it is is asked of the holder once all agree."""
        game = saying({"do": "table_decides"}, players=2)
        lay(game, hand=["card", "card"], discard=["pocket_money"])
        do(game, "play card", "table trash from=hand,discard", "accept")
        assert (game.actor, legal(game)) == (0, ["trash card hand", "trash pocket_money discard"])
        do(game, "trash pocket_money discard")
        assert (game.seats[0].discard, len(game.seats[0].hand)) == ([], 1)

    def test_a_die_is_rolled_and_the_table_decides_again(self) -> None:
        """Whoever needs a die first sees it fall; the second proposal is one without words of its own."""
        game = saying({"do": "table_decides"}, players=2)
        with pytest.raises(Illegal):
            do(game, "play card", "table table_decides text=please")
        do(game, "table roll; table_decides", "accept")
        assert (game.actor, legal(game)) == (0, ["table nothing"])
        do(game, "table gain n=2 what=clues who=0", "accept")
        assert (game.clues, game.actor, game.ways) == (2, 0, [])

    def test_what_cannot_be_proposed_is_no_legal_action(self) -> None:
        game = saying({"do": "table_decides"})
        do(game, "play card")
        assert game.can(game.action("table gain n=2 what=clues who=0"))
        assert not game.can(game.action("table gain n=2 what=smiles who=0"))
        assert not game.can(game.action("table explode"))
        assert not game.can(game.action("accept"))

    def test_who_leaves_while_the_table_is_asked_agrees(self) -> None:
        for leaving in (1, 2):
            game = saying({"do": "table_decides"})
            do(game, "play card", "table gain n=2 what=clues who=0", "accept")
            game.resign(leaving)
            if leaving == 1:
                assert game.actor == 2
                do(game, "accept")
            assert (game.clues, game.actor) == (2, 0)
