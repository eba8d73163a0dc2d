"""A tournament of bots: each among its own kind, where heroes are compared, then each pair of bots at one table.

A deal is mirrored: where different bots sit at a table it is played again with everybody moved on by a seat, until each
seat has been everybody's. Deal number n of a seed is always the same, so that deals may be counted anywhere and merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from msgspec import Struct

from engines.core.card_command import Part, Simulation, parts
from engines.core.command import mapped
from engines.core.dice import Dice
from engines.core.game import AnyGame
from engines.core.playout import Bot, Racer, Rate, Reaction, Tally
from engines.core.shares import wilson

BOT: Final = "bot"
"""The group of a tally that counts bots."""


class Standing(Struct, frozen=True):
    """How one bot or hero fared: its share of the games it ``played``, and the ``margin`` of 95% on either side.

    ``of_fair`` is the share by that of all compared with it: 1 where nobody is better off. Mirrored games, and several
    heroes at one table, are not independent of each other, so that the margin is a measure and no proof.
    """

    group: str
    name: str
    played: int
    share: float
    margin: float
    of_fair: float


class Table(Struct, frozen=True):
    """What came of one line-up at so many ``seats``: the bots by name, mean ``turns``, and the standings."""

    seats: int
    bots: tuple[str, ...]
    games: int
    turns: float
    standings: tuple[Standing, ...]


class ByLot[G: AnyGame]:
    """Leaves to chance which hero it takes, so that all are played, and decides all else as another bot does."""

    def __init__(self, other: Bot[G], chooses: Callable[[Any], bool]) -> None:
        self._other = other
        self._chooses = chooses
        self.name = other.name

    def choose(self, game: G, dice: Dice) -> Any:
        """Return a legal action."""
        legal = game.actions()
        if self._chooses(legal[0]):
            return legal[dice.one_of(len(legal), "a hero by lot")]
        return self._other.choose(game, dice)

    def react(self, game: G, seat: int, dice: Dice) -> Reaction[Any]:
        """Return what the other bot does in a race. Raises ``TypeError`` if it plays none."""
        if not isinstance(self._other, Racer):
            raise TypeError(f"the bot {self.name!r} plays no races")
        return self._other.react(game, seat, dice)


def tournament(
    playing: Callable[[int], Simulation],
    bots: Sequence[Bot[Any]],
    *,
    seats: Sequence[int],
    heroes: Sequence[str],
    games: int,
    seed: int,
    workers: int = 1,
) -> Iterator[Table]:
    """Yield a table for each number of seats and each line-up, played at least ``games`` times."""
    for count in seats:
        for line_up in line_ups(bots, count):
            work = partial(mirrored, playing(count), line_up, seed)
            tally = Tally()
            for part in mapped(work, parts(-(-games // turns_of(line_up)), workers), workers):
                tally.merge(part)
            groups = heroes if len({bot.name for bot in line_up}) == 1 else (BOT,)
            yield table_of(tally, count, line_up, groups)


def line_ups(bots: Sequence[Bot[Any]], seats: int) -> Iterator[tuple[Bot[Any], ...]]:
    """Yield who sits at a table: each bot among its own kind, then each pair, one beside the other."""
    for bot in bots:
        yield (bot,) * seats
    for one, other in combinations(bots, 2):
        yield tuple((one, other)[seat % 2] for seat in range(seats))


def turns_of(line_up: Sequence[Bot[Any]]) -> int:
    """Return after how many moves by a seat everybody, or somebody of the same kind, sits as at first."""
    names = [bot.name for bot in line_up]
    return next(turn for turn in range(1, len(names) + 1) if names[turn:] + names[:turn] == names)


def mirrored(play: Simulation, line_up: Sequence[Bot[Any]], seed: int, part: Part) -> Tally:
    """Play a part of the deals, each as often as the line-up looks different when all move on by a seat."""
    tally = Tally()
    first, deals = part
    for deal in range(first, first + deals):
        for turn in range(turns_of(line_up)):
            # A simulation moves everybody on by one seat from game to game: that is taken back, the turn put in.
            moved = (turn - deal) % len(line_up)
            seated = (*line_up[moved:], *line_up[:moved])
            tally.merge(play(games=1, bots=seated, seed=seed, first=deal))
    return tally


def table_of(tally: Tally, seats: int, line_up: Sequence[Bot[Any]], groups: Sequence[str]) -> Table:
    """Return what is compared of counted games: the groups in order, in each the most successful first."""
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    names = tuple(dict.fromkeys(bot.name for bot in line_up))
    standings = tuple(one for group in groups for one in standings_of(group, tally.rates.get(group, {})))
    return Table(seats, names, tally.games, turns / games, standings)


def standings_of(group: str, rates: Mapping[str, Rate]) -> list[Standing]:
    """Return how each of a group fared, the most successful first."""
    won, played = (sum(getattr(rate, field) for rate in rates.values()) for field in ("won", "played"))
    found = []
    for name, rate in rates.items():
        share = wilson(rate.won, rate.played)
        of_fair = share.value * played / won if won else 1.0
        margin = (share.high - share.low) / 2
        found.append(Standing(group, name, rate.played, share.value, margin, of_fair))
    return sorted(found, key=lambda one: -one.share)
