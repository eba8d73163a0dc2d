"""Battles fought by players without people: one with receipts, or many without, counted into a forecast.

A ``Tally`` only counts, so parts of a forecast may be counted anywhere and merged in any order: battle number n of a
seed is always the same battle. ``summary`` turns counts into odds with their uncertainty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from engines.core.dice import Dice, FastDice
from engines.core.shares import Share as Share, wilson as wilson
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import prepared
from engines.musg.battle.prepare import Prepared
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.tactics import NAMES, Player, player

ACTIONS_MOST: Final = 100_000
"""No battle of a hundred turns comes near; more would mean that it never ends."""
STRIDE: Final = 1_000_003
"""Seeds of battles of one forecast are this far apart from those of the next seed."""


class Endless(RuntimeError):
    """A battle went on after more actions than any battle can have."""


class Fate(Struct):
    """What became of one figure in all battles counted: times out of action, dead among them, fled; hit points lost."""

    side: int
    number: int
    name: str
    out: int = 0
    dead: int = 0
    fled: int = 0
    lost: int = 0


class Tally(Struct):
    """Counts over ``battles``; lists are by side. ``points`` counts battles by points won, ``lengths`` by turns."""

    wins: list[int]
    points: list[dict[int, int]]
    fates: list[Fate]
    battles: int = 0
    draws: int = 0
    turns: int = 0
    actions: int = 0
    endings: dict[str, int] = {}
    lengths: dict[int, int] = {}

    def merge(self, other: Tally) -> None:
        """Add the counts of other battles from the same setup."""
        self.battles += other.battles
        self.draws += other.draws
        self.turns += other.turns
        self.actions += other.actions
        for ending, count in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + count
        for turns, count in other.lengths.items():
            self.lengths[turns] = self.lengths.get(turns, 0) + count
        for side, count in enumerate(other.wins):
            self.wins[side] += count
        for row, more in zip(self.points, other.points, strict=True):
            for points, count in more.items():
                row[points] = row.get(points, 0) + count
        for fate, one in zip(self.fates, other.fates, strict=True):
            fate.out += one.out
            fate.dead += one.dead
            fate.fled += one.fled
            fate.lost += one.lost


class FigureForecast(Struct, frozen=True):
    """What to expect for one figure: chances of being out of action, dead and fled; hit points lost on average."""

    side: int
    number: int
    name: str
    out: Share
    dead: float
    fled: float
    lost: float


class Summary(Struct, frozen=True, kw_only=True):
    """A forecast. ``points``: by side, how many battles brought how many; ``lengths``: how many took how many turns."""

    battles: int
    wins: tuple[Share, ...]
    draws: Share
    average_points: tuple[float, ...]
    points: tuple[dict[int, int], ...]
    figures: tuple[FigureForecast, ...]
    average_turns: float
    average_actions: float
    endings: dict[str, int]
    lengths: dict[int, int] = {}


def play(battle: Battle, players: Sequence[Player]) -> Battle:
    """Let the players, one for each side, finish a battle, and return it. Raises ``Endless`` if it never ends."""
    for _ in range(ACTIONS_MOST):
        decision = battle.decision
        if decision is None:
            return battle
        battle.play(players[decision.side].decide(battle))
    raise Endless(f"{ACTIONS_MOST} actions")


def players_of(names: Sequence[str], seed: int = 0) -> list[Player]:
    """Return the named players of the sides. Raises ``ValueError`` for an unknown name."""
    return [player(name, seed * STRIDE + side) for side, name in enumerate(names)]


def fight(setup: Setup | Prepared, names: Sequence[str], dice: Dice, *, seed: int = 0, receipts: bool = True) -> Battle:
    """Fight one whole battle; ``names`` are the players of the sides, ``seed`` is for players that draw lots."""
    return play(Battle.new(setup, dice, receipts=receipts), players_of(names, seed))


def blank(setup: Setup | Prepared) -> Tally:
    """Return an empty tally for a setup."""
    ready = setup if isinstance(setup, Prepared) else prepared(setup)
    fates = [Fate(side, number, sheet.name) for side, row in enumerate(ready.sheets) for number, sheet in row]
    sides = len(ready.sheets)
    return Tally([0] * sides, [{} for _ in range(sides)], fates)


def count(tally: Tally, battle: Battle) -> None:
    """Add one finished battle. Raises ``ValueError`` when it is not finished."""
    outcome = battle.outcome
    if outcome is None:
        raise ValueError("the battle is not over")
    tally.battles += 1
    tally.turns += outcome.turns
    tally.actions += len(battle.log)
    tally.endings[outcome.ending.value] = tally.endings.get(outcome.ending.value, 0) + 1
    tally.lengths[outcome.turns] = tally.lengths.get(outcome.turns, 0) + 1
    if outcome.winner is None:
        tally.draws += 1
    else:
        tally.wins[outcome.winner] += 1
    for row, points in zip(tally.points, outcome.points, strict=True):
        row[points] = row.get(points, 0) + 1
    for fate, piece in zip(tally.fates, battle.pieces, strict=False):  # whom a module brought comes after them
        if piece.hp < piece.sheet.hit_points:
            fate.lost += piece.sheet.hit_points - max(0, piece.hp)
        if piece.down:
            fate.out += 1
            fate.dead += piece.hp < 0
        elif piece.place is Place.FLED:
            fate.fled += 1


def simulate(
    setup: Setup,
    names: Sequence[str] | None = None,
    *,
    battles: int,
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Tally:
    """Fight battles number ``first`` to ``first + battles - 1`` of a seed without receipts and count them.

    ``names`` are the players of the sides, the first of ``tactics.NAMES`` by default. ``progress`` is told after each
    battle how many are done; when it returns ``False`` the simulation stops there.
    """
    ready = prepared(setup)
    chosen = tuple(names) if names else (NAMES[0],) * len(setup.sides)
    tally = blank(ready)
    for number in range(first, first + battles):
        one = seed * STRIDE + number
        count(tally, fight(ready, chosen, FastDice(one), seed=one, receipts=False))
        if progress is not None and not progress(tally.battles):
            break
    return tally


def summary(tally: Tally) -> Summary:
    """Return the forecast that the counts support."""
    battles = tally.battles
    most = max(1, battles)
    return Summary(
        battles=battles,
        wins=tuple(wilson(won, battles) for won in tally.wins),
        draws=wilson(tally.draws, battles),
        average_points=tuple(sum(points * times for points, times in row.items()) / most for row in tally.points),
        points=tuple(dict(sorted(row.items())) for row in tally.points),
        figures=tuple(
            FigureForecast(
                fate.side,
                fate.number,
                fate.name,
                wilson(fate.out, battles),
                fate.dead / most,
                fate.fled / most,
                fate.lost / most,
            )
            for fate in tally.fates
        ),
        average_turns=tally.turns / most,
        average_actions=tally.actions / most,
        endings=dict(sorted(tally.endings.items())),
        lengths=dict(sorted(tally.lengths.items())),
    )
