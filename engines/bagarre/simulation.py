"""Many games of La Bagarre: how often each hero, seat and bot wins, how long games last, how often the dragon wakes.

``faults`` tells whether a table is in order: every card in one place, hit points that are the cards', seats that fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engines.bagarre.game import Game
from engines.bagarre.options import Options
from engines.bagarre.state import BIT, Seat, Table
from engines.bagarre.view import Phase
from engines.core.cards import CODE, DECK, NO_CARD, Card
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Tally
from engines.core.simulation import at_random, check_games as check_random_games, simulate as simulate_games


def cards_of(table: Table) -> Iterator[tuple[Card, str]]:
    """Yield every card with the place where it lies."""
    piles = ((table.draw, "draw pile"), (table.discard, "discard pile"), (table.fresh, "just discarded"))
    for pile, name in piles:
        for card in pile:
            yield card, name
    for seat in table.seats:
        for card in (*seat.hp, *seat.charges, *table.dealt[seat.index]):
            yield card, f"seat {seat.index}"
        if seat.shield != NO_CARD:
            yield seat.shield, f"shield of seat {seat.index}"
    if table.play_under_way is not None:
        for card in (*table.play_under_way.cards, *table.play_under_way.looked):
            yield card, "action under way"


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table once the cards are dealt; nothing if the engine is right."""
    found = []
    places: dict[Card, str] = {}
    for card, place in cards_of(table):
        if card in places:
            found.append(f"{CODE[card]} lies twice: {places[card]}, {place}")
        places[card] = place
    found += [f"{CODE[card]} is nowhere" for card in DECK if card not in places]
    for seat in table.seats:
        found += [f"seat {seat.index}: {fault}" for fault in _seat_faults(table, seat)]
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    return found


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    if seat.alive != bool(table.alive & BIT[seat.index]):
        yield "in the game and out of it"
    if len(seat.worth) != len(seat.hp) or len(seat.charge_seen) != len(seat.charges):
        yield "cards and what is known of them differ in number"
    if table.dealt[seat.index]:
        return
    if not seat.alive:
        if seat.hp or seat.charges:
            yield "out of the game with cards"
        return
    if not 1 <= len(seat.hp) <= 2 or seat.shield == NO_CARD:
        yield f"{len(seat.hp)} hit point cards and shield {seat.shield}"
    for card, worth in zip(seat.hp, seat.worth, strict=True):
        if not 1 <= worth <= table.values[card]:
            yield f"{CODE[card]} counts {worth} hit points"
    if seat.guard != table.values[seat.shield]:
        yield f"{CODE[seat.shield]} counts {seat.guard} as a shield"
    if len(seat.charges) > seat.powers.charge_limit:
        yield f"{len(seat.charges)} charges"


DEALING: tuple[Phase, ...] = (Phase.HERO,)
"""Decisions before the cards are dealt."""


def _count(tally: Tally, game: Game, seating: Sequence[Bot[Game]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    drawn = not outcome.winners  # a shared victory is one (ruling B61), as it is among the club's matches
    for seat in range(game.players):
        won = seat in outcome.winners
        tally.count("seat", str(seat), won=won, drawn=drawn)
        for hero in game.heroes[seat]:
            tally.count("hero", hero, won=won, drawn=drawn)
        if seating:
            tally.count("bot", seating[seat].name, won=won, drawn=drawn)
    tally.note(outcome.ending, outcome.turns, {"dragon": int(outcome.dragons > 0), "awakenings": outcome.dragons})


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    seats = 2 + dice.one_of(5, "players")
    seats = players or seats
    teams: tuple[int, ...] = ()
    if seats in (4, 6) and dice.one_of(3, "teams") == 0:
        shapes = ((0, 1, 0, 1),) if seats == 4 else ((0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2))
        teams = shapes[dice.one_of(len(shapes), "shape of teams")]
    heroes = dice.one_of(10, "heroes") > 0
    return seats, Options(
        joker_value=(20, 20, 20, 14, 1, 30)[dice.one_of(6, "joker value")],
        redraw_threshold=(10, 10, 0, 25)[dice.one_of(4, "redraw threshold")],
        heroes=heroes,
        trolls=heroes and dice.one_of(3, "trolls") == 0,
        teams=teams,
        same_hero_per_team=bool(teams) and dice.one_of(2, "same hero") == 0,
    )


def _title(players: int, options: Options) -> str:
    name = f"{players} players{' in teams' if options.teams else ''}{', trolls' if options.trolls else ''}"
    return name if options.heroes else name + ", no heroes"


def _look(game: Game, dice: Dice) -> Iterator[Sequence[str]]:
    for _ in at_random(game, dice):
        if game.phase not in DEALING:
            yield faults(game)


simulate: Final = partial(simulate_games, Game, count=_count)
"""Plays many games of a setup and counts them by hero, seat and bot (``engines.core.simulation``).

Marks: "dragon" counts games in which it awoke, "awakenings" how often it did.
"""

check_games: Final = partial(check_random_games, Game, variant, _title, _look)
"""Plays random games of all variants and audits every table (``engines.core.simulation``)."""
