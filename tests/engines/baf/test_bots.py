"""Players without a person: they know what their seat may know, do the obvious, and each beats the one below."""

import pytest
from hypothesis import given, settings, strategies as st

from engines.baf.actions import Action
from engines.baf.bots import BOTS
from engines.baf.bots.search import Search
from engines.baf.bots.thumb import Thumb
from engines.baf.cards import Skill, Skills, training
from engines.baf.fights import ask_gain
from engines.baf.game import Game
from engines.baf.options import Options, Setup
from engines.baf.score.state import Side
from engines.baf.simulation import simulate
from engines.baf.view import Phase
from engines.core.dice import FastDice
from engines.core.playout import Bot, Racing, RandomBot, Reaction, finish
from tests.engines.baf.table import Table, begin, seated
from tests.engines.baf.test_properties import moments, state

numbers = st.integers(0, 2**40)
THINKING: tuple[Thumb | Search, ...] = (Thumb(), Search(16))


def chosen(table: Table, player: Bot[Game]) -> str:
    return player.choose(table.game, FastDice(1)).code


class TestSecrets:
    @settings(max_examples=15)
    @given(numbers)
    def test_equal_views_give_equal_decisions(self, number: int) -> None:
        """Whatever the actor cannot know is drawn anew: it decides the same."""
        for place, game in enumerate(moments(number)):
            if (number + place) % 16 == 0:
                for seat in game.actors:
                    other = game.imagine(seat, FastDice(number + 1))
                    for player in THINKING:
                        if game.actor is None:
                            one = player.react(game, seat, FastDice(place)).action
                            assert one == player.react(other, seat, FastDice(place)).action
                            assert one in game.actions_of(seat)
                        else:
                            assert player.choose(game, FastDice(place)) == player.choose(other, FastDice(place))

    @settings(max_examples=15)
    @given(numbers)
    def test_deciding_changes_nothing(self, number: int) -> None:
        for place, game in enumerate(moments(number)):
            if place == number % 60 and game.actor is not None:
                before = state(game), game.dice.copy().d6("a test")
                for player in THINKING:
                    assert player.choose(game, FastDice(number)) in game.actions()
                assert (state(game), game.dice.copy().d6("a test")) == before
                return


class TestSense:
    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_they_take_the_coins_in_reach(self, player: Bot[Game]) -> None:
        """The guard (stealth 1) takes the purse of 3, the witch (magic 3) the jelly; nobody can beat a wisp."""
        table = seated("jelly purse wisp wisp jelly jelly".replace("wisp wisp", "wisp bones"))
        assert chosen(table, player) == "lay 0 1"

    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_they_lose_no_fight_they_need_not_fight(self, player: Bot[Game]) -> None:
        """Scout (ranged 2) and rogue (stealth 2) beat nothing of this; a lost fight costs a coin (ruling A2)."""
        table = seated("jelly bones jelly jelly", heroes=(("scout", "rogue"), ("witch", "guard")))
        assert chosen(table, player) == "lay - -"

    def test_a_coin_is_not_too_much_for_what_would_make_the_other_win(self) -> None:
        """The totem's three icons lead the other to the master (10 coins): only who looks ahead grudges them."""
        table = seated("jelly bones totem jelly", heroes=(("scout", "rogue"), ("witch", "guard")))
        assert chosen(table, Thumb()) == "lay - -"
        assert chosen(table, Search(16)) == "lay 2 2"

    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_they_attack_the_boss_in_reach(self, player: Bot[Game]) -> None:
        """Witch and guard beat the master (melee 2, magic 3); scout and rogue beat nobody."""
        table = seated().rest(9)
        assert chosen(table, player) == "attempt master"
        table.play("attempt none")
        assert chosen(table, player) == "attempt none"

    def test_the_strong_one_drafts_whoever_is_best_by_far(self) -> None:
        """The guard alone can steal the purse of 3 coins and fight: whatever chance says, nobody else comes first."""
        game = begin(2).game
        assert {Search(8).choose(game, FastDice(seed)).code for seed in range(20)} == {"draft guard"}

    def test_the_strong_one_drafts_among_likes_by_chance(self) -> None:
        """All skills of the practice set are worth the same; without chance the same few heroes came to every table."""
        game = Game.new(Setup(players=2, options=Options(cards=training())), dice=FastDice(1), record=False)
        assert len({Search(8).choose(game, FastDice(seed)).code for seed in range(20)}) > 2

    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_they_never_decline_a_gain(self, player: Bot[Game]) -> None:
        table = seated("totem jelly jelly jelly").play("lay 0 0", "lay - -")
        assert chosen(table, player).startswith("put 0 ")

    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_a_gain_goes_where_it_beats_most_of_what_is_to_come(self, player: Bot[Game]) -> None:
        """A rune before level 2 of the practice set, for melee 2 and magic 1 beside stealth 2.

        Melee 3 would beat two cards of 1 coin more; magic 2 beats the duchess (melee 2, magic 2), the spider (magic 2,
        stealth 2), three of each, and the djinn (melee 1, magic 2), all worth 2 coins. The bosses ask for neither.
        """
        game = Game.new(Setup(players=2, options=Options(cards=training())), dice=FastDice(1), record=False)
        for code in ("gardener", "fisher", "baker", "postman"):
            game.play(next(action for action in game.actions() if action.code == f"draft {code}"))
        while game.phase is not Phase.LAY:
            game.play(game.actions()[0])
        game.seats[0].left, game.seats[0].right = Skills(melee=2, magic=1), Skills(stealth=2)
        cards = training()
        game.master = game.dragon = next(boss for boss in cards.dragons if boss.code == "cellar_dragon")
        mop = next(card for card, kind in enumerate(game.kinds) if kind.code == "two_headed_mop")
        game.round, game.cards, game.gains, game.waiting = 3, (mop, *game.cards[1:]), [(0, 0)], False
        game.phase = Phase.GAIN
        ask_gain(game)
        chosen = player.choose(game, FastDice(1))
        assert (chosen.side, chosen.runes) == (Side.LEFT, (Skill.MAGIC,))

    @pytest.mark.parametrize("player", THINKING, ids=lambda player: player.name)
    def test_in_a_race_they_touch_and_then_have_done(self, player: Thumb | Search) -> None:
        table = seated("purse jelly wisp jelly", quick_hands=True).play("show")
        touched = []
        while 0 in table.game.actors:
            reaction = player.react(table.game, 0, FastDice(1))
            assert 500 < reaction.after < 4000
            touched.append(reaction.action.code)
            table.play(reaction.action.code)
        assert sorted(touched) == ["touch 0 left 1", "touch 0 right 0"]
        idle = seated("wisp jelly jelly jelly", heroes=(("scout", "squire_1"), ("witch", "guard")), quick_hands=True)
        idle.play("show")
        assert player.react(idle.game, 0, FastDice(1)).action.code == "done 0"

    def test_a_bot_has_its_name(self) -> None:
        assert [one.name for one in BOTS.values()] == list(BOTS) == ["random", "thumb", "strong"]

    def test_a_bot_that_plays_no_races_is_named(self) -> None:
        class Slow:
            name = "slow"

            def choose(self, game: object, dice: object) -> Action:
                raise NotImplementedError

        table = seated(quick_hands=True).play("show")
        with pytest.raises(TypeError, match="slow"):
            finish(table.game, [Slow(), Slow()], FastDice(1))


class Eager(RandomBot):
    """Reaches for its first choice after so many milliseconds; remembers how often it was asked."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.asked: list[str] = []

    def react(self, game: Game, seat: int, dice: FastDice) -> Reaction[Action]:  # type: ignore[override]
        action = game.actions_of(seat)[0]
        self.asked.append(action.code)
        return Reaction(action, self.after)


class TestRace:
    def test_the_quicker_hand_is_first_and_the_other_thinks_again(self) -> None:
        """Ruling A38. Both reach for place 0; who comes too late is asked anew, from that moment on.

        Quick: at 300 left on 0, at 600 right on 0 (its own, ruling A8). Slow: planned for 1000; its place was taken at
        300, so that it is asked again then and comes at 1300, at 2300 with its other hand.
        """
        quick, slow = Eager(300), Eager(1000)
        table = seated("purse purse purse purse", quick_hands=True)
        race = Racing(table.game, [quick, slow], FastDice(1))
        played = []
        while not table.told("Fought"):
            action = race.next()
            played.append(action.code)
            table.game.play(action)
        assert played == ["show", "touch 0 left 0", "touch 0 right 0", "touch 1 left 1", "touch 1 right 1"]
        assert slow.asked == ["touch 1 left 0", "touch 1 left 1", "touch 1 right 1"]


def won(players: int, mine: Bot[Game], other: Bot[Game], games: int, *, quick: bool = False) -> float:
    """The share of games won by one bot among others, seats rotated."""
    setup = Setup(players=players, options=Options(cards=training(), quick_hands=quick))
    seats = [mine] + [other] * (players - 1)
    return simulate(setup, games=games, bots=seats, seed=41).rates["bot"][mine.name].share.low


class TestStrength:
    @pytest.mark.parametrize("quick", [False, True])
    @pytest.mark.parametrize("players", [2, 5])
    def test_thumb_beats_chance(self, players: int, quick: bool) -> None:
        assert won(players, Thumb(), RandomBot(), 60, quick=quick) > 0.9

    @pytest.mark.slow
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_thought_beats_the_rule_of_thumb(self, players: int) -> None:
        """Also with few games in its head."""
        assert won(players, Search(12), Thumb(), 40) > 1 / players

    @pytest.mark.parametrize("players", [2, 4])
    def test_also_with_quick_hands(self, players: int) -> None:
        assert won(players, Search(12), Thumb(), 30, quick=True) > 1 / players


def test_the_race_of_bots_ends() -> None:
    table = seated(quick_hands=True)
    finish(table.game, [BOTS["thumb"], BOTS["strong"]], FastDice(3))
    assert table.phase is Phase.OVER
