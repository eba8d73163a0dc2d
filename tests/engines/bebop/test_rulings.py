"""Rulings on Space Serenade that no other file has at hand, each worked out from the rulebook."""

from typing import Any

import msgspec
from hypothesis import given, settings, strategies as st

from engines.bebop.audit import faults
from engines.bebop.cards import read_cards, training
from engines.bebop.events import Captured
from engines.bebop.game import Game
from engines.bebop.language import play_problems
from engines.bebop.options import Options, Setup
from engines.core.dice import FastDice
from tests.engines.bebop.sets import TEXTS, with_texts
from tests.engines.bebop.table import (
    EARTH,
    MARS,
    codes,
    criminal,
    damage,
    do,
    hand,
    lay,
    legal,
    market,
    reserve,
    stand,
    table,
    tokens,
    vicious,
)
from tests.engines.bebop.test_properties import choose


def test_what_one_may_do_is_done_now_or_never() -> None:
    """Ruling C42: a text skipped when the card came into play is not offered again, a team zone is."""
    game = table()
    lay(game, hand=["bonsai_hour", "pocket_money", "iron_arm", "back_alley_jab"], discard=[])
    do(game, "play bonsai_hour")
    assert legal(game)[-1] == "no"
    do(game, "no", "play iron_arm", "play back_alley_jab")
    assert not legal(game, "trash")
    assert game.force == 4


def test_a_price_on_a_card_is_paid_when_it_is_played() -> None:
    """Ruling C59: Woolongs gained later do not buy the text."""
    game = table()
    lay(game, hand=["split_lip", "pocket_money", "pocket_money"])
    do(game, "play split_lip", "play pocket_money", "play pocket_money")
    assert (game.woolongs, legal(game, "pay")) == (2, [])


def test_base_cards_may_be_trashed() -> None:
    """Ruling C44."""
    game = table()
    lay(game, hand=["bonsai_hour", "spike_fuel"], discard=[])
    do(game, "play bonsai_hour", "trash spike_fuel hand")
    assert codes(game, game.trashed) == ["spike_fuel"]


def test_an_effect_is_whole_before_the_team_zones() -> None:
    """Ruling C58: the new card's own text first; then what it switches on."""
    game = table(cards=with_texts(card=[{"do": "choose", "of": [[{"do": "draw"}], [{"do": "gain", "what": "clues"}]]}]))
    lay(game, hand=["iron_arm", "card"], deck=["spike_fuel"])
    do(game, "play iron_arm", "play card")  # the card is Spike's, whom iron_arm waits for
    assert (legal(game), game.force) == (["branch 1", "branch 2"], 2)
    do(game, "branch 1")
    assert (game.force, hand(game)) == (3, ["spike_fuel"])


def test_escaped_criminals_join_the_movement_discard_and_captured_ones_the_captor() -> None:
    """Ruling C65: the movement deck is never made anew."""
    game = table()
    criminal(game, "umbrella_forger")
    criminal(game, "canal_poacher", left=(2, 1))
    vicious(game, "mars", movement=["dust_pickpocket", "kettle_smuggler"])
    stand(game, spike="mars")
    reserve(game, clues=1)
    do(game, "take mars clues")
    assert game.seats[0].captured == [game.book.criminals.index("canal_poacher")]
    assert len(game.movement) == 2
    damage(game, "split_lip", "split_lip")
    criminal(game, "rusty_chauffeur")
    game.gauge[MARS] = 3
    stand(game, spike="mars")
    reserve(game, force=3)
    do(game, "take vicious resistance", "end")
    assert game.escaped[-1] == game.book.criminals.index("rusty_chauffeur")
    assert len(game.movement) == 1


def test_the_market_is_renewed_by_fuel_in_the_second_part_too() -> None:
    """Ruling C63."""
    game = table()
    vicious(game, "mars")
    reserve(game, fuel=2)
    assert "renew" in legal(game)


def test_viciouss_star_comes_from_the_set() -> None:
    """Ruling C71: 0 unless the set says otherwise; his card counts as a captured criminal."""
    data: dict[str, Any] = msgspec.to_builtins(training()) | {"vicious_star": 4}
    game = table(cards=read_cards(data))
    vicious(game, "mars", left=(1, 1))
    stand(game, spike="mars")
    reserve(game, clues=3)
    events = do(game, "take vicious clues")
    assert next(event.star for event in events if isinstance(event, Captured)) == 4
    assert game.outcome is not None
    assert game.outcome.renown == (5, 0)  # his one token and the star


def test_tokens_do_not_run_out() -> None:
    """Rulings C9, C72: thirty place tokens in the box, yet piles of 30 and 30 are laid and taken."""
    data: dict[str, Any] = msgspec.to_builtins(training())
    for card in data["criminals"]:
        card["resistance"] = card["clues"] = 30
    game = table(cards=read_cards(data))
    stand(game, spike="earth")
    reserve(game, clues=29)
    do(game, *["take earth clues"] * 29)
    assert tokens(game, 0, "earth") == 29


def test_a_free_card_costs_no_fuel() -> None:
    """Ruling C70: Faye's second skill with X = 0 is legal for a card of cost 0."""
    data: dict[str, Any] = msgspec.to_builtins(training())
    data["cards"][0]["cost"] = 0
    game = table(characters=("faye", "ed"), cards=read_cards(data))
    market(game, data["cards"][0]["code"])
    reserve(game, fuel=0)
    assert legal(game, "skill") == [f"skill faye_b {data['cards'][0]['code']}"]
    assert legal(game, "buy") == [f"buy {data['cards'][0]['code']}"]


def test_two_blows_of_one_turn_move_vicious_once() -> None:
    """Déplacement de Vicious: at the end of the turn, if at least one token was lost."""
    game = table()
    vicious(game, "mars", movement=["kettle_smuggler", "umbrella_forger", "ice_scavenger"])
    damage(game, *["split_lip"] * 4)
    stand(game, spike="mars")
    reserve(game, force=6)
    do(game, "take vicious resistance", "take vicious resistance", "end")
    assert (game.vicious, len(game.movement)) == (EARTH, 2)


steps = st.sampled_from(sorted(TEXTS))


@settings(max_examples=25)
@given(st.lists(steps, min_size=36, max_size=36), st.lists(steps, min_size=10, max_size=10), st.integers(0, 2**32))
def test_any_set_of_valid_cards_can_be_played(common: list[str], damage: list[str], number: int) -> None:
    """Whatever texts stand on which cards, play, team, red or grey: games end, and everything adds up."""
    data: dict[str, Any] = msgspec.to_builtins(training())
    for card, text in zip(data["cards"], common, strict=True):
        card["play"] = TEXTS[text]
        if "team" in card:
            card["team"]["steps"] = TEXTS[common[number % 36]]
    for card, text in zip(data["damage"], damage, strict=True):
        card["red"]["steps"], card["grey"] = TEXTS[text], TEXTS[common[number % 35]]
    cards = read_cards(data)
    assert list(play_problems(cards)) == []
    dice = FastDice(number)
    game = Game.new(
        Setup(players=2 + number % 3, options=Options(turn_limit=24), cards=cards), dice=FastDice(number + 1)
    )
    while game.actor is not None:
        game.play(choose(game, dice))
        assert game.setting_up or faults(game) == []
    again = Game.replay(game.setup, game.log or (), dice=FastDice(number + 1))
    assert (again.events, again.outcome) == (game.events, game.outcome)
