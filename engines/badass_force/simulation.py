"""Many games of Badass Force: how often each seat and bot wins, which weapons and characters are used and how well.

``faults`` tells whether a table is in order: every card in one place, markers on their tracks, what is known true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from engines.badass_force.actions import Action, Kind
from engines.badass_force.cards import WEAPON_CARDS
from engines.badass_force.game import Game
from engines.badass_force.options import DEFAULTS, PLAYERS, Options, Setup
from engines.badass_force.state import ALL_CHARACTERS, BIT, CHARACTERS, NONE, Seat, Table
from engines.badass_force.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Tally
from engines.core.simulation import at_random, check_games as check_random_games, simulate as simulate_games


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table that waits for a decision or is over; nothing if it is right."""
    found = [f"seat {seat.index}: {fault}" for seat in table.seats for fault in _seat_faults(table, seat)]
    found += _weapon_faults(table)
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    if table.outcome is None and max(seat.points for seat in table.seats) >= table.options.limit > 0:
        found += [] if table.reached else ["the limit was reached unseen"]
    if table.phase is Phase.TURN and (table.ways or table.claim or table.blocked):
        found.append("a turn's action is chosen while something is under way")
    return found


def _weapon_faults(table: Table) -> Iterator[str]:
    held = [seat.weapon for seat in table.seats if seat.weapon != NONE]
    counts = [0] * len(table.arms)
    for pile in (held, table.pile, table.centre, table.discard):
        for weapon in pile:
            counts[weapon] += 1
    if sum(counts) != WEAPON_CARDS:
        yield f"{sum(counts)} weapons"
    for arm, count in zip(table.arms, counts, strict=True):
        if count > arm.copies:
            yield f"{count} of {arm.code}"
    if len(table.centre) > 3 or (len(table.centre) < 3 and table.pile):
        asked = table.phase is Phase.WEAPON
        if not asked or len(table.centre) > 3:
            yield f"{len(table.centre)} weapons in the middle"


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    active = 0 if seat.active == NONE else BIT[seat.active]
    loge = BIT[seat.loge]
    if seat.hand | active | loge | seat.grave != ALL_CHARACTERS:
        yield "a character is nowhere"
    if seat.hand.bit_count() + active.bit_count() + loge.bit_count() + seat.grave.bit_count() != CHARACTERS:
        yield "a character lies twice"
    if seat.points < 0:
        yield f"{seat.points} points"
    if seat.weapon == NONE:
        if not (table.phase is Phase.WEAPON and table.actor == seat.index) or seat.ammo:
            yield "no weapon"
    elif not 0 <= seat.ammo <= table.arms[seat.weapon].most:
        yield f"{seat.ammo} charges"
    if table.phase is Phase.TURN and (seat.active == NONE or not seat.hand):
        yield "no active character, or none in hand"
    known = 0
    for each in seat.outside:
        known |= each
    if known & loge:
        yield "somebody knows that what lies in the dressing room does not"
    if active & seat.ruled_out:
        yield "everybody knows the active character to be another"


def simulate(setup: Setup, *, bots: Sequence[Bot[Game]] = (), **how: Any) -> Tally:
    """Play many games of a setup and count them by seat and bot (``engines.core.simulation``).

    Seats are also counted as "order": "0" begins. "announced" and "executed" count seats that did so with a character
    or a weapon, "told" and "called" those that did so truly or falsely, each once in a game. Marks: "vengeance" counts
    seats that came to it, "undecided" games.
    """
    used: list[tuple[int, str, str]] = []
    noting = [_Noting(bot, used) for bot in bots]
    return simulate_games(Game, setup, partial(_count, used=used), bots=noting, **how)


class _Noting:
    """A bot of whom is noted what it uses."""

    def __init__(self, bot: Bot[Game], used: list[tuple[int, str, str]]) -> None:
        self.bot = bot
        self.used = used

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, game: Game, dice: Dice) -> Action:
        """Let the bot choose, and note announcements, executions and calls."""
        action: Action = self.bot.choose(game, dice)
        seat = game.actor
        if seat is None:
            return action
        if action.kind is Kind.ANNOUNCE:
            true = game.cast[game.seats[seat].active].code == action.word
            self.used += ((seat, "announced", action.word), (seat, "told", "truth" if true else "bluff"))
        elif action.kind is Kind.EXECUTE:
            self.used.append((seat, "executed", game.arms[game.seats[seat].weapon].code))
        elif action.kind is Kind.CALL and game.claim is not None:
            right = game.seats[game.claim.seat].active != game.claim.character
            self.used.append((seat, "called", "rightly" if right else "wrongly"))
        return action


def _count(tally: Tally, game: Game, seating: Sequence[Bot[Game]], *, used: list[tuple[int, str, str]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    drawn = outcome.drawn
    first = (game.turn - outcome.turns + 1) % game.players
    for seat in game.seats:
        won = seat.index in outcome.winners
        tally.count("seat", str(seat.index), won=won, drawn=drawn)
        tally.count("order", str((seat.index - first) % game.players), won=won, drawn=drawn)
        if seating:
            tally.count("bot", seating[seat.index].name, won=won, drawn=drawn)
    for index, group, word in dict.fromkeys(used):
        tally.count(group, word, won=index in outcome.winners, drawn=drawn)
    used.clear()
    vengeance = sum(seat.vengeance for seat in game.seats)
    tally.note(outcome.ending, outcome.turns, {"vengeance": vengeance, "undecided": int(bool(outcome.undecided))})


LIMITS: Final = (16, 16, 12, 20, 6)


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    least, most = PLAYERS
    seats = least + dice.one_of(most - least + 1, "players")
    return players or seats, Options(cards=DEFAULTS.cards, limit=LIMITS[dice.one_of(len(LIMITS), "limit")])


def _title(players: int, options: Options) -> str:
    return f"{players} players to {options.limit}"


def _look(game: Game, dice: Dice) -> Iterator[Sequence[str]]:
    """Answers to an announcement move nothing before the last of them: one look in between is enough."""
    yield faults(game)
    for _ in at_random(game, dice):
        if not game.heard or game.phase is not Phase.CALL:
            yield faults(game)


check_games: Final = partial(check_random_games, Game, variant, _title, _look)
"""Plays random games of all variants and audits every table (``engines.core.simulation``)."""
