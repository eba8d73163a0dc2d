"""Positions for tests: a game at the first player's turn, laid out by hand, and short ways to play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.bebop.cards import CardSet, Character, training
from engines.bebop.game import Game
from engines.bebop.ground import CHARACTERS, NOBODY, PLACES, TARGETS
from engines.bebop.options import Options, Setup
from engines.bebop.turn import choose
from engines.core.dice import FastDice
from engines.core.event import Event
from engines.core.game import IllegalAction

EARTH, MARS, GANYMEDE, BEBOP = range(4)


def table(
    *,
    players: int = 2,
    characters: tuple[str, ...] = ("spike", "jet", "faye", "ed"),
    cards: CardSet | None = None,
    seed: int = 1,
    **options: Any,
) -> Game:
    """A game in which seat 0 begins; all gauges 1, all figures on the Bebop, 1 fuel each (Mise en place)."""
    seats = tuple(Character(code) for code in characters[:players])
    return Game.new(
        Setup(players=players, options=Options(characters=seats, first=0, **options), cards=cards or training()),
        dice=FastDice(seed),
    )


def card(game: Game, code: str) -> int:
    return game.book.number[code]


def numbers(game: Game, codes: Iterable[str]) -> list[int]:
    return [game.book.number[code] for code in codes]


def lay(game: Game, seat: int = 0, **piles: Iterable[str]) -> None:
    """Give a seat these piles (hand, deck with its top last, discard), which nobody else knows."""
    one = game.seats[seat]
    for name, codes in piles.items():
        setattr(one, name, numbers(game, codes))
    one.hand_seen = [0] * len(one.hand)
    one.deck_seen = []
    again(game)


def reserve(game: Game, *, woolongs: int = 0, force: int = 0, clues: int = 0, fuel: int | None = None) -> None:
    """Give whose turn it is a reserve."""
    game.woolongs, game.force, game.clues = woolongs, force, clues
    if fuel is not None:
        game.seats[game.turn].fuel = fuel
    again(game)


def stand(game: Game, **places: str) -> None:
    """Put figures somewhere: ``stand(game, spike="mars")``."""
    for who, where in places.items():
        game.figures[CHARACTERS.index(who)] = PLACES.index(where)
    again(game)


def criminal(game: Game, code: str, *, left: tuple[int, int] | None = None, held: tuple[int, ...] = ()) -> int:
    """Put a criminal on its planet, with these tokens left and those held by the seats; return the planet."""
    number = game.book.criminals.index(code)
    planet = game.book.planet[number]
    old = game.occupant[planet]
    for pile in (game.criminals, game.box, game.escaped, game.movement):
        if number in pile:
            pile[pile.index(number)] = old
    game.occupant[planet] = number
    game.left[2 * planet], game.left[2 * planet + 1] = left or game.book.piles[number]
    for seat, count in enumerate(held):
        game.seats[seat].tokens[planet] = count
    again(game)
    return planet


def reveal_next(game: Game, *codes: str) -> None:
    """Make these the next cards of the criminal deck, the first on top; "vicious" is Vicious."""
    for code in reversed(codes):
        number = game.book.vicious if code == "vicious" else game.book.criminals.index(code)
        for pile in (game.criminals, game.box):
            if number in pile:
                pile.remove(number)
        game.criminals.append(number)


def vicious(
    game: Game, planet: str, *, left: tuple[int, int] = (6, 6), movement: Iterable[str] = ("kettle_smuggler",)
) -> None:
    """Put Vicious into play with these movement cards, the first on top."""
    game.vicious = PLACES.index(planet)
    game.left[6], game.left[7] = left
    game.criminals = []
    game.movement = [game.book.criminals.index(code) for code in reversed(list(movement))]
    again(game)


def market(game: Game, *codes: str) -> None:
    """Lay out the market."""
    game.market = numbers(game, codes)
    again(game)


def damage(game: Game, *codes: str) -> None:
    """Make these the damage cards, the first on top."""
    game.damage = numbers(game, reversed(codes))
    again(game)


def again(game: Game) -> None:
    """Work out anew what is legal."""
    game.waiting = False
    choose(game, game.turn)


def do(game: Game, *codes: str) -> list[Event]:
    """Play actions by their codes and return what happened."""
    return [event for code in codes for event in game.play(game.action(code))]


def legal(game: Game, word: str = "") -> list[str]:
    """The codes of the legal actions that begin with a word."""
    return [action.code for action in game.actions() if action.code.startswith(word)]


def refused(game: Game, code: str) -> tuple[str, str, dict[str, Any]]:
    """The problem, the rule and the numbers with which an action is refused."""
    try:
        game.play(game.action(code))
    except IllegalAction as refusal:
        (problem,) = refusal.problems
        return problem.code, problem.rule, dict(problem.params)
    raise AssertionError(f"{code} is legal")


def codes(game: Game, pile: Iterable[int]) -> list[str]:
    return [game.book.codes[number] for number in pile]


def hand(game: Game, seat: int = 0) -> list[str]:
    return sorted(codes(game, game.seats[seat].hand))


def tokens(game: Game, seat: int, target: str) -> int:
    return game.seats[seat].tokens[TARGETS.index(target)]


def there(game: Game, planet: str) -> str:
    """The criminal on a planet, "" for none."""
    number = game.occupant[PLACES.index(planet)]
    return "" if number == NOBODY else game.book.criminals[number]
