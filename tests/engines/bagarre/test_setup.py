"""Dealing: heroes, three cards each, who begins; and what can be agreed upon before."""

from collections.abc import Iterator

import pytest

from engines.bagarre.events import Dealt, FirstPlayer, JokersReplaced, Laid, Redrew
from engines.bagarre.options import Options
from engines.bagarre.view import Phase
from engines.core.problems import Illegal, Malformed
from tests.engines.bagarre.table import Table, deal, lay, sit

VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}
PLAIN = Options(heroes=False)
SEEDS = range(150)


def value(code: str) -> int:
    """The rulebook's values, written down again (rulings B1 and B2)."""
    return 20 if code.startswith("X") else VALUES.get(code[:-1]) or int(code[:-1])


def tables(players: int, options: Options = PLAIN) -> Iterator[Table]:
    return (deal(players, options, seed).settled() for seed in SEEDS)


def hands(table: Table) -> list[tuple[list[int], int]]:
    """The values of the hit-point cards and of the shield, by seat."""
    return [([value(code) for code in seat.hp], value(seat.shield or "")) for seat in table.view(None).seats]


class TestCards:
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_the_two_greatest_are_hit_points_and_the_lowest_is_the_shield(self, players: int) -> None:
        """La Bagarre, Mise en place; ruling B54: from two to six players."""
        for table in tables(players):
            seats = hands(table)
            assert len(seats) == players
            for hp, shield in seats:
                assert len(hp) == 2
                assert shield <= min(hp)
            table.sound()
            assert not table.discard
            assert len(table.draw) == 54 - 3 * players

    def test_nobody_begins_with_10_or_less(self) -> None:
        """La Bagarre, Mise en place; ruling B9: until above 10."""
        totals = [sum(hp) + shield for table in tables(6) for hp, shield in hands(table)]
        assert min(totals) == 11

    def test_a_hand_of_10_or_less_goes_back_and_only_such_a_hand(self) -> None:
        """Ruling B9: every hand put back totals 10 at most; every hand kept, more."""
        put_back = 0
        for table in tables(6):
            held: dict[int, int] = {}
            for event in table.view(None).events:
                if isinstance(event, Dealt | Redrew):
                    assert event.cards is not None
                    if isinstance(event, Redrew):
                        assert event.total == held[event.seat] <= 10
                        put_back += 1
                    held[event.seat] = sum(map(value, event.cards))
            assert min(held.values()) > 10
            assert [sum(hp) + shield for hp, shield in hands(table)] == [held[seat] for seat in range(6)]
        assert put_back

    def test_the_threshold_is_an_option(self) -> None:
        """Ruling B9: agreed upon, it may be higher, or nobody may redraw (no hand totals 0)."""
        high = [
            sum(hp) + shield
            for table in tables(4, Options(heroes=False, redraw_threshold=20))
            for hp, shield in hands(table)
        ]
        assert min(high) == 21
        low = list(tables(6, Options(heroes=False, redraw_threshold=0)))
        assert not [event for table in low for event in table.view(None).events if isinstance(event, Redrew)]
        assert min(sum(hp) + shield for table in low for hp, shield in hands(table)) <= 10

    def test_nobody_begins_with_a_joker(self) -> None:
        """La Bagarre, Mise en place; ruling B10: replaced, again if need be, and shuffled back into the pile."""
        replaced = 0
        for table in tables(6):
            assert {"X1", "X2"} <= set(table.draw)
            replaced += sum(isinstance(event, JokersReplaced) for event in table.view(None).events)
        assert replaced > 50  # two jokers among 54 cards, 18 dealt each time: two games in three have one

    def test_a_joker_does_not_save_a_poor_hand(self) -> None:
        """Ruling B10: replaced before the total is looked at."""
        for table in tables(6):
            for event in table.view(None).events:
                if isinstance(event, Dealt | Redrew):
                    assert event.cards is not None
                    assert not {"X1", "X2"} & set(event.cards)

    def test_of_equal_lowest_cards_the_owner_chooses_the_shield(self) -> None:
        """Ruling B11: only those who have a choice are asked, and only about the cards in question."""
        asked = 0
        for seed in SEEDS:
            table = deal(4, PLAIN, seed)
            while table.view(None).phase is Phase.LAY:
                asked += 1
                seat = table.actor
                assert seat is not None
                dealt = [code for code in table.own(seat).dealt if code]
                lowest = min(map(value, dealt))
                assert set(table.codes) == {f"lay {code}" for code in dealt if value(code) == lowest}
                assert len(table.codes) > 1
                chosen = table.codes[-1]
                table.play(chosen)
                assert table.shield(seat) == chosen.split()[1]
        assert asked > 20  # of 600 hands about 100 have a pair, half of them at the bottom

    def test_of_equal_highest_cards_there_is_nothing_to_choose(self) -> None:
        """Ruling B11: both are hit points."""
        for table in tables(4):
            for event in table.view(None).events:
                if isinstance(event, Laid):
                    assert event.shield is not None
                    assert len({*event.hp, event.shield}) == 3


class TestWhoBegins:
    @pytest.mark.parametrize("players", [2, 3, 6])
    def test_the_lowest_total_then_the_lowest_shield(self, players: int) -> None:
        """La Bagarre, Mise en place."""
        for table in tables(players):
            keys = [(sum(hp) + shield, shield) for hp, shield in hands(table)]
            assert table.actor is not None
            assert keys[table.actor] == min(keys)

    def test_a_full_tie_is_decided_by_lot(self) -> None:
        """Ruling B12: only a full tie, and the lot falls on more than the first of them."""
        drawn = set()
        for seed in range(1500):
            table = deal(2, PLAIN, seed).settled()
            (first,) = (event for event in table.view(None).events if isinstance(event, FirstPlayer))
            keys = [(sum(hp) + shield, shield) for hp, shield in hands(table)]
            assert first.by_lot == (keys[0] == keys[1])
            if first.by_lot:
                drawn.add(first.seat)
        assert drawn == {0, 1}

    def test_a_spy_with_the_lowest_total_may_begin_if_she_shows_her_shield(self) -> None:
        """Ruling B13: she begins and shows it to all, or declines, shows nothing, and the other begins."""
        could = 0
        for seed in SEEDS:
            table = self.opening(seed)
            keys = [self.key(table, seat) for seat in (0, 1)]
            if keys[0] >= keys[1]:
                continue
            could += 1
            assert table.actor == 0
            assert set(table.codes) == {"start", "decline"}
            assert table.sees_shield(1, 0) is None
            shield = table.shield(0)
            table.play("start")
            assert table.actor == 0
            assert "attack 1" in table.codes
            assert table.sees_shield(1, 0) == table.sees_shield(None, 0) == shield
            again = self.opening(seed).play("decline")
            assert again.actor == 1
            assert again.sees_shield(1, 0) is None
        assert could > 50

    def test_a_spy_with_more_cannot_begin(self) -> None:
        """Ruling B13: whether or not she is asked as well, the lowest total begins and her shield stays hidden."""
        for seed in SEEDS:
            table = self.opening(seed)
            if self.key(table, 0) > self.key(table, 1):
                assert "start" not in table.codes
                table.settled()
                assert table.actor == 1
                assert table.sees_shield(1, 0) is None

    def test_of_two_spies_who_decline_one_begins_all_the_same(self) -> None:
        """Ruling B13: somebody must."""
        table = deal(2, Options(fixed_heroes=(("spy",), ("spy",))), 1)
        while table.view(None).phase is not Phase.TURN:
            table.play("decline" if "decline" in table.codes else table.codes[0])
        assert table.actor in (0, 1)

    def test_every_spy_is_asked_once_whoever_is_the_lowest(self) -> None:
        """Ruling B13, ruling B50: a second question would tell the others that the first spy could have begun."""
        for seed in SEEDS:
            for answer in (0, -1):
                table = deal(
                    3, Options(fixed_heroes=(("spy", "ogre"), ("spy", "bard"), ("mage", "beast")), trolls=True), seed
                )
                asked = []
                while table.view(None).phase is not Phase.TURN:
                    if table.view(None).phase is Phase.OPENING:
                        asked.append(table.actor)
                    table.play(table.codes[answer])
                assert asked == [0, 1]

    def test_the_lowest_of_two_willing_spies_begins(self) -> None:
        """Ruling B13: the lower of them shows her shield and begins, the other keeps hers hidden."""
        willing = 0
        for seed in SEEDS:
            table = deal(
                3, Options(fixed_heroes=(("spy", "ogre"), ("spy", "bard"), ("mage", "beast")), trolls=True), seed
            )
            ready = []
            while table.view(None).phase is not Phase.TURN:
                if "start" in table.codes:
                    ready.append(table.actor)
                table.play(table.codes[0])
            keys = [self.key(table, seat) for seat in range(3)]
            assert keys[table.actor or 0] == min(keys)
            for spy in (0, 1):
                assert (table.sees_shield(2, spy) is not None) == (spy == table.actor)
            willing += len(ready) == 2
        assert willing > 5

    def test_a_tie_with_a_hidden_shield_is_not_told(self) -> None:
        """Ruling B13: she keeps it hidden, so nobody else learns that a lot was drawn between the two."""
        ties = 0
        for seed in range(1500):
            table = self.opening(seed)
            if self.key(table, 0) != self.key(table, 1) or "start" in table.codes:
                continue
            ties += 1
            table.play("decline")
            first = next(event for event in table.view(1).events if isinstance(event, FirstPlayer))
            assert (first.seat, first.by_lot, first.rule) == (1, False, "La Bagarre, Mise en place")
        assert ties > 0

    def key(self, table: Table, seat: int) -> tuple[int, int]:
        own = table.own(seat)
        shield = value(own.shield or "")
        return sum(map(value, own.hp)) + shield, shield

    def opening(self, seed: int) -> Table:
        table = deal(2, Options(fixed_heroes=(("spy",), ("ogre",))), seed)
        while table.view(None).phase in (Phase.HERO, Phase.LAY):
            table.play(table.codes[0])
        return table

    def test_no_plain_player_may_decline(self) -> None:
        """Ruling B13: only for a hidden shield."""
        for seed in range(40):
            table = deal(3, PLAIN, seed)
            while table.view(None).phase is Phase.LAY:
                table.play(table.codes[0])
            assert table.view(None).phase is Phase.TURN


class TestHeroes:
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_two_are_dealt_to_each_and_none_twice(self, players: int) -> None:
        """La Bagarre, Héros; ruling B30: unique."""
        table = deal(players, Options(), seed=9)
        dealt = []
        for _ in range(players):
            assert table.actor is not None
            choices = table.own(table.actor).choices
            assert len(choices) == 2
            assert set(table.codes) == {f"hero {hero}" for hero in choices}
            dealt += choices
            table.play(table.codes[1])
        assert len(set(dealt)) == len(dealt) == 2 * players

    def test_six_players_use_all_twelve(self) -> None:
        """Rulings B54 and B58; La Bagarre, Matériel: twelve heroes, however the rulebook inflects their names."""
        table = deal(6, Options(), seed=9)
        dealt: set[str] = set()
        for _ in range(6):
            assert table.actor is not None
            dealt |= set(table.own(table.actor).choices)
            table.play(table.codes[0])
        assert dealt == {
            "warrior", "necromancer", "mage", "thief", "ogre", "paladin",
            "priestess", "beast", "alchemist", "spy", "bard", "demonist",
        }  # fmt: skip

    def test_the_choice_is_secret_until_all_have_chosen(self) -> None:
        """Ruling B29: simultaneous: nobody sees the choices or the chosen hero of another."""
        table = deal(3, Options(), seed=4)
        chosen = {}
        for played in range(3):
            for watcher in (0, 1, 2, None):
                for seat in range(3):
                    if watcher == seat:
                        continue
                    assert table.view(watcher).seats[seat].choices == ()
                    assert table.view(watcher).seats[seat].heroes == ()
            assert table.actor is not None
            code = table.codes[played % 2]
            chosen[table.actor] = code.split()[1]
            table.play(code)
        for watcher in (0, 1, 2, None):
            assert {seat.seat: seat.heroes for seat in table.view(watcher).seats} == {
                seat: (hero,) for seat, hero in chosen.items()
            }

    def test_heroes_come_before_the_cards(self) -> None:
        """La Bagarre, Héros: before the cards are dealt."""
        table = deal(2, Options(), seed=4)
        assert all(not seat.hp and not seat.dealt for seat in table.view(None).seats)

    def test_without_heroes_nobody_chooses(self) -> None:
        """Option: the game can be played without."""
        table = deal(2, PLAIN, seed=4)
        assert table.view(None).phase in (Phase.LAY, Phase.TURN)
        assert all(seat.heroes == () for seat in table.view(None).seats)

    def test_a_hero_not_dealt_cannot_be_kept(self) -> None:
        """La Bagarre, Héros: one of the two."""
        table = deal(2, Options(), seed=4)
        others = {"mage", "ogre", "thief", "bard", "spy"} - {code.split()[1] for code in table.codes}
        for hero in others:
            table.refuses(f"hero {hero}")


class TestTrolls:
    @pytest.mark.parametrize("players", [2, 6])
    def test_each_plays_both_heroes(self, players: int) -> None:
        """La Bagarre, Trolls à deux têtes; ruling B30: no hero twice."""
        table = deal(players, Options(trolls=True), seed=2).settled()
        heroes = [seat.heroes for seat in table.view(None).seats]
        assert all(len(two) == 2 for two in heroes)
        assert len({hero for two in heroes for hero in two}) == 2 * players


class TestOptions:
    @pytest.mark.parametrize("players", [-1, 0, 1, 7])
    def test_two_to_six_can_play(self, players: int) -> None:
        """Ruling B54."""
        with pytest.raises(Illegal) as caught:
            deal(players, PLAIN, 1)
        (problem,) = caught.value.problems
        assert problem.code == "option_out_of_range"
        assert problem.params == {"item": "players", "value": players, "least": 2, "most": 6}
        assert problem.rule == "ruling B54"

    @pytest.mark.parametrize(
        ("item", "number"),
        [
            ("joker_value", 0),
            ("joker_value", 31),
            ("redraw_threshold", -1),
            ("redraw_threshold", 26),
            ("turn_limit", 0),
        ],
    )
    def test_figures_out_of_range_are_refused(self, item: str, number: int) -> None:
        """Rulings B1 and B9: the problem names the value and the limits."""
        with pytest.raises(Illegal) as caught:
            deal(3, Options(heroes=False, **{item: number}), 1)
        (problem,) = caught.value.problems
        assert problem.params["item"] == item
        assert problem.params["value"] == number
        assert {"least", "most"} <= set(problem.params)

    @pytest.mark.parametrize(("item", "number"), [("joker_value", 14), ("joker_value", 1), ("redraw_threshold", 25)])
    def test_figures_in_range_are_played(self, item: str, number: int) -> None:
        """Rulings B1 and B9."""
        assert deal(3, Options(heroes=False, **{item: number}), 1).settled().actor is not None

    def test_all_that_is_wrong_is_said_at_once(self) -> None:
        """Rulings B1, B9, B54."""
        with pytest.raises(Illegal) as caught:
            deal(9, Options(joker_value=99, redraw_threshold=99), 1)
        assert {problem.params["item"] for problem in caught.value.problems} == {
            "players",
            "joker_value",
            "redraw_threshold",
        }

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            (Options(heroes=False, trolls=True), "trolls_without_heroes"),
            (Options(fixed_heroes=(("mage",),)), "fixed_heroes_seats"),
            (Options(fixed_heroes=(("mage",), ("wizard",))), "no_such_hero"),
            (Options(fixed_heroes=(("mage",), ("ogre", "bard"))), "heroes_per_seat"),
            (Options(trolls=True, fixed_heroes=(("mage", "mage"), ("ogre", "bard"))), "heroes_per_seat"),
            (Options(heroes=False, fixed_heroes=(("mage",), ("ogre",))), "fixed_heroes_without_heroes"),
        ],
    )
    def test_heroes_that_do_not_fit_are_refused(self, options: Options, code: str) -> None:
        """La Bagarre, Héros and Trolls à deux têtes."""
        with pytest.raises(Illegal) as caught:
            deal(2, options, 1)
        assert code in {problem.code for problem in caught.value.problems}


class TestPositions:
    def test_a_card_in_two_places_is_malformed(self) -> None:
        """La Bagarre, Matériel: one deck of 54."""
        with pytest.raises(Malformed):
            lay(sit(hp="7S 8S"), sit(hp="7S 9H"))

    def test_a_card_that_does_not_exist_is_malformed(self) -> None:
        """La Bagarre, Matériel."""
        with pytest.raises(Malformed):
            lay(sit(hp="14S 8S"), sit())

    def test_more_than_two_hit_point_cards_are_malformed(self) -> None:
        """Ruling B60."""
        with pytest.raises(Malformed):
            lay(sit(hp="7S 8S 9S"), sit())
