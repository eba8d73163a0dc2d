"""The last fights and the count (BAF!, Score final)."""

import pytest

from engines.baf.view import Phase
from tests.engines.baf.table import Table, seated
from tests.engines.score.baf_box import BOSSES_OF, card_set


def last(*levels: str, **more: object) -> Table:
    """Play to the last fights without an attack; seats 0 and 1 are witch and guard, scout and rogue."""
    return seated(*levels, **more).rest(9)  # type: ignore[arg-type]


class TestAttempts:
    def test_after_the_ninth_round_everybody_has_one(self) -> None:
        """Ruling A15: the dungeon master, the dragon, or neither."""
        table = last()
        assert (table.phase, table.codes) == (Phase.ATTEMPT, ["attempt master", "attempt dragon", "attempt none"])
        table.play("attempt master")
        assert table.actor == 1
        table.play("attempt none")
        assert table.phase is Phase.OVER

    def test_both_heroes_fight_together(self) -> None:
        """Ruling A16: the guard's melee 2 and the witch's magic 3 are what the master asks for: 10 coins."""
        table = last().play("attempt master", "attempt none")
        assert table.coins == [10, 0]
        assert [(one.won, one.coins) for one in table.told("Attempted")] == [(True, 10), (False, 0)]

    def test_every_category_must_be_reached_here_too(self) -> None:
        """Rulings A5, A16: ranged 2 and stealth 2 are 4 skills and none of those asked for."""
        assert last().play("attempt none", "attempt master").coins == [0, 0]

    def test_failing_costs_nothing(self) -> None:
        """Ruling A14: nobody here has ranged 9."""
        assert last().play("attempt dragon", "attempt dragon").coins == [0, 0]

    def test_several_may_beat_the_same(self) -> None:
        """Score final: « Plusieurs joueurs peuvent attaquer »; melee 2 and magic 3 once more."""
        heroes = (("witch", "guard"), ("squire_1", "squire_2"))
        weak = [{**card, "defence": {"melee": 1}} for card in BOSSES_OF["masters"]]
        table = last(heroes=heroes, cards=card_set(masters=weak)).play("attempt master", "attempt master")
        assert table.coins == [10, 10]

    def test_what_was_gained_in_the_last_round_counts(self) -> None:
        """Ruling A16: improvements included; before them the squires' melee 2 would miss a master of melee 6."""
        strong = [{**card, "defence": {"melee": 4}} for card in BOSSES_OF["masters"]]
        fighters = (("guard", "squire_1"), ("scout", "rogue"))
        table = seated("", "ogre ogre ogre ogre", heroes=fighters, cards=card_set(masters=strong))
        table.rest(3).play("lay 0 0", "lay - -", "put 0 left").rest(5).play("attempt master", "attempt none")
        assert table.coins == [2 + 10, 0]

    def test_all_are_asked_together(self) -> None:
        """Ruling A32: nobody sees whom another attacks before all have decided."""
        table = last().play("attempt master")
        assert [table.view(viewer).seats[0].boss for viewer in (0, 1, None)] == ["master", None, None]
        assert table.view(1).seats[0].attempted
        table.play("attempt none")
        assert table.view(1).seats[0].boss == "master"


class TestResult:
    def test_the_most_coins_win(self) -> None:
        """Score final: 3 + 3 coins against 0."""
        table = seated("purse purse purse purse").play("lay - 0", "lay - 1").rest(8)
        table.play("attempt none", "attempt none")
        outcome = table.game.outcome
        assert outcome is not None
        assert outcome.coins == (3, 3)
        assert (outcome.winners, outcome.places, outcome.undecided) == ((0, 1), (1, 1), ()), "equals share"
        table = (
            seated("purse purse purse purse").play("lay - 0", "lay 1 -").rest(8).play("attempt none", "attempt none")
        )
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.coins, outcome.winners, outcome.places) == ((3, -1), (0,), (1, 2))

    def test_below_nothing_is_worse_than_nothing(self) -> None:
        """Ruling A31: -2 and -1, each a lost fight with no floor."""
        table = seated("jelly jelly jelly jelly", players=3).play("lay - 0", "lay 1 2", "lay - -").rest(8)
        table.play("attempt none", "attempt none", "attempt none")
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.coins, outcome.places, outcome.winners) == ((-1, -2, 0), (2, 3, 1), (2,))

    def test_equals_share_a_place(self) -> None:
        """Score final."""
        table = seated("jelly jelly jelly jelly", players=3).play("lay - 0", "lay 1 -", "lay - -").rest(8)
        table.play("attempt none", "attempt none", "attempt none")
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.coins, outcome.places) == ((-1, -1, 0), (2, 2, 1))

    @pytest.mark.parametrize("code", ["lay - -", "attempt none", "show"])
    def test_then_nothing_more_is_played(self, code: str) -> None:
        table = last().play("attempt none", "attempt none")
        assert table.codes == []
        assert table.refuses(code).code == "game_over"
