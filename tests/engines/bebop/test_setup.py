"""Setting up (Space Serenade, Mise en place)."""

import pytest

from engines.bebop.game import Game
from engines.bebop.ground import BEBOP
from engines.bebop.options import Options, Setup
from engines.core.dice import FastDice
from engines.core.problems import Illegal
from tests.engines.bebop.table import legal, table


@pytest.mark.parametrize(("players", "deck"), [(2, 10), (3, 13), (4, 16)])
def test_the_criminal_deck_has_as_many_cards_as_the_table_says(players: int, deck: int) -> None:
    for seed in range(30):
        game = table(players=players, seed=seed)
        assert len(game.criminals) == deck
        each = (deck - 1) // 3
        planets = [game.book.planet[card] for card in game.criminals if card != game.book.vicious]
        assert [planets.count(planet) for planet in range(3)] == [each] * 3
        assert len(game.box) == 21 - 3 - 3 * each


def test_vicious_is_among_the_last_four() -> None:
    """Mixed into the last three, so among the last four of the deck (ruling C4); the top is the list's end."""
    places = {game.criminals.index(game.book.vicious) for game in (table(seed=seed) for seed in range(60))}
    assert places == {0, 1, 2, 3}


def test_a_starting_criminal_of_each_planet_lies_there_with_its_tokens() -> None:
    """Star 0, one of two for each planet; the other may be in the deck (ruling C3)."""
    seen = set()
    for seed in range(40):
        game = table(seed=seed)
        for planet, criminal in enumerate(game.occupant):
            assert game.book.star[criminal] == 0
            assert game.book.planet[criminal] == planet
            assert tuple(game.left[2 * planet : 2 * planet + 2]) == game.book.piles[criminal]
            seen.add(criminal)
    assert len(seen) == 6


def test_starting_criminals_do_not_renew_the_market() -> None:
    """Ruling C18: nothing is trashed at the set-up, whatever the cards say."""
    for seed in range(10):
        game = table(seed=seed)
        assert game.trashed == []
        assert (len(game.market), len(game.common)) == (5, 87)


def test_everybody_has_the_base_deck_one_fuel_and_the_first_player_four_cards() -> None:
    """Première main; ruling C31. Six neutral cards and four of the character's colour."""
    game = table(players=3)
    assert [len(seat.hand) for seat in game.seats] == [4, 5, 5]
    assert [seat.fuel for seat in game.seats] == [1, 1, 1]
    for seat in game.seats:
        colours = [game.book.colour[card] for card in (*seat.hand, *seat.deck)]
        assert sorted(colours) == sorted([seat.character] * 4 + [4] * 6)


def test_seven_cubes_are_enough_for_what_is_tracked() -> None:
    """Ruling C50: between four one each for fuel, and one for each planet; the Bebop always costs 1."""
    game = table(players=4)
    assert [seat.fuel for seat in game.seats] + game.gauge[:BEBOP] == [1] * 7
    assert game.gauge[BEBOP] == 1


def test_all_four_figures_stand_on_the_bebop_whoever_plays() -> None:
    game = table(players=2)
    assert game.figures == [BEBOP] * 4
    assert game.gauge == [1, 1, 1, 1]


def test_characters_are_chosen_in_order_from_the_first_player_openly() -> None:
    """Ruling C76."""
    game = Game.new(Setup(players=3, options=Options(first=1)), dice=FastDice(1))
    assert (game.actor, legal(game)) == (1, [f"character {name}" for name in ("spike", "jet", "faye", "ed")])
    game.play(game.action("character jet"))
    assert game.view(0).seats[1].character == "jet"
    assert (game.actor, legal(game)) == (2, [f"character {name}" for name in ("spike", "faye", "ed")])
    game.play(game.action("character ed"))
    game.play(game.action("character faye"))
    assert (game.actor, game.turns) == (1, 1)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    """Ruling C2: no rule says how one plays alone."""
    with pytest.raises(Illegal) as refusal:
        Game.new(Setup(players=players), dice=FastDice(1))
    assert [(one.code, one.rule) for one in refusal.value.problems] == [("option_out_of_range", "ruling C2")]


def test_alone_is_a_house_variant_that_says_so() -> None:
    """Ruling C52: the row for two, a first hand of four, all four figures."""
    game = Game.new(Setup(players=1, options=Options(house_solo=True)), dice=FastDice(1))
    game.play(game.action("character ed"))
    assert (len(game.criminals), len(game.seats[0].hand), len(game.figures)) == (10, 4, 4)
    with pytest.raises(Illegal):
        Game.new(Setup(players=2, options=Options(house_solo=True)), dice=FastDice(1))


def test_all_that_is_wrong_with_the_options_is_told_at_once() -> None:
    from engines.bebop.cards import Character

    wrong = Options(characters=(Character.ED, Character.ED), first=7, token_renown=9, turn_limit=0)
    with pytest.raises(Illegal) as refusal:
        Game.new(Setup(players=3, options=wrong), dice=FastDice(1))
    found = [(one.code, one.params.get("item")) for one in refusal.value.problems]
    assert found == [
        ("option_out_of_range", "token_renown"),
        ("option_out_of_range", "turn_limit"),
        ("option_out_of_range", "first"),
        ("characters_seats", None),
        ("character_taken", "ed"),
    ]
