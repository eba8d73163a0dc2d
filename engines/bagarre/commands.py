"""``python -m engines bagarre play``, ``simulate`` and ``counts``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from engines.bagarre.account import account
from engines.bagarre.actions import Action
from engines.bagarre.bots import BOTS
from engines.bagarre.duel import duel
from engines.bagarre.game import Bagarre
from engines.bagarre.heroes import CODES
from engines.bagarre.options import PLAYERS, Options, Setup, problems
from engines.bagarre.proof import prove
from engines.bagarre.simulation import check_games, simulate as simulate_games
from engines.core.card_command import bots_argument, checked, json_told, parts, rate_told, rates_told, seated, tallied
from engines.core.command import SEED_BYTES, Answer, Command, at_least, mapped, seed_number, workers_argument
from engines.core.dice import FastDice, SeededDice, commitment
from engines.core.playout import Bot, Rate, Tally, divide, finish
from engines.core.problems import Problem

VARIANTS: Final[Mapping[str, Callable[[int], dict[str, Any]]]] = {
    "heroes": lambda players: {},
    "plain": lambda players: {"heroes": False},
    "trolls": lambda players: {"trolls": True},
    "teams": lambda players: {"teams": _teams(players, 2)},
    "same-hero": lambda players: {"teams": _teams(players, 2), "same_hero_per_team": True},
    "three-teams": lambda players: {"teams": _teams(players, 3)},
}
"""The variants by name: what each changes in the options."""


def _teams(players: int, count: int) -> tuple[int, ...]:
    return tuple(seat % count for seat in range(players))


def play(options: Namespace) -> Answer:
    """Play one game with receipts and answer its account, or with ``--json`` the proof that anybody can check."""
    setup = _setup(options)
    seed = options.seed.to_bytes(SEED_BYTES, "big")
    game = Bagarre.new(setup.players, setup.options, dice=SeededDice(seed))
    finish(game, _bots(options) or [BOTS["thumb"]] * setup.players, FastDice(options.seed))
    if options.json:
        return json_told(prove(game, seed))
    return Answer("\n".join([*account(game), f"seed hash {commitment(seed)}"]))


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each hero, seat and bot wins; or check random games of all variants."""
    if options.check:
        return checked(_checked, games=options.games, seed=options.seed, workers=options.workers)
    if options.mirrored:
        return _mirrored(options)
    setup = _setup(options)
    work = partial(_part, setup, _bots(options), options.seed)
    tally = tallied(work, options.games, options.workers)
    if options.json:
        return json_told(tally)
    return Answer("\n".join(_told(tally)))


def counts(options: Namespace) -> Answer:
    """Answer how many sequences of legal actions a dealt game has, in all and after each first action."""
    setup = _setup(options)
    game = Bagarre.new(setup.players, setup.options, dice=FastDice(options.seed), record=False)
    if not options.depth:
        return Answer("1")
    found = divide(game, options.depth)
    return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))


def _part(setup: Setup, bots: list[Bot[Action]], seed: int, part: tuple[int, int]) -> Tally:
    return simulate_games(setup.players, setup.options, games=part[1], bots=bots, seed=seed, first=part[0])


def _checked(seed: int, part: tuple[int, int]) -> dict[str, int]:
    return check_games(part[1], seed=seed, first=part[0])


def _mirrored(options: Namespace) -> Answer:
    """Let two bots play every deal twice with seats exchanged."""
    setup = _setup(options)
    names = options.bots or []
    if setup.players != 2 or len(names) != 2:
        raise ValueError("--mirrored is for two players and two bots: --players 2 --bots strong,thumb")
    rate = Rate()
    work = partial(_duel, setup.options, _bots(options), options.seed)
    for part in mapped(work, parts(options.games, options.workers), options.workers):
        rate.merge(part)
    if options.json:
        return json_told(rate)
    return Answer(f"{names[0]} against {names[1]}: {rate_told(rate)}")


def _duel(options: Options, bots: list[Bot[Action]], seed: int, part: tuple[int, int]) -> Rate:
    return duel(bots[0], bots[1], games=part[1], options=options, seed=seed, first=part[0])


def _told(tally: Tally) -> Iterator[str]:
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    yield f"{tally.games} games, {turns / games:.1f} turns and {tally.decisions / games:.1f} decisions on average"
    yield f"the dragon awoke in {tally.marks.get('dragon', 0) / games:.1%} of them"
    yield from rates_told(tally.rates)
    yield ", ".join(f"{ending}: {count}" for ending, count in sorted(tally.endings.items()))


def _setup(options: Namespace) -> Setup:
    """Return what is to be played. Raises ``ValueError`` with a sentence for all that is wrong with it."""
    figures = VARIANTS[options.variant](options.players)
    if options.heroes:
        figures["fixed_heroes"] = options.heroes
    setup = Setup(players=options.players, options=Options(**figures))
    wrong = problems(setup, CODES)
    if wrong:
        raise ValueError("; ".join(dict.fromkeys(map(_sentence, wrong))))
    return setup


def _sentence(problem: Problem) -> str:
    """Say what is wrong with the arguments."""
    return _WRONG.get(problem.code, problem.code).format(
        **problem.params, figure=problem.figure, heroes=", ".join(CODES)
    )


_WRONG: Final[Mapping[str, str]] = {
    "teams_shape": "{players} players make no such teams: teams and same-hero are for 4 or 6, three-teams for 6",
    "no_such_hero": "{item!r} is not a hero; there are {heroes}",
    "fixed_heroes_seats": "--heroes names {count} seats, but there are {most} players: separate them by commas",
    "heroes_per_seat": "--heroes: seat {figure} takes {most}, all different, but has {count} (a troll's joined by +)",
    "fixed_heroes_without_heroes": "--heroes cannot be used with --variant plain",
}
"""All that arguments can get wrong, by the code of the problem."""


def _bots(options: Namespace) -> list[Bot[Action]]:
    return seated(BOTS, options.bots, options.players)


def _heroes(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split("+")) for part in text.split(","))


def _common(parser: ArgumentParser, *, players: int) -> None:
    least, most = PLAYERS
    every = range(least, most + 1)
    parser.add_argument("--players", type=int, choices=every, default=players, help=f"default: {players}")
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--heroes", type=_heroes, metavar="A,B+C", help="heroes by seat instead of dealt ones, trolls' with +"
    )
    parser.add_argument("--variant", choices=VARIANTS, default="heroes", help="default: heroes")


def _play_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "thumb")


def _simulate_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "random")
    parser.add_argument("--games", type=at_least(1), default=10_000, metavar="N", help="default: 10000")
    parser.add_argument("--mirrored", action="store_true", help="two bots: every deal twice with seats exchanged")
    parser.add_argument(
        "--check", action="store_true", help="random games of all sizes and variants, looking at every table instead"
    )
    workers_argument(parser)


def _counts_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=2)
    parser.add_argument("--depth", type=at_least(0), default=3, metavar="D", help="default: 3")


COMMANDS: Final[Mapping[str, Command]] = {
    "play": Command("play one game between bots and print its account, or its proof", play, _play_arguments),
    "simulate": Command("play many games and print who wins how often", simulate, _simulate_arguments),
    "counts": Command("count the sequences of legal actions of a dealt game", counts, _counts_arguments),
}
