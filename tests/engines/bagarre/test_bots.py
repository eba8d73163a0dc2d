"""Players without a person: they know what their seat may know, do the obvious, and each beats the one below."""

from collections.abc import Iterator
from math import isclose

import pytest
from hypothesis import given, settings, strategies as st

from engines.bagarre.actions import Action, Kind
from engines.bagarre.bots import BOTS
from engines.bagarre.bots.instinct import decide
from engines.bagarre.bots.odds import any_card, behind, best_of, certain
from engines.bagarre.bots.outlook import outlook
from engines.bagarre.bots.search import Search
from engines.bagarre.bots.thumb import Thumb
from engines.bagarre.commands import duel
from engines.bagarre.ending import is_over, leave
from engines.bagarre.game import Game
from engines.bagarre.options import Options, Setup
from engines.bagarre.simulation import variant
from engines.core.dice import FastDice
from engines.core.playout import Bot, RandomBot, finish
from tests.engines.bagarre.table import Table, deal, lay, sit
from tests.thorough import often

numbers = st.integers(0, 2**40)


class Instinct:
    """Does what the strong player does at first sight."""

    name = "instinct"

    def choose(self, game: Game, dice: FastDice) -> Action:
        return decide(game)


THINKING: tuple[Bot[Game], ...] = (Thumb(), Instinct(), Search(6))


def moments(number: int) -> Iterator[Game]:
    """A random game of some variant, stopped before each decision."""
    players, options = variant(number)
    dice = FastDice(number)
    game = Game.new(Setup(players=players, options=options), dice=dice, record=False)
    while game.actor is not None:
        yield game
        legal = game.actions()
        game.play(legal[dice.one_of(len(legal), "a choice")])


def chosen(table: Table, player: Bot[Game]) -> str:
    return player.choose(table.game, FastDice(1)).code


class TestSecrets:
    @settings(max_examples=40)
    @given(numbers)
    def test_equal_views_give_equal_decisions(self, number: int) -> None:
        """Whatever the actor cannot know is drawn anew: it decides the same."""
        for place, game in enumerate(moments(number)):
            if len(game.actions()) > 1 and (number + place) % 16 == 0 and game.actor is not None:
                other = game.imagine(game.actor, FastDice(number + 1))
                for player in THINKING:
                    one, two = (player.choose(of, FastDice(place)) for of in (game, other))
                    assert one is two, (player.name, game.phase)

    @settings(max_examples=40)
    @given(numbers)
    def test_deciding_changes_nothing(self, number: int) -> None:
        for place, game in enumerate(moments(number)):
            if place == number % 16:
                before = [game.view(seat) for seat in range(game.players)], game.draw[:], game.dice.copy()
                for player in THINKING:
                    assert player.choose(game, FastDice(number)) in game.actions()
                after = [game.view(seat) for seat in range(game.players)], game.draw[:], game.dice
                assert before[:2] == after[:2]
                assert before[2].d6("a test") == after[2].copy().d6("a test")
                return

    def test_a_hidden_charge_is_not_weighed(self) -> None:
        """Nobody has seen the charge of seat 1 (La Bagarre, Charger): be it a joker or an ace, seat 0 does the same."""
        for player in (*THINKING, Search(40)):
            asked = {chosen(lay(sit(), sit(charges=charge)), player) for charge in ("X1", "AS")}
            assert len(asked) == 1


class TestRulesOfThumb:
    def test_it_kills_whom_an_average_card_kills(self) -> None:
        """An average card, 7, on a shield of 2 takes 5: all that seat 2 has."""
        table = lay(sit(), sit(), sit(hp="5S", shield="2S"))
        assert chosen(table, Thumb()) == "attack 2"

    def test_it_mends_a_poor_shield(self) -> None:
        assert chosen(lay(sit(shield="3S"), sit()), Thumb()) == "shield 0"

    def test_behind_a_solid_shield_it_lays_a_charge_and_strikes_with_it(self) -> None:
        assert chosen(lay(sit(), sit()), Thumb()) == "charge"
        assert chosen(lay(sit(charges="9C"), sit()), Thumb()) == "attack 1"

    def test_it_hurts_the_strongest(self) -> None:
        table = lay(sit(shield="5S"), sit(hp="8S", shield="4S"), sit(hp="KD QD", shield="4D"))
        assert chosen(table, Thumb()) == "attack 2"

    def test_it_leaves_alone_who_answers_attacks(self) -> None:
        """Paladin: a third player is attacked sooner, though weaker."""
        table = lay(sit(shield="5S"), sit(hp="8S", shield="4S"), sit("paladin", hp="KD QD", shield="4D"))
        assert chosen(table, Thumb()) == "attack 1"

    def test_what_nothing_gets_through_it_spoils(self) -> None:
        """7 does not get through the shield of 13; behind a shield of 5 no charge is laid in peace."""
        table = lay(sit(shield="5S"), sit(hp="KD QD", shield="KC"))
        assert chosen(table, Thumb()) == "shield 1"

    def test_a_clairvoyant_uses_what_it_sees(self) -> None:
        """1 hit point (ruling B23): the king on top of the draw pile takes 13 - 6 = 7 off seat 1, which has 7."""
        table = lay(sit(hp="AS"), sit(hp="7D", shield="6D"), draw="KD")
        for player in (*THINKING, Search(40)):
            assert chosen(table, player) == "attack 1", player.name

    def test_a_priestess_exchanges_her_poorest_card(self) -> None:
        table = lay(sit("priestess", hp="2S KS", shield="6S"), sit())
        assert chosen(table, Thumb()) == "exchange 0 2S"

    @pytest.mark.parametrize("number", range(12))
    def test_team_mates_are_not_attacked(self, number: int) -> None:
        options = Options(teams=(0, 1, 0, 1), trolls=number % 2 == 0)
        table = deal(4, options, number)
        while table.game.actor is not None:
            action = Thumb().choose(table.game, FastDice(1))
            if action.kind is Kind.ATTACK:
                assert (action.target - table.game.actor) % 2 == 1
                assert action.second < 0 or (action.second - table.game.actor) % 2 == 1
            table.game.play(action)


class TestFirstSight:
    """Decisions besides those of a turn."""

    def test_a_mage_makes_an_ace_a_king_for_itself_and_a_king_an_ace_against_itself(self) -> None:
        assert decide(lay(sit("mage"), sit(), draw="AC").play("attack 1").game).code == "transform"
        assert decide(lay(sit("mage"), sit(), draw="KC 2C", turn=1).play("attack 0").game).code == "transform"
        assert decide(lay(sit("mage"), sit(), draw="KC").play("attack 1").game).code == "pass"

    def test_an_alchemist_avoids_a_deadly_blow_and_not_a_scratch(self) -> None:
        deadly = lay(sit(), sit("alchemist", hp="5S", shield="4S"), draw="9S").play("attack 1")
        assert decide(deadly.game).code == "invisible"
        scratch = lay(sit(), sit("alchemist", hp="KH QH", shield="8S"), draw="9S").play("attack 1")
        assert decide(scratch.game).code == "pass"

    def test_a_thief_takes_the_best_card_for_her_worst(self) -> None:
        """Joker of 20 as the best: she gives her shield of 2 for the queen, or better."""
        table = lay(sit("thief", hp="6S 5S", shield="2S"), sit(hp="KH QH", shield="4S"), draw="9S").play("attack 1")
        gave, took = decide(table.game).cards
        assert table.game.values[took] > table.game.values[gave]

    def test_a_demonist_plays_a_useless_card_anew_and_keeps_a_good_one(self) -> None:
        """At 1 hit point it is free (La Bagarre, Démoniste)."""
        useless = lay(sit("demonist", hp="AS"), sit(shield="5D"), draw="2S").play("attack 1")
        assert decide(useless.game).code == "reroll"
        good = lay(sit("demonist", hp="AS"), sit(shield="5D"), draw="KS").play("attack 1")
        assert decide(good.game).code == "pass"

    def test_a_bard_strikes_with_the_highest_card(self) -> None:
        table = lay(sit("bard", hp="9S 8S", shield="7S"), sit(shield="5D"), draw="2C KC 4C").play("attack 1")
        assert decide(table.game).code.startswith("pick KC")


class TestOdds:
    """A deck has four cards of each value from 1 to 13 and two jokers, worth 20 here: 54 cards."""

    def test_any_card(self) -> None:
        odds = any_card(20)
        assert isclose(odds.mean, (4 * 91 + 2 * 20) / 54)
        assert isclose(odds.chance(14), 2 / 54)
        assert isclose(odds.chance(13), 6 / 54)
        assert isclose(odds.exactly(7), 4 / 54)
        assert isclose(odds.more(-12), (4 * 1 + 2 * 8) / 54)
        assert (odds.chance(-500), odds.chance(500), odds.more(-500)) == (pytest.approx(1), 0, 0)

    def test_the_better_of_two_cards(self) -> None:
        """The higher of two is a joker unless neither is: 1 - (52/54)²."""
        assert isclose(best_of(2, 20).chance(14), 1 - (52 / 54) ** 2)
        assert best_of(3, 20).mean > best_of(2, 20).mean > any_card(20).mean

    def test_a_known_card_and_a_card_behind_a_shield(self) -> None:
        assert certain(9).more(-5) == 4
        assert (certain(9).chance(9), certain(9).chance(10)) == (1, 0)
        assert behind(certain(4), certain(9)).more(0) == 5
        assert isclose(behind(certain(4), any_card(20)).chance(10), 2 / 54)


class TestOutlook:
    def test_the_chances_of_all_sides_add_up(self) -> None:
        game = lay(sit("mage"), sit("ogre"), sit("spy", hp="2S", shield="AS")).game
        chances = [outlook(game, seat) for seat in range(3)]
        assert isclose(sum(chances), 1)
        assert chances[2] == min(chances)

    def test_mates_share_theirs_and_more_hit_points_are_better(self) -> None:
        game = lay(*(sit(team=seat % 2) for seat in range(4))).game
        assert isclose(outlook(game, 0), outlook(game, 2))
        assert isclose(outlook(game, 0) + outlook(game, 1), 1)
        weaker = lay(sit(hp="9S", team=0), *(sit(team=seat % 2) for seat in range(1, 4))).game
        assert outlook(weaker, 0) < outlook(game, 0)

    def test_a_game_that_is_over_has_been_won_or_lost(self) -> None:
        table = lay(sit(), sit(hp="2S", shield="AS"), draw="KD").play("attack 1")
        assert [outlook(table.game, seat) for seat in range(2)] == [1, 0]

    def test_a_shared_victory_is_a_part_of_one(self) -> None:
        """Those who fall at one moment share the victory (ruling B61): less than a whole, more than a defeat."""
        game = lay(sit(), sit(), sit(dead=True), draw="2C").game
        game.resigning = 0b11
        leave(game)
        assert is_over(game)
        assert [outlook(game, seat) for seat in range(3)] == [1 / 2, 1 / 2, 0]

    def test_mates_who_share_a_victory_have_their_sides_part(self) -> None:
        """Rulings B56, B61: two teams that fall together have half each, whoever fell earlier."""
        game = lay(*(sit(team=seat % 2) for seat in range(4))).game
        game.resigning = 0b1111
        leave(game)
        assert is_over(game)
        assert [outlook(game, seat) for seat in range(4)] == [1 / 2] * 4


class TestNames:
    def test_bots_have_names_from_the_weakest_to_the_strongest(self) -> None:
        assert list(BOTS) == ["random", "thumb", "strong"]
        assert all(bot.name == name for name, bot in BOTS.items())

    def test_equal_dice_give_equal_games(self) -> None:
        logs = []
        for _ in range(2):
            game = Game.new(Setup(players=3), dice=FastDice(4))
            finish(game, [Search(8), Thumb(), Search(8)], FastDice(5))
            logs.append(game.log)
        assert logs[0] == logs[1]


class TestStrength:
    def test_a_duel_deals_every_game_twice(self) -> None:
        """A bot against itself wins each deal once: 20 games, as many won as lost."""
        rate = duel(Thumb(), Thumb(), games=20, seed=3)
        assert rate.played == 20
        assert rate.won * 2 == 20 - rate.drawn

    def test_the_rules_of_thumb_beat_chance(self) -> None:
        """Were the true rate 75%, 160 of 200 would be passed by chance in one of twenty tries; it is about 90%."""
        assert duel(Thumb(), RandomBot(), games=200, seed=1).won >= 160

    @pytest.mark.marathon
    def test_the_strong_player_beats_the_rules_of_thumb(self) -> None:
        """300 games with a quarter of the usual thought."""
        assert duel(Search(60), Thumb(), games=300, seed=1).won >= 156

    @pytest.mark.marathon
    def test_two_thousand_games_of_rules_of_thumb_against_chance(self) -> None:
        games = often(2000, 200)
        assert duel(BOTS["thumb"], BOTS["random"], games=games, seed=2026).won >= games * 3 // 4

    @pytest.mark.marathon
    def test_the_strong_player_in_full_thought_against_rules_of_thumb(self) -> None:
        """Were the true rate 60%, fewer than 280 of 500 would come up in one of thirty tries.

        Two thousand take nine minutes: ``simulate --mirrored --bots strong,thumb --games 2000``.
        """
        games = often(500, 50)
        assert duel(BOTS["strong"], BOTS["thumb"], games=games, seed=2026).won >= games * 56 // 100
