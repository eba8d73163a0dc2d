"""Players without a person: what they hold dear, in positions made by hand."""

import pytest

from engines.bebop.bots import BOTS
from engines.bebop.bots.hunt import catching_wins
from engines.bebop.bots.instinct import decide
from engines.bebop.bots.leanings import PLAIN, SEASONED, Leanings
from engines.bebop.bots.search import Search
from engines.bebop.game import Game
from engines.bebop.ground import CLUES, NOBODY, VICIOUS
from engines.bebop.options import Setup
from engines.core.dice import FastDice
from tests.engines.bebop.table import MARS, lay, legal, market, reserve, stand, table, vicious


def last_token(renown: tuple[int, ...]) -> Game:
    """Spike before Vicious (star of the practice set, 3 clues a token), whose last clue he can take."""
    game = table(players=len(renown))
    game.occupant[MARS] = NOBODY
    vicious(game, "mars", left=(6, 1), movement=["kettle_smuggler", "ice_scavenger"])
    for seat, one in enumerate(renown):
        game.seats[seat].renown = one
    lay(game, hand=[])
    stand(game, spike="mars")
    reserve(game, clues=3, fuel=0)
    assert "take vicious clues" in legal(game)
    return game


class TestTheLastToken:
    """Vicious caught is the end at once (ruling C36): whoever is behind must not bring it about."""

    @pytest.mark.parametrize("leanings", [PLAIN, SEASONED])
    def test_whoever_would_win_takes_it(self, leanings: Leanings) -> None:
        """The token is worth 1 renown, Vicious's card its star: that many behind are made good."""
        star = table().book.star[table().book.vicious]
        game = last_token((0, star + 1))
        assert decide(game, leanings).code == "take vicious clues"

    @pytest.mark.parametrize("leanings", [PLAIN, SEASONED])
    def test_whoever_would_lose_leaves_it(self, leanings: Leanings) -> None:
        star = table().book.star[table().book.vicious]
        game = last_token((0, star + 2))
        assert decide(game, leanings).code == "end"
        assert Search(24).choose(game, FastDice(1)).code == "end"

    def test_with_equal_renown_captures_decide(self) -> None:
        """Vicious counts as a capture (Fin de la partie): one against one is shared, against two lost."""
        game = last_token((0, 0))
        star = game.book.star
        other = game.seats[1]
        starless = game.book.criminals.index("fog_signaller")
        other.renown = 1 + star[game.book.vicious]
        other.captured = [starless]
        assert catching_wins(game, game.seats[0], 1)
        other.captured = [starless, game.book.criminals.index("ice_scavenger")]
        assert not catching_wins(game, game.seats[0], 1)

    def test_the_others_tokens_of_vicious_count_as_well(self) -> None:
        game = last_token((3, 0))
        game.seats[1].tokens[VICIOUS] = 4 + game.book.star[game.book.vicious]
        assert catching_wins(game, game.seats[0], 1)
        game.seats[1].tokens[VICIOUS] += 1
        assert not catching_wins(game, game.seats[0], 1)

    def test_who_has_left_cannot_win(self) -> None:
        game = last_token((0, 0, 90))
        assert not catching_wins(game, game.seats[0], 1)
        game.resign(2)
        assert catching_wins(game, game.seats[0], 1)


class TestBuying:
    """At the start with 3 Woolongs: two Force, or a card that draws two more for a Woolong; both cost 3."""

    def shop(self) -> Game:
        game = table()
        lay(game, hand=[])
        market(game, "spare_clip", "double_or_quits")
        game.common = [game.book.number["pocket_money"]] * 5
        reserve(game, woolongs=3, fuel=0)
        return game

    def test_the_plain_one_likes_blows(self) -> None:
        assert decide(self.shop(), PLAIN).code == "buy spare_clip"

    def test_who_has_seen_more_likes_cards_that_draw(self) -> None:
        """Force is paid in damage cards, one for each token (Affaiblir un criminel)."""
        assert decide(self.shop(), SEASONED).code == "buy double_or_quits"
        assert {Search(24).choose(self.shop(), FastDice(seed)).code for seed in range(3)} == {"buy double_or_quits"}


@pytest.mark.slow
def test_the_strong_one_beats_the_rule_of_thumb() -> None:
    """Also with few games in its head, in each deal from both seats."""
    won = 0
    for deal in range(12):
        for seat in (0, 1):
            game = Game.new(Setup(players=2), dice=FastDice(deal), record=False)
            bots = [BOTS["thumb"], BOTS["thumb"]]
            bots[seat] = Search(24)
            dice = FastDice(100 + deal)
            while game.actor is not None:
                game.play_unchecked(bots[game.actor].choose(game, dice))
            won += game.outcome is not None and game.outcome.winners == (seat,)
    assert won >= 15


def test_clues_cost_no_blood() -> None:
    """Of two piles with as many tokens that cost as much each takes the clues first: Force draws damage cards."""
    game = table()
    stand(game, spike="earth")
    game.left[0] = game.left[CLUES] = 2
    lay(game, hand=[])
    reserve(game, force=3, clues=3)
    for leanings in (PLAIN, SEASONED):
        assert decide(game, leanings).code == "take earth clues"
