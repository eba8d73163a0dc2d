"""Whatever is played, of any heroes and variant: cards add up, secrets stay secret, replays equal, games end."""

import dataclasses
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.bagarre.actions import Action, Kind
from engines.bagarre.events import PileReformed, PileShuffled, Struck
from engines.bagarre.game import Game
from engines.bagarre.hero_codes import CODES
from engines.bagarre.notation import action
from engines.bagarre.options import Options, Setup
from engines.bagarre.position import Position, SeatPosition
from engines.bagarre.simulation import DEALING, cards_of, check_games, faults, simulate, variant
from engines.bagarre.state import BIT, EVERYBODY, Play, Seat, Table
from engines.bagarre.view import Phase, View
from engines.core.cards import CODE, DECK
from engines.core.dice import FastDice, RecordedDice, SeededDice
from engines.core.game import IllegalAction
from tests.thorough import often

numbers = st.integers(0, 2**40)

HIDING = ("spy", "bard", "mage", "demonist", "alchemist", "thief", "paladin", "necromancer", "priestess")
"""Heroes that hide cards, look at them, or choose in secret."""


def state(game: Game) -> dict[str, Any]:
    """All of a game but its dice and its record, as values that no longer change."""
    left_out = ("dice", "events", "log", "lost", "seats", "play_under_way", "reply", "question")
    names = [one.name for one in dataclasses.fields(Table)]
    found = {name: frozen(getattr(game, name)) for name in names if name not in left_out}
    for seat in game.seats:
        found[f"seat {seat.index}"] = fields(seat)
    found["play"] = None if game.play_under_way is None else fields(game.play_under_way)
    found["steps"] = None if game.outcome is not None else (game.reply, game.question)
    return found


def fields(thing: Seat | Play) -> tuple[object, ...]:
    """Compiled classes have no list of their fields."""
    names = [name for name in dir(thing) if not name.startswith("_") and name != "copy"]
    return tuple(frozen(getattr(thing, name)) for name in names)


def frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def secrets(number: int) -> tuple[int, Options]:
    """A game in which much is hidden: heroes who hide and look, often two each."""
    dice = FastDice(number)
    players, options = variant(number)
    if options.heroes and not options.teams and dice.one_of(2, "fixed") == 0:
        codes = list(HIDING)
        each = 2 if options.trolls else 1
        fixed = []
        for _ in range(players):
            dice.shuffle(codes, "heroes")
            fixed.append(tuple(codes[:each]) if dice.one_of(2, "a spy") else ("spy", codes[0])[:each])
        if any(len(set(pair)) < each for pair in fixed):
            return players, options
        return players, replace(options, fixed_heroes=tuple(fixed))
    return players, options


def moments(number: int, *, record: bool = False, special: bool = True) -> Iterator[Game]:
    """A random game before each decision. ``special``: one with many secrets."""
    players, options = secrets(number) if special else variant(number)
    dice = FastDice(number + 1)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number), record=record)
    while game.actor is not None:
        yield game
        legal = game.actions()
        game.play(legal[dice.one_of(len(legal), "a choice")])


def one_moment(number: int) -> Game:
    """Some moment of a random game."""
    most = FastDice(number).one_of(90, "how far")
    for place, game in enumerate(moments(number)):
        if place >= most:
            return game
    return game


def without_events(view: View) -> View:
    return replace(view, events=())


class TestTables:
    @given(numbers)
    def test_every_card_is_in_one_place_and_hit_points_are_the_cards(self, number: int) -> None:
        for game in moments(number):
            if game.phase not in DEALING:
                assert faults(game) == []

    @given(numbers)
    def test_every_game_ends_with_places_for_all(self, number: int) -> None:
        *_, game = moments(number)
        assert game.outcome is not None
        assert game.actions() == ()
        assert sorted(game.outcome.places)[0] == 1
        assert all(game.outcome.places[seat] == 1 for seat in game.outcome.winners)
        losers = [place for seat, place in enumerate(game.outcome.places) if seat not in game.outcome.winners]
        assert not game.outcome.winners or 1 not in losers

    def test_two_players_who_never_attack_stop_at_the_limit(self) -> None:
        game = Game.new(Setup(players=2, options=Options(heroes=False, turn_limit=40)), dice=FastDice(1))
        while game.actor is not None:
            mine = [option for option in game.actions() if option.kind is Kind.SHIELD and option.target == game.actor]
            game.play((mine or game.actions())[0])
        assert game.outcome is not None
        assert game.outcome.turns <= 40

    def test_a_dragon_does_not_wake_itself_for_ever(self) -> None:
        """Ruling B26, "avoids loops": all cards but three are held, and no attack of them hurts anybody."""
        held = [CODE[card] for card in DECK if CODE[card] not in ("2S", "3S", "4S", "KS", "QS", "KH", "QH", "X1", "X2")]
        rich = SeatPosition(hp=("KS", "QS"), shield="X1", charges=tuple(held), heroes=("warrior",))
        poor = SeatPosition(hp=("KH", "QH"), shield="X2")
        position = Position(seats=(rich, poor), draw=("2S",), discard=("3S", "4S"), turn=1)
        game = Game.from_position(position, FastDice(1))
        game.play(action("attack 0"))
        assert (game.actor, faults(game)) == (0, [])

    def test_some_hundred_games_of_all_variants(self) -> None:
        assert sum(check_games(300, seed=7).values()) == 300

    @pytest.mark.marathon
    def test_thousands_of_games_of_all_variants(self) -> None:
        games = often(5_000, 500)
        assert sum(check_games(games, seed=11).values()) == games

    @pytest.mark.parametrize("pair", [(one, other) for one in CODES for other in CODES if one < other], ids="-".join)
    def test_any_two_heads_play_together(self, pair: tuple[str, str]) -> None:
        """La Bagarre, Trolls à deux têtes: powers add up, whichever they are."""
        for number in range(6):
            others = [code for code in CODES if code not in pair]
            FastDice(number).shuffle(others, "heroes")
            fixed = (pair, (others[0], others[1]), (others[2], others[3]))
            dice = FastDice(number)
            game = Game.new(
                Setup(players=3, options=Options(trolls=True, fixed_heroes=fixed)), dice=dice, record=number == 0
            )
            while game.actor is not None:
                assert faults(game) == []
                legal = game.actions()
                game.play(legal[dice.one_of(len(legal), "a choice")])

    @given(numbers, st.integers(0, 5))
    def test_who_resigns_anytime_is_out_soon_and_the_game_goes_on(self, number: int, seat: int) -> None:
        game = one_moment(number)
        if game.outcome is not None or not game.can(action(f"resign {seat}")):
            with pytest.raises(IllegalAction):
                game.play(action(f"resign {seat}"))
            return
        game.play(action(f"resign {seat}"))
        assert game.actor != seat
        dice = FastDice(number)
        while game.actor is not None:
            assert game.actor != seat
            assert game.phase in DEALING or faults(game) == []
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a choice")])
        assert not game.seats[seat].alive
        assert game.outcome is not None


class TestRefusals:
    EXAMPLES = (
        *("attack 0", "attack 1", "attack 5", "attack 1 discard", "attack 1 fire 2", "attack 2 fire 3 discard"),
        *("shield 0", "shield 5", "shield 1 discard", "charge", "charge discard", "exchange 1 7S", "exchange 0 KH"),
        *("transform", "pass", "reroll", "pick 7S 8H", "pick 2C 3C 4C", "invisible", "swap 7S 9H", "steal"),
        *("lose 7S", "take 8S", "speed", "start", "decline", "lay AS", "hero mage", "hero ogre", "resign 5"),
    )

    @given(numbers)
    def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(self, number: int) -> None:
        game = one_moment(number)
        before = state(game)
        for code in self.EXAMPLES:
            wanted = action(code)
            if game.can(wanted):
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(wanted)
            (problem,) = refused.value.problems
            assert problem.code
        assert state(game) == before

    @given(numbers)
    def test_what_is_legal_can_be_played(self, number: int) -> None:
        game = one_moment(number)
        for option in game.actions():
            assert game.can(option)
            assert action(option.code) is option
            game.copy().play(option)


class TestReplay:
    @given(st.binary(min_size=16, max_size=32), numbers)
    def test_setup_dice_and_log_are_the_whole_truth(self, seed: bytes, number: int) -> None:
        players, options = variant(number)
        chance = FastDice(number)
        game = Game.new(Setup(players=players, options=options), dice=SeededDice(seed))
        while game.actor is not None:
            legal = game.actions()
            if chance.one_of(60, "resign") == 0:
                game.resign(game.actor)
            else:
                game.play(legal[chance.one_of(len(legal), "a choice")])
        assert game.log is not None
        again = Game.replay(game.setup, game.log, dice=SeededDice(seed))
        assert (again.events, again.log, again.outcome) == (game.events, game.log, game.outcome)
        assert again.dice.rolls == game.dice.rolls
        dice = RecordedDice(game.dice.faces, game.dice.draws)
        third = Game.replay(game.setup, game.log, dice=dice)
        dice.finish()
        assert third.events == game.events

    @given(numbers)
    def test_without_a_record_the_same_happens(self, number: int) -> None:
        for with_record, without in zip(
            moments(number, record=True, special=False), moments(number, special=False), strict=True
        ):
            assert state(with_record) == state(without)

    @given(numbers)
    def test_a_copy_goes_its_own_way(self, number: int) -> None:
        game = one_moment(number)
        before = state(game)
        twin = game.copy()
        assert state(twin) == before
        dice = FastDice(number)
        codes = []
        while twin.actor is not None:
            legal = twin.actions()
            choice = legal[dice.one_of(len(legal), "a choice")]
            codes.append(choice.code)
            twin.play(choice)
        assert state(game) == before
        for code in codes:
            game.play(action(code))
        assert state(game) == state(twin)

    @given(numbers)
    def test_a_position_is_enough_to_go_on(self, number: int) -> None:
        game = one_moment(number)
        if game.phase is not Phase.TURN or game.actor != game.turn or game.owed:
            return
        text = msgspec.json.encode(game.position())
        again = Game.from_position(msgspec.json.decode(text, type=Position), FastDice(0))
        assert msgspec.json.encode(again.position()) == text
        assert again.actions() == game.actions()


def hidden_from(game: Game, seat: int | None) -> set[str]:
    """The codes of the cards that a seat may not see now, worked out from what lies where."""

    def knows(seen: int) -> bool:
        return seen == EVERYBODY or (seat is not None and bool(seen & BIT[seat]))

    hidden = set(game.draw[:-1] if knows(game.top_seen) else game.draw)
    for other in game.seats:
        hidden |= {card for card, seen in zip(other.charges, other.charge_seen, strict=True) if not knows(seen)}
        if "spy" in other.powers.codes and other.hp and not knows(other.shield_seen):
            hidden.add(other.shield)
        if "spy" in other.powers.codes and other.index != seat:
            hidden |= set(game.dealt[other.index])
    play = game.play_under_way
    if play is not None and play.seat != seat:
        hidden |= set(play.looked)
    return {CODE[card] for card in hidden}


def words(value: object) -> set[str]:
    """All strings within a value."""
    return set(_strings(msgspec.to_builtins(value)))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


class TestSecrets:
    @given(numbers)
    def test_a_view_names_no_card_that_the_seat_may_not_see(self, number: int) -> None:
        for game in islice(moments(number), number % 7, None, 7):
            for seat in (None, *range(game.players)):
                shown = words(without_events(game.view(seat)))
                secret = hidden_from(game, seat)
                if game.phase is Phase.TAKE and game.actor == seat:  # looks through the draw pile to choose
                    secret -= {CODE[option.cards[0]] for option in game.actions()}
                assert not shown & secret, (seat, game.phase, shown & secret)

    @given(numbers)
    def test_events_name_no_card_that_was_hidden_before_and_still_is(self, number: int) -> None:
        before: dict[int | None, set[str]] = {}
        told = 0
        for game in moments(number, record=True):
            new = (game.events or [])[told:]
            told += len(new)
            mixed = not before or any(isinstance(event, PileReformed | PileShuffled) for event in new)
            for seat in (None, *range(game.players)):
                secret = hidden_from(game, seat)
                for event in new:
                    untold = event.seen_by is not None and seat not in event.seen_by and not isinstance(event, Struck)
                    if untold or not mixed:  # else a card may have been seen and shuffled back at once
                        leaked = words(event.seen_from(seat)) & secret & before.get(seat, secret)
                        assert not leaked or event.seen_by == (seat,), (seat, event)
                before[seat] = secret

    @given(numbers)
    def test_seats_that_know_the_same_see_the_same(self, number: int) -> None:
        """Two games that differ only in what a seat may not know give it equal views and equal legal actions."""
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            assert game.phase in DEALING or faults(other) == []
            assert other.view(seat) == without_events(game.view(seat))
            if game.actor == seat:
                assert other.actions() == game.actions()

    @given(numbers)
    def test_equal_views_give_equal_imaginings(self, number: int) -> None:
        game = one_moment(number)
        for seat in range(game.players):
            other = game.imagine(seat, FastDice(number + 7))
            one, two = (of.imagine(seat, FastDice(number + 8)) for of in (game, other))
            assert state(one) == state(two)

    @given(numbers)
    def test_an_imagined_game_can_be_played_to_its_end(self, number: int) -> None:
        game = one_moment(number)
        for seat in range(game.players):
            dice = FastDice(number + seat)
            other = game.imagine(seat, dice)
            while other.actor is not None:
                legal = other.actions()
                other.play(legal[dice.one_of(len(legal), "a choice")])
                assert other.phase in DEALING or faults(other) == []
            assert other.outcome is not None

    def test_imagining_draws_all_hidden_cards_anew(self) -> None:
        """Over many imaginings a hidden charge is every card that the seat cannot see, about equally often."""
        game = Game.new(Setup(players=2, options=Options(heroes=False)), dice=FastDice(3), record=False)
        mine = game.actor
        assert mine is not None
        game.play(action("charge"))
        seen = [0] * 54
        dice = FastDice(5)
        for _ in range(4_800):
            seen[game.imagine(1 - mine, dice).seats[mine].charges[0]] += 1
        unseen = {card for card, place in cards_of(game) if place == "draw pile" or card in game.seats[mine].charges}
        assert {card for card in range(54) if seen[card]} == unseen
        assert len(unseen) == 48
        assert all(50 < seen[card] < 160 for card in unseen)


class TestSimulation:
    def test_every_game_is_counted_once_for_each_seat_and_hero(self) -> None:
        tally = simulate(Setup(players=4), games=50, seed=3)
        assert tally.games == 50
        assert sum(tally.endings.values()) == sum(tally.lengths.values()) == 50
        assert sum(rate.played for rate in tally.rates["hero"].values()) == 200
        assert [tally.rates["seat"][str(seat)].played for seat in range(4)] == [50] * 4
        won = sum(rate.won for rate in tally.rates["seat"].values())
        shared = tally.endings.get("nobody", 0) + tally.endings.get("turn_limit", 0)
        assert 50 + shared <= won <= 50 + 3 * shared

    def test_a_shared_victory_is_one(self) -> None:
        """At the agreed turn limit those still standing share the victory (ruling B61), as a match's score says."""
        tally = simulate(Setup(players=2, options=Options(heroes=False, turn_limit=1)), games=20, seed=3)
        assert tally.endings["turn_limit"] > 0
        rates = tally.rates["seat"].values()
        assert sum(rate.won for rate in rates) == 20 + tally.endings["turn_limit"]
        assert all(rate.drawn == 0 for rate in rates)

    def test_parts_of_a_simulation_add_up(self) -> None:
        whole = simulate(Setup(players=3), games=20, seed=5)
        part = simulate(Setup(players=3), games=12, seed=5)
        part.merge(simulate(Setup(players=3), games=8, seed=5, first=12))
        assert part == whole


def test_actions_are_one_object_each() -> None:
    one, other = action("attack 1 fire 2"), action("attack 1 fire 2")
    assert one is other
    assert isinstance(one, Action)
